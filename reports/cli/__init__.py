"""The command line. Only click is imported here; each command imports what it needs."""

import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn

import click

from trueodds.core.errors import (
    TrueoddsError,
    did_you_mean,
    listed,
    nearest,
    split_hint,
)
from trueodds.core.visible import visible

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C ended, as shells expect it."""

FAULT = 70
"""Exit code after an unexpected exception, as ``sysexits.h`` names it: no verdict."""

PATIENCE = 100
"""The number of times that Ctrl-C waits for an import, 0.01 seconds each."""

Load = Callable[[], click.Command]
"""A function that imports a command."""


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text, in which control characters are escapes.

    With ``nl``, a line feed follows. With ``err``, print on standard error.
    """
    click.echo(visible(text), nl=nl, err=err)  # noqa: TID251 - this is the door


def _imported(place: str) -> click.Command:
    """Import the command of a place, such as odds or odds.compare."""
    module, _, name = place.partition(".")
    command: click.Command = vars(import_module(f"{__name__}.{module}"))[name or module]
    return command


class Commands(click.Group):
    """Commands under headings. A command is imported when it runs.

    There are three ways to add commands. ``imports`` takes the names of commands whose
    files are not imported yet. ``lists`` decorates a function, which becomes a command.
    ``adds`` takes a command that is already imported. ``of_dice`` is the command that
    runs if the first word begins with a digit, such as dice or a score.
    """

    def __init__(self, of_dice: str | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.of_dice = of_dice
        # The help is written from these lines alone, so that no command is imported for
        # it.
        self.helps: dict[str, dict[str, str]] = {}
        self.loaders: dict[str, Load] = {}

    def imports(self, heading: str, helps: Mapping[str, str]) -> None:
        """Add commands that are imported when they run.

        ``heading`` is the heading above the commands in the help. ``helps`` has the
        line of the help for each command, by the place where its code is. The place
        "score" is the command ``score`` in the module ``score`` of this package, and
        "prove.claims" is the command ``claims`` in the module ``prove``.
        """
        for place, help in helps.items():
            self._add(
                place.rpartition(".")[2], help, heading, partial(_imported, place)
            )

    def lists(
        self,
        help: str,
        heading: str = "Commands",
        cls: type[click.Command] = click.Command,
    ) -> Callable[[Callable[..., Any]], click.Command]:
        """Return a decorator that adds a function as a command of this group.

        ``help`` is the line of the command in the group's help, and ``heading`` the
        heading above it. ``cls`` is the class of the command.
        """

        def add(function: Callable[..., Any]) -> click.Command:
            command = click.command(cls=cls)(function)
            self.adds(command, help, heading)
            return command

        return add

    def adds(
        self, command: click.Command, help: str, heading: str = "Commands"
    ) -> None:
        """Add an imported command to the group.

        ``help`` is the line of the command in the group's help, and ``heading`` the
        heading above it.
        """
        self._add(str(command.name), help, heading, lambda: command)

    def _add(self, name: str, help: str, heading: str, load: Load) -> None:
        self.helps.setdefault(heading, {})[name] = help
        self.loaders[name] = load

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return [name for helps in self.helps.values() for name in helps]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words after the group's name; return the words that are left.

        ``help COMMAND`` is read as ``COMMAND --help``.
        """
        # A group may have a command of this name.
        if args[:1] == ["help"] and "help" not in self.list_commands(ctx):
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command's name, the command, and the arguments after its name.

        ``args`` are the words after the group's name.

        Raises ``click.UsageError`` with the nearest names if there is no such command.
        """
        names = self.list_commands(ctx)
        if self.of_dice and args[0][:1].isdecimal():
            args = [self.of_dice, *args]
        word = args[0]
        if word not in names and word[:1] != "-":
            near = f"see {ctx.command_path} --help"
            if meant := self._near(word, names):
                near = f"did you mean {' or '.join(meant)}?"
            raise click.UsageError(f"there is no command {word!r}; {near}", ctx)
        return super().resolve_command(ctx, args)

    def _near(self, word: str, names: Sequence[str]) -> Sequence[str]:
        """Return the commands that a word may mean, from the surest guess on."""
        # Another group may have it. A name may be misspelt, or begin with the word.
        near = [*places(word)] or nearest(word, names, 3)
        if not near:
            near = [name for name in names if name.startswith(word or "-")]
        if near:
            return near
        # The vaguest: the line of a command's help has the word.
        helps = [item for each in self.helps.values() for item in each.items()]
        return [
            name for name, help in helps if word in re.findall(r"\w+", help.lower())
        ]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        load = self.loaders.get(cmd_name)
        return load() if load else None

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the commands by heading into the help, without importing them."""
        for heading, helps in self.helps.items():
            with formatter.section(heading):
                formatter.write_dl(list(helps.items()))


def places(name: str) -> Iterator[str]:
    """Yield the command lines whose last word is ``name``.

    ``trueodds farkle match`` is such a command line for the name "match".
    """
    for first, load in cli.loaders.items():
        if first == name:
            yield f"trueodds {name}"
        # Only groups have further commands, but what a name stands for is known after
        # its import.
        group = load()
        if isinstance(group, Commands) and name in group.loaders:
            yield f"trueodds {first} {name}"


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(
    None, "-V", "--version", package_name="trueodds", message="trueodds %(version)s"
)
def cli() -> None:
    """Compute the exact odds of Bunco, baccarat, cribbage, Farkle and any dice.

    Every number is an exact fraction, or lies between two proved bounds.
    """


cli.imports(
    "Read",
    {
        "odds": "Print the exact odds of a game.",
        "compare": "Compare the odds of a game under several rules.",
        "score": "Score a hand, a roll or a coup, with the reasons.",
        "report": "Write an HTML report, with data files.",
    },
)
cli.imports(
    "Play",
    {
        "advise": "Value every action in a state of a game.",
        "discard": "Cribbage: which two cards to throw.",
        "farkle": "Farkle: what to keep, when to bank, who wins.",
        "baccarat": "Baccarat: what every bet costs, also late in a shoe.",
        "bunco": "Bunco: what to expect of a night.",
        "cribbage": "Cribbage: who wins, tables of every deal, and the proofs.",
    },
)
cli.imports(
    "Check your program",
    {
        "verify": "Check a scorer, a simulator or a recorded game.",
        "bench": "Measure how fast a scorer is.",
        "positions": "Print the positions of a game, for a scorer to read.",
        "positions.census": "Count the positions of a game by their score.",
    },
)
cli.imports(
    "Trust",
    {
        "prove.claims": "Fact-check published claims.",
        "prove": "Recompute results independently and write proofs.",
        "prove.check": "Check proof files with the independent checker.",
        "cite": "Cite the program, or one exact number.",
        "cite.reproduce": "Derive a JSON file or a report again, and compare.",
        "export": "Export a model to Storm, PRISM or Graphviz.",
    },
)
cli.imports(
    "Set up",
    {
        "set_up.rules": "List the rules of the games, and what each field means.",
        "set_up.cache": "List or clear the cached results.",
        "selfcheck": "Look for damaged files of trueodds.",
        "set_up.completion": "Complete commands, games and ids in your shell.",
    },
)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, and exit with the code of the command.

    ``arguments`` are the words after ``trueodds`` (default: those of this process). For
    invalid input, print an error and perhaps a hint, and exit with code 2. An
    unexpected exception has a code of its own, ``FAULT``, because code 1 is the result
    of a command.
    """
    _prepare_streams()
    code = None
    pressed: list[int] = []
    try:
        with _every_ctrl_c(pressed):
            # Outside of standalone mode click raises its errors here, where all errors
            # get one form.
            code = cli.main(arguments, "trueodds", standalone_mode=False)
            # A full disk or a closed pipe shows now, and not when Python ends.
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        _refuse(message_of(error))
    except TrueoddsError as error:
        _refuse(str(error))
    except (click.Abort, KeyboardInterrupt):
        _end_interrupted()
    except BrokenPipeError:
        # A reader that has closed the pipe, as in "| head", has read enough.
        _discard_output()
    except Exception as error:
        # A library that is interrupted may raise an error of its own instead.
        if pressed:
            _end_interrupted()
        from trueodds.core import games

        # An exception from the code of a game's package is that package's fault, not
        # ours.
        if fault := games.fault_of(error):
            _refuse(fault)
        # Files are read and written elsewhere, with errors of their own: this is the
        # output.
        if isinstance(error, OSError):
            _discard_output()
            _refuse(f"cannot print: {error.strerror}")
        sys.excepthook(*sys.exc_info())
        echo("trueodds: this is a fault of trueodds, and no verdict", err=True)
        sys.exit(FAULT)
    sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _every_ctrl_c(pressed: list[int]) -> Iterator[None]:
    """Add each Ctrl-C to a list, and send it again where Python ignores it.

    Python prints and ignores an exception in a callback. A library that is imported may
    take an interrupt for a part that is missing, so imports get a second to end.
    """
    handler = signal.getsignal(signal.SIGINT)
    hook = sys.unraisablehook

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        if not _importing(frame) or len(pressed) > PATIENCE:
            raise KeyboardInterrupt
        send_again()

    def send_again() -> None:
        # By then the import or the callback may have ended.
        again = threading.Timer(0.01, signal.raise_signal, [signal.SIGINT])
        again.daemon = True
        again.start()

    def ignore(fault: "sys.UnraisableHookArgs") -> None:
        if issubclass(fault.exc_type, KeyboardInterrupt):
            send_again()
        else:
            hook(fault)

    # A shell has what it runs in the background ignore Ctrl-C, and other threads than
    # the main one have no handlers.
    in_main = threading.current_thread() is threading.main_thread()
    if handler is not signal.default_int_handler or not in_main:
        yield
        return
    signal.signal(signal.SIGINT, press)
    sys.unraisablehook = ignore
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        sys.unraisablehook = hook


def _importing(frame: FrameType | None) -> bool:
    """Return True if a frame belongs to the import of a module."""
    while frame:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _end_interrupted() -> NoReturn:
    echo("trueodds: interrupted", err=True)
    sys.exit(INTERRUPTED)


def _prepare_streams() -> None:
    """Replace closed streams, and letters that the encoding of the output lacks.

    An unbuffered output gets a buffer, because its short writes would lose the rest.
    """
    # Python sets these to None if the process was started with closed streams.
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        whole = io.BufferedWriter(raw)
        sys.stdout = io.TextIOWrapper(
            whole, sys.stdout.encoding, sys.stdout.errors, line_buffering=True
        )


def _discard_output() -> None:
    """Redirect the remaining output to /dev/null, after a broken pipe."""
    # Python flushes at its end, and would print a second error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def message_of(error: click.ClickException) -> str:
    """Return click's message in our form: what is wrong; what would be right."""
    context = getattr(error, "ctx", None)
    params = context.command.params if context else []
    see = f"see {context.command_path} --help" if context else ""
    message = re.sub(
        r"a valid (integer|float)( range)?",
        lambda kind: "a whole number" if kind[1] == "integer" else "a number",
        error.format_message(),
    )
    if isinstance(error, click.NoSuchOption):
        message = f"there is no option {error.option_name}"
        see = did_you_mean(error.option_name, error.possibilities or ()) or see
        # A negative number looks like an option.
        if error.option_name[1:].isdigit():
            see = "a number here is 0 or more"
        # The options of a user's program were typed without "--" before it.
        elif any(param.name == "command" for param in params):
            from trueodds.reports.commands.verify import template_of

            if language := template_of(error.option_name.lstrip("-")):
                see = f"for a template: trueodds verify adapter {language}"
            see = f"a program comes after --, such as -- node scorer.js; {see}"
    elif isinstance(error, click.MissingParameter):
        message = message.strip().rstrip(".")
        name = error.param and error.param.name
        if name == "game" and context:
            from trueodds.core import games

            such = f"{context.command_path} {games.ours()[0]}"
            see = f"name one of {listed(games.names())}, such as: {such}"
        elif name == "positions":
            see = f"give - to read standard input; {see}"
    elif " is not one of " in message:
        message = message.rstrip(".")
        typed, *known = re.findall("'([^']*)'", error.message)
        # The letters in this order, such as "kc" in kingdom-come.
        short = re.compile(".*".join(map(re.escape, typed)), re.I)
        near = nearest(typed, known) or [*filter(short.match, known)]
        see = f"did you mean {' or '.join(near)}?" if near else see
    elif extra := re.search(r"unexpected extra arguments? \(([^ )]+)", message):
        word = extra[1]
        # A number that stands alone may belong to any option that takes a whole number.
        kind = click.types.IntParamType if word.isdigit() else ()
        options = [
            f"{param.opts[0]} {word}"
            for param in params
            if isinstance(param, click.Option)
            and (
                isinstance(param.type, kind) or ("=" in word and "--set" in param.opts)
            )
        ]
        see = f"did you mean {' or '.join(options)}?" if options else see
    else:
        return message
    return f"{message}; {see}" if see else message


def _refuse(message: str) -> NoReturn:
    error, hint = split_hint(" ".join(message.split()))
    echo(f"trueodds: error: {error}", err=True)
    if hint:
        echo(f"hint: {hint}", err=True)
    sys.exit(2)
