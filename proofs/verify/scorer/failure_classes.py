"""Failure classes: wrong answers grouped by the features that explain them.

A feature is a name that the breakdown of a position yields, such as nobs. A cause is a
feature, or two features together. The classes are named by the smallest set of causes
that tells wrong answers from right ones: the set with the minimum description length
(Rissanen 1978). Its description names the features of the set. Then it lists the wrong
answers among those with a cause of the set, and among those without.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import chain, combinations
from math import lgamma, log
from operator import or_
from typing import NamedTuple, TypeAlias

from trueodds.core.rules import Breakdown
from trueodds.proofs.verify.verdict import Example

NOTHING = "nothing scores"
ANYTHING = "no feature in common"
MOST_CAUSES = 300
"""Upper limit on the causes from which a set is chosen: the best ones alone."""

DIFFERENCES = 3
"""Number of differences that the text of a class lists."""

Names: TypeAlias = tuple[str, ...]
FeaturesOf: TypeAlias = Callable[[Breakdown], Names]


class Wrong(NamedTuple):
    """A wrong answer: the position, the reference scorer's breakdown, the answer.

    A breakdown has the right answer and the scoring items that add up to it.
    """

    position: str
    right: Breakdown
    got: int

    @property
    def size(self) -> tuple[int, int, str]:
        """The sort key, by which the smallest wrong answer comes first.

        It has the length of the position's text, the number of scoring items, and the
        text.
        """
        return len(self.position), len(self.right.lines), self.position

    def example(self) -> Example:
        """Return the wrong answer as an ``Example``, with reasons for the right one."""
        why = []
        for line in self.right.lines:
            points = "" if line.points is None else f" = {line.points}"
            why.append(f"{line}{points}")
        return Example(self.position, self.right.value, self.got, tuple(why))


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure class: how many answers differ by how much, and the smallest of them.

    ``off`` has the differences from the right answers as text, such as "-2, +1".
    ``kind`` is the name of the class, such as the scoring items of its positions.
    ``count`` is the number of wrong answers. The smallest wrong answer has the position
    with the shortest text, and of these the fewest scoring items. ``smallest`` is this
    position, ``expected`` its right answer, ``got`` the scorer's answer, and ``why``
    the scoring items of the right answer.
    """

    off: str
    kind: str
    count: int
    smallest: str
    expected: int
    got: int
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailureClass:
    """A class of wrong answers that may have the same cause: its name and members."""

    name: str
    members: Sequence[Wrong]

    @property
    def off(self) -> str:
        """The differences from the right answers as text, the most frequent first."""
        differences = [wrong.got - wrong.right.value for wrong in self.members]
        counted = Counter(differences)
        often = sorted(counted, key=lambda value: (-counted[value], value))
        texts = [f"{value:+d}" for value in often[:DIFFERENCES]]
        if len(often) > DIFFERENCES:
            texts.append("…")
        return ", ".join(texts)

    def one_by_one(self) -> list["FailureClass"]:
        """Return a class for each wrong answer of this class, with that answer alone.

        The name stays the same. If the answers share no feature, each class is named by
        the scoring items of its answer.
        """
        singles = []
        for wrong in sorted(self.members, key=lambda member: member.size):
            name = self.name
            if name == ANYTHING:
                items = (line.name for line in wrong.right.lines)
                name = ", ".join(dict.fromkeys(items)) or NOTHING
            singles.append(FailureClass(name, [wrong]))
        return singles

    def failure(self) -> Failure:
        """Return the class as a ``Failure``, whose example is one of the wrong answers.

        It is the wrong answer to the position with the shortest text, and of these the
        fewest scoring items.
        """
        smallest = min(self.members, key=lambda wrong: wrong.size)
        why = smallest.example().why
        right = smallest.right.value
        count = len(self.members)
        return Failure(
            self.off, self.name, count, smallest.position, right, smallest.got, why
        )


def up_to(text: str, number: int, least: int = 1, most: int = 0) -> list[str]:
    """Return a text with a number, and its variants with "or more" and "or fewer".

    ``text`` has ``{}`` in place of the number. ``least`` and ``most`` are the smallest
    and the largest number that the text can have. Variants that are true of every
    number are left out. If ``most`` is 0, there are no variants with "or fewer".

    >>> up_to("{} cards", 4, 3, 6)
    ['4 cards', '4 cards or more', '4 cards or fewer', '5 cards or fewer']
    """
    texts = [text.format(number)]
    for n in range(number, least, -1):
        texts.append(f"{text.format(n)} or more")
    for n in range(number, most):
        texts.append(f"{text.format(n)} or fewer")
    return texts


def with_counts(names: Iterable[str]) -> list[str]:
    """Return each name once, and texts that say how often a name is repeated.

    For a name that comes n times, n above 1, these are the name with "n times", and
    with "2 times or more" up to "n times or more".

    >>> with_counts(["pair", "nobs", "pair"])
    ['pair', 'nobs', 'pair 2 times', 'pair 2 times or more']
    """
    counted = Counter(names)
    features = [*counted]
    for name, number in counted.items():
        if number > 1:
            features += up_to(name + " {} times", number)
    return features


def names_of_lines(right: Breakdown) -> tuple[str, ...]:
    """Return the names of the scoring items of a position, and how often they come.

    ``right`` is the reference scorer's breakdown of the position.
    """
    names = [line.name for line in right.lines if line.points != 0]
    return tuple(with_counts(names or [NOTHING]))


def failure_classes(
    wrong: Iterable[Wrong],
    right: Iterable[Breakdown] = (),
    features_of: FeaturesOf = names_of_lines,
) -> list[FailureClass]:
    """Group wrong answers into classes, the largest first.

    ``right`` are the breakdowns of some positions that the scorer answered rightly. A
    breakdown has the right answer of a position, and its scoring items.

    ``features_of`` returns the features of a breakdown: properties of the position that
    may explain wrong answers.
    """
    answers = list(wrong)
    named = cache(features_of)
    features = [named(answer.right) for answer in answers]
    usual = list(map(named, right))
    known = _causes([*features, *usual], len(answers))
    chosen = smallest_set(known, len(answers), len(usual))
    # Sets of answers are integers: bit n is answer n, wrong answers first.
    left = (1 << len(answers)) - 1
    explained = reduce(or_, map(known.__getitem__, chosen), 0)
    rest = left & ~explained
    # Wrong answers that no cause explains may still share a feature. The rarest one
    # says most about them.
    common = []
    for names, having in known.items():
        if len(names) == 1 and not rest & ~having:
            common.append(names)
    if common:
        chosen.append(min(common, key=lambda names: known[names].bit_count()))
    classes = []
    for names in (*chosen, (ANYTHING,)):
        # An answer with several causes belongs to the first, which is the largest.
        members = known.get(names, left) & left
        left ^= members
        here = [answer for n, answer in enumerate(answers) if members >> n & 1]
        if here:
            classes.append(FailureClass(", ".join(names), here))
    return sorted(classes, key=lambda group: (-len(group.members), group.name))


def _causes(features: Sequence[Names], wrong: int) -> dict[Names, int]:
    """Return the causes that wrong answers have more often, the best ones first.

    A cause is the names of one feature or two, with the answers that have them as bits:
    the first ``wrong`` answers, then right ones. A pair is left out if one of its
    features is as good.
    """
    bits: Counter[Names] = Counter()
    for number, names in enumerate(features):
        for name in names:
            bits[name,] |= 1 << number
    for a, b in combinations([*bits], 2):
        both = bits[a] & bits[b]
        # A pair has no more wrong answers than each of its features. It is of use only
        # if it spares right ones.
        if both >> wrong not in (bits[a] >> wrong, bits[b] >> wrong):
            bits[*a, *b] = both
    every = (1 << wrong) - 1
    right = len(features) - wrong
    telling = []
    for names, having in bits.items():
        among_wrong = (having & every).bit_count()
        among_right = (having >> wrong).bit_count()
        # More frequent among wrong answers than among right ones, multiplied out.
        if among_wrong * right > among_right * wrong:
            telling.append(names)
    telling.sort(key=lambda names: _length(bits[names], wrong, right))
    return {names: bits[names] for names in telling[:MOST_CAUSES]}


def smallest_set(causes: Mapping[Names, int], wrong: int, right: int) -> list[Names]:
    """Return the set of causes with the shortest description, the largest cause first.

    A cause is one feature of positions, or two together. ``causes`` has, as bits of an
    integer, the answers whose positions have these features. The ``wrong`` wrong
    answers are the lowest bits, and the ``right`` right answers are the bits above.

    A description names the features of the set. Then it lists which answers are wrong,
    among those with a cause of the set and among those without. A local search adds,
    removes or replaces one cause as long as the description gets shorter.
    """
    features = {*chain.from_iterable(causes)}
    # The nats that name a feature, or the end of the list.
    price = log(1 + len(features))

    def length(chosen: tuple[Names, ...]) -> float:
        having = 0
        features_named = 0
        for names in chosen:
            having |= causes[names]
            features_named += len(names)
        return price * features_named + _length(having, wrong, right)

    best: tuple[Names, ...] = ()
    while True:
        # Of equal sets the first is taken. So the search stops unless a set is really
        # shorter.
        near = [best]
        for n in range(len(best)):
            near.append((*best[:n], *best[n + 1 :]))
        for some in tuple(near):
            near += [(*some, names) for names in causes]
        nearest = min(near, key=length)
        if nearest == best:
            return sorted(best, key=lambda names: -causes[names].bit_count())
        best = nearest


def _length(having: int, wrong: int, right: int) -> float:
    """Return the nats that say which answers with and without a cause are wrong."""
    every = (1 << wrong) - 1
    w = (having & every).bit_count()
    r = having.bit_count() - w
    with_cause = _log_choose(w, r)
    without_cause = _log_choose(wrong - w, right - r)
    return with_cause + without_cause


def _log_choose(some: int, others: int) -> float:
    """Return the log of the number of ways to tell some things from others."""
    return lgamma(some + others + 1) - lgamma(some + 1) - lgamma(others + 1)
