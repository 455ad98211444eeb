"""The positions of a game, and their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

from trueodds.core.errors import OptionError
from trueodds.core.games import Game, GameName, find
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Between, checked

if TYPE_CHECKING:
    from trueodds.core.rulebook import Rules
    from trueodds.proofs.verify.positions.order import ChosenPositions
    from trueodds.reports.answers.positions import Census, ListedPositions
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource


@checked
def positions(
    game: Annotated[GameName | Game, find],
    /,
    *,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    sample: Annotated[int | None, "N", Between(1)] = None,
    seed: Annotated[int | None, Between(0, 2**64 - 1)] = None,
    by_class: bool = False,
    ten: Literal["10", "T"] = "10",
    scored: bool = False,
    **options: Unpack[GameOptions],
) -> ListedPositions:
    """Print the positions of GAME, one on each line.

    With ``scored`` the lines are test vectors for a scorer of your own.

    All positions are printed in ascending order by default. "trueodds verify scorer"
    sends the same positions in another order.

    A game can have options of its own: trueodds positions GAME --help.

    Args:
        game: The game.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        sample: Use only N random positions.
        seed: Random seed [default: 1]
        by_class: Skip positions that differ only in order or suits. (A scorer that
            looks at these may hide a bug.)
        ten: The rank of a ten in the text of a card.
        scored: Print each position with its right score.
        options: Options of the game by keyword, such as ``dice``.

    Returns:
        The positions with their scores. They are computed when they are asked for.

    Raises:
        TrueoddsError: The game cannot list the positions, or an argument is wrong.

    Example:
        >>> positions("farkle").positions[4]
        Vector(position='5', score=50)
    """
    from trueodds.proofs.verify.positions.order import order
    from trueodds.reports.answers.positions import ListedPositions

    assert isinstance(game, Game)
    if seed is not None and sample is None:
        raise OptionError("--seed needs --sample N")
    choice = choice_of(sample=sample, seed=seed, by_class=by_class, ten=ten)
    record = chosen(rules, set).with_fields(options).of_game(game)
    rule = game.scoring_rule(rule)
    about = _about(game, record, rule)
    return ListedPositions(
        **about, order=order(game, record, rule, choice), scored=scored
    )


@checked
def census(
    game: Annotated[GameName | Game, find],
    /,
    *,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    **options: Unpack[GameOptions],
) -> Census:
    """Count all positions of GAME by their score.

    A line for each score that occurs, ascending: the score, a blank, the number of
    positions. A program that prints its own census can be checked with diff alone.

    Args:
        game: The game.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        options: Options of the game by keyword, such as ``dice``.

    Returns:
        The number of positions by score.

    Raises:
        TrueoddsError: The game cannot list its positions, or an argument is wrong.

    Example:
        >>> census("bunco", set={"rounds": 1}).counts[21]
        1
    """
    from trueodds.proofs.verify.positions.order import census as count
    from trueodds.reports.answers.positions import Census
    from trueodds.reports.progress import shown

    assert isinstance(game, Game)
    record = chosen(rules, set).with_fields(options).of_game(game)
    rule = game.scoring_rule(rule)
    with shown() as progress:
        counts = count(game, record, rule, progress)
    about = _about(game, record, rule)
    return Census(**about, positions=sum(counts.values()), counts=counts)


def choice_of(**options: Any) -> ChosenPositions:
    """Return which positions a command uses: all, random ones, or one of each class.

    ``options`` are those of the command, such as ``seed``, by their names, which are
    fields of ``ChosenPositions``. Two have to be among them. ``by_class`` is true for
    one position of each class: positions that differ only in order or suits.
    ``sample`` is the number of random positions, or None. Any other option that is None
    has its default. Raises ``OptionError`` if ``by_class`` and ``sample`` are both set.
    """
    if options["by_class"] and options["sample"] is not None:
        raise OptionError("--by-class and --sample exclude each other")
    from trueodds.proofs.verify.positions.order import ChosenPositions

    return ChosenPositions(
        # The defaults are those of the record.
        **{k: value for k, value in options.items() if value is not None}
    )


def _about(game: Game, rules: Rules, rule: str) -> dict[str, Any]:
    """Return the fields that records of positions begin with."""
    from trueodds.core.rulebook import digest
    from trueodds.reports.text.records import version

    return {
        "game": game.name,
        "rule": rule,
        "rules_digest": digest(game.name, rules),
        "version": version(),
    }
