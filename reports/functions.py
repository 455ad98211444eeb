"""Python functions for the commands: each returns the answer that its command prints.

Commands are defined by the command line only. A function passes its arguments to the
parser of its command, so names, defaults, checks and messages are the same.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from decimal import Decimal
from inspect import Parameter, Signature
from itertools import chain, cycle
from numbers import Real
from typing import Any, cast

import click

from trueodds.core import games, rulebook
from trueodds.core.arguments import require_text_form
from trueodds.core.errors import OptionError, require_type
from trueodds.core.exact import exact_toml
from trueodds.core.rulebook import Rules
from trueodds.reports.cli import cli
from trueodds.reports.cli._shared import GameCommand
from trueodds.reports.output import Output

WANTED = {
    "rules": "a preset, a file or a record of rules",
}
"""The values that options take which also take objects."""


class Functions:
    """The functions of a group of commands, by name."""

    def __init__(self, path: tuple[str, ...], group: click.Group) -> None:
        self._path = path
        self._group = group
        self.__doc__ = group.help

    def __dir__(self) -> list[str]:
        names = self._group.list_commands(click.Context(self._group))
        return sorted(name.replace("-", "_") for name in names)

    def __getattr__(self, name: str) -> Any:
        command = self._group.get_command(
            click.Context(self._group), name.replace("_", "-")
        )
        if name.startswith("_") or command is None:
            raise AttributeError(f"{'.'.join(self._path)} has no function {name!r}")
        path = (*self._path, name)
        if isinstance(command, click.Group):
            return Functions(path, command)
        return vars(command).get("function") or function(path, command)

    def __repr__(self) -> str:
        return f"<{'.'.join(self._path)}: {', '.join(dir(self))}>"


def commands() -> Functions:
    """Return the functions of all commands."""
    return Functions(("trueodds",), cli)


def function(path: tuple[str, ...], command: click.Command) -> Callable[..., Output]:
    """Return a function with the name, the options and the help of a command."""
    options = _options(command)

    def call(*arguments: object, **settings: object) -> Output:
        words: list[str] = []
        record: Rules | None = None
        require_text_form(settings)
        for name, value in settings.items():
            if name not in options:
                raise TypeError(f"{call.__qualname__}() has no option {name!r}")
            option = options[name]
            if name == "rules" and isinstance(value, Rules):
                record = value
            else:
                words += _words(name, option, value)
        words += ["--", *_arguments(command, arguments)]
        try:
            # click keeps the names of the option --help from the first context.
            place = " ".join(path)
            with command.make_context(place, words, **cli.context_settings) as context:
                values = context.params
                if record is not None:
                    values["rules"] = values["rules"]._replace(source=record)
                return _answer(command, context)
        except click.ClickException as error:
            raise OptionError(error.format_message()) from None

    call.__name__ = path[-1]
    call.__qualname__ = ".".join(path)
    call.__module__ = path[0]
    call.__doc__ = command.help
    call.__signature__ = Signature([*_parameters(command, options)])  # type: ignore[attr-defined]  # read by inspect
    return call


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command by keyword, with those of our games."""
    params = [*command.params]
    if isinstance(command, GameCommand):
        params += chain.from_iterable(map(command.options_of, games.ours()))
    return {
        param.opts[0].removeprefix("--").replace("-", "_"): param
        for param in params
        if isinstance(param, click.Option)
        and param.name not in ("format_", "all_lines")
    }


def _words(name: str, option: click.Option, value: object) -> Iterator[str]:
    """Yield the words of a command line that give an option this value.

    Raises ``WrongTypeError`` for a value that the option cannot have.
    """
    word = option.opts[0]
    if value is None:
        return
    if option.is_flag:
        require_type(name, value, bool, "True or False")
        yield from [word] * bool(value)
    elif name == "set":
        for key, item in rulebook.plain(cast("Any", value)).items():
            yield f"{word}={key}={exact_toml.write(item)}"
    else:
        several = option.multiple and isinstance(value, list | tuple)
        for item in cast("Iterable[object]", value) if several else [value]:
            yield f"{word}={_text(name, option, item)}"


def _arguments(command: click.Command, arguments: Iterable[object]) -> Iterator[str]:
    """Yield the words of positional arguments; None leaves out an optional one."""
    params = [param for param in command.params if isinstance(param, click.Argument)]
    last = params[-1:] or [click.Argument(["argument"])]
    for param, value in zip(chain(params, cycle(last)), arguments, strict=False):
        if value is not None or param.required:
            yield _text(str(param.name), param, value)


def _text(name: str, param: click.Parameter, value: object) -> str:
    """Return the word of a value: text, a path or, unless it is a name, a number."""
    require_text_form({name: value})
    text = os.fspath(value) if isinstance(value, os.PathLike) else value
    named = re.search("NAME|FILE|DIR|MODULE|CMD", str(param.metavar))
    wanted = WANTED.get(name, "a name or a path" if named else "text or a number")
    kinds = str if named else str | Real | Decimal
    require_type(name, text, kinds, wanted)
    return str(text)


def _parameters(
    command: click.Command, options: Mapping[str, click.Option]
) -> Iterator[Parameter]:
    for param in command.params:
        if isinstance(param, click.Argument) and param.name:
            many = Parameter.VAR_POSITIONAL
            kind = many if param.nargs == -1 else Parameter.POSITIONAL_ONLY
            optional = {} if param.required or kind is many else {"default": None}
            yield Parameter(param.name, kind, **optional)
    for name, option in options.items():
        default = option.default if isinstance(option.default, str | Real) else None
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default)


def _answer(command: click.Command, context: click.Context) -> Output:
    """Run a command, and return its answer, or its text if it has no answer."""
    if "format_" in context.params:
        context.params["format_"] = None
        output: Output = command.invoke(context)
        return output
    # With a buffer, as some commands print bytes.
    content = io.BytesIO()
    printed = io.TextIOWrapper(content, encoding="utf-8", write_through=True)
    with redirect_stdout(printed):
        command.invoke(context)
    text = content.getvalue().decode().removesuffix("\n")
    return Output(
        f"trueodds.{command.name}/1",
        record=lambda: {"text": text},
        table=lambda: [text],
        rows=lambda: [{"line": line} for line in text.splitlines()],
    )
