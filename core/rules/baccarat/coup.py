"""Reference scorer: a coup from the next cards of the shoe."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from trueodds.core.cards import RANKS, card_words, parse_rank
from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.rules import Breakdown, Line
from trueodds.core.rules.baccarat.bets import (
    MIXED_PAIR,
    NO_PAIR,
    WINNER_CODES,
    Outcome,
    Winner,
    hand_total,
    winner_of,
)
from trueodds.core.rules.baccarat.rules import BaccaratRules, rank_classes


class Coup(NamedTuple):
    """A finished coup: both hands as ranks, in the order dealt."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or "tie"."""
        return winner_of(hand_total(self.player), hand_total(self.banker))

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return len(self.player) + len(self.banker)

    def outcome(self, rules: BaccaratRules) -> Outcome:
        """Return the ``Outcome`` of the coup; without suits, no pair is perfect."""
        firsts = self.player[:2], self.banker[:2]
        pairs = [len(set(ranks)) == 1 for ranks in firsts]
        player, banker = (MIXED_PAIR if pair else NO_PAIR for pair in pairs)
        return Outcome(
            hand_total(self.player),
            hand_total(self.banker),
            len(self.player),
            len(self.banker),
            natural=max(map(hand_total, firsts)) >= rules.natural,
            player_match=player,
            banker_match=banker,
            same_pair=all(pairs) and firsts[0][0] == firsts[1][0],
        )


def play(
    ranks: Sequence[int],
    rules: BaccaratRules,
    total: Callable[[Sequence[int]], int] = hand_total,
) -> Coup:
    """Deal a coup from the next six ranks of the shoe: the reference scorer.

    The order is Player, Banker, Player, Banker, then third cards as needed. ``total``
    returns the total of a hand. A wrong function simulates a scorer with that fault.

    >>> play([5, 12, 7, 0, 8, 4], BaccaratRules.load())
    Coup(player=(5, 7, 8), banker=(12, 0, 4))
    """
    player = (ranks[0], ranks[2])
    banker = (ranks[1], ranks[3])
    totals = total(player), total(banker)
    # A natural in either hand ends the coup: neither hand draws.
    if max(totals) >= rules.natural:
        return Coup(player, banker)
    # Player decides first, and Banker by Player's third card. A card that is missing
    # raises StopIteration, which ``score`` turns into the name of the hand that draws.
    rest = iter(ranks[4:])
    third = next(rest) if totals[0] in rules.player_draws else None
    drawn = () if third is None else (third,)
    if rules.banker_draws_on(totals[1], third):
        return Coup(player + drawn, (*banker, next(rest)))
    return Coup(player + drawn, banker)


def every_coup(rules: BaccaratRules) -> Iterator[Coup]:
    """Yield an example of every coup that differs for the tableau.

    The order is that of an array of shape (10, 10, classes, classes). Its axes are
    Player's total of two cards, Banker's total, and the rank classes
    (``rank_classes``) of the fifth and the sixth card. Two cards matter only by their
    total, so each total has a single example: a ten and a card of this value.
    """
    ten = RANKS.index("10")
    of_total = [ten, *range(9)]
    firsts = [alike[0] for alike in rank_classes(rules)]
    for player, banker, *rest in product(of_total, of_total, firsts, firsts):
        yield play([player, banker, ten, ten, *rest], rules)


def words(text: str, rules: BaccaratRules) -> list[str]:
    """Return the cards in the text of a position, each as a word."""
    return card_words(text, whole=False)


def score(position: str, rules: BaccaratRules, rule: str = "coup") -> Breakdown:
    """Play the next six cards of a shoe, such as ``6 K 8 A 9 5``.

    Four or five cards are enough where the coup ends with them. Suits have no effect.
    The value is 1 if Player wins, 2 if Banker wins, and 0 for a tie. ``rule`` has no
    effect, because baccarat has only one scoring rule. Raises ``PositionError`` or
    ``CardError`` for text that is not a position, or for cards that the shoe does not
    have.

    >>> score("6 K 8 A 9 5", BaccaratRules.load()).verdict
    'Banker wins, 6 to 3'
    """
    ranks = [parse_rank(word) for word in words(position, rules)]
    if not 4 <= len(ranks) <= 6:
        raise PositionError(
            f"{position!r} has {counted(len(ranks), 'ranks')}; a baccarat position is "
            "the next six cards of the shoe, such as 6 K 8 A 9 5"
        )
    _require_held(position, ranks, rules)
    try:
        coup = play(ranks, rules)
    except StopIteration:
        draws = len(ranks) == 4 and hand_total(ranks[::2]) in rules.player_draws
        raise PositionError(
            f"{position!r} does not end the coup: {'Player' if draws else 'Banker'} "
            "draws; add the next card of the shoe"
        ) from None
    player = hand_total(coup.player)
    banker = hand_total(coup.banker)
    verdict = {
        "player": f"Player wins, {player} to {banker}",
        "banker": f"Banker wins, {banker} to {player}",
        "tie": f"Tie at {player}",
    }[coup.winner]
    lines = (_line("Player", coup.player), _line("Banker", coup.banker))
    standard = " ".join(RANKS[rank] for rank in ranks)
    return Breakdown(standard, WINNER_CODES[coup.winner], verdict, lines)


def _require_held(position: str, ranks: Sequence[int], rules: BaccaratRules) -> None:
    """Raise ``PositionError`` if the shoe does not have these ranks.

    ``position`` is their text.
    """
    counts = (4 * rules.decks,) * len(RANKS)
    holder = f"a shoe of {counted(rules.decks, 'decks')} holds"
    # The cards that are left take half as long to read as a coup to score.
    if rules.shoe or rules.seen:
        counts = rules.left().without_suits().counts
        holder = "the shoe holds"
    # A shoe can count all ten-valued cards together, by the rank of a ten.
    for rank, number in Counter(min(r, len(counts) - 1) for r in ranks).items():
        if number > counts[rank]:
            raise PositionError(
                f"{position!r} has {counted(number, 'cards')} of rank {RANKS[rank]}; "
                f"{holder} {counts[rank]}"
            )


def _line(name: str, ranks: Sequence[int]) -> Line:
    return Line(name, " ".join(RANKS[rank] for rank in ranks), hand_total(ranks))
