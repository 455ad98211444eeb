"""Checkers that the package of a game declares for its own kinds of certificates."""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from certificates import content, small
from commands import Run
from game_packages import COIN, installs, write_package

from trueodds.core import games
from trueodds.core.errors import UnknownNameError
from trueodds.proofs.checkers.command import verdict
from trueodds.proofs.parts import parts

PROOFS = """
from trueodds.game import Certificate, Checker, Maker, Proofs, UnprovedError

def make(odds):
    sides = odds.rules.sides
    claims = {"coin.head": str(odds["coin.head"].value)}
    return Certificate("KIND", {"sides": sides}, claims, {"faces": [*range(sides)]})

def prove(rules, faces):
    if faces != [*range(rules["sides"])]:
        raise UnprovedError("the faces are not all listed")
    return {"coin.head": Fraction(1, len(faces))}

MAKERS = [Maker("NAME-toss", "NAME", make, ("coin.head",))]
CHECKERS = {"KIND": Checker(prove, {"sides": int}, {"faces": [int]})}
PROOFS = Proofs(makers="NAME_game:MAKERS", checkers="NAME_game:CHECKERS")
GAME = """
FILE = Path("out/tossed-toss.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose packages are installed during a test."""
    yield from installs(tmp_path, monkeypatch)


def write_tossed(folder: Path, *changes: tuple[str, str], kind: str = "") -> None:
    """Write a package whose game has certificates of its own kind."""
    module = COIN.replace(
        "GAME = ", PROOFS.replace("KIND", kind or "listing NAME toss")
    )
    module = module.replace("page=page", "proofs=PROOFS")
    for before, after in changes:
        assert before in module
        module = module.replace(before, after)
    write_package(folder, "tossed", module)


def test_a_certificate_is_checked_by_the_package_of_its_game(
    folder: Path, trueodds_command: Run
) -> None:
    write_tossed(folder)
    ran = trueodds_command("prove", "tossed", "--out", "out")
    assert (ran.code, ran.err) == (0, "")
    whose = (
        "The certificates and checkers of Coin are by its own package, tossed-game 0.3."
    )
    assert whose in " ".join(ran.out.split())
    line = (
        f"{FILE}: proved by its own package, tossed-game 0.3: 1 claim: "
        "coin.head = 1/2, by tossed rules with sides = 2\n"
    )
    ran = trueodds_command("check", str(FILE))
    assert (ran.code, ran.out) == (0, line)
    # The folder of checkers alone knows no package.
    assert "no checker has its kind, game and model" in verdict(str(FILE)).line
    document = json.loads(FILE.read_text())
    schema = files("trueodds.reports") / "schemas/certificate-1.json"
    jsonschema.validate(document, json.loads(schema.read_text()))

    for change, code, why in [
        ({"faces": [0]}, 1, "not proved: the faces are not all listed"),
        ({"claims": {"coin.head": "1/3"}}, 1, "coin.head is not '1/3': 1/2 is proved"),
        ({"faces": ["0"]}, 2, "not a certificate: "),
        ({"game": "nothing"}, 2, "no checker has its kind, game and model"),
        ({"game": "bunco"}, 2, "no checker has its kind, game and model"),
        ({"model": "toss toss"}, 2, "no checker has its kind, game and model"),
    ]:
        FILE.write_bytes(content(document | change))
        ran = trueodds_command("check", str(FILE))
        assert (ran.code, ran.err, why in ran.out) == (code, "", True), ran.out


@pytest.mark.parametrize(
    "change",
    [
        ("def prove(rules, faces):", "def prove(rules, faces):\n    {}[1]"),
        ("GAME = ", "open('missing')\nGAME = "),
        ("CHECKERS = ", "CHECKERS = 1 / 0 or "),
        ('checkers="NAME_game:CHECKERS"', 'checkers="NAME_game:MISSING"'),
    ],
    ids=["when it checks", "at import", "in its value", "by its name"],
)
def test_a_checker_that_fails_is_named_and_other_files_are_checked(
    change: tuple[str, str], folder: Path, trueodds_command: Run
) -> None:
    write_tossed(folder, change)
    foreign = {"schema": "trueodds.certificate/1", "kind": "listing", "game": "tossed"}
    foreign |= {"model": "toss", "rules": {"sides": 2}, "claims": {"coin.head": "1/2"}}
    Path("a.json").write_bytes(content(foreign | {"faces": [0, 1]}))
    Path("b.json").write_bytes(content(small("bunco turn")))
    ran = trueodds_command("check", "a.json", "b.json")
    first, second = ran.out.splitlines()
    assert (ran.code, ran.err) == (2, "")
    assert first.startswith("a.json: not checked: ")
    assert "tossed-game 0.3" in first
    assert second.startswith("b.json: proved: ")


@pytest.mark.parametrize(
    "kind",
    ["process NAME toss", "chain bunco turn", "listing tossed2 toss", "listing NAME"],
)
def test_a_kind_of_trueodds_or_of_another_game_is_refused(
    kind: str, folder: Path, trueodds_command: Run
) -> None:
    write_tossed(folder, kind=kind)
    name = kind.replace("NAME", "tossed")
    with pytest.raises(UnknownNameError, match=f"0.3 cannot declare .* of '{name}'; "):
        parts(games.find("tossed")).checkers()
    Path("a.json").write_bytes(content(small("bunco turn")))
    assert trueodds_command("check", "a.json").out.startswith("a.json: proved: ")


def test_every_part_of_proofs_is_declared_and_handed_out() -> None:
    of_game: Any = parts(games.find("bunco"))
    for name in games.Proofs.__dataclass_fields__:
        assert callable(getattr(of_game, name)), name
