"""What the page "Why believe this" says: claims, derivations, certificates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from trueodds.analysis import export
from trueodds.core.errors import UnknownNameError
from trueodds.core.odds import Odds
from trueodds.core.progress import silent
from trueodds.core.quantity import family_of
from trueodds.proofs import symbolic
from trueodds.proofs.certificates.registry import MAKERS
from trueodds.proofs.claims import Judged, judge_entries
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import Derivation, derivations

OF_DICE = ("bunco", "farkle")
"""The games whose closed forms are proved."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim, its source where the heading is of several, whether it is a part."""

    judged: Judged
    source: str
    is_part: bool

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.judged.id


@dataclass(frozen=True, slots=True)
class Family:
    """Quantities alike but for their numbers, and the two methods that found them."""

    game: str
    family: str
    method: str
    second_method: str
    count: int
    equal: bool


@dataclass(frozen=True, slots=True)
class Why:
    """The page: claims by source, families derived twice, closed forms, commands.

    ``certificates`` are files by name, beside the checker that reads them; ``large``
    are the names of those that are only made when they are named.
    """

    claims: dict[str, list[ClaimRow]]
    derivations: list[Family]
    identities: tuple[symbolic.Identity, ...]
    certificates: dict[str, str]
    large: list[str]
    exports: list[str]

    @property
    def files(self) -> dict[str, str]:
        """The texts of the files that the page links to, by name."""
        if not self.certificates:
            return {}
        checker = resources.files("trueodds.proofs").joinpath("checker.py")
        return self.certificates | {"checker.py": checker.read_text(encoding="utf-8")}


def tell(found: Sequence[Odds]) -> Why:
    """Why to believe these odds, which are of default rules."""
    games = [odds.game for odds in found]
    makers = [maker for game in games for maker in MAKERS if maker.game == game]
    of = dict(zip(games, found, strict=True))
    wanted = [entry for entry in selected(None) if entry.game in games]
    claims: dict[str, list[ClaimRow]] = {}
    for entry, judged in zip(wanted, judge_entries(wanted, found), strict=True):
        elsewhere = entry.id.startswith("elsewhere")
        source = "Published elsewhere" if elsewhere else entry.source
        shown = entry.source if elsewhere else ""
        row = ClaimRow(judged, shown, entry.letter != entry.id)
        claims.setdefault(source, []).append(row)
    return Why(
        claims=claims,
        derivations=[row for odds in found for row in _families(odds)],
        identities=symbolic.identities() if set(OF_DICE) & set(games) else (),
        certificates={
            f"{maker.name}.certificate.json": maker.make(of[maker.game], silent).text()
            for maker in makers
            if not maker.slow
        },
        large=[maker.name for maker in makers if maker.slow],
        exports=[command for game in games for command in _exports(game)],
    )


def _families(odds: Odds) -> Iterator[Family]:
    groups: dict[tuple[str, str, str], list[Derivation]] = {}
    for one in derivations(odds):
        groups.setdefault(
            (family_of(one.quantity), one.method, one.second_method), []
        ).append(one)
    for (family, method, second), alike in groups.items():
        equal = all(one.equal for one in alike)
        yield Family(odds.game, family, method, second, len(alike), equal)


def _exports(game: str) -> Iterator[str]:
    try:
        models = export.recipes(game)
    except UnknownNameError:
        return
    for name in models:
        yield f"trueodds export {game} {name} --to drn --out {game}-{name}.drn"
