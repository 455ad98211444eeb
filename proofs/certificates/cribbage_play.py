"""The certificate of a solved play of cribbage: two strategies, and their bounds.

At each information set a strategy gives every rank a probability in 4096ths, which is
its number of parts. This module writes the parts in the order in which the checker
reads them.

A step of the checker handles all histories with the same number of cards left in each
hand and the same player to move. The first step is the lead. A step reads the parts of
every card that can be played: one row for each history and rank, with an entry for each
multiset of the other cards in hand. A player with a single card has no choice, and so
no parts. Then follow the histories after a card, and after them the histories after a
go. The histories after the lead are split by the card led, and all others by the player
to move next.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.analysis.cribbage.play.solving.kept_hands import DEALT, KEPT, source_of
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import NONE, RanksOfPlay
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import write_together
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.cribbage import LETTERS
from trueodds.proofs.certificates.discard_full_deck import written
from trueodds.proofs.certificates.format import Certificate, exact

LINE = 1000
FILE = "certificate.json"
IDS = {DEALT: "play.dealt.equilibrium", KEPT: "play.equilibrium"}
FILE_ID = "play.file.equilibrium"
"""The family of the claims if hands are kept by the discard strategies of a file."""
CLAIMED = {"value": "value", "dealer.mean": "dealer", "pone.mean": "pone"}
"""The name of the bounds in the values of ``play certify``, by claim."""


def write(
    folder: Path, rules: CribbageRules, values: dict[str, Any], progress: Progress
) -> None:
    """Write the certificate of a solved play into the folder of its solution.

    ``folder`` has the strategies of the solution. ``values`` are the values that the
    command ``play certify`` has proved: the bounds, and the name of the source of the
    hands, "hands". ``progress`` is called as the work goes on.

    Raises:
        ModelError: If the strategies of the discard have too many different rows.
        OutputError: If the file cannot be written.
    """
    game = RanksOfPlay(rules=rules.play)
    name = values["hands"]
    hands: Any = name
    steps = len(ROLES) + 1
    if name != DEALT:
        hands = {}
        for number, role in enumerate(ROLES):
            progress("writing the certificate", number, steps)
            hands[role] = written(strategy(source_of(name), role, rules))
    family = IDS.get(name, FILE_ID)
    claims = {
        f"{family}.{claim}": Enclosure(*map(Fraction, values[bounds]))
        for claim, bounds in CLAIMED.items()
    }
    progress("writing the certificate", steps - 1, steps)
    parts = saved_solution.strategy_of(folder, game)
    proof = certificate(game, parts, hands, claims)
    write_together(folder, {FILE: proof.text()})
    progress("writing the certificate", steps, steps)


def certificate(
    game: RanksOfPlay, parts: Array, hands: Any, claims: dict[str, Enclosure]
) -> Certificate:
    """Return the certificate of both players' strategies for the play.

    ``game`` has the rules and the game tree. ``parts`` is a flat array with an entry
    for each slot: a node of the game tree, a rank that the player to move can play
    there, and that player's other cards. The entry is the probability of the rank in
    4096ths. ``hands`` is the text "dealt" for hands dealt at random. Otherwise it has
    the dealer's and pone's strategies of the discard, as ``discard_full_deck.written``
    returns them. ``claims`` has bounds of the value and of both players' mean points,
    by quantity id.
    """
    rules = msgspec.to_builtins(game.rules)
    # His heels are scored before the play, so this rule does not bear on the claims.
    del rules["heels_points"]
    # The root: the lead is the only history without cards played.
    content = np.concatenate([*_steps(game, parts, np.zeros(1, np.int64))])
    packed = base64.b64encode(zlib.compress(content.astype("<u2").tobytes()))
    text = packed.decode()
    return Certificate(
        "equilibrium cribbage play",
        {
            "ranks": "".join(LETTERS[rank] for rank in game.ranks),
            "hand": game.hand,
            **rules,
        },
        {id: exact(bounds) for id, bounds in claims.items()},
        {
            "hands": hands,
            "strategy": [text[at : at + LINE] for at in range(0, len(text), LINE)],
        },
    )


def _steps(game: RanksOfPlay, parts: Array, nodes: Array) -> Iterator[Array]:
    """Yield the parts at the nodes of one step of the checker, then the parts below."""
    tree = game.tree
    sets = game.multisets
    ranks = len(game.ranks)
    # All nodes of a step have the same player to move, with the same number of cards.
    player = tree.player[nodes[0]]
    held = int(tree.cards[nodes[0], player])
    small = int(sets.sizes[held - 1])
    large = int(sets.sizes[held])
    children = tree.child[nodes]
    may = children[:, :ranks] != NONE
    # Pairs of a node and a rank that may be played, node by node: the checker's order
    # of rows.
    parent, action = may.nonzero()
    # A single card is no choice, so it has no parts.
    if held > 1:
        slots = tree.slot[nodes][parent] + action * small
        taken = parts[slots[:, None] + np.arange(small)]
        choices = np.zeros((len(nodes), large), np.int8)
        plus = sets.plus[held - 1][:, :small]
        for rank in range(ranks):
            rows = parent[action == rank]
            choices[np.ix_(rows, plus[rank])] += 1
        # Multisets with a card that fits, of which no card is left, have no parts.
        whole = choices == sets.choices[held][tree.legal[nodes], :large]
        taken[~whole[parent[:, None], plus[action]]] = 0
        yield taken.ravel()
    played = children[:, :ranks][may]
    # The last child of a node is a go.
    passed = children[:, ranks]
    # Only before the first card does each player hold a full hand.
    leads = action if (tree.cards[nodes[0]] == game.hand).all() else None
    yield from _below(game, parts, played, leads)
    yield from _below(game, parts, passed, None)


def _below(
    game: RanksOfPlay, parts: Array, children: Array, leads: Array | None
) -> Iterator[Array]:
    """Yield the parts below child nodes, grouped by player to move or by ``leads``."""
    # Other children are ends of the play, or no children at all.
    inner = children >= 0
    nodes = children[inner]
    keys = game.tree.player[nodes] if leads is None else leads[inner]
    for key in np.unique(keys):
        yield from _steps(game, parts, nodes[keys == key])
