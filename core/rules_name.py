"""Names of rule sets, for use in sentences."""

from trueodds.core import games, rulebook
from trueodds.core.rulebook import Rules


def rules_name(game: str, rules: Rules) -> str:
    """Return the name of rules.

    A preset is named, with the fields that were changed; house rules of a file are
    named by their description.

    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> rules_name("farkle", FarkleRules.load("box"))
    'box rules'
    >>> rules_name("farkle", FarkleRules.load("box", target=500))
    'box rules with target = 500'
    """
    column = games.find(game)
    names, digest = rulebook.preset_names(column), rulebook.digest(game, rules)
    for name in names:
        if rulebook.digest(game, rulebook.load(column, name)) == digest:
            return f"{name} rules"
    name, changed, changes = rules.description.partition(" with ")
    if changed and name in names:
        return f"{name} rules with {changes}"
    return f"house rules: {rules.description}"
