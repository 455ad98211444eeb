"""Commands from Python functions: the signature and the docstring are the options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from inspect import Parameter
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click

from trueodds.reports.cli._shared import (
    PATH_READERS,
    game_argument,
    games_argument,
    is_number,
    prints,
    rules_options,
)
from trueodds.reports.output import Answer
from trueodds.reports.signatures import (
    IN_PYTHON,
    Between,
    Words,
    kinds_of,
    split_marks,
    types_of,
)

# The options that are not named as their parameters.
OPTIONS = {"purpose": "--for", "keyword": "-k", "marker": "-m"}


def command_of(
    function: Callable[..., Answer],
    *formats: str,
    cls: type[click.Command] = click.Command,
    epilog: str | None = None,
    all_option: str = "all_lines",
    exact: bool = False,
    run_as: Callable[..., object] | None = None,
    **options: Callable[[Any], Any],
) -> click.Command:
    """Return the command that prints what a function returns, in some formats.

    ``formats`` are the values of ``--format``, the default first. ``cls`` is the class
    of the command, and ``epilog`` the text at the end of its help. A terminal shows the
    first 40 lines of an answer, and ``--all`` shows all. ``all_option`` is the
    parameter of an option ``--all`` that the function has already; with an empty text,
    all lines are always shown. ``exact`` adds ``--exact``. ``run_as`` runs in place of
    the function: it computes the same result but prints while it runs, so it has no
    formats. ``options`` has a decorator for some parameters, by name. The decorator
    adds the options of its parameter, in place of options that are made from the
    function.
    """
    decorators = {
        "games": games_argument,
        "rules": rules_options,
        **options,
    }
    text = inspect.getdoc(function) or ""
    # The text before "Args:" is the help, and each entry below it the help of an
    # option.
    about, *_ = re.split(r"\n\n\w+:\n", text)
    meanings = dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", text, re.M))
    parameters = inspect.signature(function).parameters.values()

    def run(**values: Any) -> Any:
        # The command line has one value for both parameters (``ChosenRules``).
        if "rules" in values:
            values["rules"], values["set"] = values["rules"]
        arguments: list[object] = []
        for parameter in parameters:
            if parameter.kind is Parameter.VAR_POSITIONAL:
                arguments += values.pop(parameter.name)
            elif parameter.kind < Parameter.KEYWORD_ONLY:
                arguments.append(values.pop(parameter.name))
        # The types are those of the options, so they need no check.
        return (run_as or inspect.unwrap(function))(*arguments, **values)

    params = [
        param
        for parameter in parameters
        for param in _params(parameter, types_of(function), meanings, decorators)
    ]
    name = function.__name__.replace("_", "-")
    command = click.command(
        name, cls, params=params, help=_as_options(about), epilog=epilog
    )(run if run_as else prints(*formats, all_option=all_option, exact=exact)(run))
    vars(command)["function"] = function
    return command


def _params(
    parameter: Parameter,
    types: dict[str, Any],
    meanings: dict[str, str],
    decorators: dict[str, Callable[[Any], Any]],
) -> Iterator[click.Parameter]:
    """Yield the options, or the argument, that give a function's parameter.

    ``decorators`` add those of some parameters by name.
    """
    name = parameter.name
    needed = parameter.default is Parameter.empty
    # A game that may be left out has another form in each command.
    if name == "game" and needed:
        decorators = {"game": game_argument, **decorators}
    # click stores the parameters of a decorated function in the order of application,
    # which is the reverse of the order in the help.
    if name in decorators:
        stub = decorators[name](lambda: None)
        yield from reversed(vars(stub)["__click_params__"])
        return
    hint, marks = split_marks(types.get(name))
    if name not in types or IN_PYTHON in marks:
        return
    # A mark that is a text names the value in the help, such as FILE.
    metavar = next((mark for mark in marks if isinstance(mark, str)), "")
    kinds = kinds_of(hint)
    words = [mark for mark in marks if isinstance(mark, Words)]
    of_type = _type_of(kinds, marks)
    if words:
        several = parameter.kind is Parameter.VAR_POSITIONAL
        single = not several and not words[0].metavar.endswith("...")
        yield click.Argument(
            [name],
            type=of_type,
            nargs=1 if single else -1,
            required=not words[0].metavar.startswith("["),
            metavar=words[0].metavar,
            # Words of a text, such as the dice of a roll, are one argument of the
            # function.
            callback=lambda context, param, typed: (
                typed if single or several else " ".join(typed)
            ),
        )
        return
    yield click.Option(
        [_option(name), name],
        type=of_type,
        callback=is_number if float in kinds else PATH_READERS.get(metavar),
        # An option that is said to be no flag could be given without a value.
        is_flag=bool in kinds or None,
        metavar=metavar or None,
        multiple=parameter.default == (),
        required=needed,
        help=_as_options(re.sub("\n +", " ", meanings[name])),
        show_default=parameter.default != "",
        **{} if needed else {"default": parameter.default},
    )


def _type_of(kinds: Sequence[Any], marks: Sequence[object]) -> Any:
    """Return the type that reads an option: None for a text."""
    between = [mark for mark in marks if isinstance(mark, Between)]
    # The function reads the text itself.
    if any(map(inspect.isfunction, marks)):
        return None
    for kind in kinds:
        if get_origin(kind) is Literal:
            names = get_args(kind)
            return click.Choice(names, case_sensitive=any(map(str.isupper, names)))
    if Path in kinds and str not in kinds:
        return click.Path(path_type=Path)
    if str in kinds:
        return None
    if float in kinds:
        return click.FloatRange(*between[0], max_open=between[0].open)
    if int not in kinds:
        return None
    return click.IntRange(*between[0]) if between else int


def _option(name: str) -> str:
    """Return the option of a parameter, such as ``--for`` for ``purpose``."""
    return OPTIONS.get(name, f"--{name.replace('_', '-')}")


def _as_options(text: str) -> str:
    """Return the text of a docstring with the options in place of parameters."""
    return re.sub("``(\\w+)``", lambda name: _option(name[1]), text)
