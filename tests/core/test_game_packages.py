"""Packages with games: whose a game is, and faults of packages in one line."""

import inspect
import json
import pydoc
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from commands import Run
from game_packages import COIN, installs, write_metadata, write_package

import trueodds
import trueodds.game
from trueodds.core import games, shipped_odds
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.game_packages import Package
from trueodds.core.odds import Family
from trueodds.game import cached
from trueodds.reports.parts import parts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose packages are installed during a test."""
    yield from installs(tmp_path, monkeypatch)


def test_help_lists_the_names_for_games() -> None:
    printed = pydoc.plain(pydoc.render_doc(trueodds.game))
    for name in ("core.games.Game", "proving.Kind", "reading.UnprovedError", "Dice("):
        assert name in printed
    source = Path(inspect.getfile(trueodds.game)).read_text()
    names = {*re.findall(r"^ *from .* import (\w+) as \1$", source, re.M), "Checker"}
    assert {*trueodds.game.__all__} == {*dir(trueodds.game)} == names


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Author: Ann Bell, Cy Dee", ("Ann Bell", "Cy Dee")),
        ("Author-email: Ann Bell <ann@example.org>, cy@example.org",
         ("Ann Bell", "cy@example.org")),
        ("Author: Ann Bell\nAuthor-email: Cy Dee <cy@example.org>",
         ("Ann Bell", "Cy Dee")),
        ("Summary: no author", ()),
    ],
)  # fmt: skip
def test_the_authors_of_a_package(
    folder: Path, authors: str, names: tuple[str, ...]
) -> None:
    write_package(folder, "tossed", authors=authors)
    game = games.find("tossed")
    assert game.package == Package("tossed-game", "0.3", names)
    assert games.Game("tossed", rules=game.record).package is None


FAULTS = {
    "import": ("from fractions", "import no_such_module\nfrom fractions"),
    "syntax": ("from fractions", "1 +\nfrom fractions"),
    "rules": ("    sides: int", "    sides: int\n    def __post_init__(self): 1 / 0"),
    "families": ("def families(rules, progress):", "def families(*_):\n    1 / 0"),
    "family": ("    def head():", "    def head():\n        open('missing')"),
    "outside of the globs": ('"coin.head", "A', '"three.0", "A'),
    "twice": ("        yield", "        for _ in range(2): yield"),
    "two families": ("[Family(", "[Family('coin.*', head), Family("),
    "no quantity": ("yield Quantity(", "yield str(share) or ("),
    "no quantities": ("yield Quantity", "Quantity"),
    "no family": ("return [Family(", "return [1, Family("),
    "no families": ("return [Family(", "return None and [Family("),
    "reference": ("families=families", "families='tossed_game:none'"),
    "no game": ("GAME = Game(", "GAME = dict(NAME=1) or ("),
    "another name": ('GAME = Game("NAME"', 'GAME = Game("bunco"'),
    "page": ("def page(odds):", "def page(odds):\n    {}['front']"),
    "words of the page": ("values()), ()", "values()), (), words={'coin.haed': 'A'}"),
}
"""By fault: a text in the module of a game, and the text that takes its place."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_fails_is_named_in_one_line(
    fault: str,
    folder: Path,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    # A report on our games takes longer.
    monkeypatch.setattr(games, "names", lambda: ("sound", "tossed"))
    write_package(folder, "tossed", COIN.replace(*FAULTS[fault]))
    write_package(folder, "sound")
    asked = ["report"] if "page" in fault else ["odds"]
    ran = trueodds_command(*asked, "tossed")
    assert (ran.code, ran.out) == (2, "")
    first, *hints = ran.err.splitlines()
    assert first.startswith("trueodds: error: ")
    assert "tossed" in first
    assert all(hint.startswith("hint: ") for hint in hints)

    assert trueodds_command("odds", "sound").code == 0
    ran = trueodds_command("report", "--out", "out")
    assert ran.code == 0
    assert "out/index.html" in ran.out
    assert "tossed is left out, as " in caplog.text
    names = {file.name for file in Path("out").iterdir()}
    assert "sound.html" in names
    assert "tossed.html" not in names


def test_a_misspelt_headline_names_the_package(
    folder: Path, trueodds_command: Run
) -> None:
    parts = "families=families, headlines={'coin.haed': 'Head'}"
    write_package(folder, "tossed", COIN.replace("families=families", parts))
    ran = trueodds_command("odds", "tossed")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        "trueodds: error: the package tossed-game 0.3 failed: its headlines name "
        "coin.haed, which tossed does not have",
        "hint: did you mean coin.head?",
    ]


def test_rules_may_lack_a_headline_that_another_preset_has(
    folder: Path, trueodds_command: Run
) -> None:
    parts = "families=families, headlines={'coin.head': 'Head', 'coin.3': 'Three'}"
    module = COIN.replace("families=families", parts)
    third = "Quantity('coin.3', '3', share, 'probability', 'by hand')"
    lists = f"[Family('coin.3', lambda: [{third}] * (rules.sides == 3)), "
    share = f"    share = Fraction(1, rules.sides)\n    return {lists}"
    write_package(folder, "tossed", module.replace("    return [", share))
    three = folder / "presets" / "tossed" / "three.toml"
    three.write_text('extends = "tossed"\ndescription = "Three sides"\nsides = 3\n')
    assert "\n\nHead  50 %\n\n" in trueodds_command("odds", "tossed").out
    assert (
        "Three  33.33 %" in trueodds_command("odds", "tossed", "--rules", "three").out
    )


def test_a_scorer_that_fails_is_named_in_one_line(
    folder: Path, trueodds_command: Run
) -> None:
    write_package(folder, "tossed")
    assert trueodds_command("score", "tossed", "3").code == 0
    ran = trueodds_command("score", "tossed", "head")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        "trueodds: error: the package tossed-game 0.3 failed: ValueError: invalid"
    )
    assert "tossed_game.py, line " in ran.err


def test_lists_of_games_leave_out_one_that_fails(
    folder: Path, trueodds_command: Run, caplog: pytest.LogCaptureFixture
) -> None:
    write_package(folder, "broken", "1 / 0")
    write_package(folder, "tossed")
    ran = trueodds_command("rules")
    assert (ran.code, "A fair coin" in ran.out) == (0, True)
    assert trueodds_command("rules").code == 0
    warning = "broken is left out, as 'broken_game:GAME' of the package broken-game"
    assert caplog.text.count(warning) == 1
    assert trueodds_command("selfcheck").code == 0
    ran = trueodds_command("odds", "toss")
    assert "did you mean tossed?" in ran.err
    ran = trueodds_command("odds", "tossed", "--decks", "3")
    assert "there is no option --decks" in ran.err or "is an option of" in ran.err


def test_packages_with_a_game_of_one_name_are_refused(
    folder: Path, trueodds_command: Run, caplog: pytest.LogCaptureFixture
) -> None:
    write_package(folder, "tossed")
    write_metadata(folder, "other-coin", "tossed = tossed_game:GAME")
    write_metadata(folder, "loaded-bunco", "bunco = tossed_game:GAME")
    ran = trueodds_command("odds", "tossed")
    assert ran.code == 2
    assert "is in 2 packages: " in ran.err
    assert "other-coin 0.3" in ran.err
    ran = trueodds_command("rules")
    assert ran.code == 0
    assert "loaded-bunco 0.3 is left out, as trueodds has a game bunco" in caplog.text


PACKAGE = {"name": "tossed-game", "version": "0.3", "authors": ["Ann Bell", "Cy Dee"]}


@pytest.fixture
def tossed(folder: Path) -> str:
    """Return the name of a game of another package with two authors."""
    write_package(folder, "tossed", authors="Author: Ann Bell, Cy Dee")
    return "tossed"


@pytest.mark.parametrize(
    "words",
    ["odds tossed", "score tossed 3"],
)
def test_json_has_the_package_of_a_game(
    words: str, tossed: str, trueodds_command: Run
) -> None:
    document = json.loads(trueodds_command(*words.split(), "--format", "json").out)
    assert document["package"] == PACKAGE
    name, _, number = document["schema"].removeprefix("trueodds.").partition("/")
    schema = files("trueodds.reports") / f"schemas/{name}-{number}.json"
    jsonschema.validate(document, json.loads(schema.read_text()))
    assert "package" not in trueodds.score("bunco", "1 | 1 1 1").json()


def test_a_citation_credits_the_package_of_the_game(
    tossed: str, trueodds_command: Run
) -> None:
    first, *facts = trueodds_command("cite", tossed, "coin.head").out.splitlines()
    assert first == "Ann Bell and Cy Dee. tossed-game: Coin. Version 0.3."
    assert facts[-1].startswith("Computed by: The trueodds authors (2026). trueodds: ")
    number = tossed, "coin.head", "--format"
    bibtex = trueodds_command("cite", *number, "bibtex").out
    assert "  author = {{Ann Bell} and {Cy Dee}},\n  title = {{tossed-game: " in bibtex
    assert "year = " not in bibtex
    (entry,) = json.loads(trueodds_command("cite", *number, "csl").out)
    assert entry["author"] == [{"literal": "Ann Bell"}, {"literal": "Cy Dee"}]
    assert "The trueodds authors" in entry["note"]
    document = json.loads(trueodds_command("cite", *number, "json").out)
    assert (document["author"], document["year"]) == ("Ann Bell and Cy Dee", None)
    schema = files("trueodds.reports") / "schemas/citation-1.json"
    jsonschema.validate(document, json.loads(schema.read_text()))
    ours = trueodds_command("cite", "bunco", "roll.bunco").out
    assert ours.startswith("The trueodds authors (2026). trueodds: ")
    assert "Computed by" not in ours


def test_pages_name_the_package_of_the_game(tossed: str, trueodds_command: Run) -> None:
    assert trueodds_command("report", tossed, "--out", "out").code == 0
    page = Path("out/tossed.html").read_text()
    assert "package tossed-game 0.3, by Ann Bell, Cy Dee. trueodds " in page
    assert "Ann Bell and Cy Dee. tossed-game: Coin. Version 0.3." in page
    assert json.loads(Path("out/tossed.json").read_text())["package"] == PACKAGE
    assert "package" not in json.loads(
        trueodds_command("odds", "bunco", "--format", "json").out
    )


def test_a_receipt_has_the_package_of_the_game(
    folder: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("rolls.txt").write_text("1\n6\n2\n" * 50)
    judge = ("verify", "simulator", "bunco", "--outcome", "die", "--file", "rolls.txt")
    package = Package("tossed-game", "0.3", tuple(PACKAGE["authors"]))
    monkeypatch.setattr(games, "credited", lambda game: package)
    trueodds_command(*judge, "--receipt", "receipt.json")
    receipt = json.loads(Path("receipt.json").read_text())
    assert receipt["package"] == PACKAGE
    schema = files("trueodds.reports") / "schemas/receipt-1.json"
    jsonschema.validate(receipt, json.loads(schema.read_text()))
    monkeypatch.setattr(games, "credited", lambda game: None)
    assert trueodds_command("verify", "receipt", "receipt.json").code in (1, 3)


PROOFS = """
from trueodds.game import Proofs
from trueodds.proofs.derivations import Method

def values(rules):
    return {"coin.head": 1 / Fraction(2)}

METHODS = [Method("counting", ("coin.head",), values)]
"""


def test_witnesses_are_those_that_the_game_has(
    folder: Path, trueodds_command: Run
) -> None:
    own = COIN.replace("GAME = ", f"{PROOFS}GAME = ").replace(
        "page=page)", 'page=page, proofs=Proofs(methods="proved_game:METHODS"))'
    )
    write_package(folder, "proved", own)
    write_package(folder, "tossed")
    whose = "The independent derivations of Coin are by its own package, proved-game"
    ran = trueodds_command("prove", "proved")
    assert ran.code == 0
    assert "derived twice, with equal results: 1." in ran.out
    assert whose in " ".join(ran.out.split())
    for game, reason in [("proved", "1 of 1"), ("tossed", "0 of 1")]:
        assert trueodds_command("report", game, "--out", "out").code == 0
        why = Path("out/why.html").read_text()
        assert f"methods that share no code: {reason} numbers." in why
        assert (whose in why) == (game == "proved")
        assert "Programs of others" not in why
        assert "Storm" not in why


def test_proofs_of_other_games_go_on(folder: Path, trueodds_command: Run) -> None:
    write_package(folder, "broken", "1 / 0")
    ran = trueodds_command("prove", "broken")
    assert (ran.code, ran.out) == (2, "")
    assert "'broken_game:GAME' of the package broken-game 0.3 cannot be" in ran.err
    assert "there is no game" not in ran.err
    assert trueodds_command("prove", "bunco", "roll.bunco").code == 0


LASTING = """
def families(rules, progress):
    def heads():
        for number in range(20):
            share = Fraction(1, 2 ** number)
            yield Quantity(f"coin.{number}", "Heads", share, "probability", "by hand")
    def lasting():
        raise MemoryError("computed")
    return [Family("coin.*", heads), Family("night.*", lasting, slow=True)]

GAME = """


@pytest.mark.parametrize(
    "page", ["page=None", "headlines={'coin.1': 'A head'}, page=page"]
)
def test_cheap_families_do_not_wait_for_dear_ones(
    page: str, folder: Path, trueodds_command: Run
) -> None:
    module = COIN.replace("GAME = ", LASTING).replace("page=page", page)
    write_package(folder, "tossed", module)
    for words in (["odds", "tossed"], ["odds", "tossed", "coin.1"]):
        ran = trueodds_command(*words)
        assert (ran.code, ran.err) == (0, "")
    assert "More numbers: --all" in trueodds_command("odds", "tossed").out
    assert trueodds_command("odds", "tossed", "night.1").code == 2


COMPLETE = """
def families(rules, progress):
    def heads():
        for number, ways in [(2, 1), (0, 1), (1, 2), (-1, 0)]:
            share = Fraction(ways, 4)
            yield Quantity(
                f"toss.heads.{number}", f"{number} heads", share, "probability", "count"
            )
        yield Quantity("toss.heads.mean", "Mean", Fraction(1), "heads", "count")
    def further():
        for number in 0, 1, 2:
            value = Fraction(1, 1 + number)
            yield Quantity(f"least.{number}", "Least", value, "probability", "count")
            value = Fraction(1, 3)
            yield Quantity(f"points.{number}", "Mean", value, "points", "count")
        yield Quantity("toss.one", "One head", Fraction(1, 2), "probability", "count")
    def night():
        for number in 0, 1:
            share = Fraction(1, 2)
            yield Quantity(f"night.{number}", "Night", share, "probability", "count")
    def never():
        raise MemoryError("computed")
    return [
        Family("toss.heads.*", heads),
        Family("least.? points.? toss.one", further),
        Family("night.*", night, slow=True),
        Family("never.*", never, slow=True),
    ]

GAME = Game("NAME", "Coin", Coins, families=families)
"""


def test_from_a_complete_family_follow_a_kind_of_outcome_and_a_plot(
    folder: Path, trueodds_command: Run
) -> None:
    head, _, _ = COIN.partition("def families")
    write_package(folder, "tossed", head + COMPLETE)
    assert "75 %" in trueodds_command("odds", "tossed", "toss.heads", "--plot").out
    rows = trueodds_command("odds", "tossed", "toss.heads").out.splitlines()[9:12]
    assert [row.split()[:6] for row in rows] == [
        ["0", "25", "%", "1", "in", "4"],
        ["1", "50", "%", "75", "%"],
        ["2", "25", "%", "1", "in", "4"],
    ]
    judge = ("verify", "simulator", "tossed")
    printed = trueodds_command(*judge, "--help").out.partition("Kinds of outcome of")[2]
    assert " ".join(printed.split()) == (
        "tossed: toss.heads Print the number N of toss.heads.N."
    )
    for lines, kind, code in [
        ("0112", "", 0),
        ("012", "", 1),
        ("0123", "toss.heads", 1),
        ("01", "night", 0),
        ("001", "night", 1),
        ("01", "least", 2),
    ]:
        tossed = random.Random(1).choices(lines, k=4000)
        Path("lines").write_text("\n".join([*tossed, ""]))
        named = ("--outcome", kind) if kind else ()
        ran = trueodds_command(*judge, *named, "--file", "lines")
        assert ran.code == code, (lines, kind, ran)


def test_from_a_complete_family_follows_a_section_of_the_page(
    folder: Path, trueodds_command: Run
) -> None:
    head, _, _ = COIN.partition("def families")
    module = (head + COMPLETE).replace('raise MemoryError("computed")', "yield from ()")
    write_package(folder, "tossed", module)
    odds = trueodds.odds("tossed")
    sections = {each.title: each for each in parts("tossed").page(odds).sections}
    assert [*sections] == ["Toss heads", "Least", "Points", "Toss", "Night"]
    ids = [quantity.id for quantity in sections["Toss heads"].quantities]
    assert ids == [f"toss.heads.{end}" for end in ("2", "0", "1", "-1", "mean")]
    drawn = {title: section.plot for title, section in sections.items() if section.plot}
    assert [*drawn] == ["Toss heads", "Night"]
    plot = drawn["Toss heads"]
    assert (plot.labels, plot.mean) == (["0", "1", "2"], 1)
    assert trueodds_command("report", "tossed", "--out", "out").code == 0
    page = Path("out/tossed.html").read_text()
    assert "<h2>Toss heads</h2>" in page
    assert "Probability by toss heads" in page
    assert "<h2>Toss heads" in Path("out/tossed-numbers.html").read_text()


def test_a_cached_family_is_computed_once_a_version(
    tossed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUEODDS_CACHE", "cache")
    rules = games.find(tossed).record.load()
    bounds = Enclosure(Fraction(1, 3), Fraction(1, 2))
    times = []

    def lasting() -> Iterator[Quantity]:
        times.append("computed")
        yield Quantity("night.mean", "A night", Fraction(-7, 3), "points", "nights")
        yield Quantity("night.most", "Most", bounds, "points", "nights")

    def values(version: str) -> list[object]:
        family = cached(rules, Family("night.*", lasting, slow=True), version)
        assert family.slow
        return [quantity.value for quantity in family.by_id.values()]

    for version, number in [("1", 1), ("1", 1), ("2", 2)]:
        known = values(version)
        assert (known[0], len(times)) == (Fraction(-7, 3), number)
        assert repr(known[1]) == repr(bounds)


def test_a_package_ships_results(
    tossed: str, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUEODDS_CACHE", "shipped")
    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")
    rules = games.find(tossed).record.load()
    head = Quantity("coin.head", "A head", Fraction(3, 7), "probability", "shipped")
    shipped_odds.write("odds", tossed, rules, [Family("coin.head", lambda: [head])])
    assert "3/7" in trueodds_command("odds", tossed, "coin.head").out
    assert (
        "3/7"
        not in trueodds_command("odds", tossed, "coin.head", "--set", "sides=3").out
    )


def test_scripts_and_sentences_are_those_of_the_package(
    folder: Path, trueodds_command: Run
) -> None:
    further = """
from trueodds.reports.html.book import BookPage

def pages(odds, options):
    yield BookPage("coins", "Coins", "Which?", odds=odds, scripts=("coins.js",))

GAME = """
    module = COIN.replace("GAME = ", further).replace("page=page", "pages=pages")
    write_package(folder, "tossed", module)
    for name, text in [
        ("templates/coins.html", '{% extends "base.html" %}'),
        ("scripts/coins.js", "let coins = 7;\n"),
        ("sentences.toml", '"coin.head" = "A head: {value}."\n'),
    ]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    assert trueodds_command("report", "tossed", "--out", "out").code == 0
    assert "let coins = 7;" in Path("out/assets/coins.js").read_text()
    assert "assets/coins.js" in Path("out/coins.html").read_text()
    assert "\nA head: " in trueodds_command("cite", "tossed", "coin.head").out


def test_a_game_without_numbers_says_so(folder: Path, trueodds_command: Run) -> None:
    module = COIN.replace("page=page", "").replace(
        "yield Quantity", "yield from () and"
    )
    write_package(folder, "tossed", module)
    ran = trueodds_command("odds", "tossed")
    assert (ran.code, ran.err) == (0, "")
    assert "\n0 numbers: --all; fractions: --exact\n" in ran.out
