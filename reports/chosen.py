"""The rules that a user chose, and other checks that several answers share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict, TypeVar

from trueodds.core import games
from trueodds.core.errors import OptionError
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.core.odds import Odds
    from trueodds.core.rulebook import Rules

RulesSource: TypeAlias = "str | Path | Rules | None"
"""A preset, a file, a record of rules, or None for the default preset."""

Changes: TypeAlias = "Mapping[str, object] | None"
"""New values of single rules by their names."""


class GameOptions(TypedDict, total=False):
    """Keyword arguments that only some games have. Each sets a field of the rules.

    An argument has the name of its option on the command line, such as ``--dice``. In
    Farkle, ``dice`` names dice that may be loaded. In the game dice, ``roll`` is the
    roll, such as "4d6dl1". The others are for baccarat. ``shoe`` has the number of
    cards left of each rank, and ``seen`` the cards already dealt. ``count`` is the bet
    whose running count is computed. Counts are judged after ``dealt`` random cards.
    """

    count: str | None
    dealt: str | int | None
    dice: str | None
    roll: str | None
    seen: str | None
    shoe: str | None


RulesOfGame = TypeVar("RulesOfGame", bound="Rules")


class ChosenRules(NamedTuple):
    """The rules that ``--rules`` and ``--set`` choose.

    ``source`` is the name of a preset, a file, a record of rules, or None for the
    default preset. ``changes`` has new values of single fields of the rules, by name.
    """

    source: RulesSource
    changes: Mapping[str, object]

    @property
    def named(self) -> bool:
        """True if a user named rules or changed one."""
        return self.source is not None or bool(self.changes)

    def load(self, kind: type[RulesOfGame]) -> RulesOfGame:
        """Return the chosen rules as a record of the type ``kind``.

        ``kind`` is the class of a game's rules, such as ``FarkleRules``.
        """
        return kind.load(self.source, **self.changes)

    def of_game(self, game: games.Game) -> Rules:
        """Return the chosen rules as the record of rules of this game."""
        from trueodds.core import rulebook

        return rulebook.load(game, *self)

    def odds(self, game: str, progress: Progress = silent) -> Odds:
        """Return the odds of a game by these rules."""
        from trueodds.analysis.run import odds

        return odds(game, self.source, set=self.changes, progress=progress)

    def command(self, group: str, name: str, *options: str) -> str:
        """Return the command line that prints a command's answer by these rules.

        ``group`` and ``name`` are the first two words after ``trueodds``, such as
        "baccarat" and "bets". ``options`` are further words.
        """
        from trueodds.analysis.run import reproducing_command

        return reproducing_command(group, name, *self, options)

    def with_fields(
        self, fields: Mapping[str, object], option: str | None = None
    ) -> ChosenRules:
        """Return the rules, changed also by the game's own options.

        ``fields`` has the value of each option, by the field of the rules that it sets.
        The value is None if the option was not given. ``option`` is the name of the
        option in errors (default: the name of the field).

        Raises ``OptionError`` for an empty value, and for a field that ``--set`` sets
        too.
        """
        # An option that was not given leaves its field to the preset or to ``--set``.
        own = {name: value for name, value in fields.items() if value is not None}
        for name, value in own.items():
            # An empty text would reach the reader of the field, whose error names no
            # option.
            require_text(option or name, str(value))
            # Neither of the two wins over the other in silence.
            if name in self.changes:
                raise OptionError(
                    f"--{option or name} and --set {name}=… set the same rule"
                )
        return self._replace(changes={**self.changes, **own})


BY_DEFAULT = ChosenRules(None, {})
"""The default rules of a game."""


def chosen(rules: RulesSource, set: Changes) -> ChosenRules:
    """Return the rules that the arguments ``rules`` and ``set`` of a function choose.

    ``rules`` is a preset, a file, a record of rules, or None for the default preset.
    ``set`` has new values of single fields of the rules by name, or is None. Raises
    ``WrongTypeError`` if ``set`` is no such mapping.
    """
    from trueodds.core.rulebook import plain

    return ChosenRules(rules, plain(set))


def require_text(option: str, value: str | None) -> None:
    """Raise ``OptionError`` if an option is given an empty or blank value.

    ``option`` is the name of the option without its dashes. The value is None if the
    option was not given, which is allowed.
    """
    if value is not None and not value.strip():
        raise OptionError(f"--{option} is empty; give it or leave it out")
