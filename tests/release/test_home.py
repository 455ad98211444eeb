"""The folder of all that is published: its packs, its index and its digests."""

import hashlib
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from commands import Run

from trueodds.core import games


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, which is not on the path."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("home")


@pytest.mark.parametrize(
    ("game", "count"), [("bunco", 336), ("farkle", 923), ("baccarat", 302_500)]
)
def test_a_pack_is_a_right_table_of_answers(
    game: str, count: int, home: ModuleType, tmp_path: Path, trueodds_command: Run
) -> None:
    pack = tmp_path / "pack.txt"
    column = games.find(game)
    pack.write_text(home.pack(column, column.scoring_rule(None)))
    ran = trueodds_command("verify", "scorer", game, "--answers", str(pack))
    assert (ran.code, ran.err) == (0, "")
    assert f"all {count:,} answers are right" in ran.out


def test_a_pack_of_too_many_positions_is_a_sample(
    home: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "MOST", 335)
    monkeypatch.setattr(home, "SAMPLE", 7)
    assert home.pack(games.find("bunco"), "roll").count("\n") == 7


def test_every_part_is_listed_and_every_file_has_a_digest(
    home: ModuleType, tmp_path: Path
) -> None:
    for name, (_, page, _) in home.PARTS.items():
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / (page or "a file.txt")).write_text(name)
        (tmp_path / name / "deep/more.txt").write_text("more")
    (tmp_path / "index.html").write_text(home.index(tmp_path))
    (tmp_path / "SHA256SUMS").write_text(home.sums(tmp_path))
    text = (tmp_path / "index.html").read_text()
    links = re.findall('href="([^"]*)"', text)
    assert all(f"<b>{name}</b>" in text for name in home.PARTS)
    assert links[-1] == "SHA256SUMS"
    assert all((tmp_path / link).exists() for link in links)
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 2 * len(home.PARTS) + 1
    for line in lines:
        digest, _, name = line.partition("  ")
        content = (tmp_path / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
