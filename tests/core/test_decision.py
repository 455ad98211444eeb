"""Decision processes against every stationary policy, and those without an answer."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action, DecisionProcess, Passed

HALF = Fraction(1, 2)
END = "end"


def process(table, terminal=0):
    """Return a process from state 0; ``table[state][label]`` is (weights, reward)."""

    def actions(state):
        if state == END:
            return terminal
        return {
            label: Action(Distribution(dict(weights)), reward)
            for label, (weights, reward) in table[state].items()
        }

    return DecisionProcess(0, actions)


@st.composite
def tables(draw, size=3):
    """Small processes in which action 0 always leads on to the end."""
    targets = [*range(size), END]
    table = []
    for state in range(size):
        weights = st.lists(st.integers(0, 2), min_size=size + 1, max_size=size + 1)
        choices = {}
        for label in range(draw(st.integers(1, 3))):
            row = dict(zip(targets, draw(weights), strict=True))
            if label == 0 or not any(row.values()):
                row[targets[state + 1]] += 1
            choices[label] = (row, draw(st.integers(-3, 3)))
        table.append(choices)
    return table


def solved(rows, constants):
    """Return the x with x = constants + rows x, or None where there is not just one."""
    size = len(rows)
    entries = [(i == j) - rows[i].get(j, 0) for i in range(size) for j in range(size)]
    try:
        x = fmpq_mat(size, size, entries).solve(fmpq_mat(size, 1, constants))
    except ZeroDivisionError:
        return None
    return [Fraction(int(v.p), int(v.q)) for v in x.entries()]


def every_policy(table, stopping=0):
    """Yield the values of stationary policies that stop with probability ``stopping``.

    None stands for the values of a policy that need not end.
    """
    for policy in product(*table):
        chosen = [table[s][label] for s, label in enumerate(policy)]
        rows = [
            {
                t: fmpq(w, sum(weights.values())) * (1 - stopping)
                for t, w in weights.items()
            }
            for weights, _ in chosen
        ]
        yield solved(rows, [reward for _, reward in chosen])


def reachable(table):
    seen = [0]
    for state in seen:
        for weights, _ in table[state].values():
            seen += [t for t in weights if weights[t] and t not in (*seen, END)]
    return seen


@settings(max_examples=100, deadline=None)
@given(tables(), st.booleans())
def test_the_value_is_the_best_of_all_policies_that_end(table, maximise):
    best = max if maximise else min
    game = process(table)
    # Where a cycle pays, a policy that hardly ever stops exceeds all that end.
    lasting = list(every_policy(table, stopping=fmpq(1, 10**12)))
    if any(abs(best(v[s] for v in lasting)) > 10**6 for s in reachable(table)):
        with pytest.raises(ModelError, match="no finite value"):
            game.solve(maximise=maximise)
        return
    ending = [values for values in every_policy(table) if values is not None]
    for state, value in game.solve(maximise=maximise).values.items():
        if state != END:
            assert value == best(values[state] for values in ending)


@pytest.mark.parametrize(("maximise", "value"), [(True, Fraction(5, 2)), (False, -1)])
def test_value_and_policy_of_a_choice(maximise, value):
    solution = process(
        [{"sure": ({END: 1}, -1), "toss": ({1: 1, END: 1}, 0)}, {"go": ({END: 1}, 5)}]
    ).solve(maximise=maximise)
    assert solution.value == value
    assert solution.policy == {0: "toss" if maximise else "sure", 1: "go"}
    assert solution.values[END] == 0
    assert solution.method == "policy iteration, exact rationals"


def test_of_equal_actions_the_first_is_kept():
    again = {label: ({END: 1}, 2) for label in "abc"}
    assert process([again]).solve(maximise=True).policy == {0: "a"}


def test_waiting_for_ever_is_no_policy_though_its_equation_holds():
    table = [{"wait": ({0: 1}, 0), "stop": ({END: 1}, -1)}]
    solution = process(table).solve(maximise=True)
    assert (solution.value, solution.policy) == (-1, {0: "stop"})


def test_a_cycle_that_pays_has_no_finite_value():
    table = [
        {"on": ({1: 1}, 3), "stop": ({END: 1}, 0)},
        {"back": ({0: 1}, -2)},
    ]
    with pytest.raises(ModelError, match="state 0 has no finite value"):
        process(table).solve(maximise=True)
    assert process(table).solve(maximise=False).value == 0


def test_a_cycle_without_exit():
    table = [{"a": ({1: 1, END: 1}, 0)}, {"a": ({2: 1}, 0)}, {"a": ({1: 1}, 0)}]
    with pytest.raises(ModelError, match="state 1 is in a cycle without exit"):
        process(table).solve(maximise=True)


@pytest.mark.parametrize(
    ("given_at_start", "message"),
    [
        ({}, "state 'start' has no actions"),
        (0.5, r"state 'start': 0\.5 is not an exact number"),
        ({"a": Action({1: 1}, reward=0.5)}, r"state 'start': 0\.5 is not an exact"),
        ({"a": Action({1: HALF})}, "state 'start': the probabilities add up to 1/2"),
    ],
)
def test_states_that_are_no_state(given_at_start, message):
    broken = DecisionProcess(
        "start", lambda state: given_at_start if state == "start" else 0
    )
    with pytest.raises(ModelError, match=message):
        broken.solve(maximise=True)


def duel(table):
    """Return a game for two from state 0, where "won" is won by the mover."""
    return DecisionProcess(
        0,
        lambda state: table[state] if state in table else {"won": 1, "lost": 0}[state],
    )


@st.composite
def duels(draw, size=2):
    """``table[state][label]`` are weights of outcomes: ends, states, passed states."""
    outcomes = ["won", "lost", *range(size), *map(Passed, range(size))]
    action = st.lists(st.integers(0, 2), min_size=len(outcomes), max_size=len(outcomes))
    choices = st.lists(action.filter(any), min_size=1, max_size=3)
    return [
        [dict(zip(outcomes, weights, strict=True)) for weights in draw(choices)]
        for _ in range(size)
    ]


def both_sides(table, mine, theirs):
    """My chances to win when I move by ``mine`` and the other by ``theirs``.

    Node s is state s with me to move, and node n + s with the other to move.
    """
    n = len(table)
    rows, constants = [], []
    for side, policy in enumerate([mine, theirs]):
        for state, label in enumerate(policy):
            weights = table[state][label]
            total = sum(weights.values())
            row = {}
            for outcome, weight in weights.items():
                if isinstance(outcome, Passed):
                    row[outcome.state + n * (1 - side)] = fmpq(weight, total)
                elif isinstance(outcome, int):
                    row[outcome + n * side] = fmpq(weight, total)
            rows.append(row)
            constants.append(fmpq(weights["lost" if side else "won"], total))
    return solved(rows, constants)


@settings(max_examples=200, deadline=None)
@given(duels())
def test_a_duel_is_worth_the_best_policy_against_its_best_answer(table):
    n = len(table)
    policies = list(product(*(range(len(choices)) for choices in table)))
    guaranteed = []
    for mine in policies:
        answers = [both_sides(table, mine, theirs) for theirs in policies]
        if None not in answers:  # it ends the play, whatever the other does
            guaranteed.append([min(values) for values in zip(*answers, strict=True)])
    game = duel(
        {
            s: dict(enumerate(map(Action, map(Distribution, t))))
            for s, t in enumerate(table)
        }
    )
    assume(any(c.get(1) or c.get(Passed(1)) for c in table[0]))
    assume(
        any(isinstance(o, Passed) and w for t in table for c in t for o, w in c.items())
    )
    values = [max(values) for values in zip(*guaranteed, strict=True)]
    if not values or any(values[s] + values[n + s] != 1 for s in range(n)):
        with pytest.raises(ModelError):
            game.solve(maximise=True)
        return
    solution = game.solve(maximise=True)
    assert [solution.values[s] for s in range(n)] == values[:n]


def test_a_duel_of_alternate_shots():
    """Who hits first with probability p each: 1 / (2 - p)."""
    p = Fraction(1, 6)
    shoot = {"shoot": Action({"won": p, Passed(0): 1 - p})}
    solution = duel({0: shoot}).solve(maximise=True)
    assert solution.value == 1 / (2 - p)
    assert solution.method == "strategy iteration (Hoffman-Karp), exact rationals"


def gamble_or_wait(p):
    gamble = Action({"won": p, "lost": 1 - p})
    return duel({0: {"wait": Action({Passed(0): 1}), "gamble": gamble}})


def test_two_who_may_wait_gamble_where_it_pays():
    solution = gamble_or_wait(Fraction(3, 5)).solve(maximise=True)
    assert (solution.value, solution.policy) == (Fraction(3, 5), {0: "gamble"})


def test_two_who_would_wait_for_ever_have_no_value():
    with pytest.raises(ModelError, match="does better when the play never ends"):
        gamble_or_wait(Fraction(2, 5)).solve(maximise=True)


def test_one_who_can_wait_alone_for_ever_leaves_no_value():
    table = {
        0: {"throw": Action({"won": HALF, Passed(1): HALF})},
        1: {"hold": Action({1: 1}), "throw": Action({"won": HALF, Passed(0): HALF})},
    }
    with pytest.raises(ModelError, match="state 1: the opponent can keep"):
        duel(table).solve(maximise=True)


@pytest.mark.parametrize(
    ("table", "maximise", "message"),
    [
        (
            {0: {"a": Action({"won": HALF, Passed(0): HALF})}},
            False,
            "two players maximise",
        ),
        ({0: {"a": Action({"won": HALF, Passed(0): HALF}, 1)}}, True, "pays a reward"),
        (
            {0: {"a": Action({1: HALF, Passed(0): HALF})}, 1: 2},
            True,
            "not a probability",
        ),
    ],
)
def test_games_for_two_that_are_no_games(table, maximise, message):
    with pytest.raises(ModelError, match=message):
        duel(table).solve(maximise=maximise)
