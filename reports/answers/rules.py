"""Rule sets, and the meaning of their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from trueodds.core import games, rulebook
from trueodds.core.exact import exact_toml
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.rules import Line
from trueodds.reports.kinds import POINTS, Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden, OrAbsent
from trueodds.reports.text.rules import as_toml


class Preset(NamedTuple):
    """A rule set of a game: its name, and its rules in words."""

    game: str
    name: str
    rules: str


class RuleField(NamedTuple):
    """A field of rules, its value as TOML, and its meaning."""

    field: str
    value: str
    meaning: str


PRESETS = tuple(Column(name, name) for name in Preset._fields)
FIELDS = tuple(Column(name, name) for name in RuleField._fields)
SCORES = (
    Column("name", "what scores"),
    Column("what", "dice"),
    Column("points", "points", POINTS),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class RuleSets(Answer):
    """Rule sets, the fields of a game, or the rules that a user asked to see.

    The first preset of each game in ``presets`` is its default. ``scores`` has
    everything that scores, by the default rules or by the rules that a user asked to
    see. ``rules`` are the rules that a user asked to see. Without them, people read the
    ``sentence`` first.
    """

    schema = "trueodds.rules/1"

    presets: tuple[Preset, ...] = ()
    fields: tuple[RuleField, ...] = ()
    scores: tuple[Line, ...] = ()
    rules: OrAbsent[Rules] = None
    sentence: Hidden[str] = ""

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "presets", "scores" and "fields", by name.

        They have the rule sets, everything that scores with its points, and the meaning
        of each field of the rules.
        """
        # The values of the default rules would read as if other rules had them too.
        fields = FIELDS if self.rules else FIELDS[::2]
        return {
            "presets": Grid(PRESETS, self.presets),
            "scores": Grid(SCORES, self.scores),
            "fields": Grid(fields, self.fields),
        }

    def table(self) -> Iterator[Part]:
        """Yield the rules as a TOML file, or a sentence and the tables with rows."""
        if self.rules:
            yield as_toml(self.rules).rstrip("\n")
            return
        yield self.sentence
        # The presets of a game are neighbours already. The game heads its column of
        # names.
        for game, presets in groupby(self.presets, attrgetter("game")):
            columns = (Column("name", game), PRESETS[-1])
            yield Grid(columns, [*presets]).table()
        _, *grids = self.tables().values()
        yield from (grid.table() for grid in grids if grid.rows)

    def markdown(self) -> Iterator[Part]:
        """Return the rules as tables, or, without rules, the parts of ``table``."""
        return self.printed_tables() if self.rules else self.table()

    def _unescaped(self, format_: str) -> Iterable[str]:
        # Lines of a file are not wrapped.
        if self.rules and format_ == "table":
            return [as_toml(self.rules)]
        return super()._unescaped(format_)


def every_game() -> RuleSets:
    """Return an answer with the rule sets of all games."""
    # A package that raises costs its own game alone.
    presets = tuple(chain.from_iterable(games.each(_presets).values()))
    title = "The rules of every game; the first of a game is its default, such as "
    return RuleSets(presets=presets, sentence=f"{title}{presets[0].name}.")


def one_game(game: Game) -> RuleSets:
    """Return an answer with the rule sets of a game, and the meaning of each field."""
    usage = (
        f"By default, {game.title} is played by {game.default_preset} "
        "rules. --rules NAME plays by others, --set FIELD=VALUE changes a field."
    )
    rules = game.record.load()
    return RuleSets(
        presets=_presets(game),
        fields=_fields(rules),
        scores=rules.score_table,
        sentence=usage,
    )


def house_rules(game: Game, source: str) -> RuleSets:
    """Return an answer with rules, which people read as a TOML file.

    The option ``--rules FILE`` of other commands reads such a file.
    ``source`` is the name of a preset, or a file of rules. Raises ``UnknownNameError``
    or ``RulesError`` for rules that do not exist.
    """
    rules = rulebook.load(game, source)
    return RuleSets(fields=_fields(rules), scores=rules.score_table, rules=rules)


def default_rules(game: Game, name: str) -> RuleSets:
    """Return an answer that confirms the user's new default rules of a game.

    ``name`` is that of the preset.
    """
    return RuleSets(
        sentence=f"Tables on your terminal show {game.name} by the {name} rules now. "
        "Everything else keeps to the usual rules."
    )


def _presets(game: Game) -> tuple[Preset, ...]:
    """Return the rule sets of a game, the default first."""
    presets = game.record.presets().items()
    return tuple(Preset(game.name, name, rules.description) for name, rules in presets)


def _fields(rules: Rules) -> tuple[RuleField, ...]:
    values = rulebook.to_table(rules)
    described = rulebook.field_descriptions(type(rules)).items()
    return tuple(
        RuleField(name, exact_toml.write(values[name]), meaning)
        for name, meaning in described
        # A field without a value, such as an absent shoe, cannot be written in TOML.
        if name in values
    )
