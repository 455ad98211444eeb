"""Exported models: read back by a small reader of each format, they are the same."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from commands import Run

import trueodds
from trueodds.analysis import export
from trueodds.core import games
from trueodds.core.errors import ModelError, RulesError, UnknownNameError
from trueodds.core.models import Ask, Chance, End, Recipe
from trueodds.core.models import model as trees
from trueodds.core.models.model import Model, Question, State
from trueodds.core.models.process import Action
from trueodds.reports.export import FORMATS, efg_text

Row = tuple[Fraction, dict[int, Fraction]]


@dataclass
class Read:
    """A model as read from its files: choices by state, and states by label."""

    choices: dict[int, list[Row]] = field(default_factory=dict)
    labels: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, model: Model) -> Read:
        """Return what the files of a model should say."""
        read = cls()
        for state, (moves, labels) in enumerate(
            zip(model.moves, model.labels, strict=True)
        ):
            read.choices[state] = [(move.reward, move.probabilities) for move in moves]
            for label in labels:
                read.labels.setdefault(label, set()).add(state)
        return read


def read_drn(text: str) -> Read:
    head, _, body = text.partition("@model\n")
    model, state = Read(), -1
    for line in body.splitlines():
        words = line.split()
        if line.startswith("//"):
            continue
        if words[0] == "state":
            state = int(words[1])
            model.choices[state] = []
            for label in words[3:]:
                model.labels.setdefault(label, set()).add(state)
        elif words[0] == "action":
            model.choices[state].append((Fraction(words[2].strip("[]")), {}))
        else:
            model.choices[state][-1][1][int(words[0])] = Fraction(words[2])
    lines = head.splitlines()
    assert int(lines[lines.index("@nr_states") + 1]) == len(model.choices)
    choices = sum(map(len, model.choices.values()))
    assert int(lines[lines.index("@nr_choices") + 1]) == choices
    return model


def read_prism(texts: dict[str, str]) -> Read:
    size, *lines = texts["tra"].splitlines()
    chain = len(size.split()) == 2
    assert int(size.split()[-1]) == len(lines)
    distributions: dict[tuple[int, int], dict[int, Fraction]] = {}
    for line in lines:
        state, *rest = line.split()
        choice = 0 if chain else int(rest.pop(0))
        distributions.setdefault((int(state), choice), {})[int(rest[0])] = Fraction(
            rest[1]
        )
    rewards: dict[tuple[int, int], Fraction] = {}
    for line in texts["trew"].splitlines()[1:]:
        state, *rest = line.split()
        choice = 0 if chain else int(rest.pop(0))
        rewards[int(state), choice] = Fraction(rest[1])
    model = Read()
    for place, distribution in distributions.items():
        row = rewards.get(place, Fraction(0)), distribution
        model.choices.setdefault(place[0], []).append(row)
    header, *lines = texts["lab"].splitlines()
    names = dict(re.findall(r'(\d+)="(\w+)"', header))
    # PRISM counts the labels from 0, and knows the first two.
    assert [*map(int, names)] == [*range(header.count("="))]
    assert [*names.values()][:2] == ["init", "deadlock"]
    for line in lines:
        state, _, numbers = line.partition(": ")
        for number in numbers.split():
            model.labels.setdefault(names[number], set()).add(int(state))
    assert len(texts["sta"].splitlines()) == 1 + int(size.split()[0])
    return model


def read_graphml(text: str) -> Read:
    model = Read()
    graph = nx.parse_graphml(text, node_type=int, force_multigraph=True)
    for state, labels in graph.nodes(data="labels"):
        model.choices[state] = []
        for label in (labels or "").split():
            model.labels.setdefault(label, set()).add(state)
        rows: dict[str, Row] = {}
        for _, to, edge in graph.out_edges(state, data=True):
            row = rows.setdefault(edge["action"], (Fraction(edge["reward"]), {}))
            row[1][to] = Fraction(edge["probability"])
        model.choices[state] = [*rows.values()]
    return model


def read_dot(text: str) -> Read:
    model = Read()
    for state, label in re.findall(r'^  (\d+) \[label="([^"]*)"', text, re.MULTILINE):
        model.choices[int(state)] = []
        for name in label.split("\\n")[1:]:
            model.labels.setdefault(name, set()).add(int(state))
    edges = re.findall(
        r'^  (\d+) -> (\d+) \[label="(\w+)(?: \(\+(.*)\))?: (.*)"\];$',
        text,
        re.MULTILINE,
    )
    rows: dict[tuple[int, str], Row] = {}
    for state, to, action, pays, chance in edges:
        key = int(state), action
        if key not in rows:
            rows[key] = (Fraction(pays or 0), {})
            model.choices[int(state)].append(rows[key])
        rows[key][1][int(to)] = Fraction(chance)
    return model


def read(format_: str, texts: dict[str, str]) -> Read:
    if format_ == "prism":
        return read_prism(texts)
    (text,) = texts.values()
    return {"drn": read_drn, "graphml": read_graphml, "dot": read_dot}[format_](text)


ENDINGS = "tra", "sta", "lab", "trew", "props"

SMALL: list[tuple[str, str, dict[str, object]]] = [
    ("bunco", "turn", {}),
    ("bunco", "race", {"round_points": 4}),
    ("bunco", "game", {"rounds": 3}),
    ("baccarat", "coup", {"shoe": "A:2,4:3,8:2,9:1,K:2"}),
    ("farkle", "threshold:200", {}),
    ("farkle", "solitaire:100", {}),
    ("farkle", "threshold:200", {"number_of_dice": 3, "dice": "weighted*2, even"}),
    (
        "farkle",
        "solitaire:100",
        {"number_of_dice": 2, "dice": "0:1:1:j1, 8:1:1:1:1:1:2"},
    ),
]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("game", "name", "changes"), SMALL, ids=lambda part: str(part))
def test_files_read_back_are_the_model(
    game: str, name: str, changes: dict[str, object], format_: str
) -> None:
    """Except that the formats of solvers give every end a step to itself."""
    model = export.model(game, name, games.find(game).base_preset, changes)
    back, written = read(format_, dict(FORMATS[format_](model))), Read.of(model)
    if format_ in ("drn", "prism"):
        for end in written.labels["end"]:
            written.choices[end] = [(Fraction(0), {end: Fraction(1)})]
        written.labels["init"] = {0}
    assert back.choices == written.choices
    assert back.labels == written.labels


@pytest.mark.parametrize(
    ("game", "name", "question", "id"),
    [
        ("bunco", "turn", Question("goal"), "turn.at_least.21"),
        ("bunco", "race", Question("first_wins"), "race.first_wins"),
        ("bunco", "race", Question(), "race.rolls.mean"),
        ("bunco", "game", Question(), "game.mean"),
        ("bunco", "game", Question("total_7"), "game.total.7"),
        ("baccarat", "coup", Question("banker"), "coup.banker"),
        ("baccarat", "coup", Question("tie"), "coup.tie"),
    ],
)
def test_models_are_those_of_the_quantities(
    game: str, name: str, question: Question, id: str
) -> None:
    model = export.model(game, name)
    assert model.answer(question) == trueodds.odds(game)[id].exact


def test_the_coup_of_a_script_and_of_a_shoe_with_one_deck() -> None:
    for rules in ("published-script", "punto-banco-single-deck"):
        model = export.model("baccarat", "coup", rules)
        exact = trueodds.odds("baccarat", rules)["coup.player"].exact
        assert model.answer(Question("player")) == exact


def test_a_turn_of_farkle_written_out_is_the_best_turn() -> None:
    changes: dict[str, object] = {"singles.5": 100, "minimum_to_bank": 300}
    model = export.model("farkle", "turn", "ece209", changes)
    exact = trueodds.odds("farkle", "ece209", set=changes)["turn.mean"].exact
    assert model.answer(Question(best="max")) == exact


def test_events_sets_and_ends_of_a_gambit_file_are_numbered_from_1() -> None:
    """A call of the coin that one player tosses and the other does not see."""
    win, loss = (trees.End((Fraction(n), Fraction(-n))) for n in (1, -1))
    calls = [
        trees.Decision(1, "called", (("heads", heads), ("tails", tails)))
        for heads, tails in ((loss, win), (win, loss))
    ]
    sides = zip(("heads", "tails"), (Fraction(1, 2),) * 2, calls, strict=True)
    start = trees.Chance((*sides,))
    text = efg_text(trees.ExtensiveGame("Toss", ("Ann", "Bob"), start))
    assert text.splitlines()[2:] == [
        'c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0',
        'p "" 2 1 "called" { "heads" "tails" } 0',
        't "" 1 "-1" { -1 1 }',
        't "" 2 "1" { 1 -1 }',
        'p "" 2 1 "called" { "heads" "tails" } 0',
        't "" 2 "1" { 1 -1 }',
        't "" 1 "-1" { -1 1 }',
    ]


def test_storm_wants_targets_in_order_and_distributions_that_add_up() -> None:
    for game, name, changes in SMALL:
        model = export.model(game, name, games.find(game).base_preset, changes)
        for move in (move for moves in model.moves for move in moves):
            assert list(move.probabilities) == sorted(move.probabilities)
            assert sum(move.probabilities.values()) == 1


def test_solitaire_of_one_turn_is_a_geometric_distribution() -> None:
    """To 50 points any scoring roll will do: 1 / (1 - farkle) turns."""
    farkle = trueodds.odds("farkle", "ece209")["roll.6.farkle"].exact
    assert farkle is not None
    model = export.model("farkle", "solitaire:50", "ece209")
    assert model.answer(Question(best="min")) == 1 / (1 - farkle)


def test_a_file_says_that_strategies_end_where_they_need_not() -> None:
    """Storm lets a player wait forever: he never loses then, and loses half here."""

    def waiting(state: State) -> tuple[str, ...] | dict[str, Action]:
        if state != (0,):
            return (("won", "lost")[state[0] - 1],)
        half = Fraction(1, 2)
        toss = Action({(1,): half, (2,): half})
        return {"wait": Action({(0,): 1}), "toss": toss}

    model = Model.explore(
        "To wait", (0,), waiting, variables=("a",), reward="r",
        questions=[Question("lost", "min")],
    )  # fmt: skip
    assert FORMATS["drn"](model)["drn"].split("\n")[1:4] == [
        '// Pmin=? [ F "lost" ] is 1/2',
        "// The answers are best among strategies that end; other tools count all "
        "others too",
        "@type: MDP",
    ]
    assert FORMATS["prism"](model)["props"].splitlines() == [
        '// Pmin=? [ F "lost" ] is 1/2',
        "// The answers are best among strategies that end; other tools count all "
        "others too",
    ]
    ending = export.model("farkle", "turn", "ece209")
    assert "strategies" not in FORMATS["drn"](ending)["drn"]


def test_a_question_without_an_answer_is_a_comment_that_says_so() -> None:
    def paid(state: State) -> dict[str, Action] | tuple[str, ...]:
        if state == (1,):
            return ("won",)
        return {"wait": Action({(0,): 1}, reward=1), "win": Action({(1,): 1})}

    model = Model.explore(
        "To be paid", (0,), paid, variables=("a",), reward="r",
        questions=[Question("won", "max"), Question(best="max")],
    )  # fmt: skip
    comments = [
        '// Pmax=? [ F "won" ] is 1',
        '// R{"r"}max=? [ F "end" ] has no answer: state (0,) has no finite value: '
        "a cycle improves the total indefinitely",
    ]
    assert FORMATS["drn"](model)["drn"].splitlines()[1:3] == comments
    assert FORMATS["prism"](model)["props"].splitlines()[:2] == comments


def test_files_name_the_rewards_that_they_leave_out() -> None:
    def step(state: State, rules: None) -> End | Chance:
        if state == (2,):
            return End(label="home")
        return Chance({(state[0] + 1,): 1}, {"miles": 3, "hours": 2})

    asks = [
        Ask("p", "P", of="home"),
        Ask("h", "H", of="hours"),
        Ask("m", "M", of="miles"),
        Ask("m.again", "M", of="miles"),
    ]
    way = Recipe("Way", lambda rules: (0,), step, asks=asks)
    model = way.make(None)
    lines = [
        '// P=? [ F "home" ] is 1',
        '// R{"points"}=? [ F "end" ] is 4',
        "// Left out: questions about other rewards, miles",
    ]
    assert FORMATS["drn"](model)["drn"].splitlines()[1:4] == lines
    assert FORMATS["prism"](model)["props"].splitlines() == lines


def test_a_state_has_as_many_numbers_as_variables() -> None:
    with pytest.raises(ModelError, match="other variables"):
        Model.explore(
            "", (0,), lambda s: (), variables=("a", "b"), reward="r", questions=()
        )


def test_command_prints_or_writes(
    tmp_path: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    drn = ["export", "bunco", "turn", "--to", "drn"]
    code, printed, _ = trueodds_command(*drn)
    assert code == 0
    assert "@type: DTMC" in printed
    out = tmp_path / "new" / "turn.drn"
    assert trueodds_command(*drn, "--out", str(out))[:2] == (0, f"Wrote {out}\n")
    assert out.read_text() == printed
    out.write_text("mine")
    code, _, error = trueodds_command(*drn, "--out", str(out))
    assert (code, out.read_text()) == (2, "mine")
    assert "hint: --force replaces it" in error
    assert trueodds_command(*drn, "--out", str(out), "--force")[0] == 0
    assert out.read_text() == printed
    assert trueodds_command("export", "bunco", "turn", "--to", "prism")[0] == 0
    names = {path.name for path in tmp_path.glob("bunco-turn.*")}
    assert names == {f"bunco-turn.{ending}" for ending in ENDINGS}


@pytest.mark.parametrize(
    ("game", "name", "rules", "changes", "fault"),
    [
        ("bunco", "race", "d20", {}, "no dice rolled again"),
        ("farkle", "turn", None, {"dice": "weighted*6"}, "too many states to export"),
        ("farkle", "turn", "zilch", {}, "only if all dice can farkle"),
        ("farkle", "solitaire", "zilch", {}, "without penalties"),
        ("farkle", "turns", None, {}, "no model"),
    ],
)
def test_rules_without_such_a_model(
    game: str, name: str, rules: str | None, changes: dict[str, object], fault: str
) -> None:
    with pytest.raises(
        RulesError if name != "turns" else UnknownNameError, match=fault
    ):
        export.model(game, name, rules, changes)
