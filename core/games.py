"""Registry of the games, ours and those of other packages.

A game is declared by a ``Game``. A package announces it as an entry point in the group
``trueodds.games``. Fields of a game that are text, such as ``"my_game.rules:Rules"``,
are imported when they are first used, so that looking a game up imports little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from importlib import import_module
from inspect import getfile
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from trueodds.core.errors import UnknownNameError, choices, listed, require_type

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from trueodds.core import rulebook
    from trueodds.core.rules import Breakdown

GROUP = "trueodds.games"
GameName = Literal["bunco", "baccarat", "cribbage", "farkle", "dice"]
OURS: Mapping[str, str] = {
    name: f"trueodds.reports.games.{name}:GAME" for name in get_args(GameName)
}
"""Our games by name: the entry points of this package, which are slow to read."""

ONLY_IF_NAMED = ("dice",)
"""Our games without rules of their own: no claim, proof, shipped result or report has
them unless a user names them."""


def imported(reference: Any) -> Any:
    """Import what a text ``module:name``, or ``module``, refers to.

    Any other value is returned as it is.

    >>> imported("fractions:Fraction.limit_denominator").__name__, imported(7)
    ('limit_denominator', 7)
    """
    if not isinstance(reference, str):
        return reference
    module, _, name = reference.partition(":")
    loaded = import_module(module)
    return attrgetter(name)(loaded) if name else loaded


@dataclass(frozen=True, kw_only=True, slots=True)
class Proofs:
    """The parts of a game for proofs, beyond its scoring and its models.

    Each part may be text such as ``"my_game.proofs:MAKERS"``. ``trueodds.proofs.parts``
    says what each part is.
    """

    positions: Any = None
    strategies: Any = None
    outcomes: Any = None
    transcripts: Any = None
    kernel_input: Any = None
    methods: Any = None
    makers: Any = None
    judges: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: its rules, what scores, what is computed, and what is shown.

    Any field but the names may be text ``module:name``. Packages of 1.0 name modules:
    ``rules``, ``analysis`` and ``report``.

    Attributes:
        name: The name on the command line, in lower case.
        title: The name in headings; by default the name with a capital.
        rules: The record of the rules, a subclass of ``Rules``. Its presets are
            ``presets/<name>/*.toml`` beside its module or its package.
        default: The default preset, by default the one with the game's name.
        base: The preset that a rules file without ``extends`` changes, by default the
            default preset. It never changes later, so that no file changes its meaning.
        scoring: Each scoring rule by name, the default first: a reference scorer, which
            is a function ``(position, rules, rule)`` that returns a ``Breakdown``.
        words: Returns the single cards or dice in the text of a position, so that
            several words can be one position: ``words(text, rules)``.
        models: Each model by name.
        families: Returns families of quantities: ``families(rules, progress)``.
        page: Returns the content of the game's page: ``page(odds)``.
        pages: Yields the other pages: ``pages(odds, options)``.
        headlines: The leading numbers in words, by id; by default the page has them.
        left_out: Yields sentences that follow the leading numbers: ``left_out(odds)``.
        pays: Returns the pay-outs of the bet whose house edge is a quantity:
            ``pays(odds, quantity)``.
        proofs: Further parts of proofs and verification, a ``Proofs``.
        analysis: The import name of a module, for packages of 1.0.
        report: The import name of a module, for packages of 1.0.
    """

    name: str
    title: str = ""
    rules: Any = None
    _: KW_ONLY
    default: str | None = None
    base: str | None = None
    scoring: Any = None
    words: Any = None
    models: Any = None
    families: Any = None
    page: Any = None
    pages: Any = None
    headlines: Any = None
    left_out: Any = None
    pays: Any = None
    proofs: Proofs | str | None = None
    analysis: str | None = None
    report: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name.capitalize())

    def folders(self, name: str) -> list[Path]:
        """Return the folders of this name beside the module of the rules, and above.

        >>> [folder.name for folder in find("farkle").folders("presets/farkle")]
        ['farkle', 'farkle']
        """
        beside = Path(getfile(self.record)).parent
        return [beside / name, beside.parent / name]

    def of_1_0(self, module: str, name: str) -> Any:
        """Return what a module of a package of 1.0 has by this name, or None."""
        return getattr(imported(getattr(self, module)), name, None)

    @property
    def record(self) -> type[rulebook.Rules]:
        """The record of the game's rules."""
        rules = imported(self.rules)
        record: type[rulebook.Rules] = getattr(rules, "Rules", rules)
        return record

    @property
    def default_preset(self) -> str:
        """The name of the default preset."""
        return self.default or self.of_1_0("rules", "DEFAULT") or self.name

    @property
    def base_preset(self) -> str:
        """The preset that rules files without ``extends`` change.

        >>> find("farkle").base_preset, find("farkle").default_preset
        ('ece209', 'box')
        """
        return self.base or self.of_1_0("rules", "BASE") or self.default_preset

    @property
    def scoring_rules(self) -> Mapping[str, Any]:
        """Each scoring rule by name, the default first; a value may be text."""
        names = self.of_1_0("rules", "RULES_TO_SCORE") or ()
        of_1_0 = dict.fromkeys(names, self.of_1_0("rules", "score"))
        return imported(self.scoring) or of_1_0

    def scoring_rule(self, name: str | None) -> str:
        """Return the scoring rule of this name, or the default; "" if there is none.

        Raises ``UnknownNameError`` with the names of the scoring rules.
        """
        known = tuple(self.scoring_rules) or ("",)
        if name is not None and name not in known:
            raise UnknownNameError(
                f"{self.name} has no scoring rule {name!r}; {choices(name, known)}"
            )
        return name or known[0]

    def scorer(self, rule: str | None = None) -> Callable[[str, Any, str], Breakdown]:
        """Return the reference scorer: a function of a position, rules and rule."""
        name = self.scoring_rule(rule)
        if not name:
            raise UnknownNameError(
                f"{self.name} has no positions to score; its package declares them by "
                "Game(scoring=…)"
            )
        scorer: Callable[[str, Any, str], Breakdown] = imported(
            self.scoring_rules[name]
        )
        return scorer

    def score(
        self, position: str, rules: rulebook.Rules, rule: str | None = None
    ) -> Breakdown:
        """Score a position by a scoring rule, or by the default one.

        >>> from trueodds.core.rules.cribbage import CribbageRules
        >>> find("cribbage").score("5H 5C 5S JD | 5D", CribbageRules.load()).value
        29
        """
        return self.scorer(rule)(position, rules, self.scoring_rule(rule))

    def positions(self, words: Sequence[str], rules: rulebook.Rules) -> tuple[str, ...]:
        """Return the positions that some words are.

        Successive words that are single cards or dice are one position. Any other word
        is a position.

        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> find("farkle").positions(["1", "1", "5"], FarkleRules.load())
        ('1 1 5',)
        >>> find("farkle").positions(["113", "5"], FarkleRules.load())
        ('113', '5')
        """
        split = imported(self.words) or self.of_1_0("rules", "words")
        groups = groupby(words, lambda word: split and len(split(word, rules)) <= 1)
        return tuple(
            position
            for single, group in groups
            for position in ([" ".join(group)] if single else group)
        )


def _entry_points() -> EntryPoints:
    # Slow to import, and our own games do not need it.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def ours() -> tuple[str, ...]:
    """Return the names of the games of this package, in their order.

    A game that counts only if a user names it is not among them.

    >>> ours()
    ('bunco', 'baccarat', 'cribbage', 'farkle')
    """
    return tuple(name for name in OURS if name not in ONLY_IF_NAMED)


def names() -> tuple[str, ...]:
    """Return the names of all games: ours in their order, then the others by name."""
    others = sorted(point.name for point in _entry_points())
    return tuple(dict.fromkeys([*OURS, *others]))


def is_game(name: str) -> bool:
    """Return True for the name of a game. Entry points are read only if needed."""
    return name in OURS or name in names()


def find(name: str | Game) -> Game:
    """Return the game of this name; upper and lower case are the same.

    Raises ``UnknownNameError`` with the names of the games.

    >>> find("Bunco").name
    'bunco'
    """
    if isinstance(name, Game):
        return name
    require_type("game", name, str, "the name of a game, such as 'bunco'")
    if reference := OURS.get(name.lower()):
        game: Game = imported(reference)
        return game
    points = [p for p in _entry_points() if p.name.lower() == name.lower()]
    if len(points) > 1:
        raise UnknownNameError(
            f"several packages have a game {name!r}; uninstall all but one of: "
            f"{listed(point.value for point in points)}"
        )
    for point in points:
        try:
            game = point.load()
        except Exception as error:  # whatever another package's import raises
            raise UnknownNameError(
                f"the game {name!r} of another package cannot be loaded: {error!r}"
            ) from error
        return game
    raise UnknownNameError(
        f"there is no game {name!r}; {choices(name, names())}. To add one, see "
        "docs/how-to/add-a-game.md"
    )
