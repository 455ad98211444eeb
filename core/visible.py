"""Control characters in texts of others, as escapes.

A terminal obeys control characters, and those of bidirectional text reorder a line.
"""

import re

CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def visible(text: str) -> str:
    r"""Return a text with its control characters as escapes, except tab and line feed.

    The escapes are those of JSON, so JSON keeps its values.

    >>> visible("42 \u202e is right")
    '42 \\u202e is right'
    """
    return CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
