"""The names of rules in words, for the first line of an answer."""

import tomllib
from functools import cache
from importlib.resources import files

from trueodds.core.rulebook import Rules, rules_name


@cache
def _words() -> dict[str, dict[str, dict[str, str]]]:
    text = files(__package__).joinpath("preset_words.toml").read_text("utf-8")
    return tomllib.loads(text)


def rules_in_words(game: str, rules: Rules | str) -> str:
    """Return the name of rules, or words if the name does not say enough.

    ``rules`` may be the name itself.

    >>> rules_in_words("farkle", "ece209 rules with target = 500")[:56]
    "the assignment's rules with target = 500, no points for "
    >>> rules_in_words("farkle", "ece209 rules with three_pairs = 750")[23:]
    'with three_pairs = 750; the commercial game: --rules box'
    """
    name = rules if isinstance(rules, str) else rules_name(game, rules)
    preset, _, changes = name.partition(" rules")
    words = dict(_words().get(game, {}).get(preset, {}))
    if not words:
        return name
    first, last = words.pop("rules") + changes, words.pop("other")
    kept = [word for field, word in words.items() if f" {field} = " not in changes]
    return f"{', '.join([first, *kept])}; {last}"


def rules_and(about: str, game: str, rules: Rules | str) -> str:
    """Return the rules in words, and what else an answer is about.

    >>> rules_and("playing for points", "farkle", "box rules")
    'box rules, playing for points'
    """
    name = rules_in_words(game, rules)
    return f"{name}{';' if ';' in name else ','} {about}"
