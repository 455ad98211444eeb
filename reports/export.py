"""Models and games as files of other tools, with every number an exact fraction.

- Storm's explicit format DRN: ``storm --exact --explicit-drn FILE --prop …``, or with
  stormpy as rationals. The comments at the top give the questions and what our own
  solvers answer.
- PRISM's explicit files (appendix "Explicit Model Files" of its manual):
  ``prism -importmodel NAME.tra,sta,lab,trew -exact``.
- DOT for Graphviz, and GraphML. Nodes are states. An edge is one outcome of a choice,
  with the name of the choice, the probability and the reward of the choice.
- Gambit's ``.efg`` (https://gambitproject.readthedocs.io, "The extensive game (.efg)
  file format"): a line for each node, in depth-first order. OpenSpiel's ``efg_game``
  reads it too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

import networkx as nx

from trueodds.core.errors import UnansweredError, listed
from trueodds.core.exact.digits import fraction_text
from trueodds.core.models.model import (
    END,
    OF_ENDING,
    Chance,
    Decision,
    End,
    ExtensiveGame,
    Model,
    Node,
)
from trueodds.core.models.process import Move, labelled_graph


def drn_files(model: Model) -> dict[str, str]:
    """Return the model in Storm's DRN format: the text of the file by its ending."""
    return {"drn": _file_text(_drn_lines(model))}


def _drn_lines(model: Model) -> Iterator[str]:
    yield f"// {model.title}; exported by trueodds"
    yield from _questions(model)
    steps = _steps(model)
    # Storm reads a model with one action in each state as a Markov chain only by this
    # name.
    kind = "DTMC" if model.is_chain else "MDP"
    yield f"@type: {kind}\n@parameters\n\n@reward_models\n{model.reward}\n@nr_states"
    yield f"{len(steps)}\n@nr_choices\n{sum(map(len, steps))}\n@model"
    for number, moves in enumerate(steps):
        # The number in brackets is a reward of the state. Here only actions have
        # rewards.
        words = [f"state {number} [0]"]
        if number == 0:
            words.append("init")
        yield " ".join([*words, *model.labels[number]])
        yield f"//{model.name(number)}"
        for move in moves:
            yield f"\taction {move.label} [{fraction_text(move.reward)}]"
            for target, probability in move.probabilities.items():
                yield f"\t\t{target} : {fraction_text(probability)}"


def _steps(model: Model) -> list[list[Move]]:
    """Return the actions of each state, of which an end has a loop."""
    return [
        # To both tools a state without an outgoing transition is a deadlock, and no
        # end.
        moves or [Move(END, Fraction(0), {number: 1}, 1)]
        for number, moves in enumerate(model.moves)
    ]


def _questions(model: Model) -> Iterator[str]:
    """Yield comments: the questions of a model, and what our solvers answer."""
    for ask in model.questions:
        try:
            answer = f"is {fraction_text(model.answer(ask))}"
        # The model can still be exported: other tools may answer what our solver does
        # not.
        except UnansweredError as error:
            answer = f"has no answer: {error}"
        yield f"// {ask.text(model.reward)} {answer}"
    if model.left_out:
        yield f"// Left out: questions about other rewards, {listed(model.left_out)}"
    # A strategy that never ends may be better in other tools, which then differ from
    # us.
    if not model.ends:
        yield f"// The answers are {OF_ENDING}; other tools count all others too"


def prism_files(model: Model) -> dict[str, str]:
    """Return the model in PRISM's explicit format: the texts of the files by ending.

    The endings are ``tra``, ``sta``, ``lab``, ``trew`` and ``props``. The last file has
    the quantities that the model is for, such as the expected points, as questions to
    PRISM. They are comments, each with our solver's answer.
    """
    rows = [*_prism_rows(model)]
    # The first line of .tra and .trew counts the states, the choices and the rows. A
    # Markov chain has no number of choices there, and no names of actions in its rows.
    size = f"{len(model.states)} "
    if not model.is_chain:
        size += f"{sum(map(len, _steps(model)))} "
    named = "" if model.is_chain else " {}"
    transitions = (
        f"{place} {target} {fraction_text(chance)}{named.format(move.label)}"
        for place, target, chance, move in rows
    )
    states = []
    for number, state in enumerate(model.states):
        values = ",".join(map(str, state))
        states.append(f"{number}:({values})")
    # PRISM gives each transition a reward, so all transitions of an action have the
    # same.
    paid = [
        f"{place} {target} {fraction_text(move.reward)}"
        for place, target, _, move in rows
        if move.reward
    ]
    return {
        "tra": _file_text([f"{size}{len(rows)}", *transitions]),
        "sta": _file_text([f"({','.join(model.variables)})", *states]),
        "lab": _file_text(_prism_labels(model)),
        "trew": _file_text([f"{size}{len(paid)}", *paid]),
        "props": _file_text(_questions(model)),
    }


def _prism_rows(model: Model) -> Iterator[tuple[str, int, Fraction, Move]]:
    """Yield each transition: its source, target, probability and choice.

    The source is a state and, unless the model is a chain, the index of the choice.
    """
    for number, moves in enumerate(_steps(model)):
        for index, move in enumerate(moves):
            place = f"{number}"
            if not model.is_chain:
                place += f" {index}"
            for target, probability in move.probabilities.items():
                yield place, target, probability, move


def _prism_labels(model: Model) -> Iterator[str]:
    # PRISM expects its own two labels, even if no state has the second.
    numbers = {"init": 0, "deadlock": 1}
    for label in model.all_labels:
        numbers.setdefault(label, len(numbers))
    declared = [f'{number}="{label}"' for label, number in numbers.items()]
    yield " ".join(declared)
    for state, labels in enumerate(model.labels):
        # State 0 is the start.
        names = labels if state else ("init", *labels)
        if names:
            shown = " ".join(str(numbers[name]) for name in names)
            yield f"{state}: {shown}"


def _file_text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def dot_files(model: Model) -> dict[str, str]:
    """Return the model as a digraph of Graphviz: the text of the file by its ending."""
    return {"dot": _file_text(["digraph model {", *_dot_statements(model), "}"])}


def graphml_files(model: Model) -> dict[str, str]:
    """Return the model as a multigraph in GraphML: the text of the file by its ending.

    The graph is directed, and networkx writes it.
    """
    graph = labelled_graph(range(len(model.states)), model.moves)
    graph.graph["title"] = model.title
    for number, labels in enumerate(model.labels):
        state = zip(model.variables, model.states[number], strict=True)
        graph.nodes[number].update(labels=" ".join(labels), **dict(state))
    # GraphML has no type for fractions; as text they stay exact.
    for _, _, edge in graph.edges(data=True):
        for name in ("probability", "reward"):
            edge[name] = fraction_text(edge[name])
    return {"graphml": _file_text(nx.generate_graphml(graph))}


def _dot_statements(model: Model) -> Iterator[str]:
    yield f'  label="{model.title}";'
    for number, labels in enumerate(model.labels):
        text = "\\n".join([model.name(number), *labels])
        shape = ", shape=box" if labels else ""
        yield f'  {number} [label="{text}"{shape}];'
    for number, moves in enumerate(model.moves):
        for move in moves:
            choice = move.label
            if move.reward:
                choice += f" (+{fraction_text(move.reward)})"
            for target, probability in move.probabilities.items():
                text = f"{choice}: {fraction_text(probability)}"
                yield f'  {number} -> {target} [label="{text}"];'


FORMATS: Mapping[str, Callable[[Model], Mapping[str, str]]] = {
    "drn": drn_files,
    "prism": prism_files,
    "dot": dot_files,
    "graphml": graphml_files,
}
"""The function of each format: the texts of a model's files, by file extension."""


def efg_text(game: ExtensiveGame, comment: str = "") -> str:
    """Return a game as the text of an .efg file, which Gambit reads.

    The file has ``comment`` below its header.

    Example:
        >>> from trueodds.core.models.model import Decision, End
        >>> ends = (End((Fraction(1), Fraction(-1))), End((Fraction(0), Fraction(0))))
        >>> start = Decision(0, "start", (("left", ends[0]), ("right", ends[1])))
        >>> print(efg_text(ExtensiveGame("One choice", ("Ann", "Bob"), start)), end="")
        EFG 2 R "One choice" { "Ann" "Bob" }
        ""
        p "" 1 1 "start" { "left" "right" } 0
        t "" 1 "1" { 1 -1 }
        t "" 2 "0" { 0 0 }
    """
    players = " ".join(map(_quoted, game.players))
    header = f"EFG 2 R {_quoted(game.title)} {{ {players} }}"
    lines = _EfgLines().of(game.start)
    return _file_text([header, _quoted(comment), *lines])


class _EfgLines:
    """Writer of the lines of an .efg file, which numbers information sets and ends."""

    def __init__(self) -> None:
        self.events = 0
        self.sets: dict[int, dict[Hashable, int]] = {}
        # In the format the payoffs belong to the outcome, so equal payoffs share a
        # number.
        self.outcomes: dict[tuple[Fraction, ...], int] = {}

    def of(self, node: Node) -> Iterator[str]:
        """Yield the lines of a node and of the whole tree below it."""
        match node:
            case End(payoffs):
                number = self.outcomes.setdefault(payoffs, len(self.outcomes) + 1)
                paid = " ".join(map(str, payoffs))
                yield f't "" {number} {_quoted(str(payoffs[0]))} {{ {paid} }}'
            case Chance(outcomes):
                # No player chooses at a random event, so each is an information set of
                # its own.
                self.events += 1
                shares = " ".join(f"{_quoted(name)} {p}" for name, p, _ in outcomes)
                yield f'c "" {self.events} "" {{ {shares} }} 0'
                for _, _, below in outcomes:
                    yield from self.of(below)
            case Decision(player, information, actions):
                # Information sets are numbered for each player. Nodes of the same set
                # have the same number, as the player cannot tell them apart.
                sets = self.sets.setdefault(player, {})
                number = sets.setdefault(information, len(sets) + 1)
                names = " ".join(_quoted(name) for name, _ in actions)
                yield (
                    f'p "" {player + 1} {number} {_quoted(str(information))} '
                    f"{{ {names} }} 0"
                )
                for _, below in actions:
                    yield from self.of(below)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
