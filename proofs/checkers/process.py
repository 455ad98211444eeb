"""Checker of processes in certificates of trueodds, with all states written out.

In a state a player takes an action. It pays a reward and leads at random to another
state, until the process ends with a payoff. A chain has one action in every state. The
value of a state is the expected total of all rewards and the payoff from there on.

This file reads no rules of a game: it proves the value of the process that is written
out, and not that a game is this process.
"""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import Any

from .proving import Kind
from .reading import MOST_DIGITS, Values, conform, fraction, natural, refuse, require

MOST_PARTS = 3_200_000  # numbers, lists and names: some 300 MB
MOST_WORK = 500_000_000  # bits of the denominators of all sums: some seconds
LONGEST = 10**MOST_DIGITS  # the denominator of a sum

SIGNS = {"none": 0, "max": 1, "min": -1}
OUTCOME = (int, partial(natural, least=1))  # the next state, its weight
ACTION = (fraction, int, [OUTCOME])  # the reward, the sum of the weights
VARIABLES = [partial(natural, least=-(10**19))]
STATE = (VARIABLES, fraction, int, list)  # the value, the rank, the actions


def process(
    _rules: Values,
    claims: Values,
    _about: Values,
    best: str,
    all_end: bool,
    states: list[Any],
) -> Values:
    """Verify the value of every state; return the value of the first, the start.

    The number of a state is its place in the list, from 0. The first action of a state
    is the one taken. A state without actions is an end, and its value is its payoff.
    The value is returned by quantity id, for each id in ``claims``.

    Args:
        _rules: Not used: the process is written out.
        claims: The claims of the certificate; all have the value of the start.
        _about: Not used: texts for readers.
        best: "max" or "min" if the actions taken are the best, and "none" for a chain.
        all_end: True if all strategies end, and not only the actions taken.
        states: For each state a list of its variables, its value, its rank and its
            actions. An action is a list: the reward, the sum of the weights, and
            pairs of the next state's number and its weight. Some outcome of the
            action taken leads to a state of lower rank; an end has the rank 0.
    """
    if best not in SIGNS:
        refuse(f"expected best to be one of {', '.join(SIGNS)}")
    different = {tuple(state[0]) for state in states}
    require(len(different) == len(states), "a state occurs twice")
    values = [state[1] for state in states]
    ranks = [state[2] for state in states]
    work = 0

    for number, (_, value, rank, actions) in enumerate(states):
        if not actions:
            require(rank == 0, f"state {number} is an end, and its rank is not 0")
        if best == "none":
            require(len(actions) <= 1, f"state {number} has a choice")

        for place, action in enumerate(actions):
            name = f"action {place} of state {number}"
            reward, total, outcomes = conform(action, ACTION)

            # The probabilities add up to 1, and the next states are in the list.
            targets = [target for target, _ in outcomes]
            weights = sum(weight for _, weight in outcomes)
            require(weights == total > 0, f"the weights of {name} do not add up")
            require(max(targets) < len(states), f"{name} leads to a missing state")

            # The rank falls along some outcome of the action taken. So from every
            # state, some outcomes lead to an end in as many steps as the rank at most.
            # They come sooner or later: the play ends with probability 1. A file
            # may say that all strategies end; then every action is checked so.
            if all_end or place == 0:
                least = min(ranks[target] for target in targets)
                require(least < rank, f"{name} leads to no lower rank")

            # Find one denominator for the reward and for all values after the action.
            # Do not take more time than a right certificate does.
            common = reward.denominator
            for target in targets:
                common = lcm(common, values[target].denominator)
                work += common.bit_length()
                if common > LONGEST or work > MOST_WORK:
                    refuse(f"the fractions of {name} are too much work")

            # The value of the action is its reward and the mean of the values after it.
            # Add up, in integers, the value times the denominator and the weights.
            gained = total * reward.numerator * (common // reward.denominator)
            for target, weight in outcomes:
                after = values[target]
                gained += weight * after.numerator * (common // after.denominator)

            # The value of the state is that of the action taken, and none is better.
            better = gained * value.denominator - total * value.numerator * common
            require(place > 0 or better == 0, f"state {number} is not solved")
            require(SIGNS[best] * better <= 0, f"{name} is better than the one taken")

    return dict.fromkeys(claims, values[0])


def condition(parts: Values) -> str:
    """Return in words among which strategies the proved value is the best.

    ``parts`` are the parts of the certificate by name, such as "states".

    The actions taken end with probability 1, so their equations have one solution. Take
    any strategy. At each step, add the rewards so far and the value of the state
    reached. On average, no step makes this sum better. At the end the sum is the total
    of the strategy. So no strategy is better if the mean of the sum at the end is the
    limit of its means at each step. This is so if the strategy ends and

    - the number of steps is finite on average, as it is where all strategies end; or
    - all rewards have the same sign.

    Without an end this need not be so: to wait indefinitely for nothing can be better
    than any end. If the mean number of steps is infinite, it need not be so either. An
    example is a fair bet of one point, made again until the player is one point ahead:
    he wins a point, after an infinite mean number of bets.
    """
    best = parts["best"]
    if best == "none":
        return "in a chain that ends with probability 1"
    if parts["all_end"]:
        return f"the {best}imum: best among all strategies"
    signs = {
        reward.startswith("-")
        for state in parts["states"]
        for reward, *_ in state[3]
        if reward != "0"
    }
    end = "with probability 1"
    if len(signs) > 1:
        end = "after a finite mean number of steps"
    return f"the {best}imum: best among strategies that end {end}"


KIND = Kind(
    process,
    {},
    {
        "claims": dict,
        "about": {"title": str, "variables": [str]},  # for readers: it proves nothing
        "best": str,
        "all_end": bool,
        "states": [STATE],
    },
    most_bytes=24_000_000,
    words=condition,
    follows="proved of the written-out model",
)
