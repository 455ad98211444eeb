"""The report: complete, reproducible, and never half-written."""

import os
import re
import signal
import subprocess
import sys
import time
import webbrowser
from html.parser import HTMLParser
from pathlib import Path

import pytest
from certificates import makers
from commands import Run

from trueodds.core.errors import OutputError
from trueodds.proofs.claims.register import selected
from trueodds.reports.html import site
from trueodds.reports.text.tables import markdown_blocks

ASSETS = ("assets/style.css", "assets/widgets/shared.js", "claims.html", "verify.html")
GAMES = ("bunco", "baccarat", "cribbage", "farkle")
ENDINGS = ("html", "json", "csv", "md")
OLD = "a file of an older report: certificates of trueodds"


def others(game: str) -> set[str]:
    """Return the files of no game, or of this game, with certificates and checker."""
    quick = [
        maker for maker in makers() if maker.game.startswith(game) and not maker.slow
    ]
    certificates = {f"{maker.name}.certificate.json" for maker in quick}
    checker = {"checker.py", "checkers/command.py", "checkers/reading.py"}
    return certificates | checker | {"index.html", "why.html", *ASSETS}


def files(folder: Path) -> set[str]:
    """Return the names of all files of a report, without its data."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if path.parts[0] != "data"}


def test_certificates_are_proved_by_the_checker_beside_them(book: Path) -> None:
    certificates = [path.name for path in book.glob("*.certificate.json")]
    assert len(certificates) > 5
    command = [sys.executable, "-I", "checker.py", *certificates]
    ran = subprocess.run(command, cwd=book, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("proved") == len(certificates)


def test_files(book: Path) -> None:
    names = {f"{game}.{ending}" for game in GAMES for ending in ENDINGS}
    assert files(book) >= names | {f"{game}-numbers.html" for game in GAMES}
    assert files(book) >= others("")


class Links(HTMLParser):
    """What a page asks for, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hrefs += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "link", "br", "input", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open nothing."""

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


def test_pages_are_whole_and_ask_for_nothing_from_elsewhere(book: Path) -> None:
    for page in book.glob("*.html"):
        links = Links()
        links.feed(page.read_text(encoding="utf-8"))
        assert links.open == []
        places = {href.partition("#")[0] or page.name for href in links.hrefs}
        assert all((book / place).is_file() for place in places), page.name


@pytest.mark.parametrize("game", GAMES)
def test_pages_give_rules_version_command_and_sums(book: Path, game: str) -> None:
    page = (book / f"{game}.html").read_text(encoding="utf-8")
    numbers = (book / f"{game}-numbers.html").read_text(encoding="utf-8")
    for text in (page, numbers):
        assert '<pre id="reproduce">trueodds report</pre>' in text
        assert "sha256:" in text
        assert re.search(r"trueodds \d+\.\d+", text)
    assert "<svg" in page
    assert 'All of these</th><td class="number percent">100 %</td>' in numbers


def test_mean_cribs_are_maps_and_tables_that_scroll(book: Path) -> None:
    page = (book / "cribbage.html").read_text(encoding="utf-8")
    numbers = (book / "cribbage-numbers.html").read_text(encoding="utf-8")
    maps = re.findall(r'<table class="numbers map">.*?</table>', page, re.DOTALL)
    assert [squares.count("--shade") for squares in maps] == [169] * 4
    assert "In brackets" not in page
    scrolling = re.findall(
        r'<div class="table" role="region" aria-label="[^"]+" tabindex="0">'
        r'<table class="numbers">(.*?)</table></div>',
        numbers,
        re.DOTALL,
    )
    rows = [table.partition("<tbody>")[2].count("<tr>") for table in scrolling]
    assert rows[:4] == [5, 91, 5, 91]


def test_reproducible_byte_for_byte(tmp_path: Path) -> None:
    written = []
    for seed in ("0", "1"):
        out = tmp_path / seed
        command = [sys.executable, "-m", "trueodds", "report", "bunco"]
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([*command, "--out", out], check=True, env=environment)
        written.append({name: (out / name).read_bytes() for name in files(out)})
    assert written[0] == written[1]


def test_claims_are_counted_as_by_the_command(
    book: Path, trueodds_command: Run
) -> None:
    page = (book / "claims.html").read_text(encoding="utf-8")
    for entry in selected(None):
        assert f'id="{entry.id}"' in page
    assert page.count("10284191/22674816") == 1
    assert 'verdict-false">false' in page
    headlines = re.findall(r'<strong class="verdict-(\w+)">(\d+)<', page)
    _, out, _ = trueodds_command("claims")
    total = sum(int(number) for _, number in headlines)
    counted = ", ".join(f"{number} {verdict}" for verdict, number in headlines)
    assert out.startswith(f"{total} claims checked: {counted}.\n")


def test_why_to_believe_it(book: Path) -> None:
    page = (book / "why.html").read_text(encoding="utf-8")
    assert "generating functions" in page
    assert ">no</td>" not in page
    assert "trueodds export bunco race --to drn" in page
    assert "trueodds check --numpy certificates/cribbage-discard.json" in page
    assert "python -I checker.py bunco-roll.certificate.json" in page
    assert '<a href="checkers/reading.py">' in page


def test_the_index_says_what_surprised_us(book: Path) -> None:
    page = (book / "index.html").read_text(encoding="utf-8")
    assert "It does in 45.36 % of games." in page
    surprises = page.partition("What surprised us")[2].partition("</section>")[0]
    assert surprises.count('href="claims.html#') == 5


def test_long_fractions_are_data(book: Path) -> None:
    page = (book / "bunco-numbers.html").read_text(encoding="utf-8")
    assert 'id="race.first_wins"' in page
    assert len(max(page.split(), key=len)) < 300
    data = (book / "data" / "bunco-fractions.js").read_text(encoding="utf-8")
    assert data.splitlines()[1].startswith('trueodds.data("bunco-fractions", "')


def test_one_game_is_opened(
    tmp_path: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)  # returns None: no browser
    code, out, err = trueodds_command(
        "report", "bunco", "--open", "--out", str(tmp_path / "a" / "b")
    )
    assert code == 0
    assert opened == [(tmp_path / "a" / "b" / "index.html").as_uri()]
    assert "no browser can be started; open" in err
    assert "Cribbage" not in out
    names = files(tmp_path / "a" / "b")
    assert names >= {*(f"bunco.{ending}" for ending in ENDINGS), *others("bunco")}
    assert not [name for name in names if name.startswith("cribbage")]


def test_interrupted_while_writing_every_file_is_old_or_new(
    tmp_path: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ending in ENDINGS:
        (tmp_path / f"bunco.{ending}").write_text(OLD)
    (tmp_path / "mine.txt").write_text("mine")
    real = os.replace

    def interrupted(source: Path, target: Path) -> None:
        if target.name == "bunco.csv":
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    assert trueodds_command("report", "bunco", "--out", str(tmp_path))[0] == 130
    texts = {name: (tmp_path / name).read_text() for name in files(tmp_path)}
    assert {name for name in texts if texts[name] == OLD} == {
        "bunco.html",
        "bunco.csv",
        "bunco.md",
    }
    assert texts["bunco.json"].startswith("{")
    assert texts["mine.txt"] == "mine"
    assert "index.html" not in texts


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another signal there")
def test_control_c(tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = (
        "from trueodds.reports.cli import main; "
        f"print('started', flush=True); main(['report', '--out', {str(out)!r}])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert not out.exists()


def test_folder_that_is_a_file(tmp_path: Path, trueodds_command: Run) -> None:
    place = tmp_path / "taken"
    place.write_text("mine")
    code, out, err = trueodds_command("report", "bunco", "--out", str(place))
    assert (code, out) == (2, "")
    assert f"cannot write to {place}" in err
    assert place.read_text() == "mine"


def test_an_unknown_game_is_refused_before_the_pages_are_loaded(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "trueodds.reports.html.site", None)
    code, out, err = trueodds_command("report", "chess")
    assert (code, out) == (2, "")
    assert "there is no game 'chess'" in err


def test_a_report_replaces_only_files_of_a_report(tmp_path: Path) -> None:
    mine = tmp_path / "index.html"
    mine.write_text("<html>my site</html>")
    with pytest.raises(OutputError, match=r"index\.html is not a file of a report"):
        site.write(["bunco"], tmp_path)
    assert [*tmp_path.iterdir()] == [mine]


def test_every_file_of_a_report_is_known_as_one(book: Path) -> None:
    """So a report is written over an older report."""
    written = [book / name for name in files(book) if not name.endswith(".py")]
    for file in (*written, *book.glob("data/*")):
        assert any(mark in file.read_bytes() for mark in site.MARKS), file.name


def test_labels_in_markdown_are_text() -> None:
    row = ["`roll.bunco`", "a|b *c* [d](e) <f> g_h"]
    escaped = r"| `roll.bunco` | a\|b \*c\* \[d\](e) \<f> g_h |"
    assert escaped in markdown_blocks(["id", "label"], [row])[0]
