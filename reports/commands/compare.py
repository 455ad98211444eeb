"""The odds of a game under several rules, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, cast

from trueodds.core.errors import OptionError, UnknownNameError, choices, nearest
from trueodds.core.exact import exact_toml
from trueodds.core.games import Game, GameName, find
from trueodds.reports.signatures import Texts, Words, checked, read

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.compare import Comparison
    from trueodds.reports.chosen import GameOptions


@checked
def compare(
    game: Annotated[GameName | Game, find],
    /,
    *names: Annotated[str, Words("[RULES]... [ID|FAMILY|GLOB|WORD]...")],
    rules: Texts = (),
    set: Mapping[str, object] | list[Mapping[str, object]] | None = None,
    all: bool = False,
    **options: Unpack[GameOptions],
) -> Comparison:
    """Compare the odds of GAME under several RULES: presets or files.

    Headlines are printed first, and then the largest differences, 20 numbers at most.
    You can name the numbers too, as in: trueodds compare farkle box zilch three dice. A
    single set of rules is compared with the game's default.
    A game can have options of its own: trueodds compare GAME --help.

    Args:
        game: The game.
        names: Presets or files of rules, then ids, families, globs or words.
        rules: Compare these rules too.
        set: Compare the first rules with each of these changes too.
        all: Print every number, also equal ones.
        options: Options of the game for all rules, such as dice="weighted, fair*5".

    Returns:
        The quantities by rule set.

    Raises:
        TrueoddsError: There are no such rules or numbers, or only one set of rules.

    Example:
        >>> dice = compare("farkle", "box", "zilch", "roll.3.farkle").quantities[0]
        >>> dice.values["box"] == dice.values["zilch"]
        True
        >>> shoe = compare("baccarat", "published-script", "coup.tie", seen="9C 9D")
        >>> shoe.quantities[0].values["published-script"].exact
        Fraction(11755393, 119180250)
    """
    from trueodds.analysis.run import odds
    from trueodds.core import rulebook
    from trueodds.reports.answers.compare import comparison

    assert isinstance(game, Game)
    known = rulebook.option_fields(game.record)
    for name in options.keys() - known:
        near = choices(name, known)
        raise UnknownNameError(f"{game.name} has no option {name!r}; {near}")
    presets = rulebook.preset_names(game)
    # An id has a dot, and a preset has none.
    # A word that is near a preset is a misspelt preset, and not a word of a search.
    typed = [
        n
        for n in names
        if n.endswith(".toml") or ("." not in n and nearest(n, presets))
    ]
    named = read("rules", rules, Texts)
    sources = dict.fromkeys([*typed, *([named] if isinstance(named, str) else named)])
    several: list[Any] = (
        set
        if isinstance(set, list) and None not in set
        else [{key: value} for key, value in rulebook.plain(cast("Any", set)).items()]
    )
    changes = {", ".join(_written(each)): each for each in map(rulebook.plain, several)}
    # A single set of rules is compared with the default, and changes need rules to
    # change.
    if len(sources) + len(changes) == 1 or not sources:
        sources = {presets[0]: None, **sources}
    by_rules = {name: odds(game.name, name, set=options) for name in sources}
    first = next(iter(sources))
    by_rules |= {
        pair: odds(game.name, first, set={**options, **to})
        for pair, to in changes.items()
    }
    if len(by_rules) < 2:
        *_, (field, meaning) = rulebook.field_descriptions(game.record).items()
        such = " ".join([*presets, f"--set {field}=… ({meaning})"][:2])
        raise OptionError(
            "compare needs two different rule sets or more; such as: "
            f"trueodds compare {game.name} {such}"
        )
    # What is no preset names quantities.
    words = [name for name in names if name not in typed]
    return comparison(
        game.name, by_rules, words, _written(rulebook.plain(options)), everything=all
    )


def _written(fields: Mapping[str, object]) -> list[str]:
    """Return fields with their values, such as "decks=6"."""
    return [f"{name}={exact_toml.write(value)}" for name, value in fields.items()]
