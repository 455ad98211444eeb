"""A scoring rule that is declared: the parts of its positions, and the points.

A position shows a tuple of numbers for each part, such as ``((3,), (2, 3, 3))`` for
round 3 and three dice. This module derives the texts of positions from the parts.
Other layers derive the list of positions, their probabilities, and the verification of
scorers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, islice
from math import comb, prod
from numbers import Integral
from operator import getitem
from typing import Any, TypeAlias

from trueodds.core.dice import plain_dice
from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.rules import Breakdown, Line, points_text

MOST_DRAWS = 4_000_000
"""Upper limit on the draws of a scoring rule that has odds."""

BLOCK = 1 << 16
"""Upper limit on the draws of a block."""

COMPARED = 200
"""Number of fast scores at a time that are compared with those of ``score``."""

Numbers: TypeAlias = tuple[int, ...]
Shown: TypeAlias = tuple[Numbers, ...]
"""The numbers that each part of a position shows."""


@dataclass(frozen=True)
class Part:
    """A part of a position, made by ``Choice``, ``Dice`` or ``Cards``.

    Attributes:
        count: The number of words in the text of the part.
        weights: The weight of each number: of a face, or the copies of a card.
        texts: The word of each number.
        things: The noun for the words: "dice", "cards", or that of a choice.
        ordered: True if the order of the words has a meaning.
        separator: The text after the part, if another part follows.
    """

    count: int
    weights: Mapping[int, int]
    texts: Mapping[int, str]
    things: str
    ordered: bool = False
    separator: str = " | "

    @property
    def is_choice(self) -> bool:
        """True if the part is chosen, such as a round, and not rolled or dealt."""
        return self.things not in ("dice", "cards")

    @property
    def deck(self) -> frozenset[tuple[int, int]]:
        """The pairs of each card and its number of copies.

        Parts with equal decks are dealt from one deck.
        """
        return frozenset(self.weights.items())

    def every_order(self, *, listed: bool) -> bool:
        """Return True if the words in another order are another position.

        The result is ``ordered``, but always true for dice if ``listed`` is true.
        """
        return self.ordered or (listed and self.things == "dice")

    def __str__(self) -> str:
        texts = [*self.texts.values()]
        number = counted(self.count, self.things)
        return f"{number} ({texts[0]} to {texts[-1]})"


def Choice(  # noqa: N802  # named as a part of a position
    words: Iterable[int | str], separator: str = " | ", noun: str = "choice"
) -> Part:
    """Return a part with one of several words, such as a round.

    A word that is an integer stands for itself, any other word for its place from 0.
    ``separator`` is the text between this part and the next, and ``noun`` the noun for
    the words. No chance makes the choice, so a game with choices has no odds of scores.

    >>> Choice(iter(["low", "high"]), noun="bet").texts
    {0: 'low', 1: 'high'}
    """
    texts = {
        word if isinstance(word, int) else place: str(word)
        for place, word in enumerate(words)
    }
    return Part(1, dict.fromkeys(texts, 1), texts, noun, True, separator)


def Dice(count: int, sides: int | Sequence[int]) -> Part:  # noqa: N802  # as above
    """Return a part with ``count`` equal dice.

    ``sides`` is the number of sides, or has the weight of each side.

    >>> Dice(3, (1, 1, 2)).weights
    {1: 1, 2: 1, 3: 2}
    """
    if isinstance(sides, int):
        sides = (1,) * sides
    weights = dict(enumerate(sides, start=1))
    texts = {face: str(face) for face in weights}
    return Part(count, weights, texts, "dice")


def Cards(  # noqa: N802  # as above
    count: int,
    deck: Mapping[int, int],
    names: Mapping[int, str] | Sequence[str] | None = None,
    *,
    ordered: bool = False,
    separator: str = " | ",
) -> Part:
    """Return a part with ``count`` cards of a deck.

    ``deck`` has the number of copies of each card. Cards are dealt without replacement.
    Parts with equal decks are dealt from one deck. ``names`` are the texts of the
    cards; by default, a card's number is its text. ``ordered`` is true if the order of
    the cards has a meaning. ``separator`` is the text between this part and the next.

    >>> Cards(2, {0: 4, 1: 4}, ["J", "Q"]).texts
    {0: 'J', 1: 'Q'}
    """
    texts = {card: str(names[card] if names else card) for card in sorted(deck)}
    return Part(count, deck, texts, "cards", ordered, separator)


class Layout:
    """The positions of a scoring rule under some rules.

    A position has a column for each word of its text. ``columns`` has a dictionary for
    each of them, from the number to the text of the word with its separator. ``spans``
    has a slice for each part, with its columns.
    """

    def __init__(self, scoring: Scoring, rules: Any) -> None:
        self.scoring = scoring
        self.rules = rules
        self.parts = tuple(scoring.parts(rules))
        counts = [part.count for part in self.parts]
        stops = accumulate(counts)
        pairs = zip(counts, stops, strict=True)
        self.spans = [slice(stop - count, stop) for count, stop in pairs]
        ends = [part.separator for part in self.parts[:-1]]
        ends.append("")
        self.columns: list[dict[int, str]] = []
        self._numbers: list[dict[str, int]] = []
        pattern = ""
        for part, end in zip(self.parts, ends, strict=True):
            texts = part.texts.items()
            # A regular expression takes the first alternative that
            # fits, so 10 must come before 1.
            words = sorted(part.texts.values(), key=len, reverse=True)
            alternatives = "|".join(map(re.escape, words))
            blanks = [" "] * (part.count - 1)
            for after in [*blanks, end]:
                self.columns.append({number: text + after for number, text in texts})
                self._numbers.append({text: number for number, text in texts})
                sign = re.escape(after.strip())
                between = f"(?: *{sign} *| +)" if sign else " *"
                pattern += f"0*({alternatives}){between}"
        self._pattern = re.compile(pattern)

    def split(self, numbers: Iterable[int]) -> Shown:
        """Split the numbers of a position into one tuple for each part.

        ``numbers`` has a number for each word of the position's text, in order.
        """
        words = tuple(numbers)
        return tuple([words[span] for span in self.spans])

    def numbers(self, rows: Any) -> Any:
        """Convert rows of places, as ``blocks`` yields them, to rows of numbers.

        ``rows`` has a row for each position, with a place for each word of its text. A
        place is the index of a number among the numbers that its column can have.
        """
        import numpy as np  # slow to import, and few games need it

        known = [np.array([*column]) for column in self.columns]
        return np.column_stack([*map(getitem, known, rows.T)])

    def write(self, shown: Shown) -> str:
        """Return the text of a position, given the numbers that each part shows.

        ``shown`` has a tuple of numbers for each part, such as a die's faces or the
        numbers of cards.
        """
        numbers = chain(*shown)
        pairs = zip(self.columns, numbers, strict=True)
        return "".join(column[number] for column, number in pairs)

    def read(self, text: str) -> Shown:
        """Return the numbers that each part of a position shows, read from its text.

        In a part without order, the numbers become ascending. The signs between parts
        may be left out, and so may the blanks of a part. Raises ``PositionError`` for
        text that is not a position.
        """
        match = self._pattern.fullmatch(plain_dice(text).strip())
        if not match:
            wanted = ", then ".join(map(str, self.parts))
            example, _ = next(self.draws())
            raise PositionError(
                f"{text!r:.60} is not a position of {self.rules.game}; give {wanted}, "
                f'such as "{self.write(example)}"'
            )
        words = zip(self._numbers, match.groups(), strict=True)
        as_written = self.split(numbers[word] for numbers, word in words)
        shown = []
        for part, numbers in zip(self.parts, as_written, strict=True):
            if not part.ordered:
                numbers = tuple(sorted(numbers))
            shown.append(numbers)
        position = tuple(shown)
        if not self.possible(position):
            raise PositionError(f"{text!r:.60} cannot come under these rules")
        return position

    def drawn(
        self,
        pick: Callable[[list[int], int], Iterable[int]],
        shuffle: Callable[[list[int]], Iterable[int]],
    ) -> Shown:
        """Draw a position, with functions that decide what is drawn.

        ``pick(numbers, count)`` returns ``count`` of the numbers, which may repeat, for
        dice and choices. ``shuffle(cards)`` returns all cards of a deck in another
        order.
        """
        decks: dict[Any, Iterator[int]] = {}
        shown = []
        for part in self.parts:
            drawn = iter(pick([*part.texts], part.count))
            if part.things == "cards":
                # Parts with equal decks go on dealing from the
                # deck of the first of them.
                cards = Counter(part.weights).elements()
                deck = iter(shuffle(sorted(cards)))
                drawn = decks.setdefault(part.deck, deck)
            shown.append(tuple(islice(drawn, part.count)))
        return tuple(shown)

    def possible(self, shown: Shown) -> bool:
        """Return True if a position is possible: it can come up under the rules.

        ``shown`` has a tuple of numbers for each part, as ``read`` returns it. No deck
        may have too few copies of a card, and the scoring rule's function ``possible``
        must not exclude the position.
        """
        used = Counter(
            (part.deck, card)
            for part, cards in zip(self.parts, shown, strict=True)
            if part.things == "cards"
            for card in cards
        )
        enough = (number <= dict(deck)[card] for (deck, card), number in used.items())
        return all(enough) and self._allowed(shown)

    def _allowed(self, shown: Shown) -> bool:
        possible = self.scoring.possible
        return possible is None or bool(possible(shown, self.rules))

    def draws(self) -> Iterator[tuple[Shown, int]]:
        """Yield each position, apart from order, with its weight.

        The numbers of a part are ascending, unless its order has a meaning. A weight
        counts the ways in which dice fall and cards are dealt.

        >>> game = Scoring(lambda rules: [Cards(2, {1: 2, 2: 1})], lambda shown, _: 0)
        >>> dict(game.under(None).draws())
        {((1, 1),): 1, ((1, 2),): 2}
        """
        for _, numbers, weights in self.blocks():
            shown = map(self.split, numbers.tolist())
            yield from zip(shown, weights.tolist(), strict=True)

    def blocks(self, *, listed: bool = False) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the positions in blocks, as arrays of places, numbers and weights.

        A block is many positions. Positions that differ only in an order without a
        meaning come once. With ``listed``, the same dice in another order are another
        position. Places and numbers have a row for each position, and a column for each
        word of its text, such as a die. A place is the index of a number among the
        numbers that its column can have. A weight counts the ways in which dice fall
        and cards are dealt. The sum of a block's weights does not overflow.
        """
        import numpy as np  # slow to import, and few games need it

        columns: list[tuple[Part, int]] = []
        for part, span in zip(self.parts, self.spans, strict=True):
            columns += [(part, span.start)] * part.count
        # No weight exceeds ``most``. Below, a weight is multiplied by
        # at most the number of columns before it is divided, and a
        # block adds up at most BLOCK weights.
        most = prod(sum(part.weights.values()) for part, _ in columns)
        largest_sum = most * len(columns) * BLOCK
        exact = np.int64 if largest_sum < 2**63 else object

        def extended(rows: Any, ways: Any) -> Iterator[tuple[Any, Any, Any]]:
            """Yield all draws that begin with these rows, a column at a time."""
            here = rows.shape[1]
            if here == len(columns):
                shown = self.numbers(rows)
                fine: Any = slice(None)
                if self.scoring.possible:
                    positions = map(self.split, shown.tolist())
                    fine = [*map(self._allowed, positions)]
                yield rows[fine], shown[fine], ways[fine]
                return
            part, first = columns[here]
            loose = not part.every_order(listed=listed)
            places = np.arange(len(part.texts))
            by_place = [part.weights[number] for number in part.texts]
            weights = np.array(by_place, exact)
            # The columns before this one that are dealt from the same deck.
            deck: list[int] = []
            if part.things == "cards":
                for column, (earlier, _) in enumerate(columns[:here]):
                    dealt = earlier.things == "cards"
                    if dealt and earlier.weights == part.weights:
                        deck.append(column)
            step = max(1, BLOCK // len(places))
            for start in range(0, len(rows) or 1, step):
                begun = rows[start : start + step]
                # Where order has no meaning, places ascend within the part, so that
                # each draw comes once. The place must not be below the last one.
                last = begun[:, first:].max(axis=1, initial=0, keepdims=True)
                least = last * loose
                before, place = (places >= least).nonzero()
                longer = np.column_stack([begun[before], place])
                equal = longer[:, :here] == longer[:, here:]
                # A card has as many ways as copies are left in the deck. A face keeps
                # its weight, because ``deck`` is empty for dice.
                used = equal[:, deck].sum(axis=1)
                factor = weights[place] - used
                more = ways[start + before] * factor
                if loose:
                    # Divide by m for the m-th equal number. Dice fall in
                    # any order: with the k-th die, the multinomial
                    # coefficient grows by the factor k / m.
                    repeated = equal[:, first:].sum(axis=1) + 1
                    if part.things == "dice":
                        more = more * (here - first + 1)
                    more = more // repeated
                # A card without copies left cannot be dealt. A face of weight 0 stays a
                # position, which is never rolled.
                left = (factor > 0) | (part.things != "cards")
                yield from extended(longer[left], more[left])

        no_words = np.zeros((1, 0), np.int64)
        yield from extended(no_words, np.ones(1, exact))

    def most_draws(self, *, listed: bool = False) -> int:
        """Return an upper bound on the number of positions that ``blocks`` yields.

        Positions that differ only in an order without a meaning count once. With
        ``listed``, the same dice in another order are another position.
        """
        return prod(
            len(part.texts) ** part.count
            if part.every_order(listed=listed)
            else comb(len(part.texts) + part.count - 1, part.count)
            for part in self.parts
        )

    def values(self, rows: Any, compared: int = COMPARED) -> Any:
        """Return the scores of many positions.

        ``rows`` is an array of integers with a row for each position, and a column for
        each word of its text. The scoring rule's function ``values`` makes the result.
        If the rule has no such function, the result is a list of the scores by its
        function ``score``. Raises ``PositionError`` if the two functions disagree in
        one of the first ``compared`` rows.
        """
        if not self.scoring.values:
            return [*map(self.value, map(self.split, rows.tolist()))]
        fast = self.scoring.values(rows, self.rules)
        for row, value in zip(rows[:compared].tolist(), fast, strict=False):
            shown = self.split(row)
            right = self.value(shown)
            if right != value:
                raise PositionError(
                    f"values gives {value} for {self.write(shown)!r}, and score "
                    f"{right}; the declared scoring must give both the same"
                )
        return fast

    def value(self, shown: Shown) -> int:
        """Return the score of a position, given the numbers that each part shows.

        ``shown`` has a tuple of numbers for each part, as ``read`` returns it.
        """
        return self._whole(shown, self.scoring.score(shown, self.rules))

    def _whole(self, shown: Shown, scored: Any) -> int:
        value = getattr(scored, "value", scored)
        if not isinstance(value, Integral):
            raise PositionError(
                f"the score of {self.write(shown)!r} is {value!r}; a score is a whole "
                "number"
            )
        return int(value)

    def breakdown(self, shown: Shown) -> Breakdown:
        """Return score, text and reasons, given the numbers that each part shows.

        ``shown`` has a tuple of numbers for each part, as ``read`` returns it.
        """
        position = self.write(shown)
        scored = self.scoring.score(shown, self.rules)
        value = self._whole(shown, scored)
        if not isinstance(scored, Breakdown):
            lines = (Line("score", position, value),)
            scored = Breakdown("", value, "", lines)
        verdict = scored.verdict or points_text(scored.value)
        return replace(scored, position=position, verdict=verdict)


@dataclass(frozen=True)
class Scoring:
    """A scoring rule, declared by the parts of a position and its points.

    Attributes:
        parts: Returns the parts of a position under some rules, in the order of its
            text, made by ``Choice``, ``Dice`` and ``Cards``.
        score: Returns the score of what a position shows, under some rules: an integer,
            or a ``Breakdown`` with reasons, whose position and verdict may be empty.
        possible: Returns False for positions that cannot come; None if all can come.
        values: Returns the scores of many positions at once, as an array. It takes an
            array of integers with a row for each position and a column for each word.
        features: Returns names of what a position has. A verification names them as
            failure classes, beside the scoring items, words and equal dice.
        fields: The fields of the rules that decide scores; empty if all may.

    Example:
        >>> from trueodds.core.rules.bunco import BuncoRules
        >>> pips = Scoring(lambda rules: [Dice(2, 6)], lambda shown, _: sum(shown[0]))
        >>> pips("5-3", BuncoRules.load()).position
        '3 5'
        >>> len({*pips.under(BuncoRules.load()).draws()})
        21
    """

    parts: Callable[[Any], Iterable[Part]]
    score: Callable[[Shown, Any], int | Breakdown]
    possible: Callable[[Shown, Any], bool] | None = None
    values: Callable[[Any, Any], Any] | None = None
    features: Callable[[Shown, Any], Iterable[str]] | None = None
    fields: tuple[str, ...] = ()
    _last: list[Layout] = field(default_factory=list, init=False, compare=False)

    def under(self, rules: Any) -> Layout:
        """Return a ``Layout``, which describes the positions under some rules.

        The last result is kept: the next call with the same record of rules returns it.
        """
        for layout in self._last:
            if layout.rules is rules:
                return layout
        layout = Layout(self, rules)
        self._last[:] = [layout]
        return layout

    def __call__(self, position: str, rules: Any, rule: str = "") -> Breakdown:
        """Score the text of a position; the name of the rule makes no difference.

        Raises ``PositionError`` for text that is not a position.
        """
        layout = self.under(rules)
        return layout.breakdown(layout.read(position))

    def words(self, text: str, rules: Any) -> list[str]:
        """Return the words in the text of a position, such as its dice."""
        return plain_dice(text.replace("|", " ")).split()


def family_of(scoring: Mapping[str, Scoring], rules: Any, rule: str) -> str:
    """Return the first part of the ids of the odds of scores by a scoring rule.

    It is "score" for the first scoring rule, "score.RULE" for any other, and empty for
    a rule without such odds.

    A rule whose positions have a choice has no odds, because no chance makes a choice.
    Neither has a rule with more than four million different draws.
    """
    layout = scoring[rule].under(rules)
    if any(part.is_choice for part in layout.parts):
        return ""
    if layout.most_draws() > MOST_DRAWS:
        return ""
    first_rule = next(iter(scoring))
    if rule == first_rule:
        return "score"
    return f"score.{rule}"
