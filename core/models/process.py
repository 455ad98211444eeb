"""Exploration of a process: numbered states, their actions, and the graph of both.

Markov chains, decision processes and written-out models all begin here. A step function
names what may follow a state; ``explore`` follows it until no new state appears, and
checks that probabilities and rewards are exact.

A chain or a decision process is solved component by component, each after all
components that it leads to, so that every component sees only its own unknowns. The
package networkx finds the components, in the order in which they are solved: it yields
them in reverse topological order of the condensation. Its algorithms do not recurse,
and so no process is too deep for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution

if TYPE_CHECKING:
    import networkx as nx

State = TypeVar("State")
Exact: TypeAlias = Fraction | int
Outcomes: TypeAlias = Distribution[State] | Mapping[State, Exact]


@dataclass(frozen=True, slots=True)
class Action:
    """The outcomes of an action, and its immediate reward.

    Outcomes are states, as a ``Distribution`` or a mapping to exact probabilities.
    """

    outcomes: Outcomes[Any]
    reward: Exact = 0


class Move(NamedTuple):
    """An action of a numbered state.

    ``label`` names the action, and ``reward`` is paid at once. It leads to the state
    number ``n`` with probability ``weights[n] / total``.
    """

    label: Any
    reward: Fraction
    weights: dict[int, int]
    total: int

    @property
    def distribution(self) -> Distribution[int]:
        """The distribution of the next state's number, in ascending order."""
        return Distribution(dict(sorted(self.weights.items())))

    @property
    def probabilities(self) -> dict[int, Fraction]:
        """The probability of each next state's number, in ascending order."""
        ordered = self.distribution
        return {target: ordered[target] for target in ordered}


@dataclass(frozen=True, slots=True)
class Graph(Generic[State]):
    """An explored process; the start is state 0.

    ``moves[i]`` are the actions of ``states[i]``. They are empty where the process
    ends, and ``ends[i]`` is then what the step function returned.
    """

    states: list[State]
    moves: list[list[Move]]
    ends: dict[int, Any]

    def successors(self) -> nx.DiGraph:
        """Return the graph of the states' numbers, with an edge to each next state.

        >>> toss = {"toss": Action({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})}
        >>> explore("start", {"start": toss}.get).successors().edges
        OutEdgeView([(0, 1), (0, 2)])
        """
        nx = networkx()
        successors = {
            number: [target for move in moves for target in move.weights]
            for number, moves in enumerate(self.moves)
        }
        return nx.from_dict_of_lists(successors, nx.DiGraph)


def explore(start: State, step: Callable[[State], Any]) -> Graph[State]:
    """Explore every state that can follow ``start``.

    ``step(state)`` returns a mapping from labels to an ``Action``. Anything else marks
    the end of the process, and is kept.

    Raises ``ModelError`` for a state without actions, for an action of another type,
    for a reward that is not exact, and for probabilities that do not add up to exactly
    1.

    >>> graph = explore(1, lambda n: {"double": Action({2 * n: 1})} if n < 4 else "end")
    >>> graph.states, graph.ends
    ([1, 2, 4], {2: 'end'})
    """
    states = [start]
    numbers = {start: 0}
    moves: list[list[Move]] = []
    ends: dict[int, Any] = {}

    def number(state: State) -> int:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    def move(state: State, label: Any, action: Action) -> Move:
        if not isinstance(action, Action):
            raise ModelError(
                f"state {state!r}: the action {label!r} is {action!r}; it must be an "
                "Action, such as Action({'won': 1}, reward=3)"
            )
        outcomes = distribution_at(state, action.outcomes)
        weights = {number(outcome): weight for outcome, weight in outcomes.items()}
        reward = exact_at(state, action.reward)
        return Move(label, reward, weights, outcomes.total)

    for place, state in enumerate(states):  # which grows
        actions = step(state)
        if not isinstance(actions, Mapping):
            ends[place] = actions
            actions = {}
        elif not actions:
            raise ModelError(f"state {state!r} has no actions and no terminal value")
        moves.append([move(state, *labelled) for labelled in actions.items()])
    return Graph(states, moves, ends)


def exact_at(
    state: object, number: Exact, wanted: str = "an int or a Fraction"
) -> Fraction:
    """Return the number; raise ``ModelError`` naming ``state`` if it is not exact.

    ``number`` is a number that belongs to ``state``, such as a reward. ``wanted`` says
    in the message what to give.
    """
    if isinstance(number, Fraction | int):
        return Fraction(number)
    raise ModelError(
        f"state {state!r}: {number!r} is not an exact number; give {wanted}"
    )


def distribution_at(state: object, outcomes: Outcomes[State]) -> Distribution[State]:
    """Return the distribution of the next state after ``state``.

    Raises ``ModelError`` for outcomes of another type, and for probabilities of a
    mapping that are not exact, are negative or do not add up to exactly 1.

    >>> distribution_at("start", {"heads": Fraction(1, 3), "tails": Fraction(2, 3)})
    Distribution({'heads': 1, 'tails': 2})
    """
    if isinstance(outcomes, Distribution):
        return outcomes
    if not isinstance(outcomes, Mapping):
        raise ModelError(
            f"state {state!r}: {outcomes!r} is no distribution; it must be a "
            "Distribution, or a mapping from states to exact probabilities"
        )
    for outcome, probability in outcomes.items():
        if not isinstance(probability, Fraction | int) or probability < 0:
            raise ModelError(
                f"state {state!r}: the probability of {outcome!r} is {probability!r},"
                " which is not an exact number from 0 to 1"
            )
    total = sum(outcomes.values())
    if total != 1:
        raise ModelError(f"state {state!r}: the probabilities add up to {total}, not 1")
    # Over their least common denominator, probabilities are whole weights.
    common = lcm(*(probability.denominator for probability in outcomes.values()))
    return Distribution({o: int(p * common) for o, p in outcomes.items()})


def networkx() -> Any:
    """Return the package networkx, which this call imports."""
    import networkx

    return networkx


def components(graph: nx.DiGraph) -> list[list[int]]:
    """Return the strongly connected components, each after all its successors.

    >>> components(networkx().DiGraph([(0, 1), (1, 2), (1, 0), (2, 3)]))
    [[3], [2], [0, 1]]
    """
    return [*map(sorted, networkx().strongly_connected_components(graph))]


def labelled_graph(
    states: Sequence[Hashable], moves: Sequence[Sequence[Move]]
) -> nx.MultiDiGraph:
    """Return a graph with an edge for each outcome of an action.

    Args:
        states: The nodes, by number.
        moves: The actions of each state, which lead to states by number.

    Returns:
        A graph whose edges have ``action``, ``probability`` and ``reward``.

    Example:
        >>> toss = Move("toss", Fraction(1), {0: 1, 1: 2}, 3)
        >>> [*labelled_graph("AB", [[toss], []]).edges(data="probability")]
        [('A', 'A', Fraction(1, 3)), ('A', 'B', Fraction(2, 3))]
    """
    graph = networkx().MultiDiGraph()
    graph.add_nodes_from(states)
    for state, choices in zip(states, moves, strict=True):
        for move in choices:
            for target, probability in move.probabilities.items():
                graph.add_edge(
                    state,
                    states[target],
                    action=move.label,
                    probability=probability,
                    reward=move.reward,
                )
    return graph


def ranks_of(moves: Sequence[Sequence[Move]]) -> Mapping[int, int]:
    """Return the rank of each state that has one, by the number of the state.

    ``moves`` has the actions of each state; an end has none.

    From a state of rank r, every strategy ends the process within r steps with a
    positive probability. An end has rank 0. An action has the least rank among its
    outcomes. The rank of any other state is one more than the highest rank among its
    actions. A state has no rank if a strategy can avoid every end for sure.
    """
    leading = defaultdict(list)
    for state, actions in enumerate(moves):
        for action, move in enumerate(actions):
            for target in move.weights:
                leading[target].append((state, action))
    # ``unranked`` has, for each state, the actions of which no outcome has a rank yet.
    unranked = [{*range(len(actions))} for actions in moves]
    ranks = {state: 0 for state, actions in enumerate(unranked) if not actions}
    reached = [*ranks]
    for target in reached:  # which grows
        for state, action in leading[target]:
            # States are reached in the order of their ranks, so the first outcome with
            # a rank has the least rank of the action, and the last action the highest.
            unranked[state].discard(action)
            if not unranked[state] and state not in ranks:
                ranks[state] = ranks[target] + 1
                reached.append(state)
    return ranks
