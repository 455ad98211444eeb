"""Outcomes of baccarat: the winner and the cards of a coup, and the tens of a shoe."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from math import comb

from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core.cards import RANKS, Shoe
from trueodds.core.errors import CardError, PositionError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.baccarat import WINNER_CODES, BaccaratRules, Outcome
from trueodds.core.rules.baccarat.bets import winner_of as winner_by_totals
from trueodds.proofs.verify.coup_lines import coup_lines
from trueodds.proofs.verify.coups import (
    MOST,
    WINNERS,
    CardOrRank,
    Printed,
    cards_of,
    ranks_of,
    read_coup,
    totals_of,
)
from trueodds.proofs.verify.simulator.draws import (
    FACES,
    TENS_TOGETHER,
    DrawsProcess,
    ShoeProcess,
    packed,
)
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    OutcomeError,
    of_numbers,
)
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind, numbers
from trueodds.proofs.verify.simulator.shoes import (
    JOINED,
    Shoes,
    composition,
    shoe_lines,
)

LETTERS = {"player": "P", "banker": "B", "tie": "T"}
CODES = str.maketrans({str(WINNER_CODES[w]): LETTERS[w] for w in WINNER_CODES})
"""The letters of the winners by their digits."""

WORDS = {
    f"{word}{wins}".upper(): LETTERS[winner]
    for word, winner in WINNERS.items()
    for wins in ("", " wins")
}
"""The winner by the words for it, in capital letters."""

HINT = (
    "winners hide most mistakes in drawing; print the cards of each coup in the order "
    "dealt, such as 6 K 8 A 9, and every card drawn is checked"
)
RESOLVED = "the winner of a coup from a fresh shoe, ties left out"
FAULT = " (no "
"""The separator between a line and its fault."""

MOST_CARDS = 832
"""Upper limit on the cards of a shoe whose order is judged: 16 decks."""

BEADS = re.compile(r"(?i)(?:[PBT][\s,;-]*){2,}|(?:[012][\s,;-]*){2,}")
"""The winners of a shoe's coups: letters, or digits with 1 for Player and 0 for tie."""

LINES = 1 << 17
"""Upper limit on the lines whose coup is kept, for the next kind of outcome."""


def outcome_distributions(rules: BaccaratRules, rule: str) -> list[OutcomeKind]:  # noqa: C901 - a nested function for each kind of outcome
    """Return the kinds of outcome of a coup or shoe that a simulator can print.

    ``rule`` makes no difference.
    """

    def coup() -> Distribution[Outcome]:
        return coup_distribution(rules, rules.left())

    # The same line is read for its form, its outcome and its cards.
    @lru_cache(maxsize=LINES)
    def dealt(text: str) -> Printed | None:
        """Return the coup of a line, possible or not; None for other lines."""
        try:
            return read_coup(text.partition(FAULT)[0], rules)
        except PositionError as error:
            raise OutcomeError(str(error)) from None

    def of_coup(
        known: OutcomeDistribution, outcome_of: Callable[[Printed], str | None]
    ) -> OutcomeDistribution:
        """Return a kind whose outcomes can be read from a coup, too."""

        def read(text: str) -> str | None:
            coup = dealt(text)
            if coup and coup.fault:
                # The fault becomes a part of the outcome. No possible outcome has one,
                # so it refutes.
                return f"{text.partition(FAULT)[0]}{FAULT}coup: {coup.fault})"
            return outcome_of(coup) if coup else None

        return replace(known, play=read)

    def winner_letter(coup: Printed) -> str | None:
        # Cards or both totals decide the winner, whatever the program says of it.
        if not coup.cards and None in coup.totals:
            return LETTERS[coup.winner] if coup.winner else None
        return LETTERS[winner_by_totals(*totals_of(coup, rules))]

    def winner_by(
        kind: str, description: str, letters: str = "PBT"
    ) -> OutcomeDistribution:
        winners = coup().map(lambda outcome: LETTERS[outcome.winner])
        # Without the letter of a tie, this is the distribution of resolved coups.
        ordered = Distribution({letter: winners.weight(letter) for letter in letters})
        return OutcomeDistribution(kind, description, ordered, WORDS)

    def winner() -> OutcomeDistribution:
        known = winner_by("winner", "the winner of a coup from a fresh shoe")
        return replace(of_coup(known, winner_letter), hint=HINT)

    def cards() -> OutcomeDistribution:
        def with_cards(number: int, line: str) -> int:
            coup = dealt(line)
            # The cards go with the outcome, so that each is judged given the cards
            # before it.
            return packed(number, coup.cards) if coup else number

        numbers = coup().map(lambda outcome: outcome.cards)
        known = of_numbers("cards", "the cards dealt in a coup", numbers)
        known = of_coup(
            known, lambda coup: str(len(coup.cards)) if coup.cards else None
        )
        process = partial(DrawsProcess, shoe=rules.left())
        return replace(known, packed=with_cards, process=process)

    def totals() -> OutcomeDistribution:
        def both(coup: Printed) -> str | None:
            if not coup.cards and None in coup.totals:
                return None
            player, banker = totals_of(coup, rules)
            return f"P {player} - B {banker}"

        pairs = coup().map(lambda end: f"P {end.player_total} - B {end.banker_total}")
        text = "the totals of Player and Banker in a coup"
        return of_coup(OutcomeDistribution("totals", text, pairs), both)

    def winner_of(number: int) -> OutcomeDistribution:
        # Each coup before takes six cards at most.
        most = rules.left().total // MOST
        if not 1 <= number <= most:
            raise PositionError(
                f"coup {number} is not certain to be dealt: this shoe has cards for "
                f"coups 1 to {most}"
            )
        # The cards not dealt yet are exchangeable. So a coup that is certain to come
        # has the distribution of the first.
        known = winner_by(f"coup.{number}", f"the winner of coup {number} of each shoe")

        return replace(known, play=partial(_bead, number))

    def has(line: str, *parts: str) -> bool:
        """Return True for a coup, possible or not, with one of these parts."""
        if "winner" in parts and line.strip().upper() in WORDS:
            return True
        with suppress(OutcomeError):
            return not (BEADS.fullmatch(line) or _shown(dealt(line)).isdisjoint(parts))
        return False

    return [
        OutcomeKind(
            "winner",
            "Print the winner of a coup from a fresh shoe, P, B or T, or its cards.",
            lambda line: has(line, "cards", "totals", "winner"),
            winner,
            lines=coup_lines,
        ),
        OutcomeKind(
            "coup.resolved",
            "Print the winner of a coup from a fresh shoe, P or B, and leave out ties.",
            lambda line: WORDS.get(line.strip().upper(), "T") != "T",
            partial(winner_by, "coup.resolved", RESOLVED, "PB"),
        ),
        OutcomeKind(
            "coup.N",
            "Print the winner of coup N of each shoe, however the shoe is cut, or all "
            "winners of a shoe: PBTBB.",
            lambda line: bool(BEADS.fullmatch(line)) or has(line, "winner"),
            winner_of,
        ),
        OutcomeKind(
            "cards",
            "Print the cards of a coup as dealt, such as 6 K 8 A 9 5, or their number.",
            lambda line: numbers(4, MOST)(line) or has(line, "cards"),
            cards,
            lines=coup_lines,
        ),
        OutcomeKind(
            "totals",
            "Print the totals of a coup, such as P 6 - B 7, or B,7,6.",
            lambda line: has(line, "totals"),
            totals,
            lines=coup_lines,
        ),
        _shoe_kind(rules.left()),
        OutcomeKind(
            "tens.N",
            "Print how many of the first N cards of each shoe are 10, J, Q or K.",
            numbers(),
            partial(_tens_among, rules.left()),
        ),
    ]


def _shoe_kind(left: Shoe) -> OutcomeKind:
    """Return the kind of the cards of whole shoes."""
    size = left.total

    def cards_in(text: str) -> list[CardOrRank]:
        """Return the cards of a shoe, or a single card."""
        cards: list[CardOrRank] = []
        with suppress(CardError):
            cards = cards_of(text)
        # A coup has few cards too, so a line must have more than half of a shoe to be
        # one.
        few = len(cards) <= max(size // 2, MOST) and len(cards) != 1
        if few and not text.startswith(JOINED):
            raise OutcomeError(
                f"{text[:40]!r} is not a shoe; expected {size} cards on a line, or a "
                "card a line (--outcome coup.N reads the winners PBTBB)"
            )
        return cards

    def read(text: str) -> str:
        """Return a rank for any shoe that is possible; its order is judged later."""
        if FAULT in text:
            return text
        cards = cards_in(text)
        fault = composition(cards, left)
        # Too many tens and no face card: the program may write 10 for all of them.
        if fault and left.ranks_known and max(ranks_of(cards)) < FACES.start:
            raise OutcomeError(TENS_TOGETHER)
        # A wrong composition is impossible. A right one says nothing, since only its
        # order is random.
        return f"a shoe{FAULT}shoe: {fault})" if fault else RANKS[0]

    def shoe() -> OutcomeDistribution:
        if size > MOST_CARDS:
            raise PositionError(
                f"this shoe has {size:,} cards; shoes of up to {MOST_CARDS} are judged"
            )
        of_rank = dict(zip(RANKS, left.without_suits().counts, strict=False))
        return OutcomeDistribution(
            "shoe",
            "the cards of a shoe, from the first to the last",
            Distribution(of_rank),
            play=read,
            parser=partial(Shoes, total=size),
            process=partial(ShoeProcess, shoe=left),
        )

    def is_shoe(line: str) -> bool:
        with suppress(OutcomeError):
            return len(cards_in(line)) > MOST
        return False

    return OutcomeKind(
        "shoe",
        "Print the cards of a shoe, from the first to the last: all on a line, or a "
        "card a line.",
        is_shoe,
        shoe,
        lines=partial(shoe_lines, total=size),
    )


def _shown(coup: Printed | None) -> set[str]:
    """Return the parts of a coup that are printed."""
    if coup is None:
        return set()
    if coup.cards:
        return {"cards"}
    totals = {"totals"} if None not in coup.totals else set()
    return totals | ({"winner"} if coup.winner else set())


def _bead(number: int, text: str) -> str | None:
    """Return the winner of coup N in a line with the winners of a shoe."""
    if not BEADS.fullmatch(text):
        return None
    # Digits and letters name the same winners.
    beads = re.sub(r"[\s,;-]", "", text).upper().translate(CODES)
    if len(beads) < number:
        raise OutcomeError(f"this shoe has {len(beads)} coups, not {number}")
    return beads[number - 1]


def _tens_among(left: Shoe, number: int) -> OutcomeDistribution:
    """Return the distribution of the tens among the first cards of a shoe."""
    counts = left.without_suits().counts
    total = sum(counts)
    tens = sum(counts[9:])
    if not 1 <= number <= total:
        raise PositionError(f"this shoe has 1 to {total} cards, not {number}")
    # Ways to choose the tens, times ways to choose the other cards.
    hypergeometric = {
        n: comb(tens, n) * comb(total - tens, number - n) for n in range(number + 1)
    }
    return of_numbers(
        f"tens.{number}",
        f"the ten-valued cards among the first {number} of each shoe",
        Distribution(hypergeometric),
    )
