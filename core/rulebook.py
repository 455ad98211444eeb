"""Rules as data: a frozen record for each game, read from presets and rules files.

A rules file is TOML. It states the fields that differ from the preset named by
``extends``, or from the game's base; tables are merged key by key. Single fields can be
changed on top. Every error names the fault and the accepted values.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, get_args, get_type_hints

import msgspec

from trueodds.core import games
from trueodds.core.allowed_values import allowed_values
from trueodds.core.arguments import plain_list
from trueodds.core.errors import (
    RulesError,
    UnknownNameError,
    choices,
    did_you_mean,
    few,
    listed,
    require_type,
)
from trueodds.core.exact import exact_toml
from trueodds.core.games import Game
from trueodds.core.rules import Line
from trueodds.core.storage.files import read_file

Table = dict[str, Any]

ADDED_LATER = msgspec.Meta(extra={"added_later": True})
"""Annotation of a field that counts in digests only if it is not the default."""


class Rules(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=False,
):
    """Base class of a game's rules. Everything that a variant changes is a field.

    ``game`` is the name of the game, and ``description`` says in words what the rules
    are. The name of the rules lists the fields that differ from a preset, and always
    lists those in ``stated``.
    """

    game: ClassVar[str]
    stated: ClassVar[tuple[str, ...]] = ()
    """Fields that the name of the rules states, even with the values of a preset."""

    description: Annotated[str, "what these rules are, in words"] = ""

    @property
    def score_table(self) -> tuple[Line, ...]:
        """Everything that scores, with its points; empty if the game has no list."""
        return ()

    @classmethod
    def load(
        cls, source: str | Path | Rules | None = None, /, **changes: object
    ) -> Self:
        """Load rules of this game: a preset or a file, with single fields changed.

        Args:
            source: A preset's name, a TOML file, a record of rules, or None for the
                default preset.
            changes: New values by field. Pass a dotted field, such as ``singles.1``,
                as ``**{"singles.1": 200}``.

        Returns:
            The record of rules.

        Raises:
            UnknownNameError: There is no such preset.
            RulesError: The file is unreadable, a field is unknown, or a value is
                impossible.

        Example:
            >>> from trueodds.core.rules.bunco import BuncoRules
            >>> BuncoRules.load("d20", rounds=3).rounds
            3
        """
        rules = load(games.find(cls.game), source, changes)
        if not isinstance(rules, cls):
            raise TypeError(f"{cls.__name__} is not the record of {cls.game}")
        return rules

    @classmethod
    def presets(cls) -> dict[str, Self]:
        """Return the rules of every preset of this game by name, the default first."""
        return {name: cls.load(name) for name in preset_names(games.find(cls.game))}


def preset_names(game: Game) -> tuple[str, ...]:
    """List the presets of a game, the default first.

    >>> from trueodds.core import games
    >>> preset_names(games.find("bunco"))
    ('bunco', 'd20', 'published-script', 'published-script-dice')
    """
    default = game.default_preset
    presets = {
        entry.name.removesuffix(".toml")
        for entry in _presets(game).iterdir()
        if entry.name.endswith(".toml")
    }
    return (default, *sorted(presets - {default}))


def load(
    game: Game,
    source: str | Path | Rules | None = None,
    changes: Mapping[str, object] | None = None,
) -> Rules:
    """Load the rules named by ``source``, with single fields changed.

    ``source`` is a preset's name, a TOML file, a record of rules, or None for the
    default preset. ``changes`` maps fields (``decks``, or ``singles.1`` inside a table)
    to values; text is read as on the command line (``"1,1,1,1,1,2"`` is a list).

    Raises ``UnknownNameError`` for an unknown preset and ``RulesError`` for an
    unreadable file, an unknown field, a wrong type or an impossible value. The error
    names the package whose preset has a fault.
    """
    try:
        return _load(game, source, changes)
    except RulesError as error:
        preset = game.default_preset if source is None else source
        if game.name in games.OURS or preset not in preset_names(game):
            raise
        if changes:
            load(game, source)  # Is the fault in the preset?
            raise
        raise RulesError(f"{game.package}, preset {preset}: {error}") from error


def _load(
    game: Game,
    source: str | Path | Rules | None,
    changes: Mapping[str, object] | None,
) -> Rules:
    kinds = (str, os.PathLike, Rules, type(None))
    require_type("rules", source, kinds, "a preset, a file or a record of rules")
    table = to_table(source) if isinstance(source, Rules) else _table(game, source)
    description = table.setdefault("description", "")
    changes = plain(changes)
    for key, value in changes.items():
        _set(table, key, value)
    if changes and table["description"] == description:
        # The description was of the rules before the change.
        changed = [f"{key} = {_short(value)}" for key, value in changes.items()]
        name = "House rules" if isinstance(source, Rules) else source
        table["description"] = (
            f"{name or game.default_preset} with {listed(few(changed, 'changes'))}"
        )
    record = _to_record(game, table)
    if changes or source is None or isinstance(source, Rules):
        return record
    names = preset_names(game)
    if source in names:
        return record
    copied = (name for name in names if load(game, name).description == description)
    if next(copied, None) not in (None, preset_of(game.name, record)):
        # The file was copied from a preset, and changed since.
        name = rules_name(game.name, record)
        return msgspec.structs.replace(record, description=name)
    return record


def plain(changes: Mapping[str, object] | None) -> dict[str, object]:
    """Convert the values of changed fields to plain Python values and text.

    Numbers and arrays of numpy become Python numbers and lists.

    >>> plain({"weights": (1, 2), "pays": Fraction(1, 2)})
    {'weights': (1, 2), 'pays': '1/2'}
    """
    wanted = "rules by name, such as {'decks': 6}"
    require_type("set", changes, Mapping | None, wanted)
    values: dict[str, object] = msgspec.to_builtins(
        dict(changes or {}), str_keys=True, enc_hook=_plain_value
    )
    return values


def _plain_value(value: Any) -> object:
    """Return a number or an array of numpy in Python's types, and others as text."""
    plain = plain_list(value)
    return str(value) if plain is value else plain


def to_table(rules: Rules) -> Table:
    """Convert rules to plain TOML or JSON; rationals become text like "19/20"."""
    table: Table = msgspec.to_builtins(rules, str_keys=True, enc_hook=str)
    return table


def preset_of(game: str, rules: Rules) -> str | None:
    """Return the name of the preset that ``rules`` are equal to, or None if none is.

    ``game`` is the game's name. The description of the rules does not count.
    """
    played = digest(game, rules)
    presets = type(rules).presets().items()
    return next((n for n, preset in presets if digest(game, preset) == played), None)


def rules_name(game: str, rules: Rules) -> str:
    """Return the name of rules: the nearest preset, with the fields that differ.

    The description of the rules is ignored, because a user may have left it unchanged.
    It only decides between presets that are equally near.

    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> rules_name("farkle", FarkleRules.load("box"))
    'box rules'
    >>> rules_name("farkle", FarkleRules.load("box", target=500))
    'box rules with target = 500'
    """
    name, changes = nearest_preset(rules)
    if not changes:
        return f"{name} rules"
    return f"{name} rules with {listed(few(changes, 'changes'))}"


def nearest_preset(rules: Rules) -> tuple[str, list[str]]:
    """Return the nearest preset, and the fields in which the rules differ from it.

    The nearest preset has the fewest fields that differ. Of several such presets, it is
    the one with whose name the description of the rules begins, or else the first.

    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> nearest_preset(FarkleRules.load("ece209", target=500))
    ('ece209', ['target = 500'])
    """
    changes = {
        name: _differences(preset, rules)
        for name, preset in type(rules).presets().items()
    }
    first = rules.description.partition(" ")[0]
    name = min(changes, key=lambda name: (len(changes[name]), name != first))
    return name, changes[name]


def _differences(preset: Rules, rules: Rules) -> list[str]:
    """Return the fields of rules that differ from a preset, with their values."""
    # No field has the value ``...``, so it differs from every value, also from None.
    before = dict(fields(to_table(preset)))
    after = dict(fields(to_table(rules)))
    changed = [
        f"{name} = {_short(value)}"
        for name, value in after.items()
        if name in rules.stated or before.get(name, ...) != value
    ]
    return [*changed, *(f"no {name}" for name in before if name not in after)]


def fields(table: Table, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield the names and the values of all fields in a table of rules.

    The description of the rules is left out. A field inside a table has a dotted name,
    such as ``singles.1``. ``path`` is the first part of all names, with its dot, if the
    table is itself inside a table.
    """
    for name, value in table.items():
        if isinstance(value, dict):
            yield from fields(value, f"{path}{name}.")
        elif path or name != "description":
            yield f"{path}{name}", value


def digest(game: str, rules: Rules) -> str:
    """Return a SHA-256 fingerprint of the rules.

    The description does not count. A field with ``ADDED_LATER`` in its annotation
    counts only where it differs from its default, so that rules keep the digest that
    they had before the field existed.
    """
    left_out = {"description"} | {
        name
        for name, default in _added_later(type(rules))
        if getattr(rules, name) == default
    }
    played = {k: v for k, v in to_table(rules).items() if k not in left_out}
    text = msgspec.json.encode([game, played], order="deterministic")
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


@cache
def _added_later(record: type[Rules]) -> list[tuple[str, object]]:
    """Return the names and the defaults of the fields that were added later."""
    return [
        (field.name, _field_default(field))
        for field in msgspec.structs.fields(record)
        for extra in _extras(field)
        if "added_later" in extra
    ]


def _extras(field: msgspec.structs.FieldInfo) -> list[dict[str, Any]]:
    """Return the extra settings in a field's annotation, such as its option."""
    metadata = getattr(field.type, "__metadata__", ())
    return [m.extra or {} for m in metadata if isinstance(m, msgspec.Meta)]


def _field_default(field: msgspec.structs.FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def field_descriptions(record: type[Rules]) -> dict[str, str]:
    """Return the meaning of each field from its annotation, or else its name in words.

    ``record`` is the class of a game's rules.

    >>> from trueodds.core.rules.bunco import BuncoRules
    >>> field_descriptions(BuncoRules)["rounds"]
    'rolls in a game; round r has the target ((r - 1) mod sides) + 1'
    """
    described = {}
    for field in msgspec.structs.fields(record):
        metadata = getattr(field.type, "__metadata__", ())
        texts = (m if isinstance(m, str) else m.description for m in metadata)
        described[field.name] = next(filter(None, texts), field.name.replace("_", " "))
    return described


def option_fields(
    record: type[Rules], command: str = "odds"
) -> dict[str, tuple[str, str]]:
    """Return the fields of a class of rules that are options of a command.

    The values are the placeholder in the help text (metavar) and the meaning.

    A field becomes an option of ``odds`` by ``extra={"option": METAVAR}`` in its
    annotation. With ``"changes_positions": True`` it is an option of the commands on
    positions too, such as ``score``.

    >>> from trueodds.core.rules.baccarat import BaccaratRules
    >>> option_fields(BaccaratRules)["seen"][0]
    'CARDS'
    """
    meanings = field_descriptions(record)
    return {
        field.name: (extra["option"], meanings[field.name])
        for field in msgspec.structs.fields(record)
        for extra in _extras(field)
        if "option" in extra and (command == "odds" or "changes_positions" in extra)
    }


def _presets(game: Game) -> Path:
    """Return the folder ``presets/<game>`` of a game."""
    for folder in game.folders(f"presets/{game.name}"):
        if (folder / f"{game.default_preset}.toml").is_file():
            return folder
    raise RulesError(
        f"{game.name} has no preset {game.default_preset}: "
        f"{game.package or 'its package'} needs a file presets/{game.name}/"
        f"{game.default_preset}.toml beside the module of its rules"
    )


def _table(game: Game, source: str | Path | None) -> Table:
    """Read the table of a preset or a file, completed by the preset it extends."""
    presets = preset_names(game)
    if source is None:
        source = game.default_preset
    if isinstance(source, str) and source in presets:
        # All other presets are laid over the base preset, which extends nothing.
        table = _parse((_presets(game) / f"{source}.toml").read_bytes(), source)
        return table if source == game.base_preset else _extend(game, table, source)
    path = Path(source)
    if path.suffix != ".toml":
        raise UnknownNameError(
            f"{game.name} has no rules {str(source)!r}; "
            f"{choices(str(source), presets)}, or a FILE.toml of your own"
        )

    content = read_file(path, RulesError)
    table = _parse(content, str(path))
    # Here the line of an unknown name is still known; after the merge it is not.
    for name in table.keys() - {"extends"}:
        _require_rule(game, name, f"{path}, line {_line_of(name, content)}: ")
    return _extend(game, table, str(path))


@cache
def _field_names(record: type[Rules]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(record))


def _require_rule(game: Game, name: str, place: str = "") -> None:
    """Raise ``RulesError`` with the nearest names if a game has no such rule."""
    known = _field_names(game.record)
    if name not in known:
        near = did_you_mean(name, known)
        raise RulesError(
            f"{place}{game.name} has no rule {name!r}; {f'{near} ' if near else ''}"
            f"trueodds rules {game.name} lists them all"
        )


def _line_of(name: str, content: bytes) -> int:
    """Return the number of the line that begins with a key or table; 1 if none does."""
    start = re.compile(rf"""[\s\[]*["']?{re.escape(name)}\b""")
    lines = content.decode().splitlines()
    return next((n for n, line in enumerate(lines, 1) if start.match(line)), 1)


def _extend(game: Game, table: Table, name: str) -> Table:
    """Lay a table over the preset that it extends."""
    base = table.pop("extends", game.base_preset)
    if base not in preset_names(game):
        raise RulesError(
            f"{name}: extends {base!r}, which is not a preset of {game.name}; "
            f"there are: {listed(preset_names(game))}"
        )
    described = {"description": f"House rules on top of {base}"}
    return _merge(_table(game, base) | described, table)


def _merge(base: Table, over: Table) -> Table:
    merged = dict(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merged[key] = _merge(base[key], value)
        else:
            merged[key] = value
    return merged


_tables = lru_cache(64)(exact_toml.loads)


def _parse(content: bytes, name: str) -> Table:
    try:
        return _tables(content.decode()).copy()  # callers change the copy
    except ValueError as error:  # UnicodeDecodeError is one too
        # The usual mistake is a word without quotation marks, which
        # TOML's own message does not name.
        bare = re.search(
            rb"(?m)^[ \t]*([\w.-]+)[ \t]*=[ \t]*([A-Za-z][\w-]*)\s*?$", content
        )
        key, word = (part.decode() for part in bare.groups()) if bare else ("", "")
        hint = f'; write {key} = "{word}"' if word not in ("", "true", "false") else ""
        long = "set_int_max_str_digits" in str(error)
        fault = "a number has too many digits" if long else error
        raise RulesError(f"{name} is not a TOML file: {fault}{hint}") from None


def _set(table: Table, path: str, value: object) -> None:
    """Set a field in place. ``a.b`` is the key b of the table a, which may be new."""
    *outer, key = path.split(".")
    for name in outer:
        inner = table.get(name, {})
        if not isinstance(inner, dict):
            tables = [name for name, value in table.items() if isinstance(value, dict)]
            hint = f"; the tables are: {listed(tables)}" if tables else ""
            raise RulesError(f"{path}: {name!r} is not a table{hint}")
        # Copy each table on the way, because a cached preset shares its inner tables.
        # The new table is stored first, and then it is the one to go on with.
        table[name] = table = dict(inner)
    table[key] = (
        exact_toml.read(value, table.get(key)) if isinstance(value, str) else value
    )


def _to_record(game: Game, table: Table) -> Rules:
    record = game.record
    for name in table:
        _require_rule(game, name)
    try:
        rules: Rules = msgspec.convert(
            table, record, str_keys=True, dec_hook=_to_fraction
        )
    except msgspec.ValidationError as error:
        raise RulesError(f"{game.name} rules: {_plain(error, record, table)}") from None
    return rules


def _to_fraction(kind: type, value: Any) -> Fraction:
    """Read a rational, written 0.95 or "19/20"; a float is its shortest decimal."""
    try:
        # True is an int for Python, and no number of a rule.
        if isinstance(value, bool):
            raise ValueError(value)
        return value if isinstance(value, Fraction) else exact_toml.exact(str(value))
    except ValueError:
        message = f"Expected a number such as 0.95 or 19/20, got {value!r:.60}"
        if len(str(value)) > exact_toml.MOST_CHARACTERS:
            message += f"…; at most {exact_toml.MOST_CHARACTERS} characters are read"
        raise ValueError(message) from None


def _plain(error: msgspec.ValidationError, record: type[Rules], table: Table) -> str:
    """Reword ``Expected … - at `$.decks` `` as ``decks = 0: expected …``."""
    message, _, path = str(error).partition(" - at `")
    key, _, where = path.rstrip("`").rpartition("$")
    where = where.removeprefix(".")
    field = where.partition(".")[0].partition("[")[0]
    if "unknown field" in message or "enum value" in message:
        message += f"; there are: {listed(allowed_values(record, where))}"
        if int in get_args(get_type_hints(record).get(where)):
            message += ", or a whole number"
    for pattern, plain in PLAIN:
        message = re.sub(pattern, plain, message)
    message = message[0].lower() + message[1:]
    for name in _field_names(record):
        if name.endswith(f"_{where}") and message.endswith("got a whole number"):
            message += f"; did you mean {name} = {_short(table[where])}?"
    if isinstance(table.get(field), list) and "whole number" in message:
        message += "; several are separated by commas, such as 1,1,2"
    if key:
        return f"a key of {where}: {message}"
    value = _short(table.get(field, {}))
    if field in table and (where == field or "…" not in value):
        where = f"{field} = {value}"
    return f"{where}: {message}" if where else message


PLAIN = (
    (r"`(\w+) \| (\w+)`", r"`\1` or `\2`"),
    (r"`object`", "a table"),
    (r"`array`", "a list"),
    (r"`int`", "a whole number"),
    (r"`float`|`Fraction`", "a decimal"),
    (r"`bool`", "true or false"),
    (r"`str`", "text"),
    (r"`null`", "nothing"),
    (r" >= ", " of at least "),
    (r" <= ", " of at most "),
)
"""Patterns in msgspec's messages, and the plain words that replace them."""


def _short(value: object) -> str:
    if isinstance(value, Fraction) and abs(value) < 10**9:
        # A short decimal reads better than a fraction, if
        # it is exactly the same number.
        typed = str(float(value))
        value = typed if Fraction(typed) == value else value
    text = value if isinstance(value, str) else exact_toml.write(value)
    if len(text) <= 60:
        return text
    return f"{text[:59]}…"
