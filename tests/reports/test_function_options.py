"""Every Python function, for every game, with every option of its command.

Functions and options come from the commands' own lists, so a new option cannot be left
out here.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from inspect import Parameter, signature
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from command_list import COMMANDS
from commands import Run

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.proofs.verify.scorer.serve import reference
from trueodds.reports.cli._shared import GameCommand
from trueodds.reports.output import Answer

TEXTS = {"ranks": "A 2", "gap": "1", "share": "1/2", "alpha": "0.01", "within": "0.5"}
"""Values of options whose text is a number; other text is the path of a file."""

UNSAID = ("format_", "all_lines", "in_full")
"""The options of commands that functions do not have."""

POSITION = {
    "bunco": "3 | 2 3 3",
    "baccarat": "6 K 8 A 2 3",
    "cribbage": "5H 5C 5S JD | 5D",
    "farkle": "115223",
}
NUMBER = {
    "bunco": "roll.bunco",
    "baccarat": "coup.banker",
    "cribbage": "show.hand.29",
    "farkle": "roll.2.farkle",
}
MODELS: dict[str, list[object]] = {"bunco": ["race"], "baccarat": [], "farkle": []}


UNCHECKED = {("odds",), ("discard",)}
"""Functions with checks of their own."""


def function(path: tuple[str, ...]) -> Callable[..., Any]:
    member: Any = trueodds
    for name in path:
        member = getattr(member, name)
    assert callable(member)
    return member


def calls() -> Iterator[tuple[tuple[str, ...], str | None]]:
    for path, command in COMMANDS.items():
        of_games = any(param.name == "game" for param in command.params)
        for game in games.ours() if of_games else [None]:
            yield path, game


def options(path: tuple[str, ...], game: str | None) -> Iterator[click.Option]:
    command = COMMANDS[path]
    of_game = command.options_of(game) if isinstance(command, GameCommand) else []
    for param in [*command.params, *of_game]:
        if isinstance(param, click.Option) and param.name not in UNSAID:
            yield param


def keyword(option: click.Option) -> str:
    """Return the name of an option's parameter, such as ``purpose`` for ``--for``."""
    name = option.opts[0].removeprefix("--").replace("-", "_")
    return str(option.name) if iskeyword(name) or name[0] == "_" else name


def values(option: click.Option, game: str | None, file: Path) -> list[object]:
    """Return values that the option must take."""
    name, kind = keyword(option), option.type
    if option.is_flag:
        return [True, False]
    if name == "rules":
        column = games.find(game or "farkle")
        *_, preset = rulebook.preset_names(column)
        return [preset, [preset] if option.multiple else rulebook.load(column, preset)]
    if name == "set":
        return [{"description": "house rules"}]
    if isinstance(kind, click.Choice):
        every = [str(choice) for choice in kind.choices]
        return [*every, every] if option.multiple else [*every]
    if isinstance(kind, click.IntRange | click.FloatRange):
        least = 1 if kind.min is None else kind.min + kind.min_open / 2
        return [int(least) if isinstance(kind, click.IntRange) else float(least)]
    if name == "python":
        return ["math:isqrt", len]
    value = 1 if kind is click.INT else TEXTS.get(name, file)
    return [value] if option.required else [value, None]


def arguments(path: tuple[str, ...], game: str | None, file: Path) -> list[object]:
    words: list[object] = []
    for param in COMMANDS[path].params:
        if isinstance(param, click.Argument) and param.name == "game":
            words += [game, NUMBER[game]] if game and path == ("cite",) else [game]
        elif param.name in ("positions", "roll"):
            words.append(POSITION[game or "farkle"])
        elif isinstance(param, click.Argument) and param.name in ("hands", "cards"):
            words.append("AH")
        elif path == ("prove",) or param.name == "games":
            words.append("bunco")
        elif path == ("advise",) and param.name == "model":
            words.append("race")
        elif isinstance(param, click.Argument) and param.required:
            kind = param.type
            word = "python" if param.name == "language" else file
            words.append(kind.choices[0] if isinstance(kind, click.Choice) else word)
    return words


def required(path: tuple[str, ...], game: str | None, file: Path) -> dict[str, object]:
    if path == ("farkle", "advise"):
        return {"dice": 3}
    if path == ("bench", "gate"):
        return {"base": "base", "head": "head", "game": game}
    if path == ("verify", "scorer"):
        return {"python": len}
    if path == ("verify", "simulator"):
        return {"counts": {}}
    return {
        keyword(option): values(option, game, file)[0]
        for option in options(path, game)
        if option.required
    }


WRONG: tuple[object, ...] = (
    b"x",
    {1},
    {"a": 1},
    object(),
    iter("ab"),
    1j,
    10**5000,
    Fraction(1, 10**5000),
    "\ud800",
    Path("\ud800"),
    "a\0b",
    True,
    np.bool_(True),
    np.array([[1, 2]]),
)
NAMES = re.compile("NAME|FILE|DIR")


@pytest.mark.parametrize(("path", "game"), [*calls()])
def test_wrong_types_are_refused_by_name(
    path: tuple[str, ...],
    game: str | None,
    tmp_path: Path,
) -> None:
    if path in UNCHECKED:
        pytest.skip("a function with checks of its own")
    file = tmp_path / "file.py"
    call, needed = function(path), required(path, game, file)
    words = arguments(path, game, file)
    for value in WRONG:
        for option in options(path, game):
            name = keyword(option)
            right = (option.is_flag and value is True) or (
                name in ("set", "counts") and isinstance(value, dict)
            )
            if not right:
                with pytest.raises(TrueoddsError, match=rf"^{name} must be [^\n]*$"):
                    call(*words, **needed | {name: value})
        for place, param in enumerate(
            param
            for param in COMMANDS[path].params
            if isinstance(param, click.Argument)
        ):
            with pytest.raises(TrueoddsError, match=rf"^{param.name}? must be [^\n]*$"):
                call(*words[:place], value, *words[place + 1 :], **needed)
    for option in options(path, game):
        if NAMES.search(str(option.metavar)):
            name = keyword(option)
            for number in (3, 0.5, Fraction(1, 2), np.int64(3), Decimal("NaN")):
                with pytest.raises(TrueoddsError, match=rf"^{name} must be [^\n]*$"):
                    call(*words, **needed | {name: number})


DEAL = "5H 5D JS QC 2D 9S"
FULL: dict[str, tuple[Callable[..., Any], dict[str, object]]] = {
    "score": (trueodds.score, {"game": "farkle", "positions": ["11"]}),
    "options": (trueodds.farkle.options, {"roll": "11"}),
    "advise": (trueodds.farkle.advise, {"stake": 650, "dice": 3}),
    "policy": (trueodds.farkle.policy, {}),
    "bets": (trueodds.baccarat.bets, {}),
    "compare": (trueodds.compare, {"game": "bunco", "names": "d20"}),
    "night": (trueodds.bunco.night, {}),
    "win": (trueodds.cribbage.win, {"scores": 94}),
    "perft": (trueodds.cribbage.perft, {"hands": "AH"}),
    "table": (trueodds.cribbage.table, {}),
    "adapt": (trueodds.cribbage.play.adapt, {"folder": ".", "out": "file"}),
    "odds": (trueodds.odds, {"game": "bunco"}),
    "discard": (trueodds.discard, {"hand": DEAL, "role": "dealer"}),
    "price_shoes": (trueodds.baccarat.price_shoes, {"shoes": [[32] * 13]}),
    "select": (trueodds.odds("bunco").select, {}),
    "find": (trueodds.odds("bunco").find, {}),
    "named": (trueodds.odds("bunco").named, {}),
    "family": (trueodds.odds("bunco").family, {}),
    "distribution": (trueodds.odds("bunco").distribution, {}),
    "of": (trueodds.discard(DEAL, "dealer").of, {}),
}
"""Functions and methods with signatures of their own, and arguments that they need."""


def invoke(call: Callable[..., Any], arguments: dict[str, object]) -> object:
    """Call a function with arguments by name, also those without keywords."""
    kinds = {name: p.kind for name, p in signature(call).parameters.items()}
    without = {Parameter.POSITIONAL_ONLY, Parameter.VAR_POSITIONAL}
    words = [arguments.pop(n) for n in kinds if n in arguments and kinds[n] in without]
    return call(*words, **arguments)


@pytest.mark.parametrize("name", FULL)
def test_own_signatures_refuse_wrong_types_by_name(name: str) -> None:
    call, needed = FULL[name]
    for parameter in signature(call).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        for value in (*WRONG, 3, 0.5, [None]):
            right = isinstance(parameter.default, bool) and value is True
            right |= parameter.name == "set" and isinstance(value, dict)
            right |= parameter.name == "checked"
            right |= (
                type(value) is int and value == 3 and "int" in str(parameter.annotation)
            )
            if not right:
                with pytest.raises(TrueoddsError) as refused:
                    invoke(call, needed | {parameter.name: value})
                assert "\n" not in str(refused.value)
                if not isinstance(value, Iterable) or isinstance(value, str):
                    assert str(refused.value).startswith(f"{parameter.name} must be ")


def test_rules_and_their_changes_have_one_name() -> None:
    functions = [function(path) for path in COMMANDS]
    for call in (*functions, trueodds.baccarat.price_shoes):
        names = {*signature(call).parameters}
        assert "changes" not in names
        assert "set" in names or "rules" not in names
    shoes = trueodds.baccarat.price_shoes
    free = {"bets.banker.pays.banker": 1}
    full = [[32] * 13]
    assert shoes(full, ["banker"], set=free).edge(0, "banker") < 0


INSTEAD = {
    # The number of dice that are left is --dice.
    ("farkle", "advise", "dice"): "set_of_dice",
    ("farkle", "best_dice", "dice"): "inventory",
}
"""Parameters in place of an option of a game, by command and option."""

OF_COUNTS = {("baccarat", "bets", "count"), ("baccarat", "bets", "dealt")}
"""Options of counts of cards, which no bet depends on."""


def options_of_games() -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield each command that takes rules, a game of its, and an option of the game."""
    for path, command in COMMANDS.items():
        if not any(p.name == "rules" for p in command.params):
            continue
        kind = getattr(command, "of_command", "odds")
        for game in [path[0]] if path[0] in games.names() else games.ours():
            record = games.find(game).record
            for name in rulebook.option_fields(record, kind):
                if (*path, name) not in OF_COUNTS:
                    yield path, game, name


@pytest.mark.parametrize(("path", "game", "name"), [*options_of_games()])
def test_commands_and_functions_take_the_options_of_games(
    path: tuple[str, ...], game: str, name: str
) -> None:
    name = INSTEAD.get((*path, name), name)
    assert name in [option.name for option in options(path, game)]
    takes = {p.name: p.kind for p in signature(function(path)).parameters.values()}
    by_name = takes.get(name) is Parameter.KEYWORD_ONLY
    assert by_name or Parameter.VAR_KEYWORD in takes.values()


@pytest.mark.parametrize(
    ("game", "words", "option"),
    [
        ("baccarat", ["published-script", "coup.tie"], {"seen": "9C 9D"}),
        ("farkle", ["zilch", "turn.mean"], {"dice": "odd*6"}),
    ],
)
def test_an_option_changes_all_rules_that_are_compared(
    game: str, words: list[str], option: dict[str, str], trueodds_command: Run
) -> None:
    compared = trueodds.compare(game, *words, **option)
    for rules in compared.rule_sets:
        alone = trueodds.odds(game, rules.name, **option)
        assert compared.quantities[0].values[rules.name] == alone[words[-1]]
    ((name, value),) = option.items()
    typed = ["compare", game, *words, f"--{name}={value}"]
    printed = trueodds_command(*typed, "--format", "json").out
    assert printed == compared.text("json")
    again = shlex.split(compared.command)[1:]
    assert trueodds_command(*again).out == printed
    assert f" with {name}={value}." in trueodds_command(*typed).out
    with pytest.raises(TrueoddsError, match="no option 'decks'; there are: "):
        trueodds.compare(game, *words, decks=6)


def cheap(game: str, file: Path) -> dict[tuple[str, ...], tuple[list[Any], Any]]:
    """Return arguments with which functions of a game take little time."""
    column = games.find(game)
    rule = column.scoring_rule(None)
    cheap_calls: dict[tuple[str, ...], tuple[list[Any], Any]] = {
        ("score",): ([POSITION[game]], {}),
        ("positions",): ([], {"sample": 2}),
        ("verify", "scorer"): (
            [],
            {"python": reference(game, rule, "{}"), "sample": 2},
        ),
        ("verify", "transcript"): ([file], {}),
        ("cite",): ([NUMBER[game]], {}),
        ("rules",): ([], {}),
    }
    if game in MODELS:
        cheap_calls["export",] = (MODELS[game], {"to": "drn"})
    return cheap_calls


@pytest.mark.parametrize("game", games.ours())
def test_functions_answer_with_every_option(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files into the current folder
    file = tmp_path / "file.txt"
    file.write_text("nothing\n")
    for path, (words, needed) in cheap(game, file).items():
        call = function(path)
        assert isinstance(call(game, *words, **needed), Answer), path
        for option in options(path, game):
            for value in values(option, game, file):
                try:
                    answer = call(game, *words, **needed | {keyword(option): value})
                except TrueoddsError:
                    continue  # refused in a line, such as two options of one scorer
                assert isinstance(answer, Answer), (path, option.name)
