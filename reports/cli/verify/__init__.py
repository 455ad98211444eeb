"""``trueodds verify``: check a user's program."""

from __future__ import annotations

import signal
from importlib.resources import files
from pathlib import Path

import click

from trueodds.core import games
from trueodds.core.errors import OptionError, PositionError, choices
from trueodds.core.games import Game
from trueodds.core.storage.files import read_file, read_text
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import (
    FORMATS,
    WITH_ROWS,
    PositionsCommand,
    columns_option,
    game_argument,
    prints,
    rules_options,
)
from trueodds.reports.cli.verify.scorer import scorer
from trueodds.reports.cli.verify.simulator import simulator
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

LANGUAGES = {
    "python": "py python3",
    "c": "",
    "java": "",
    "go": "golang",
    "rust": "rs",
    "js": "javascript node nodejs",
}
"""The languages of the templates, with their other names."""

SHOWN = 20
"""Upper limit on the right lines of a transcript printed before a wrong line."""


class GameCommands(Commands):
    """Commands that read ``GAME …`` as ``simulator GAME …``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command before a game."""
        of_game = args and games.is_game(args[0].lower())
        return super().parse_args(ctx, ["simulator", *args] if of_game else args)


@click.group(cls=GameCommands)
@click.pass_context
def verify(context: click.Context) -> None:
    """Check your program: a scorer, a simulator or a recorded game.

    The name of a game judges a simulator of it: trueodds verify farkle -- CMD.
    Exit code 0 if it agrees, 1 if it is refuted, 2 if it could not be judged, 3 if more
    is needed to decide.
    """
    # SIGTERM acts like Ctrl-C, which ends all processes that were started.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    context.call_on_close(lambda: signal.signal(signal.SIGTERM, before))


verify.adds(scorer, "A scorer, on every position.")
verify.adds(simulator, "Random outcomes, against their exact distribution.")


@verify.lists("A recorded game, line by line.", cls=PositionsCommand)
@game_argument
@click.argument("file")
@columns_option
@rules_options
@click.option(
    "--exact",
    is_flag=True,
    help="Count differences of white space and letter case as wrong.",
)
@prints(*FORMATS)
def transcript(
    game: Game, file: str, columns: list[str], rules: ChosenRules, exact: bool
) -> Output:
    """Check the recorded game in FILE; - is standard input.

    A recording has its own rolls or cards; the rules decide everything else in it. Exit
    code 0 if all of it is right, 1 if a line is wrong, 2 if no game begins in it or if
    it is right by other rules than the default and no rules are named, and 3 if it ends
    in the middle of a game.

    The words of the published programs are read, and the lines below. The first three
    games can also be CSV or JSON lines with the columns on the right.
    """
    from trueodds.proofs.verify.transcript import verify_transcript
    from trueodds.reports.text.verdict import line_table, output

    record = rules.of_game(game)
    content = read_file(file, PositionError)
    lines = content.decode("utf-8-sig", "replace").split("\n")
    verdict = verify_transcript(
        game, record, lines, exact=exact, named=rules.named, columns=columns
    )
    checked = verdict.details["checked"][-SHOWN:]
    right = "\n".join(f"{line:5}  right  {text}" for line, text in checked)
    return output(verdict, [right] if right else [], tables=[line_table(verdict)])


transcript.epilog = "\b\n" + (files(__package__) / "transcripts.txt").read_text("utf-8")


@verify.lists("A table of odds, to the digits printed.")
@game_argument
@click.argument("file")
@rules_options
@prints(*WITH_ROWS)
def odds(game: Game, file: str, rules: ChosenRules) -> Output:
    """Check a table of odds in FILE, or - for standard input.

    Each line holds the id or the whole label of a quantity, a comma, and its value,
    such as 0.46 %, 1 in 216, 215 to 1 or 1/216; all formats of "trueodds odds" are
    read, too. A value is right if it is the exact one to the digits written. Exit code
    1 if a value is wrong, else 2 if one is undecided or not judged.
    """
    from trueodds.proofs.verify.odds import judge_table
    from trueodds.reports import parts
    from trueodds.reports.text.odds_table import output

    with shown() as progress:
        exact = rules.odds(game.name, progress)
        labels = parts.answers(game.name).headlines
        text = read_text(file, PositionError)
        return output(judge_table(text, exact, labels), exact)


@verify.lists("The evidence behind a verdict on a simulator, recomputed.")
@click.argument("file")
@prints(*FORMATS)
def receipt(file: str) -> Output:
    """Check a FILE written by "trueodds verify simulator --receipt".

    The distribution is derived again from the rules, the evidence from the counts, and
    the verdict from the evidence. The exit code is that of the verdict, or 2 when
    anything differs.
    """
    from trueodds.proofs.verify.simulator.receipt import check
    from trueodds.proofs.verify.simulator.verdict import verdict
    from trueodds.reports.text.verdict import outcome_table, output

    judgement = verdict(*check(Path(file)))
    right = f"{file} is right: its verdict follows from its rules and counts."
    return output(judgement, outcome_table(judgement), before=right)


def template_of(language: str) -> str:
    """Return the name of the template in a language, or "".

    >>> template_of("node")
    'js'
    """
    word = language.lower()
    return next(
        (n for n, other in LANGUAGES.items() if word in (n, *other.split())), ""
    )


@verify.lists("Print a scorer template in Python, C, Java, Go, Rust or JavaScript.")
@click.argument("language", metavar="LANGUAGE")
@click.argument("game", required=False)
def adapter(language: str, game: str | None) -> None:
    """Print a scorer template in LANGUAGE: python, c, java, go, rust or js.

    The template reads positions and answers 0. With GAME, it shows a position of this
    game. Call your own scorer in its function "score", then run:
    trueodds verify scorer GAME -- YOUR_PROGRAM
    """
    from trueodds.core import rulebook

    if game is not None and games.is_game(language.lower()):
        language, game = game, language
    if not (name := template_of(language)):
        hint = choices(language, LANGUAGES)
        raise OptionError(f"there is no template in {language!r}; {hint}")
    example = 'those of "trueodds positions GAME"'
    if game is not None:
        from trueodds.proofs.verify.positions.order import Choice, order

        played = games.find(game)
        rules = rulebook.load(played)
        rule = played.scoring_rule(None)
        sent = order(played, rules, rule, Choice(sample=1))
        example = f'"{sent.text(0, 1).decode().strip()}"'
    template = files(__package__) / "adapters" / f"{name}.txt"
    echo(template.read_text("utf-8").replace("EXAMPLE", example), nl=False)
