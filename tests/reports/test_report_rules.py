"""The report on rules that a user chose."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Run

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import OptionError

CHOSEN = [
    ("bunco", ["--rules", "d20"], "d20 rules", 0),
    ("baccarat", ["--seen", "KH 5D"], "punto-banco rules with seen = KH 5D", 1),
    ("cribbage", ["--rules", "published-script"], "published-script rules", 0),
    ("farkle", ["--rules", "five-thousand"], "five-thousand rules", 0),
]
"""A game, its options, the name of the rules, and the pages beside its two own."""

PRESETS = [
    (game, preset)
    for game in games.ours()
    for preset in rulebook.preset_names(games.find(game))
]


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    for page in sorted(folder.glob("*.html")):
        yield page.name, page.read_text(encoding="utf-8")


def require_whole(folder: Path, rules: str) -> None:
    """Require that every page names the rules, and that every link has its file."""
    for name, page in pages(folder):
        assert f">Under {rules}.</p>" in html.unescape(page), name
        links = re.findall(r'(?:href|src)="([^"#]+)', page)
        assert all((folder / link).is_file() for link in links), name


@pytest.mark.parametrize(("game", "options", "rules", "further"), CHOSEN)
def test_a_report_is_on_the_chosen_rules(
    trueodds_command: Run,
    tmp_path: Path,
    game: str,
    options: list[str],
    rules: str,
    further: int,
) -> None:
    code, _, err = trueodds_command("report", game, *options, "--out", str(tmp_path))
    assert (code, err) == (0, "")
    require_whole(tmp_path, rules)
    names = [name for name, _ in pages(tmp_path)]
    own = [name for name in names if name.startswith(game)]
    assert len(own) == 2 + further
    assert {*names} - {*own} == {"index.html", "verify.html", "glossary.html"}
    overview = (tmp_path / f"{game}.html").read_text(encoding="utf-8")
    assert bool(re.search("(is|are) left out", overview)) == (not further)
    assert "claims.html" not in (tmp_path / "data" / "search.js").read_text()


def test_the_command_of_a_report_names_its_rules_and_is_reproduced(
    trueodds_command: Run, tmp_path: Path
) -> None:
    trueodds.report("bunco", set={"weights": "1,1,1,1,1,2", "rounds": 2}, out=tmp_path)
    index = html.unescape((tmp_path / "index.html").read_text(encoding="utf-8"))
    command = "trueodds report bunco --set weights=1,1,1,1,1,2 --set rounds=2"
    assert f'<pre id="reproduce">{command}</pre>' in index
    verify = (tmp_path / "verify.html").read_text(encoding="utf-8")
    options = command.removeprefix("trueodds report bunco")
    assert f"--outcome die --file outcomes.txt{options}<" in verify
    assert trueodds_command("reproduce", str(tmp_path))[:2] == (0, "identical\n")
    numbers = tmp_path / "bunco.csv"
    numbers.write_text(numbers.read_text().replace("roll.mean", "roll.men"))
    assert trueodds_command("reproduce", str(tmp_path))[0] == 1


def test_rules_need_one_game(tmp_path: Path) -> None:
    for several in ((), ("bunco", "farkle")):
        with pytest.raises(OptionError, match="need one game"):
            trueodds.report(*several, rules="box", out=tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_has_a_whole_report(
    tmp_path: Path, game: str, preset: str
) -> None:
    trueodds.report(game, rules=preset, out=tmp_path)
    require_whole(tmp_path, f"{preset} rules")
