"""Decision processes against every stationary policy, and those without an answer."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action, DecisionProcess

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
        ({"a": {1: 1}}, r"'start': the action 'a' is \{1: 1\}; it must be an Action, "),
        (
            {"a": ({1: 1}, 3)},
            r"the action 'a' is \(\{1: 1\}, 3\); it must be an Action",
        ),
        ({1: HALF, 0: HALF}, "the action 1 is .*; it must be an Action, such as"),
        ({"a": Action([1])}, r"'start': \[1\] is no distribution; it must be a "),
        (Action({1: 1}), r"number; give one for an end, or actions by label: \{'go'"),
        (({1: 1}, 3), r"'start': \(\{1: 1\}, 3\) is not an exact number; give one for"),
    ],
)
def test_states_that_are_no_state(given_at_start, message):
    broken = DecisionProcess(
        "start", lambda state: given_at_start if state == "start" else 0
    )
    with pytest.raises(ModelError, match=message):
        broken.solve(maximise=True)
