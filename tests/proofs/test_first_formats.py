"""Files written before the play of cribbage was added still load.

The copies in ``tests/support/first_formats`` were written by commit aca0fd8.
"""

import hashlib
import lzma
import shutil
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from trueodds.analysis.cribbage.strategy_file import are_for
from trueodds.analysis.farkle.match.optimal.cache import solved
from trueodds.core import rulebook
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules

Run = Callable[..., tuple[int, str, str]]

COPIES = Path(__file__).parents[1] / "support" / "first_formats"


@pytest.mark.parametrize(
    "copy", sorted(COPIES.glob("*-*.json.xz")), ids=lambda copy: copy.name
)
def test_certificates_are_still_accepted(
    copy: Path, tmp_path: Path, trueodds_command: Run
) -> None:
    certificate = tmp_path / "certificate.json"
    certificate.write_bytes(lzma.decompress(copy.read_bytes()))
    code, out, _ = trueodds_command("check", str(certificate))
    assert code == 0
    assert "proved" in out


def test_a_receipt_is_still_accepted(trueodds_command: Run) -> None:
    code, out, _ = trueodds_command(
        "verify", "receipt", str(COPIES / "die-receipt.json")
    )
    assert code == 0
    assert out.startswith("WITHIN: the face of a die (bunco, bunco rules): after 532 ")


def test_a_cached_match_is_not_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path))
    (copy,) = COPIES.glob("farkle-match-*.npz")
    shutil.copy(copy, tmp_path)
    steps: list[object] = []
    match = solved(FarkleRules.load(target=100), lambda *step: steps.append(step))
    assert not steps
    assert match.first_player.width < Fraction(1, 10**9)
    assert f"{float(match.first_player.midpoint):.4f}" == "0.9645"
    assert [file.name for file in tmp_path.glob("*.npz")] == [copy.name]


def test_the_shipped_strategies_are_those_of_before() -> None:
    """The strategy file has not changed, and it still fits the usual rules."""
    file = files("trueodds.analysis.cribbage") / "equilibrium" / "equilibrium.strategy"
    content = file.read_bytes()
    assert hashlib.sha256(content).hexdigest().startswith("ce6f859a432f0fc5")
    digest = rulebook.digest("cribbage", CribbageRules.load())
    assert are_for(content, digest, "equilibrium")
