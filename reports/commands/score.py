"""Score positions, with the reasons."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Unpack

from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.games import Game, GameName, find
from trueodds.core.storage.files import read_text
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Labelled, Texts, Words, checked

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.score import Scores
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource


@checked
def score(
    game: Annotated[GameName | Game, find],
    /,
    *positions: Annotated[Texts, Words("POSITION...")],
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    **options: Unpack[GameOptions],
) -> Scores:
    """Score each POSITION of GAME, with the reasons.

    Words that are single cards or dice are one position: trueodds score farkle 1 1 3.
    Quote each of several positions. A single - reads them from standard input, one a
    line. "trueodds positions GAME --sample 3" prints examples.

    A game can have options of its own: trueodds score GAME --help.

    Args:
        game: The game.
        positions: Positions as texts, or one list, tuple, series or array of positions.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The value of each position, in the order and with the index of the input.

    Raises:
        TrueoddsError: A position, a rule or a type is wrong.

    Example:
        >>> score("cribbage", "5H 5C 5S JD | 5D").positions[0].value
        29
        >>> score("farkle", ["112233", "111235"]).to_pandas()["value"].to_list()
        [1500, 350]
    """
    from trueodds.core.rulebook import digest
    from trueodds.reports.answers.score import Scores
    from trueodds.reports.text.records import version

    assert isinstance(game, Game)
    if not positions:
        raise PositionError(f"name a position of {game.name}, or several")
    rule = game.scoring_rule(rule)
    record = chosen(rules, set).with_fields(options).of_game(game)
    lists = [each for each in positions if isinstance(each, Labelled)]
    words = [*chain(*([each] if isinstance(each, str) else each for each in positions))]
    read = words == ["-"] and not lists
    if read:
        words = read_text("-", PositionError).splitlines()
    # Words of the command line may be one position in several words.
    elif not lists:
        words = [*game.positions(words, record)]
    breakdowns = []
    for number, position in enumerate(words, 1):
        # Empty lines of the input are skipped, but counted for the numbers in errors.
        if read and not position.strip():
            continue
        try:
            breakdowns.append(game.score(position.strip(), record, rule))
        except TrueoddsError as error:
            if not read and len(words) == 1:
                raise
            place = f"{'line' if read else 'position'} {number}"
            raise type(error)(f"{place}: {error}") from None
    return Scores(
        game=game.name,
        rule=rule,
        rules_digest=digest(game.name, record),
        version=version(),
        positions=tuple(breakdowns),
        rules=record,
        # Only a single series has an index that fits the rows.
        index=lists[0].labels if len(positions) == len(lists) == 1 else None,
    )
