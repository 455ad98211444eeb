"""The Python functions: one for each command, with the same name and options."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from keyword import iskeyword

import click
import pytest

import trueodds
from trueodds.core import rulebook
from trueodds.core.errors import (
    ModelError,
    OutputError,
    TrueoddsError,
    UnknownNameError,
)
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.games import find
from trueodds.reports.cli import cli

BUNCO = trueodds.odds("bunco", rounds=1)

# Functions of their own, which return more than the text of the command.
OWN = {("odds",), ("discard",)}


def leaves(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command | None]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.mark.parametrize(("path", "command"), [*leaves(cli)])
def test_every_command_has_a_function(
    path: tuple[str, ...], command: click.Command
) -> None:
    function = trueodds
    for name in (word.replace("-", "_") for word in path):
        assert name in dir(function)
        function = getattr(function, name)
    assert callable(function)
    if path in OWN:
        return
    options = set()
    for option in command.params:
        if isinstance(option, click.Option) and option.name != "format_":
            name = option.opts[0].removeprefix("--").replace("-", "_")
            options.add(option.name if iskeyword(name) else name)
    assert not any(iskeyword(name) for name in options)
    parameters = inspect.signature(function).parameters.values()
    assert options == {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
    assert function.__doc__


def test_the_package_lists_its_public_names_and_no_others() -> None:
    names = dir(trueodds)
    assert set(trueodds.__all__) < set(names)
    commands = set(cli.list_commands(click.Context(cli)))
    assert set(names) == commands | set(trueodds.__all__)
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


def test_shoes_are_priced_without_a_command() -> None:
    assert dir(trueodds.baccarat) == ["bets", "price_shoes"]
    prices = trueodds.baccarat.price_shoes([[32] * 9 + [128]], ["banker", "dragon_7"])
    assert prices.edge(0, "dragon_7") == Fraction(64613588827, 848912750595)


def test_rules_can_be_a_record() -> None:
    rules = rulebook.load(find("bunco"), "bunco", {"rounds": 1})
    assert trueodds.census("bunco", rules=rules)["positions"] == 216


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(TrueoddsError, match="rule"):
        trueodds.census("bunco", rule="fast")
    with pytest.raises(TypeError, match=r"trueodds\.census\(\) has no option 'ruel'"):
        trueodds.census("bunco", ruel="roll")
    with pytest.raises(AttributeError, match="no function 'advice'"):
        trueodds.farkle.advice()


def test_a_quantity_prints_itself() -> None:
    assert repr(BUNCO["roll.bunco"]) == "1/216 ≈ 0.46 %, 1 in 216"
    assert repr(BUNCO["roll.mean"]) == "151/216 ≈ 0.699074 points"
    assert repr(BUNCO["turn.mean"]).endswith("points")
    assert f"{BUNCO['roll.bunco']:.2%}" == "0.46%"
    assert float(BUNCO["roll.mean"]) == 151 / 216
    bounded = Quantity(
        "a", "A", Enclosure(Fraction(1, 3), Fraction(1, 2)), "points", ""
    )
    assert repr(bounded) == "0.333333 to 0.5 ≈ 0.416667 points"


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
    bounded = Quantity("a", "A", Enclosure(Fraction(1), Fraction(2)), "points", "")
    assert bounded <= 2
    assert bounded > 0.5
    for number in (1, 1.5):
        with pytest.raises(ValueError, match="do not decide"):
            assert bounded > number
    with pytest.raises(TypeError):
        assert bounded < "2"


def test_odds_print_and_select_themselves() -> None:
    assert repr(trueodds.odds("bunco").select("roll.bunco")) == (
        "Odds('bunco', usual rules, 1 number)"
    )
    assert repr(BUNCO).startswith("Odds('bunco', 'bunco with rounds = 1', ")
    assert list(BUNCO.select("roll.*_bunco")) == ["roll.mini_bunco"]
    assert list(BUNCO.find("bunco at LEAST one game")) == ["game.any_bunco"]
    assert "<td>roll.bunco</td>" in BUNCO._repr_html_()
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
    with pytest.raises(ModelError, match="not an exact number"):
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


def test_pandas_refuses_odds_that_are_not_a_frame() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match=r"use odds\.to_pandas\(\)"):
        pandas.DataFrame(BUNCO)


def test_missing_libraries_of_frames_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pandas", "polars", "pyarrow"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(OutputError, match=r"pip install 'trueodds\[frames\]'"):
        BUNCO.to_arrow()
    with pytest.raises(OutputError, match="pip install pandas"):
        BUNCO.to_pandas()
