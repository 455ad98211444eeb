"""Dice notation, beside a naive count of all outcomes."""

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.dice_notation import distribution_of
from trueodds.core.errors import RulesError

Naive = dict[int, Fraction]
TESTS = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
    "": operator.eq,
}
SIGNS = {"+": operator.add, "-": operator.sub, "*": operator.mul} | {
    sign: TESTS[sign] for sign in TESTS if sign
}


def both(left: Naive, right: Naive, result: Callable[[int, int], int]) -> Naive:
    """Return the distribution of a result of two independent numbers."""
    outcomes: Naive = {}
    for (a, p), (b, q) in product(left.items(), right.items()):
        value = int(result(a, b))
        outcomes[value] = outcomes.get(value, Fraction(0)) + p * q
    return outcomes


def thrown(
    faces: list[int], always: set[int], once: set[int], times: int
) -> dict[tuple[int, ...], Fraction]:
    """Return the dice on the table after a die is thrown, with their probabilities."""
    allowed = [face for face in faces if face not in always]
    single: Naive = dict.fromkeys(allowed, Fraction(0))
    for first in allowed:
        for second in allowed if first in once else [first]:
            share = len(allowed) if first in once else 1
            single[second] += Fraction(1, len(allowed) * share)
    result: dict[tuple[int, ...], Fraction] = {}
    for face, p in single.items():
        if face == faces[-1] and times:
            for further, q in thrown(faces, always, once, times - 1).items():
                result[(face, *further)] = p * q
        else:
            result[(face,)] = p
    return result


@st.composite
def pools(draw: st.DrawFn) -> tuple[str, Naive]:
    """Draw equal dice: their notation, and all of their outcomes."""
    number = draw(st.integers(1, 4))
    fudge = draw(st.booleans())
    faces = [-1, 0, 1] if fudge else [*range(1, draw(st.integers(1, 4)) + 1)]
    text = f"{number if number > 1 else ''}d{'F' if fudge else faces[-1]}"
    tested = st.tuples(st.sampled_from([*TESTS]), st.integers(0, 4))
    changes = {"r": [], "ro": []}  # type: dict[str, list[tuple[str, int]]]
    for word in changes:
        changes[word] = draw(st.lists(tested, max_size=1))
        text += "".join(f"{word}{test}{n}" for test, n in changes[word])
    always, once = (
        {face for face in faces for test, n in pairs if TESTS[test](face, n)}
        for pairs in changes.values()
    )
    if always.issuperset(faces):
        always = set()
        text = re.sub("r[^o].*?(?=ro|$)", "", text)
    low = high = times = 0
    if number > 1 and draw(st.booleans()):
        low = draw(st.integers(0, number - 1))
        high = draw(st.integers(0, number - 1 - low))
        text += draw(st.sampled_from([f"dl{low}", f"kh{number - low}", f"D {low}"]))
        text += draw(st.sampled_from([f"dh{high}", f"kl{number - high}"]))
    elif number < 3:
        times = draw(st.integers(0, 2))
        text += f"x{times}" * bool(times)
    counted = draw(st.none() | tested)
    if counted:
        text += f"c{counted[0]}{counted[1]}"
    result: Naive = {}
    for dice in product(thrown(faces, always, once, times).items(), repeat=number):
        shown = sorted(face for die, _ in dice for face in die)
        kept = shown[low : len(shown) - high]
        value = sum(kept)
        if counted:
            value = sum(TESTS[counted[0]](face, counted[1]) for face in kept)
        weight = Fraction(1)
        for _, p in dice:
            weight *= p
        result[value] = result.get(value, Fraction(0)) + weight
    return text, result


@st.composite
def rolls(draw: st.DrawFn) -> tuple[str, Naive]:
    """Draw an expression: its notation, and all of its outcomes."""
    text, outcomes = draw(pools())
    for _ in range(draw(st.integers(0, 2))):
        number = draw(st.integers(0, 5))
        plain = st.just((str(number), {number: Fraction(1)}))
        other, others = draw(pools() | plain)
        sign = draw(st.sampled_from("+-*"))
        left = f"({text})" if sign == "*" else text
        pieces = [left, sign, other]
        text = draw(st.sampled_from(["", " "])).join(pieces)
        outcomes = both(outcomes, others, SIGNS[sign])
    if draw(st.booleans()):
        test = draw(st.sampled_from([sign for sign in TESTS if sign]))
        other, others = draw(pools())
        text = f"{text} {test} {other}"
        outcomes = both(outcomes, others, TESTS[test])
    return text, outcomes


@given(rolls())
def test_every_roll_has_its_naive_distribution(roll: tuple[str, Naive]) -> None:
    text, outcomes = roll
    counted = distribution_of(text)
    assert {value: counted[value] for value in counted} == outcomes


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("4d6dl1", Fraction(15869, 1296)),
        ("7d10c>=7", Fraction(14, 5)),
        ("d20+5>=15", Fraction(11, 20)),
        ("3d6x2", Fraction(301, 24)),
        ("2d20kh1", Fraction(553, 40)),
        ("2d20k", Fraction(553, 40)),
        ("d%", Fraction(101, 2)),
        ("D6R1", Fraction(4)),
        ("4dF", Fraction(0)),
        ("d6rr<=2", Fraction(9, 2)),
        ("d6ro1", Fraction(47, 12)),
        ("d6r1r2", Fraction(9, 2)),
        ("d6r1ro2ro3", distribution_of("d6r1ro<=3").mean()),
        ("10d6r1", Fraction(40)),
        ("7d10 c>=7 >=3", Fraction(9064, 15625)),
    ],
)
def test_published_notation_has_its_mean(text: str, mean: Fraction) -> None:
    assert distribution_of(text).mean() == mean


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("", 1, "dice or a number should be here; such as 2d6"),
        ("2d6+", 5, "dice or a number should be here; such as 2d6"),
        ("2d6 + ", 7, "dice or a number should be here; such as 2d6"),
        ("d6+hello", 4, "dice or a number should be here; such as 2d6"),
        ("4d", 1, "sides"),
        ("0d6", 1, "sides"),
        ("2d0", 1, "sides"),
        ("4d6 r", 5, "'r' is not dice notation; .*r1"),
        ("4d6x", 4, "'x' is not dice notation; .*x2"),
        ("4d6c>=", 4, "'c>=' is not dice notation; .*c>=5"),
        ("(2d6", 5, r"a \) is missing"),
        ("4d6z1", 4, "'z1' is not dice notation"),
        ("2d6/2", 4, "'/2' is not dice notation"),
        ("2d6>3>4", 6, "'>4' is not dice notation; .*one comparison"),
        ("3d6!", 4, "'!' is not dice notation.*explode"),
        ("4d6kh5", 1, "keep at least 1 die, and at most 4"),
        ("2+4d6dl2dh2", 3, "keep at least 1 die, and at most 4"),
        ("6d6kl3kl2", 7, "again"),
        ("4d6x1x2", 6, "again"),
        ("2d6x1kh1", 1, "dice that explode are all kept"),
        ("2d8-d6r>0", 5, "every face is rolled again, without end"),
        ("1+d100001", 3, "1 to 100,000 sides"),
        ("2+100d100kh50", 3, "outcomes; at most 10,000,000 are counted"),
        ("d6+d5000*d5000", 9, "25,000,000 outcomes; at most 10,000,000 are counted"),
        ("100000d100000x100000", 1, "outcomes; at most 10,000,000 are counted"),
        ("9" * 150 + "d6", 1, "outcomes; at most 10,000,000 are counted"),
    ],
)
def test_a_fault_has_its_column(text: str, column: int, fault: str) -> None:
    with pytest.raises(RulesError, match=f", column {column}: .*{fault}") as raised:
        distribution_of(text)
    assert "\n" not in str(raised.value)


@given(st.text("0123456789dD%FkhlrxoceFX()+-*<>=! ", max_size=30) | st.text())
def test_any_text_is_read_or_refused_at_a_column(text: str) -> None:
    try:
        distribution_of(text)
    except RulesError as error:
        column = re.search(r", column ([0-9]+): ", str(error))
        assert column
        assert 1 <= int(column[1]) <= len(text) + 1


def test_deep_parentheses_are_read() -> None:
    assert distribution_of("(" * 99 + "d6" + ")" * 99).mean() == Fraction(7, 2)
