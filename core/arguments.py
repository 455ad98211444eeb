"""Checks and conversions of the arguments that Python functions get."""

import os
from collections.abc import Mapping
from typing import Any

from trueodds.core.errors import WrongTypeError, require_type


def require_text_form(arguments: Mapping[str, object]) -> None:
    """Raise ``WrongTypeError`` for an argument that cannot be written as text.

    Python does not write a number of more than 4,300 digits, which may be inside a list
    or a table. A path cannot be written if no file name can have its characters.
    ``arguments`` has the arguments of a function by name.

    >>> require_text_form({"players": 10**5000})
    Traceback (most recent call last):
        ...
    trueodds.core.errors.WrongTypeError: players must be of at most 4,300 digits
    """
    for name, value in arguments.items():
        try:
            os.fsencode(value) if isinstance(value, os.PathLike) else repr(value)
        except UnicodeEncodeError:
            raise WrongTypeError(f"{name} must be the name of a file") from None
        except ValueError:
            raise WrongTypeError(f"{name} must be of at most 4,300 digits") from None


def plain_list(value: Any) -> Any:
    """Return a series or an array as a list, and any other value as it is.

    Arrays of numpy have ``tolist``, series of polars ``to_list``, those of pandas both.
    """
    to_list = getattr(value, "tolist", getattr(value, "to_list", None))
    return to_list() if to_list else value


def require_argument(name: str, value: object, kinds: Any, wanted: str) -> None:
    """Raise ``WrongTypeError`` unless an argument has one of these types.

    Also raise it for an argument that cannot be written as text. ``kinds`` is a type or
    a union of types, as for ``isinstance``. ``name`` and ``value`` are the argument's
    name and value, and ``wanted`` is what it must be, for the message.
    """
    require_text_form({name: value})
    require_type(name, value, kinds, wanted)
