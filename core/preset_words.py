"""The names of rules in words, for the first line of an answer."""

from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.rulebook import Rules, rules_name


def rules_in_words(game: str, rules: Rules | str, about: str = "") -> str:
    """Return the name of rules, or words if the name does not say enough.

    ``rules`` may be the name itself. What else an answer is ``about`` comes last.

    >>> rules_in_words("farkle", "ece209 rules with target = 500")[:56]
    "the assignment's rules with target = 500, no points for "
    >>> rules_in_words("farkle", "ece209 rules with three_pairs = 750")[23:]
    'with three_pairs = 750; the commercial game: --rules box'
    >>> rules_in_words("farkle", "box rules", "playing for points")
    'box rules, playing for points'
    """
    name = rules if isinstance(rules, str) else rules_name(game, rules)
    preset, _, changes = name.partition(" rules")
    presets = toml_file(__package__, "preset_words.toml").get(game, {})
    words = presets.get(preset, {})
    parts = [text for field, text in words.items() if f" {field} = " not in changes]
    if parts:
        first, *others, last = parts
        name = f"{', '.join([first + changes, *others])}; {last}"
    return f"{name}{';' if parts else ','} {about}" if about else name
