"""Markov chains against closed forms, and against sympy on small random ones."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.chain import MarkovChain

HALF = Fraction(1, 2)


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(18, 37), Fraction(4, 5)])
def test_gamblers_ruin(p):
    """Feller, An Introduction to Probability Theory I, chapter XIV.2 and XIV.3."""
    stake, goal, q = 7, 20, 1 - p
    chain = MarkovChain(stake, lambda n: {n + 1: p, n - 1: q} if 0 < n < goal else None)
    r = q / p
    reached = (1 - r**stake) / (1 - r**goal)
    assert chain.absorption() == {goal: reached, 0: 1 - reached}
    assert chain.expected_steps() == (stake - goal * reached) / (q - p)


def test_craps_pass_line_wins_244_in_495():
    two = Distribution(dict.fromkeys(range(1, 7), 1)).repeat(2)

    def roll(point):
        if isinstance(point, str):
            return None
        if point == 0:
            start = {7: "win", 11: "win", 2: "lose", 3: "lose", 12: "lose"}
            return two.map(lambda total: start.get(total, total))
        return two.map(lambda t: "win" if t == point else "lose" if t == 7 else point)

    chain = MarkovChain(0, roll)
    assert chain.absorption()["win"] == Fraction(244, 495)
    assert chain.expected_steps() == Fraction(557, 165)
    bet = {"win": 1, "lose": -1}
    assert chain.expected_reward(lambda s: 0, terminal=bet.__getitem__) == Fraction(
        -7, 495
    )


def test_a_chain_past_ten_thousand_states():
    size = 10_050
    chain = MarkovChain(0, lambda n: {n: HALF, n + 1: HALF} if n < size else None)
    assert chain.expected_steps() == 2 * size


def test_a_start_that_is_absorbing_takes_no_step():
    chain = MarkovChain("end", lambda state: None)
    assert chain.absorption() == {"end": 1}
    assert chain.expected_steps() == 0
    assert chain.expected_visits() == {}


@st.composite
def weighted_rows(draw):
    """Rows over n transient and two absorbing states; i can always go to i + 1."""
    n = draw(st.integers(1, 5))
    weights = st.lists(st.integers(0, 4), min_size=n + 2, max_size=n + 2)
    rows = [draw(weights) for _ in range(n)]
    for i, row in enumerate(rows):
        row[i + 1] += 1
    return rows


@given(weighted_rows())
def test_absorption_and_steps_equal_sympys_fundamental_matrix(rows):
    n = len(rows)
    chain = MarkovChain(
        0, lambda s: Distribution(dict(enumerate(rows[s]))) if s < n else None
    )
    matrix = sympy.Matrix(rows)
    for i in range(n):
        matrix[i, :] = matrix[i, :] / sympy.Integer(sum(rows[i]))
    visits = (sympy.eye(n) - matrix[:, :n]).T.LUsolve(sympy.eye(n)[:, 0])
    ends = matrix[:, n:].T * visits

    def exact(number):
        return Fraction(int(number.p), int(number.q))

    assert chain.expected_steps() == exact(sum(visits))
    absorbed = chain.absorption()
    assert [absorbed.get(n, 0), absorbed.get(n + 1, 0)] == [exact(e) for e in ends]
    assert sum(absorbed.values()) == 1
    for state, times in chain.expected_visits().items():
        assert times == exact(visits[state])


@pytest.mark.parametrize(
    ("distribution", "message"),
    [
        (
            {"end": Fraction(2, 3)},
            r"state 'go': the probabilities add up to 2/3, not 1",
        ),
        ({}, "add up to 0, not 1"),
        (
            {"end": Fraction(3, 2), "go": -HALF},
            r"probability of 'go' is Fraction\(-1, 2",
        ),
        ({"end": 1.0}, r"probability of 'end' is 1\.0"),
        (["end"], r"state 'go': \['end'\] is no distribution; it must be a Distr"),
        ("end", "state 'go': 'end' is no distribution; it must be a Distribution, or"),
    ],
)
def test_probabilities_that_are_none(distribution, message):
    with pytest.raises(ModelError, match=message):
        MarkovChain("go", lambda state: distribution if state == "go" else None)


def test_rewards_are_exact():
    chain = MarkovChain("go", {"go": {"end": 1}}.get)
    with pytest.raises(ModelError, match=r"state 'go': 0\.1 is not an exact number"):
        chain.expected_reward(lambda state: 0.1)


def test_a_chain_that_never_absorbs_names_the_state():
    distribution = {
        "start": {"end": HALF, "left": HALF},
        "left": {"right": 1},
        "right": {"left": 1},
    }
    with pytest.raises(ModelError, match="state 'left' never absorbs"):
        MarkovChain("start", distribution.get)
