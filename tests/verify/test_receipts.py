"""Receipts of verdicts on simulators: what is derived again, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from commands import Run

from trueodds import reports

Verify = Callable[..., tuple[int, dict[str, object]]]
Receipt = dict[str, object]

SCHEMA = Path(reports.__path__[0]) / "schemas" / "receipt-1.json"


@pytest.fixture
def receipt(verify: Verify, rolls: Callable[..., str], tmp_path: Path) -> Path:
    """Return a receipt of 20,000 faces that are within a tenth."""
    outcomes, file = tmp_path / "outcomes", tmp_path / "receipt.json"
    outcomes.write_text(rolls(20_000))
    options = ["--outcome", "die", "--within", "1/10", "--set", "rounds=4"]
    sources = ["--file", str(outcomes), "--receipt", str(file)]
    code, verdict = verify("bunco", *options, *sources)
    assert (code, verdict["verdict"]) == (0, "within")
    (tmp_path / "verdict").write_text(json.dumps(verdict))
    return file


@pytest.fixture
def refusal(receipt: Path, trueodds_command: Run) -> Callable[[str], str]:
    """Return the line with which a changed receipt is refused."""

    def check(text: str) -> str:
        receipt.write_text(text)
        code, out, err = trueodds_command("verify", "receipt", str(receipt))
        assert (code, out) == (2, ""), text[:300]
        assert err.startswith("trueodds: error: ")
        return err

    return check


def test_receipt_is_derived_again(receipt: Path, trueodds_command: Run) -> None:
    code, out, _ = trueodds_command(
        "verify", "receipt", str(receipt), "--format", "json"
    )
    verdict = json.loads((receipt.parent / "verdict").read_text())
    assert (code, json.loads(out)) == (0, verdict)
    _, out, _ = trueodds_command("verify", "receipt", str(receipt))
    right = "receipt.json is right: its verdict follows from its rules and counts."
    assert out.splitlines()[0].endswith(right)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.validate(json.loads(receipt.read_text()), schema)


def test_changed_receipt_is_refused(
    receipt: Path, refusal: Callable[[str], str]
) -> None:
    original = json.loads(receipt.read_text())
    rows = original["outcomes"]
    moved = [[*rows[0][:2], rows[0][2] + 1], [*rows[1][:2], rows[1][2] - 1], *rows[2:]]
    last = original["outcomes"][-1][2]
    changes: list[tuple[str, object]] = [
        ("verdict", "refuted"),
        ("verdict", "undecided"),
        ("alpha", "1/100000000000000000000"),
        ("alpha", "1/100"),
        ("alpha", 0.5),
        ("alpha", "2"),
        ("within", "1/9"),
        ("log10_e", {"lower": "5", "upper": "6"}),
        ("kind", "roll"),
        ("kind", 7),
        ("rules_digest", "sha256:0"),
        ("digest", "sha256:0"),
        ("version", "0.0.0"),
        ("prior", {}),
        ("outcomes", [["1", "1/2", 3]]),
        ("outcomes", [[face, p, float(n)] for face, p, n in rows]),
        ("outcomes", moved),
        ("pairs", original["pairs"][1:]),
        ("pairs", None),
        ("lags", original["lags"][::-1]),
        ("lags", original["lags"][:7]),
        ("copies", [original["copies"][0] + 1, *original["copies"][1:]]),
        ("copies", [*original["copies"][:-1], 20_000]),
        ("copies", original["copies"][1:]),
        ("copies", None),
        ("repeats", [["1", 10**6, 0]]),
        ("ends", [["1"] * 8] * 2),
        ("rule", None),
        ("rules", {}),
        ("impossible", [1, "six"]),
        ("impossible", [-1, "9"]),
        ("impossible", [last, "9"]),
        ("impossible", [10**6, "9"]),
        ("further", 1),
    ]
    for name, value in changes:
        assert "rece" in refusal(json.dumps({**original, name: value})), name
    assert "is not right: its pairs are" in refusal(
        json.dumps(original | {"pairs": []})
    )
    older = {**original["prior"], "form": "mixture"}
    assert "with other tests" in refusal(json.dumps(original | {"prior": older}))
    impossible = {"impossible": [10**6, "9"], "verdict": "refuted"}
    assert "digest" in refusal(json.dumps(original | impossible))
    assert "digest" in refusal(json.dumps(original | {"alpha": "1/999"}))


def test_duplicate_keys_are_refused(
    receipt: Path, refusal: Callable[[str], str]
) -> None:
    text = receipt.read_text()
    err = refusal(text.replace('"alpha"', '"alpha": "1/7", "alpha"', 1))
    assert "it has the field 'alpha' twice" in err


@pytest.mark.parametrize("text", ["[1]", "[" * 100_000, "NaN", "{}"])
def test_what_is_not_a_receipt(text: str, refusal: Callable[[str], str]) -> None:
    assert "is not a receipt" in refusal(text)


def test_receipt_in_a_place_that_cannot_be_written(
    trueodds_command: Run, tmp_path: Path
) -> None:
    outcomes = tmp_path / "outcomes"
    outcomes.write_text("1\n1\n")
    kind = ["--outcome", "die"]
    command = ["verify", "simulator", "bunco", *kind, "--file", str(outcomes)]
    code, _, err = trueodds_command(*command, "--receipt", "/dev/null/receipt")
    assert code == 2
    assert "cannot write /dev/null/receipt" in err
