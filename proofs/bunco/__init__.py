"""Independent derivations of Bunco: rolls, games, turns, races, a night, re-rolls."""

from trueodds.proofs.bunco.games import biases, derive
from trueodds.proofs.bunco.night import night
from trueodds.proofs.bunco.races import races
from trueodds.proofs.bunco.rerolls import rerolls
from trueodds.proofs.bunco.turns import turns
from trueodds.proofs.derivations import listed

METHODS = listed("bunco", [derive, turns, races, night, rerolls, biases])
