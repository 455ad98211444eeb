"""Registry of the games, ours and those of other packages.

A game is declared by a ``Game``. A package announces it as an entry point in the group
``trueodds.games``. Fields of a game that are text, such as ``"my_game.rules:Rules"``,
are imported when they are first used, so that looking a game up imports little.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import cache
from importlib import import_module
from inspect import getfile
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from trueodds.core.errors import (
    PackageError,
    TrueoddsError,
    UnknownNameError,
    choices,
    listed,
    require_type,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

    from trueodds.core import rulebook
    from trueodds.core.game_packages import Package
    from trueodds.core.rules import Breakdown
    from trueodds.core.scoring import Scoring

T = TypeVar("T")
log = logging.getLogger("trueodds")

GROUP = "trueodds.games"
GameName = Literal["bunco", "baccarat", "cribbage", "farkle", "dice"]
OURS: Mapping[str, str] = {
    name: f"trueodds.reports.games.{name}:GAME" for name in get_args(GameName)
}
"""Our games by name: the entry points of this package, which are slow to read."""


def imported(reference: Any) -> Any:
    """Import what a text ``module:name``, or ``module``, refers to.

    Any other value is returned as it is. Raises ``UnknownNameError`` for a module of
    another package that cannot be imported.

    >>> imported("fractions:Fraction.limit_denominator").__name__, imported(7)
    ('limit_denominator', 7)
    """
    if not isinstance(reference, str):
        return reference
    module, _, name = reference.partition(":")
    try:
        loaded = import_module(module)
        return attrgetter(name)(loaded) if name else loaded
    except Exception as error:  # whatever another package's import raises
        # A fault in our own code keeps its traceback. One in another package
        # becomes a line that names the package.
        if isinstance(error, TrueoddsError) or module.startswith("trueodds."):
            raise
        owner = _of_packages("owner_of")(module, _entry_points())
        whose = f"the package {owner}" if owner else "a game"
        raise UnknownNameError(
            f"{reference!r} of {whose} cannot be imported: {error!r}"
        ) from error


@dataclass(frozen=True, kw_only=True, slots=True)
class Proofs:
    """The parts of a game for proofs, beyond its scoring and its models.

    Each part may be text such as ``"my_game.proofs:MAKERS"``. A method of
    ``trueodds.proofs.parts.ProofParts`` reads each part.

    Attributes:
        positions: Functions that list all positions or pick one, to verify scorers.
        strategies: Hypothesis strategies that draw positions and rules.
        outcomes: A function that lists the kinds of outcome of a simulator.
        transcripts: Functions that check a recorded game by playing it again.
        kernel_input: A function that makes the input of the compiled scorer.
        methods: Methods that derive quantities independently.
        makers: Makers of certificates.
        checkers: Checkers of the game's own kinds of certificates, by kind.
        judges: Functions that judge published claims, by name. Those of other packages
            are not used, because all of these claims are on our games.
    """

    positions: Any = None
    strategies: Any = None
    outcomes: Any = None
    transcripts: Any = None
    kernel_input: Any = None
    methods: Any = None
    makers: Any = None
    checkers: Any = None
    judges: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: its rules, what scores, what is computed, and what is shown.

    Any field but the names may be text ``module:name``. Packages that were written for
    trueodds 1.0 name modules: ``rules``, ``analysis`` and ``report``.

    Attributes:
        name: The name on the command line, in lower case.
        title: The name in headings; by default the name with a capital.
        rules: The record of the rules, a subclass of ``Rules``. Its presets are
            ``presets/<name>/*.toml`` beside its module or its package.
        default: The default preset, by default the one with the game's name.
        base: The preset that a rules file without ``extends`` changes, by default the
            default preset. It never changes later, so that no file changes its meaning.
        scoring: Each scoring rule by name, the default first: a ``Scoring``, or a
            function ``(position, rules, rule)`` that returns a ``Breakdown``.
        words: Returns the single cards or dice in the text of a position, so that
            several words can be one position: ``words(text, rules)``.
        models: Each model by name, as a ``Recipe``.
        families: Returns families of quantities: ``families(rules, progress)``.
        page: Returns the content of the game's page: ``page(odds)``.
        pages: Yields further pages: ``pages(odds, options)``.
        headlines: The leading numbers in words, by id; by default the page has them.
        left_out: Yields sentences that follow the leading numbers: ``left_out(odds)``.
        pays: Returns the pay-outs of the bet whose house edge is a quantity:
            ``pays(odds, quantity)``.
        proofs: Further parts of proofs and verification, a ``Proofs``.
        only_if_named: True for a game without rules of its own, such as dice. A report
            on all games leaves it out.
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
    only_if_named: bool = False
    analysis: str | None = None
    report: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name.capitalize())

    def folders(self, name: str) -> list[Path]:
        """Return the two folders where files of the game may be.

        ``name`` is a relative path. In the first folder it begins beside the module of
        the rules, and in the second one level up. Neither has to exist.

        >>> [folder.name for folder in find("farkle").folders("presets/farkle")]
        ['farkle', 'farkle']
        """
        beside = Path(getfile(self.record)).parent
        return [beside / name, beside.parent / name]

    def file(self, path: str) -> Path | None:
        """Return the path of a file of the game, or None if there is no such file.

        ``path`` is relative. The file is looked for beside the module of the rules, and
        then one level up.
        """
        return next(filter(Path.is_file, self.folders(path)), None)

    def of_1_0(self, module: str, name: str) -> Any:
        """Return the object of this name in a module of a package, or None.

        ``module`` is "rules", "analysis" or "report", which a package that was written
        for trueodds 1.0 has in place of single parts.
        """
        return getattr(imported(getattr(self, module)), name, None)

    @property
    def package(self) -> Package | None:
        """The package that declares the game; None for a game that is not installed.

        >>> find("bunco").package.name
        'trueodds'
        """
        # Two packages may announce a game of this name, so the declared object decides.
        points = _entry_points().select(name=self.name)
        own = (p for p in points if imported(f"{p.module}:{p.attr}") is self)
        return next(map(package_of, own), None)

    @property
    def record(self) -> type[rulebook.Rules]:
        """The class of the game's rules, a subclass of ``Rules``."""
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
        """Each scoring rule by name, the default first.

        A value may be a text ``module:name``.
        """
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
        """Return the reference scorer of a scoring rule, by default of the first.

        The scorer takes a position as text, the rules of the game, and the name of the
        scoring rule. Raises ``UnknownNameError`` if there is no such rule, or if the
        game has no positions to score.
        """
        name = self.scoring_rule(rule)
        if not name:
            why = "; its package declares them by Game(scoring=…)"
            if self.name in OURS:
                why = (
                    ", as its outcomes have odds, and no points beside them; "
                    f"trueodds verify {self.name} -- CMD judges a simulator of it"
                )
            raise UnknownNameError(f"{self.name} has no positions to score{why}")
        scorer: Callable[[str, Any, str], Breakdown] = imported(
            self.scoring_rules[name]
        )
        return scorer

    @property
    def declared_scoring(self) -> dict[str, Scoring]:
        """The scoring rules that are declared by a ``Scoring``, or {} if some are not.

        >>> [*find("bunco").declared_scoring], [*find("farkle").declared_scoring]
        (['roll'], [])
        """
        scorers = {rule: imported(each) for rule, each in self.scoring_rules.items()}
        declared = all(hasattr(each, "under") for each in scorers.values())
        return scorers if declared else {}

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
        """Group the words of a command line into positions.

        Successive words that are single cards or dice are one position. Any other word
        is a position by itself.

        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> find("farkle").positions(["1", "1", "5"], FarkleRules.load())
        ('1 1 5',)
        >>> find("farkle").positions(["113", "5"], FarkleRules.load())
        ('113', '5')
        """
        split = imported(self.words) or getattr(
            self.scorer(), "words", self.of_1_0("rules", "words")
        )
        # Without a function that splits words, no word is single: each is a position.
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


def _of_packages(name: str) -> Any:
    # Slow to import, and needed for games of other packages only.
    return imported(f"trueodds.core.game_packages:{name}")


def fault_of(error: BaseException) -> str:
    """Return a line on an exception that came from a game's package, otherwise "".

    The line names the package, the exception, and the last place in the code of the
    package.
    """
    fault: str = _of_packages("fault_of")(error, _entry_points())
    return fault


@contextmanager
def faults_named() -> Iterator[None]:
    """Turn an exception from the code of a game's package into ``PackageError``.

    Use it in a ``with`` statement, or as a decorator.
    """
    try:
        yield
    except Exception as error:  # whatever another package raises
        if fault := fault_of(error):
            raise PackageError(fault) from error
        raise


def package_of(point: EntryPoint) -> Package:
    """Return the package that an entry point belongs to."""
    assert point.dist  # entry points of installed packages have it
    package: Package = _of_packages("Package").of(point.dist)
    return package


def credited(game: str) -> Package | None:
    """Return the package to credit for a game, or None.

    None is for our games, and for a game that is not installed.

    >>> credited("bunco")
    """
    if game not in OURS and is_game(game):
        return find(game).package
    return None


def ours() -> tuple[GameName, ...]:
    """Return the names of the games of this package, in their order.

    A game that counts only if a user names it, such as dice, is not among them.

    >>> ours()
    ('bunco', 'baccarat', 'cribbage', 'farkle')
    """
    return tuple(n for n in get_args(GameName) if not find(n).only_if_named)


def names() -> tuple[str, ...]:
    """Return the names of all games: ours in their order, then the others by name."""
    return tuple(dict.fromkeys([*OURS, *sorted(_entry_points().names)]))


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
    if not points:
        raise UnknownNameError(
            f"there is no game {name!r}; {choices(name, names())}. To add one, see "
            "docs/how-to/add-a-game.md"
        )
    packages = map(package_of, points)
    # Neither of the packages has a better right to the name.
    if len(points) > 1:
        raise UnknownNameError(
            f"the game {name!r} is in {len(points)} packages: "
            f"{listed(packages, ' and ')}; uninstall all but one of them"
        )
    game = imported(f"{points[0].module}:{points[0].attr}")
    declared = getattr(game, "name", game)
    if declared != points[0].name:
        raise UnknownNameError(
            f"the package {next(packages)} must declare {name!r} by a Game of this "
            f"name, not by {declared!r:.60}"
        )
    return game


def each(
    read: Callable[[Game], T], among: Iterable[str] = (), *, strict: Iterable[str] = ()
) -> dict[str, T]:
    """Return the result of ``read`` for each game, by the game's name.

    ``among`` has the names of the games; by default, all games are read.

    If ``read`` raises an exception for a game of another package, the game is left out,
    and a warning names it once. For a game in ``strict``, ``PackageError`` is raised
    instead, and names the package.

    >>> each(lambda game: game.default_preset)["farkle"]
    'box'
    """
    results = {}
    for point in _entry_points():
        # No package replaces a game of ours: ``find`` looks for ours first.
        if point.value != OURS.get(point.name, point.value):
            whose = package_of(point)
            _warn(f"{whose} is left out, as trueodds has a game {point.name}")
    for name in tuple(among) or names():
        try:
            results[name] = read(find(name))
        except Exception as error:
            if name in OURS:
                raise
            fault = error
            if not isinstance(error, TrueoddsError):
                # ``fault_of`` has no line if the exception came from
                # our code that called the package.
                other = f"the package {credited(name)} failed: {error!r}"
                fault = PackageError(fault_of(error) or other)
            if name in strict:
                raise fault from error
            _warn(f"{name} is left out, as {fault}")
    return results


@cache
def _warn(message: str) -> None:
    """Log a warning. A program that asks for all games twice logs it once."""
    log.warning("%s", message)
