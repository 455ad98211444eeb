"""Chains and decision processes for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from trueodds.core.errors import OptionError
from trueodds.core.games import Game, GameName, find
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource

Format: TypeAlias = Literal["drn", "prism", "dot", "graphml"]


@checked
def export(
    game: Annotated[GameName | Game, find],
    model: Annotated[str | None, Words("[MODEL]")] = None,
    /,
    *,
    to: Format | None = None,
    out: Annotated[str | Path | None, "FILE"] = None,
    force: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
    **options: Unpack[GameOptions],
) -> Written:
    """Export a game's model to Storm, PRISM, Graphviz or GraphML, with exact fractions.

    Without MODEL, list the models of GAME. Without --out the file is printed; PRISM's
    files are written to this folder, as GAME-MODEL.tra and so on.

    A game can have options of its own: trueodds export GAME --help.

    Args:
        game: The game.
        model: The name of a model, or NAME:N for one that takes a number.
        to: File format: Storm (drn), PRISM, Graphviz (dot) or GraphML.
        out: File to write. PRISM has several, with different extensions.
        force: Replace files that exist.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The files that were written; or the lines of a text that was not, such as a
        list of the models.

    Raises:
        TrueoddsError: There is no such model, or a file exists.

    Example:
        >>> race = export("bunco", "race", to="drn")
        >>> sum(line.startswith("state ") for line in race.lines)
        884
    """
    from trueodds.analysis import export as models
    from trueodds.reports.answers.written import Written
    from trueodds.reports.export import FORMATS
    from trueodds.reports.text.tables import table_blocks

    column = find(game)
    record = chosen(rules, set).with_fields(options).of_game(column)
    if not model:
        about = {
            models.usage(name, recipe): recipe.titled(record)
            for name, recipe in models.recipes(column.name).items()
        }
        return Written.of_text("".join(table_blocks(["model", ""], [*about.items()])))
    exported = models.model(column.name, model, record)
    if to is None:
        raise OptionError(f"--to is missing; it is one of {', '.join(FORMATS)}")
    texts = FORMATS[to](exported)
    text, *others = texts.values()
    if out is None and not others:
        return Written.of_text(text)
    path = Path(out or f"{column.name}-{model.replace(':', '-')}")
    named = {path.name: text}
    if others:
        # ``--out race.tra`` means race, and race.v2 keeps its dot.
        stem = path.stem if path.suffix.removeprefix(".") in texts else path.name
        named = {f"{stem}.{ending}": text for ending, text in texts.items()}
    files = tuple(path.parent / name for name in named)
    refuse_to_replace(files, force=force)
    write_together(path.parent, named)
    return Written.of_text("".join(f"Wrote {file}\n" for file in files), *files)
