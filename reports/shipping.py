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
from functools import partial
from time import process_time
from typing import Any

from trueodds.analysis.cribbage.discard import opponent_tables
from trueodds.analysis.cribbage.game import win_chain
from trueodds.analysis.cribbage.game.deal_counts import shipped_counts
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
MATCHES = ("kingdom-come", "ece209", "ten-thousand", "box")
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
    ask = partial(win_chain.win_table, shipped_counts(), six_card, progress)
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
