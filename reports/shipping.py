"""The results that ship, which ``tox -e ship`` computes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from trueodds.analysis.cribbage.discard import opponent_tables
from trueodds.analysis.cribbage.game import whole_deals, win_chain
from trueodds.analysis.cribbage.game.whole_deals import EQUILIBRIUM
from trueodds.analysis.cribbage.play.solving import (
    kept_hands,
    saved_solution,
    shipped_strategy,
)
from trueodds.analysis.cribbage.play.tree import compiled_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.farkle.match import quantities as match
from trueodds.analysis.run import families_of
from trueodds.core import games, rulebook, shipped_odds
from trueodds.core.errors import RulesError
from trueodds.core.odds import Family
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress
from trueodds.proofs.claims import register

QUICK = ("d20", "five-thousand", "common", "greed", "greed-kata", "triples")
"""Presets whose odds are computed in at most three seconds, so they do not ship."""
MATCHES = ("kingdom-come", "ece209", "ten-thousand", "box", "facebook", "zilch")
"""Presets of Farkle of which the match ships."""

Result: TypeAlias = tuple[str, tuple[str, Mapping[str, object]], Callable[[], object]]
"""The name of a result, its file with the key, and a call that computes it.

The call writes the file into the cache folder, and all files that it has made on the
way. The key of the file has all inputs and a number of what has computed it. The number
is raised by hand.
"""


def odds() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the game, the preset and the changes of all rules whose odds ship.

    Odds that ship are files of the package. The changes are new values of fields of the
    preset, by the name of the field. The rules are all presets but those whose odds are
    computed in seconds (``QUICK``). Then come the house rules of Farkle by which
    published claims are judged. An install without the extra ``full`` cannot compute
    the odds of cribbage and Farkle, so it reads the files.
    """
    for game in games.ours():
        for preset in rulebook.preset_names(games.find(game)):
            if preset not in QUICK:
                yield game, preset, {}
    # Presets of these claims are above; only changed rules need a file of their own.
    for entry in register.entries():
        for asked in entry.exact.values():
            if asked.game == "farkle" and asked.rules and asked.changes:
                yield asked.game, asked.rules, asked.changes


def results(progress: Progress) -> Iterator[Result]:
    """Yield each result that is part of the package: name, file and computation.

    The file is a pair of its name and a key, a record of all that its content depends
    on. The computation is a function that makes the result and writes the file into the
    cache folder. ``progress`` is called as it works.
    """
    ask: Callable[[], object]
    six_card = CribbageRules.load()
    by = whole_deals.chosen(six_card)
    folder = Path(os.environ.get("TRUEODDS_PLAY", "cribbage-play"))
    for role in ("dealer", "pone"):
        asked = EQUILIBRIUM, role, six_card
        ask = partial(opponent_tables.opponent_tables, *asked, progress=progress)
        yield f"discard against {role}", opponent_tables.cache_key(*asked), ask
    # The deals come before the play, because they solve it if the folder has no
    # solution.
    place = f"cribbage-deals-{by.name}.npz", by.key
    yield "cribbage deals", place, partial(_deals, six_card, folder, progress)
    file, key = shipped_strategy.cache_key()
    ask = partial(shipped_strategy.write, folder, six_card, progress)
    yield "cribbage play", (f"{file}.npz", key), ask
    file, key = compiled_game.cache_key(six_card.play)
    ask = partial(compiled_game.deck_of, RanksOfPlay(rules=six_card.play))
    yield "cribbage play tree", (f"{file}.npz", key), ask
    file, key = win_chain.cache_key(by, six_card)
    ask = partial(win_chain.shipped_wins, six_card, progress)
    yield "cribbage win", (f"{file}.npz", key), ask
    # The families are lazy, so no number is computed before the call of its result.
    for game_name, preset, changes in odds():
        game = games.find(game_name)
        rules = rulebook.load(game, preset, changes)
        families = families_of(game)(rules, progress)
        named = [f"{field}={value}" for field, value in changes.items()]
        name = " ".join(["odds", game_name, preset, *named])
        yield name, *_quantities("odds", game_name, rules, families)
    for name in MATCHES:
        record = FarkleRules.load(name)
        family = Family("match.*", partial(match.quantities, record, progress))
        yield f"match {name}", *_quantities("match", "farkle", record, [family])


def _quantities(
    kind: str, game: str, rules: rulebook.Rules, families: Iterable[Family]
) -> tuple[tuple[str, Mapping[str, object]], Callable[[], object]]:
    place = shipped_odds.cache_key(kind, game, rules)
    return place, partial(shipped_odds.write, kind, game, rules, families)


def _deals(rules: CribbageRules, folder: Path, progress: Progress) -> None:
    """Compute the deals at the shipped strategies; solve the play first if needed."""
    shipped = whole_deals.chosen(rules)
    if not (folder / saved_solution.STRATEGY).exists():
        # Only the number of iterations may end the solve. A gap would end it elsewhere,
        # and the digest of the strategy in the key would be another.
        most = int(shipped.key["iterations"])
        kept = kept_hands.KEPT
        saved_solution.solve(folder, rules, kept, Fraction(0), most, progress)
    by = whole_deals.chosen(rules, play=str(folder))
    if by.key != shipped.key:
        raise RulesError(f"the play in {folder} is not the one whose results ship")
    whole_deals.deal_distribution(by, rules, solve=True, progress=progress)
    # What was computed on the way does not ship.
    for path in store.cached():
        if by.name not in path.name:
            path.unlink()
