"""Every Python function, for every game, with every option of its command.

Functions and options come from the commands' own lists, so a new option cannot be left
out here.
"""

from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import click
import pytest
from command_list import COMMANDS

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.proofs.verify.scorer.serve import reference
from trueodds.reports.cli._shared import FunctionOption, GameCommand
from trueodds.reports.functions import _keyword
from trueodds.reports.output import Output

TEXTS = {"gap": "1", "share": "1/2", "alpha": "0.01", "within": "0.5"}
"""Values of options whose text is a number; other text is the path of a file."""

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


OWN = {("odds",), ("discard",)}
"""Functions with signatures of their own."""


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
        if isinstance(param, click.Option) and param.name != "format_":
            yield param


def values(option: click.Option, game: str | None, file: Path) -> list[object]:
    """Return values that the option must take."""
    name, kind = _keyword(option), option.type
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
    if isinstance(option, FunctionOption):
        return ["math:isqrt", len]
    value = 1 if kind is click.INT else TEXTS.get(name, file)
    return [value] if option.required else [value, None]


def arguments(path: tuple[str, ...], game: str | None, file: Path) -> list[object]:
    words: list[object] = []
    for param in COMMANDS[path].params:
        if isinstance(param, click.Argument) and param.name == "game":
            words.append(game)
        elif isinstance(param, click.Argument) and param.required:
            kind = param.type
            words.append(kind.choices[0] if isinstance(kind, click.Choice) else file)
    return words


def required(path: tuple[str, ...], game: str | None, file: Path) -> dict[str, object]:
    return {
        _keyword(option): values(option, game, file)[0]
        for option in options(path, game)
        if option.required
    }


@pytest.mark.parametrize(("path", "game"), [*calls()])
def test_every_option_reaches_its_command(
    path: tuple[str, ...],
    game: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if path in OWN:
        pytest.skip("a function with a signature of its own")
    command, file = COMMANDS[path], tmp_path / "file.py"
    file.write_text("")
    takes = signature(command.callback or function(path))
    reached: list[dict[str, object]] = []

    def record(**words: object) -> Output:
        words.pop("format_", None)
        takes.bind(**words)
        reached.append(words)
        return Output("test/1", dict, list)

    monkeypatch.setattr(command, "callback", record)
    call, needed = function(path), required(path, game, file)
    for option in options(path, game):
        for value in values(option, game, file):
            call(*arguments(path, game, file), **needed | {_keyword(option): value})
    call(*arguments(path, game, file), **needed)
    assert reached


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
def test_functions_answer_with_every_option(game: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("nothing\n")
    for path, (words, needed) in cheap(game, file).items():
        call = function(path)
        assert isinstance(call(game, *words, **needed), Output), path
        for option in options(path, game):
            for value in values(option, game, file):
                try:
                    answer = call(game, *words, **needed | {_keyword(option): value})
                except TrueoddsError:
                    continue  # refused in a line, such as two options of one scorer
                assert isinstance(answer, Output), (path, option.name)
