"""Compute the results that ship: ``tox -e ship [-- NAME...]``.

Each result is computed from nothing, in a cache folder of its own below ``build/ship``,
so that interrupted work is resumed. The files of a finished result move to
``core/shipped`` at once.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from trueodds.analysis.cribbage.discard import opponent_tables
from trueodds.analysis.cribbage.game import deal_law, whole_deals, win_chain
from trueodds.analysis.cribbage.play.solving import kept_hands, saved_solution
from trueodds.analysis.farkle.match import quantities as match
from trueodds.analysis.run import families_of
from trueodds.core import games, rulebook, shipped_odds
from trueodds.core.errors import choices
from trueodds.core.odds import Family
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import DEFAULT, FarkleRules
from trueodds.core.storage import manifest, store
from trueodds.core.storage.progress import Progress
from trueodds.proofs.claims import register
from trueodds.reports.progress import shown

ROOT = store.SHIPPED.parents[1]
QUICK = ("d20", "five-thousand")
"""Presets whose odds are computed in less than half a second, so they do not ship."""
MATCHES = ("kingdom-come", "ece209", "ten-thousand", "box", "facebook", "zilch")
"""Presets of Farkle of which the match ships."""


def odds() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield game, preset and changes of the rules whose odds ship.

    These are presets, and the house rules of Farkle by which claims are judged: a light
    install cannot compute them.
    """
    for game in games.ours():
        for preset in rulebook.preset_names(games.find(game)):
            if preset not in QUICK:
                yield game, preset, {}
    for entry in register.entries():
        for asked in entry.exact.values():
            if asked.game == "farkle" and asked.changes:
                yield asked.game, asked.rules or DEFAULT, asked.changes


def results(progress: Progress) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield each result that ships: its name, its module, and a call that computes it.

    A result is stale when the code of its module, or of what this imports, has changed.
    """
    ask: Callable[[], object]
    six_card, write = CribbageRules.load(), shipped_odds.write
    for role in ("dealer", "pone"):
        tables = opponent_tables.opponent_tables
        ask = partial(tables, "equilibrium", role, six_card, progress=progress)
        yield f"discard against {role}", opponent_tables.__name__, ask
    yield "cribbage deals", deal_law.__name__, partial(_deals, six_card, progress)
    ask = partial(win_chain.shipped_wins, six_card, progress)
    yield "cribbage win", win_chain.__name__, ask
    for game_name, preset, changes in odds():
        game = games.find(game_name)
        rules, families = rulebook.load(game, preset, changes), families_of(game)
        ask = partial(write, "odds", game_name, rules, families(rules, progress))
        named = [f"{field}={value}" for field, value in changes.items()]
        name = " ".join(["odds", game_name, preset, *named])
        yield name, families.__module__, ask
    for name in MATCHES:
        record = FarkleRules.load(name)
        family = Family("match.*", partial(match.quantities, record, progress))
        ask = partial(write, "match", "farkle", record, [family])
        yield f"match {name}", match.__name__, ask


def _deals(rules: CribbageRules, progress: Progress) -> None:
    """Compute the deals at the shipped strategies; solve the play first if needed."""
    folder = Path(os.environ.get("TRUEODDS_PLAY", "cribbage-play"))
    shipped = whole_deals.chosen(rules)
    if not (folder / saved_solution.STRATEGY).exists():
        most, kept = int(shipped.key["iterations"]), kept_hands.KEPT
        saved_solution.solve(folder, rules, kept, Fraction(0), most, progress)
    by = whole_deals.chosen(rules, play=str(folder))
    if by.key != shipped.key:
        sys.exit(f"the play in {folder} is not the one whose results ship")
    whole_deals.deal_law(by, rules, solve=True, progress=progress)
    for path in store.cached():
        if by.name not in path.name:
            path.unlink()


def main(names: Sequence[str]) -> None:
    """Compute the named results, or all that are missing or stale."""
    entries, stale = manifest.read(ROOT), manifest.stale(ROOT)
    with shown() as progress:
        known = {name: (module, ask) for name, module, ask in results(progress)}
        for name in names:
            if name not in known:
                sys.exit(f"no result is called {name!r}; {choices(name, known)}")
        for name in names or [n for n in known if n in stale or n not in entries]:
            module, ask = known[name]
            code, start = manifest.code(ROOT, module, name), process_time()
            folder = ROOT / "build/ship" / code[:16]
            os.environ["TRUEODDS_CACHE"] = str(folder)
            with store.unshipped():
                ask()
            paths = [path.replace(store.SHIPPED / path.name) for path in store.cached()]
            files = {path.name: manifest.of_file(path) for path in paths}
            entries[name] = {"module": module, "code": code, "files": files}
            shutil.rmtree(folder, ignore_errors=True)
            manifest.write(ROOT, {n: entries[n] for n in known if n in entries})
            size = sum(path.stat().st_size for path in paths)
            seconds = process_time() - start
            print(f"{name}: {seconds:,.0f} s, {size / 1e6:,.2f} MB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
