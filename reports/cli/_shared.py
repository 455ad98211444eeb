"""Options that several commands share."""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial, wraps
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

import click

from trueodds.core import games
from trueodds.core.errors import UnknownNameError, nearest
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import echo
from trueodds.reports.output import Answer

Command = TypeVar("Command", bound=Callable[..., Any])


def _complete_game(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str]:
    """Return the games whose names begin with the typed text."""
    return [name for name in games.names() if name.startswith(typed.lower())]


def game_of(context: click.Context, _: click.Parameter | None, name: str) -> games.Game:
    """Return the game of this name, as a callback of click for an argument.

    Raises ``UnknownNameError`` if ``name`` is not the name of a game. If it is a word
    that finds numbers of some games, the hint of the error names these games.
    """
    try:
        return games.find(name)
    except UnknownNameError:
        from trueodds.analysis.run import odds
        from trueodds.reports.cli import places

        path = context.command_path
        # A misspelt game has its hint already.
        if nearest(name, games.names()):
            raise
        if name.isdigit():  # dice, which a command of a game may take
            same = places(str(context.info_name))
            having = [line for line in same if games.is_game(line.split()[1])]
        else:
            having = [f"{path} {g} {name}" for g in games.ours() if odds(g).find(name)]
        if not having:
            raise
        meant = f"did you mean {' or '.join(having)}?"
        raise UnknownNameError(f"there is no game {name!r}; {meant}") from None


game_argument = click.argument(
    "game",
    callback=game_of,
    shell_complete=_complete_game,
)
games_argument = click.argument(
    "games",
    nargs=-1,
    metavar="[GAME]...",
    callback=lambda context, parameter, names: [games.find(n).name for n in names],
    shell_complete=_complete_game,
)


def _named(kind: str) -> Callable[..., Path | None]:
    """Return a function that reads the name of a file or a folder to write."""

    def read(
        context: click.Context, parameter: click.Parameter, name: str | None
    ) -> Path | None:
        # No file system takes longer names, and each refuses them with another error.
        longest = max(map(len, Path(name or "").parts), default=0)
        if name == "" or longest > 255:
            option = parameter.opts[0]
            raise click.BadParameter(f"it names no {kind}", param_hint=option)
        return None if name is None else Path(name)

    return read


PATH_READERS = {"FILE": _named("file"), "DIR": _named("folder")}
"""The functions that read the path of a file or a folder, by the name of the value."""
one_of = partial(click.Choice, case_sensitive=False)
"""The type of an option that is one of some words, in upper or lower case."""


def _choose(
    context: click.Context, parameter: click.Parameter, source: str | None
) -> ChosenRules:
    # A command has one parameter for both options, which it hands on as it is.
    return ChosenRules(source, context.params.pop("changes"))


def rules_options(command: Command) -> Command:
    """Add the options ``--rules`` and ``--set`` to a command, as a decorator.

    The command gets both together in its parameter ``rules``, a ``ChosenRules``.
    """
    command = click.option(
        "--set",
        "changes",
        metavar="KEY=VALUE",
        multiple=True,
        is_eager=True,  # so that --rules finds the changes
        callback=read_changes,
        help="Change one rule; lists take commas (weights=1,1,1,1,1,2). May be given "
        "more than once.",
    )(command)
    return click.option(
        "--rules",
        metavar="NAME|FILE.toml",
        callback=_choose,
        help="A preset, or house rules in a file.",
        shell_complete=_complete_rules,
    )(command)


def is_number(
    context: click.Context, parameter: click.Parameter, value: float
) -> float:
    """Return a value that is a number, as a callback of click for an option.

    Raises ``click.BadParameter`` for nan, which click takes as inside any range.
    """
    if value != value:
        raise click.BadParameter("nan is not a number")
    return value


ROLL = re.compile("[0-9]d|d[0-9%]", re.I)
"""The part of a word that makes it a roll in dice notation."""


class GameCommand(click.Command):
    """A command that also has the options that the rules of its GAME declare.

    GAME is the first argument of the command. Each of these options sets a field of the
    rules. It reaches the command together with the changes of ``--set``. If the command
    takes several rules, as ``compare`` does, it reaches the command as an argument of
    its own. If ``of_command`` is "odds", the command has all of these options; if it is
    "positions", only those that change the positions of the game.
    """

    of_command = "odds"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game, which decides the options, and then parse the arguments.

        ``args`` are the words after the command's name, and the result is the words
        that are left. A roll such as 4d6dl1 is read as ``dice --roll 4d6dl1``.
        """
        # The options of the command depend on its game, so the game is found before
        # click parses the arguments.
        words = [*self._arguments(ctx, args)]
        word = next((each for each in words if each != "dice"), "")
        of_roll = self.of_command == "odds" and "--roll" not in args
        if of_roll and ROLL.search(word) and not games.is_game(word):
            place = args.index(word)
            unsaid = ["dice"] * ("dice" not in words)
            args = [*unsaid, *args[:place], "--roll", *args[place:]]
        game = ctx.obj = self.named_game(self._arguments(ctx, args))
        ctx.meta[__name__] = self.options_of(game)
        if word and game is None and not ctx.resilient_parsing:
            self._require_game(ctx, word, args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name.lstrip("-")
            # The option may be that of another game, which is a better hint than a
            # similar name.
            fields = games.each(lambda each: _option_fields(each, self.of_command))
            having = [other for other in fields if name in fields[other]]
            if having and game is not None:
                raise click.UsageError(
                    f"{error.option_name} is an option of {' and '.join(having)}, not "
                    f"of {game}"
                ) from None
            raise

    def _require_game(self, ctx: click.Context, word: str, args: list[str]) -> None:
        """Raise ``UnknownNameError`` where the help of an unknown game is asked for."""
        # click prints the help before it reads arguments, as if no game were named.
        needed = any(param.name == "game" and param.required for param in self.params)
        if needed and not {"-h", "--help"}.isdisjoint(args):
            game_of(ctx, None, word)

    def named_game(self, arguments: Iterable[str]) -> str | None:
        """Return the game that the first of some words names, or None."""
        name = next(iter(arguments), "").lower()
        return name if games.is_game(name) else None

    def _arguments(self, ctx: click.Context, args: Iterable[str]) -> Iterator[str]:
        """Yield the words that are neither options nor their values.

        The options of games are not known yet, but all of them take a value.
        """
        options = [o for o in self.get_params(ctx) if isinstance(o, click.Option)]
        flags = {name for option in options if option.is_flag for name in option.opts}
        words = iter(args)
        for word in words:
            if word == "--":
                yield from words
            elif not word.startswith("-"):
                yield word
            # The next word is the value of this option.
            elif word not in flags and "=" not in word:
                next(words, None)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options that all games share, then those of the named GAME."""
        # ``meta`` belongs to the run, as the command itself is the same object for all
        # games.
        return [*super().get_params(ctx), *ctx.meta.get(__name__, [])]

    def options_of(self, game: str | None) -> list[click.Option]:
        """Return the options that the rules of a game declare for this command.

        There are none if ``game`` is None.
        """
        fields = _option_fields(game, self.of_command) if game else {}
        return [
            click.Option([f"--{name}", name], metavar=metavar, help=f"{meaning}.")
            for name, (metavar, meaning) in fields.items()
        ]

    def invoke(self, ctx: click.Context) -> object:
        """Run the command with the game's options among the changes of the rules."""
        own = ctx.meta.get(__name__, [])
        fields = {option.name: ctx.params.pop(option.name) for option in own}
        rules = ctx.params["rules"]
        if isinstance(rules, ChosenRules):
            ctx.params["rules"] = rules.with_fields(fields)
        else:
            ctx.params |= ChosenRules(None, {}).with_fields(fields).changes
        return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples at the end of the help: of all games, or of the named GAME."""
        text = self.epilog
        if ctx.obj and text:
            # The examples of a game begin with its name and end before the next line
            # that is not indented.
            own = re.search(f"^{ctx.obj} .*(\n .*)*", text, re.M)
            text = own and f"\b\n{own[0]}"
        click.Command(None, epilog=text).format_epilog(ctx, formatter)


class NamesCommand(GameCommand):
    """A command whose arguments may begin with a game, such as farkle:turn.mean."""

    def named_game(self, arguments: Iterable[str]) -> str | None:
        """Return the first game that some words name before a colon or a dash.

        Such a word is farkle:turn.mean. The result is None if no word names a game.
        """
        games = (
            # Names are GAME:QUANTITY, and certificates are GAME-NAME.
            super(NamesCommand, self).named_game(re.split("[:-]", word)[:1])
            for word in arguments
        )
        return next(filter(None, games), None)


class ScoresCommand(click.Command):
    """A command whose option --score also takes two words: --score 110 112."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Join the two scores after --score to a word, and parse the arguments.

        So ``--score 110 112`` is read as ``--score 110-112``. Nothing is joined if
        --opponent gives the second score.
        """
        typed = "\0".join(args)
        if args and not re.search(r"--opponent[=\0][0-9]", typed):
            # Words are joined by a character that no word has, so an expression sees
            # their borders.
            two = r"(?<![^\0])(--score[=\0]-?[0-9]+)\0(?:to\0)?(?=-?[0-9]+(?:\0|$))"
            args = re.sub(two, r"\1-", typed).split("\0")
        return super().parse_args(ctx, args)


class PositionsCommand(GameCommand):
    """A command on positions: it takes the options that change a game's positions."""

    of_command = "positions"


def _option_fields(game: str | games.Game, command: str) -> dict[str, tuple[str, str]]:
    from trueodds.core import rulebook

    return rulebook.option_fields(games.find(game).record, command)


TABLES = ("table", "csv", "markdown", "latex", "tsv")
"""The formats of an answer that has no JSON."""

FORMATS = ("table", "json", "csv", "markdown", "latex", "tsv")
"""The formats of an answer."""


MOST_LINES = 40
"""The most lines of an answer that a terminal shows without ``--all``."""


def prints(
    *formats: str, all_option: str = "all_lines", exact: bool = False
) -> Callable[[Callable[..., Answer]], Callable[..., int | Answer]]:
    """Return a decorator by which a command prints the answer that it returns.

    The decorator adds the options ``--format`` and ``--all``. Without ``--all``, a
    terminal shows the first 40 lines of an answer. The decorated command returns the
    exit code of the answer. If it is called with ``format_=None``, it prints nothing
    and returns the answer itself.

    Args:
        formats: The values of ``--format``, the default first. Without formats, the
            answer is printed as people read it, and no option is added.
        all_option: The parameter of an option ``--all`` that the command has already.
            If that option means something else, pass an empty text: all lines are then
            always shown.
        exact: Add an option ``--exact``, which prints all digits of numbers.
    """
    option = click.option(
        "--format",
        "format_",
        type=one_of(formats),
        default=next(iter(formats), None),
        help="How to print.",
    )

    def decorate(command: Callable[..., Answer]) -> Callable[..., int | Answer]:
        @wraps(command)
        def run(
            *arguments: Any, format_: str | None = "table", **options: Any
        ) -> int | Answer:
            # An answer is cut for a person only: a file or a pipe gets all of it.
            tty = bool(formats) and sys.stdout.isatty()
            short = tty and all_option and not options.get(all_option)
            read = format_ == "table"
            options.pop("all_lines", None)
            in_full = options.pop("in_full", False)
            if format_ is None:
                return command(*arguments, **options)
            # Programs that read other formats do not depend on a setting of the user.
            chosen = _default_rules(options) if read else None
            output = command(*arguments, **options | (chosen or {}))
            if chosen:
                echo(f"By {chosen['rules'].source}, your default rules:")
            pieces = output.pieces("exact" if in_full and read else format_)
            # A row of a table is not torn, so whole pieces are counted until the lines
            # are full.
            ends = [*accumulate(piece.count("\n") for piece in pieces)]
            shown = bisect_right(ends, MOST_LINES)
            more = sum(not piece.isspace() for piece in pieces[shown:])
            # A line that says "1 more" would take the place of that one.
            if read and more > 1 and short:
                pieces[shown:] = [f"{more:,} more: --all{output.narrower}\n"]
            text = "".join(pieces)
            if read and output.marked and tty:
                text = _coloured(text, output.exit_code)
            # If the reader has closed the pipe, the exit code stays that of the answer.
            with suppress(BrokenPipeError):
                click.echo(text, nl=False)  # noqa: TID251 - the text is escaped already
            if output.fault:
                echo(f"trueodds: {output.fault}", err=True)
            return output.exit_code

        if not formats:
            return run
        if all_option != "all_lines" or "table" not in formats:
            return option(run)
        if exact:
            run = click.option(
                "--exact", "in_full", is_flag=True, help="Print all digits of numbers."
            )(run)
        return click.option(
            "--all", "all_lines", is_flag=True, help="Print every line on a terminal."
        )(option(run))

    return decorate


COLOURS = {0: "green", 1: "red"}
"""The colour of a verdict or a choice by exit code; what is not decided is yellow."""


def _coloured(text: str, exit_code: int) -> str:
    """Return a text whose first paragraph has a colour, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    first, *rest = text.removesuffix("\n").split("\n\n", 1)
    colour = COLOURS.get(exit_code, "yellow")
    styled = click.style(first, fg=colour, bold=True)
    return "\n\n".join([styled, *rest]) + "\n"


ASKED = ("odds", "score", "farkle", "bunco", "baccarat")
"""The commands to which the user's default rules apply."""


def _default_rules(options: Mapping[str, Any]) -> dict[str, ChosenRules] | None:
    """Return the option ``rules`` with the user's default preset for this game.

    Return None if the default does not apply. It applies to the commands in ``ASKED``,
    on a terminal, without ``--rules``.
    """
    words = click.get_current_context().command_path.split()
    asked = len(words) > 1 and words[1] in ASKED
    rules = options.get("rules")
    if not asked or not rules or rules.source is not None or not sys.stdout.isatty():
        return None
    from trueodds.reports import settings

    # A command without the argument is one of a game's group, such as "farkle match".
    game = options["game"].name if "game" in options else words[1]
    name = settings.default_rules(game)
    return {"rules": rules._replace(source=name)} if name else None


def _complete_rules(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str]:
    """Return the presets whose names begin with the typed text."""
    from trueodds.core import rulebook

    # An option without its value ends the parsing, and leaves the game in ``args``.
    words = [*context.args, *context.command_path.split()]
    # Whatever goes wrong here would be printed into the line that a user is typing.
    names: Iterable[str] = ()
    with suppress(Exception):  # a package that fails has nothing to complete
        named = (games.find(word) for word in words if word in games.names())
        game = context.params.get("game") or next(named, None)
        names = rulebook.preset_names(game) if game else ()
    return [name for name in names if name.startswith(typed)]


def read_changes(
    context: click.Context, parameter: click.Parameter, pairs: Iterable[str]
) -> dict[str, str]:
    """Return the values of KEY=VALUE pairs by key, as a callback of click.

    If a key comes twice, its last value counts. Raises ``click.BadParameter`` for a
    text that is no such pair.
    """
    changes: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (equals and key.strip()):
            raise click.BadParameter(f"{pair!r} is not KEY=VALUE, such as decks=6")
        changes.pop(key.strip(), None)  # the last one counts, and comes last
        changes[key.strip()] = value.strip()
    return changes
