"""The Python functions: one for each command, with the same name and options."""

import inspect
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from keyword import iskeyword
from typing import Any

import click
import numpy as np
import pytest
from command_list import COMMANDS

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import (
    ModelError,
    OptionError,
    OutputError,
    TrueoddsError,
    UnknownNameError,
)
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.games import find
from trueodds.proofs.verify.scorer.serve import reference
from trueodds.reports.chosen import GameOptions
from trueodds.reports.cli import cli

BUNCO = trueodds.odds("bunco", rounds=1)

# Functions of their own, which return more than the text of the command.
OWN = {("odds",)}
# Options that say how to print, which a function does not.
UNSAID = {"format_", "all_lines", "in_full"}


@pytest.mark.parametrize(("path", "command"), [*COMMANDS.items()])
def test_every_command_has_a_function(
    path: tuple[str, ...], command: click.Command
) -> None:
    function = trueodds
    for name in path:
        assert name in dir(function)
        function = getattr(function, name)
    assert callable(function)
    if path in OWN:
        return
    options = set()
    of_games = getattr(command, "options_of", lambda game: [])
    own = [option for game in games.ours() for option in of_games(game)]
    for option in [*command.params, *own]:
        if isinstance(option, click.Option) and option.name not in UNSAID:
            name = option.opts[0].removeprefix("--").replace("-", "_")
            options.add(option.name if iskeyword(name) or name[0] == "_" else name)
    assert not any(iskeyword(name) for name in options)
    parameters = inspect.signature(function).parameters.values()
    words = {p.name for p in command.params if isinstance(p, click.Argument)}
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = {p.name for p in parameters if p.kind in named} - words
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        assert {option.name for option in own} <= {*GameOptions.__annotations__}
        options -= {option.name for option in own}
    assert options == taken - {"outcomes"}  # in Python only
    assert function.__doc__


def test_the_package_lists_its_public_names_and_no_others() -> None:
    names = dir(trueodds)
    assert sorted(trueodds.__all__) == names
    commands = set(cli.list_commands(click.Context(cli)))
    assert commands < set(names)
    assert "    cite(game: 'str | Game | None' = None, /" in pydoc.plain(
        pydoc.render_doc(trueodds)
    )
    for name in names:
        assert getattr(trueodds, name)


def test_the_package_imports_nothing_before_it_is_used() -> None:
    code = (
        "import sys, trueodds\n"
        "print(sum(name.startswith('trueodds') for name in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout == "1\n"


def test_a_function_returns_what_its_command_prints() -> None:
    answer = trueodds.score("bunco", "3 | 2 3 3", "1 | 111")
    assert [position["value"] for position in answer["positions"]] == [2, 21]
    assert repr(answer).startswith("3 | 2 3 3: 2 points")
    answer = trueodds.positions("bunco", set={"rounds": 1}, by_class=True)
    assert len(repr(answer).splitlines()) == 56
    census = trueodds.census("bunco", set={"rounds": 1})
    assert census["counts"][21] == 1
    assert census.exit_code == 0


@pytest.mark.parametrize("name", ["advise", "options", "best_dice", "match"])
def test_help_shows_plain_types(name: str) -> None:
    function = getattr(trueodds.farkle, name)
    assert "Annotated" not in str(inspect.signature(function))
    marked = inspect.signature(inspect.unwrap(function))
    assert "Annotated" in str(marked)
    assert [*marked.parameters] == [*inspect.signature(function).parameters]


def test_no_signature_of_a_public_function_shows_marks() -> None:
    modules = ["baccarat", "bench", "bunco", "cribbage", "farkle", "verify"]
    for module in [trueodds, *(getattr(trueodds, name) for name in modules)]:
        for name in module.__all__:
            function = getattr(module, name)
            if inspect.isfunction(function):
                assert "Annotated" not in str(inspect.signature(function)), name


def test_a_data_frame_is_refused_and_its_column_is_taken() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"deal": ["5H 5D JS QC 2D 9S"]}, index=[7])
    wrong = "^{} is a data frame; give one of its columns$"
    with pytest.raises(TrueoddsError, match=wrong.format("hand")):
        trueodds.discard(frame, "mine")
    with pytest.raises(TrueoddsError, match=wrong.format("positions")):
        trueodds.score("farkle", frame)
    with pytest.raises(TrueoddsError, match=wrong.format("outcomes")):
        trueodds.verify.simulator("farkle", outcomes=frame)
    assert {*trueodds.discard(frame["deal"], "mine").to_pandas().index} == {7}


def test_errors_of_python_name_arguments() -> None:
    with pytest.raises(TrueoddsError, match="only for the purposes turns and match"):
        trueodds.farkle.best_dice(inventory="dice.toml", purpose="mean", target=300)


def test_shoes_are_priced_without_a_command() -> None:
    assert {"bets", "price_shoes"} < {*trueodds.baccarat.__all__}
    prices = trueodds.baccarat.price_shoes([[32] * 9 + [128]], ["banker", "dragon_7"])
    assert prices.edge(0, "dragon_7") == Fraction(64613588827, 848912750595)


def test_rules_can_be_a_record() -> None:
    rules = rulebook.load(find("bunco"), "bunco", {"rounds": 1})
    assert trueodds.census("bunco", rules=rules)["positions"] == 216


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(TrueoddsError, match="rule"):
        trueodds.census("bunco", rule="fast")
    with pytest.raises(TrueoddsError, match="bunco has no rule 'ruel'"):
        trueodds.census("bunco", ruel="roll")
    with pytest.raises(AttributeError, match="has no function 'advice'"):
        trueodds.farkle.advice()


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda: trueodds.odds(Fraction(1, 2)), "game must be the name of a game"),
        (lambda: trueodds.census(None), "game must be the name of a game"),
        (lambda: trueodds.odds("bunco", {}), "rules must be a preset, a file or a"),
        (lambda: trueodds.bunco.night(rules={}), "rules must be a preset, a file or"),
        (lambda: trueodds.odds("bunco", "\ud800.toml"), "rules must be a preset"),
        (lambda: trueodds.odds("bunco", "a\0.toml"), "rules must be a preset, a fil"),
        (lambda: trueodds.score("\ud800", "1"), "game must be the name of a game"),
        (lambda: trueodds.score("farkle", 3), "positions must be text or a list, not"),
        (lambda: trueodds.score("farkle", [3]), "positions must be text, not 3"),
        (lambda: trueodds.odds("bunco", set=[1]), "set must be rules by name, such"),
        (lambda: trueodds.census("bunco", set="dice=2"), "set must be rules by name"),
        (lambda: trueodds.odds("bunco", set={1: 2}), "bunco has no rule '1'"),
        (lambda: trueodds.odds("bunco", rounds=object()), "expected a whole number"),
        (lambda: trueodds.odds("bunco", progress=True), "progress must be a function"),
        (lambda: trueodds.odds("farkle", singles=np.int64(3)), "singles = 3: expected"),
        (lambda: trueodds.bunco.night(players=True), "players must be a whole numb"),
        (lambda: trueodds.farkle.advise(opening="-1"), "opening must be True or Fal"),
        (lambda: trueodds.claims("S1.e", verdict={}), "verdict must be text, not {}"),
        (
            lambda: trueodds.verify.scorer("bunco", python=[]),
            "python must be text or a function",
        ),
        (lambda: trueodds.verify.simulator("bunco", outcomes="6"), "outcomes must be"),
        (lambda: trueodds.verify.scorer("bunco", len), "command must be text or a lis"),
        (lambda: trueodds.verify.scorer("bunco", [7]), "command must be text, not 7"),
        (
            lambda: trueodds.bench.scorer("bunco", python=len),
            "python must be text, not",
        ),
        (lambda: trueodds.discard(None), "hand must be six cards, as text or as Card"),
        (lambda: trueodds.discard("2D", 0), "role must be text, not 0"),
        (lambda: trueodds.discard("2D", distribution="-1"), "distribution must be Tr"),
        (lambda: trueodds.discard("2D", with_play=1), "with_play must be True or Fal"),
        (
            lambda: trueodds.discard("2D", opponent=None),
            "opponent must be text or a path",
        ),
        (lambda: trueodds.discard("2D", play_from=1), "play_from must be text or a"),
        (lambda: trueodds.baccarat.price_shoes([[1] * 13], rules=3), "rules must be a"),
        (lambda: trueodds.baccarat.price_shoes("x"), "shoes must be rows of cards le"),
        (lambda: trueodds.baccarat.price_shoes([[1] * 13], 1), "bets must be a list"),
    ],
)
def test_wrong_types_name_the_argument_and_the_type(
    call: Callable[[], object], fault: str
) -> None:
    with pytest.raises(TrueoddsError, match=re.escape(fault)):
        call()


def test_changed_rules_have_one_keyword() -> None:
    changes = {"decks": np.int64(6), "bets.banker.pays.banker": Fraction(19, 20)}
    odds = trueodds.odds("baccarat", set=changes)
    assert (
        odds["coup.banker"].total
        == trueodds.odds("baccarat", decks=6)["coup.banker"].total
    )
    assert "(punto-banco rules with decks = 6" in repr(
        trueodds.baccarat.bets(set={"decks": 6})
    )
    weights = np.array([1, 1, 1, 1, 1, 2])
    loaded = trueodds.odds("bunco", set={"weights": weights})
    assert loaded["roll.bunco"].exact == Fraction(13, 2058)


def test_a_scorer_and_a_simulator_can_be_functions() -> None:
    right = reference("bunco", "roll", "{}")
    assert trueodds.verify.scorer("bunco", python=right)["verdict"] == "agrees"
    refuted = trueodds.verify.scorer("bunco", python=lambda position: 0)
    assert repr(refuted).startswith("REFUTED: 576 of 1,296 answers are wrong")

    def fails(position: str) -> int:
        return {"1 | 1 1 1": 21}[position]

    failed = trueodds.verify.scorer("bunco", python=fails)
    assert failed["verdict"] == "failed"
    assert "the scorer raised KeyError at" in failed["summary"]
    with pytest.raises(OptionError, match="need the name of a function"):
        trueodds.verify.scorer("bunco", python=right, resume="file")
    banker = trueodds.verify.simulator("baccarat", python=lambda: "B", outcome="winner")
    assert banker["verdict"] == "refuted"


def test_errors_name_arguments_and_no_options() -> None:
    with pytest.raises(OptionError, match=r"^hands needs stake; such as stake=25 hand"):
        trueodds.baccarat.bets(hands=70)
    with pytest.raises(OptionError, match=r"^a score needs role; add role mine if"):
        trueodds.cribbage.win(110, 112)


def test_outcomes_can_be_numbers_texts_and_rows() -> None:
    pandas = pytest.importorskip("pandas")
    faces = [1, 2, 3, 4, 5, 6] * 50
    rows = [faces[place : place + 6] for place in range(294)]
    series = pandas.Series(faces, index=faces[::-1])
    of_dice = (faces, tuple(faces), np.array(faces, float), series, [*map(str, faces)])
    simulator = trueodds.verify.simulator
    for outcomes in of_dice:
        verdict = simulator("farkle", outcomes=outcomes, outcome="die")
        # Every die is one more than the die before.
        assert "the sequence is not independent" in verdict.summary
    for outcomes in (rows, np.array(rows), [*map(tuple, rows)]):
        verdict = simulator("farkle", outcomes=outcomes, outcome="roll")
        assert (verdict.verdict, verdict.details.outcomes[0].count) == ("refuted", 0)
    counts = series.value_counts()
    for table in (counts, counts.to_dict(), {str(face): 50 for face in faces[:6]}):
        verdict = simulator("farkle", counts=table, outcome="die")
        frame = verdict.to_pandas()
        assert frame["count"].mean() == frame["expected"].mean() == 50
        assert frame["probability"].sum() == pytest.approx(1)
        assert verdict.details.distance == Fraction(11, 100)
    with pytest.raises(OptionError, match="name one source of outcomes"):
        simulator("farkle", outcomes=faces, counts=counts)
    with pytest.raises(OptionError, match="for 'alpha': '2' is not a number b"):
        simulator("farkle", outcomes=faces, alpha=2)
    failed = simulator("farkle", counts={6: -1}, outcome="die")
    assert failed.summary.startswith("counts, line 1: '-1' is not a count; expected")
    assert failed["details"] == {}


class Series:
    """A series such as those of polars, which have neither ``tolist`` nor an index."""

    def __init__(self, items: list[Any]) -> None:
        self.items_in_order = items

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items_in_order)

    def __array__(self) -> Any:
        return np.array(self.items_in_order)

    def to_list(self) -> list[Any]:
        return self.items_in_order


def test_series_without_tolist_are_lists() -> None:
    scores = trueodds.score("farkle", Series(["113456", "246", "1"]))
    assert [scored.value for scored in scores.positions] == [250, 0, 100]
    advice = trueodds.farkle.advise(Series([1, 1, 5, 2, 3, 6]))
    assert advice.roll == "112356"
    faces = Series([1, 2, 3, 4, 5, 6] * 50)
    verdict = trueodds.verify.simulator("farkle", outcomes=faces, outcome="die")
    assert "the sequence is not independent" in verdict.summary
    loaded = trueodds.odds("bunco", set={"weights": Series([1, 1, 1, 1, 1, 2])})
    assert (
        loaded["roll.bunco"]
        == trueodds.odds("bunco", set={"weights": [1, 1, 1, 1, 1, 2]})["roll.bunco"]
    )


def test_positions_keep_their_order_and_their_index() -> None:
    pandas = pytest.importorskip("pandas")
    texts = ["113456", "246", "1"]
    labelled = pandas.Series(texts, index=["a", "b", "a"])
    for positions in (texts, tuple(texts), np.array(texts), labelled):
        scores = trueodds.score("farkle", positions)
        assert [scored.value for scored in scores.positions] == [250, 0, 100]
        frame = scores.to_pandas()
        assert [*frame["position"]] == texts
        assert frame["value"].dtype == np.int64
    assert [*frame.index] == ["a", "b", "a"]
    lines = trueodds.score("farkle", texts).to_pandas("lines")
    assert [*lines["points"]] == [100, 100, 50, 100]


def test_a_quantity_prints_itself() -> None:
    assert repr(BUNCO["roll.bunco"]) == "1/216 ≈ 0.46 %, 1 in 216"
    assert repr(BUNCO["roll.mean"]) == "151/216 ≈ 0.699074 points"
    assert repr(BUNCO["turn.mean"]).endswith("points")
    assert f"{BUNCO['roll.bunco']:.2%}" == "0.46%"
    assert float(BUNCO["roll.mean"]) == 151 / 216
    bounded = Quantity(
        "a", "A", Enclosure(Fraction(1, 3), Fraction(1, 2)), "points", ""
    )
    assert repr(bounded) == "0.33 to 0.5 (points)"


def test_arithmetic_is_exact_or_between_bounds() -> None:
    bunco = BUNCO["roll.bunco"]
    assert 1 - bunco == Fraction(215, 216)
    assert 216 * bunco == bunco / bunco == Fraction(1)
    assert bunco + 0.5 == Fraction(109, 216)
    bounded = Quantity("a", "A", Enclosure(Fraction(1), Fraction(2)), "points", "")
    assert bounded - bounded == Enclosure(Fraction(-1), Fraction(1))
    assert -2 * bunco / bounded == Enclosure(Fraction(-1, 108), Fraction(-1, 216))
    around_0 = Quantity("a", "A", Enclosure(Fraction(-1), Fraction(1)), "points", "")
    with pytest.raises(ZeroDivisionError):
        assert 1 / around_0


def test_bounds_decide_comparisons_or_refuse_to() -> None:
    bunco = BUNCO["roll.bunco"]
    assert bunco < 0.01
    assert bunco <= Fraction(1, 216)
    assert bunco >= Fraction(1, 216)
    assert not bunco > Fraction(1, 216)
    assert bunco < 1
    assert bunco in {Fraction(1, 216)}
    assert bunco not in (None, 0, float("nan"), BUNCO["roll.mean"])
    assert BUNCO["roll.mean"] == BUNCO["roll.mean"].exact
    bounded = Quantity("a", "A", Enclosure(Fraction(1), Fraction(2)), "points", "")
    assert bounded != 1
    assert bounded <= 2
    assert bounded > 0.5
    for number in (1, 1.5):
        with pytest.raises(ValueError, match="do not decide"):
            assert bounded > number
    with pytest.raises(TypeError):
        assert bounded < "2"


def test_odds_print_and_select_themselves() -> None:
    assert repr(trueodds.odds("bunco").select("roll.bunco")) == (
        "Odds('bunco', bunco rules, 1 number)"
    )
    assert repr(BUNCO).startswith("Odds('bunco', bunco rules with rounds = 1, ")
    farkle = trueodds.odds("farkle", "ece209").select("roll.1.farkle")
    assert repr(farkle).startswith("Odds('farkle', ece209 rules, ")
    with pytest.raises(KeyError, match=r"no quantity 1; list\(odds\) has"):
        farkle[1]
    assert list(BUNCO.select("roll.*_bunco")) == ["roll.mini_bunco"]
    assert list(BUNCO.find("bunco at LEAST one game")) == ["game.any_bunco"]
    assert "<td>roll.bunco</td>" in BUNCO._repr_html_()
    shown = trueodds.odds("bunco")._repr_html_()
    assert shown.count("<tr>") == 21
    assert shown.endswith("<p>1,845 more: to_pandas()</p>")
    assert BUNCO._ipython_key_completions_() == list(BUNCO)


def test_a_family_is_a_distribution() -> None:
    points = BUNCO.distribution("roll.points")
    assert points == Distribution({0: 120, 1: 75, 2: 15, 5: 5, 21: 1})
    assert points.mean() == BUNCO["roll.mean"].exact
    assert points.quantile(Fraction(1, 2)) == 0
    assert points.at_least(5) == Fraction(6, 216)
    sd = points.sd()
    assert isinstance(sd, Enclosure)
    assert sd.lower**2 <= points.variance() <= sd.upper**2
    with pytest.raises(ModelError, match=r"such as night\.points\.at_least\.50$"):
        BUNCO.distribution("night.points")
    with pytest.raises(ModelError, match=r"turn\.points leaves out .* 9\.08e-07"):
        BUNCO.distribution("turn.points")
    with pytest.raises(UnknownNameError, match=r"did you mean game\.total or"):
        BUNCO.distribution("game.totals")


def test_frames_keep_every_digit() -> None:
    table = BUNCO.to_arrow()
    assert table.num_rows == len(BUNCO)
    rows = {row["id"]: row for row in table.to_pylist()}
    for id, quantity in BUNCO.items():
        if quantity.exact is not None:
            assert Fraction(rows[id]["exact"]) == quantity.exact


RANKED = trueodds.discard("5H 5D JS QC 2D 9S", "dealer")
ANSWERS: dict[str, Callable[[], Any]] = {
    "odds": lambda: BUNCO.select("roll.points.*"),
    "distribution": lambda: BUNCO.distribution("roll.points"),
    "discards": lambda: RANKED,
    "both roles": lambda: trueodds.discard("5H 5D JS QC 2D 9S"),
    "shoes": lambda: trueodds.baccarat.price_shoes([[32] * 13]),
    "rows": lambda: trueodds.census("bunco", set={"rounds": 1}),
    "table": lambda: trueodds.farkle.options("113345"),
    "no header": lambda: trueodds.score("bunco", "3 | 2 3 3"),
    "text": lambda: trueodds.positions("bunco", sample=3),
    "record": lambda: trueodds.cite("bunco", "roll.bunco"),
    "verdict": lambda: trueodds.verify.scorer("bunco", python=lambda position: 0),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_data_frame_and_a_table(name: str) -> None:
    pandas = pytest.importorskip("pandas")
    answer = ANSWERS[name]()
    frame = answer.to_pandas().reset_index()
    assert len(frame) > 0
    columns = list(pandas.DataFrame(answer).columns)
    if name not in ("discards", "both roles"):  # a list and a dict of exact objects
        assert columns == [column for column in frame.columns if column != "index"]
    assert columns
    if name not in ("odds",):
        assert answer.to_arrow().num_rows == len(frame)


def test_answers_show_themselves_in_a_notebook() -> None:
    assert RANKED._repr_html_().count("<tr>") == 16
    assert "<td>2D 9S</td>" in RANKED._repr_html_()
    points = BUNCO.distribution("roll.points")._repr_html_()
    assert points.startswith(
        "<p>Distribution, 5 outcomes</p><table><tr><th>outcome</th>"
    )
    assert "<td>21</td><td>0.00462963</td><td>1/216</td>" in points
    bunco = BUNCO["roll.bunco"]
    assert bunco._repr_html_().endswith(": 1/216 ≈ 0.46 %, 1 in 216</p>")
    assert (int(bunco), float(bunco)) == (0, 1 / 216)


def test_missing_libraries_of_frames_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pandas", "polars", "pyarrow"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(OutputError, match=r"pip install '.\[pandas\]' in a clone"):
        BUNCO.to_arrow()
    with pytest.raises(OutputError, match=r"pip install '.\[pandas\]' in a clone"):
        BUNCO.to_pandas()


def test_a_function_leaves_the_help_of_its_command_as_it_is() -> None:
    code = (
        "import trueodds\n"
        "trueodds.claims('S1.e')\n"
        "from trueodds.reports.cli import main\n"
        "main(['claims', '--help'])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "-h, --help" in ran.stdout
