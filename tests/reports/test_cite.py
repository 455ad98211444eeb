"""``trueodds cite`` and ``trueodds reproduce``."""

import json
from pathlib import Path

import pytest
from commands import Run

import trueodds


def test_citations_for_programs(trueodds_command: Run) -> None:
    _, out, _ = trueodds_command("cite", "bunco", "roll.mini_bunco", "--format", "csl")
    (entry,) = json.loads(out)
    assert entry["type"] == "software"
    assert "roll.mini_bunco = 5/216" in entry["note"]
    assert "note" not in trueodds_command("cite", "--format", "bibtex")[1]


def test_python_returns_what_the_command_prints(trueodds_command: Run) -> None:
    citation = trueodds.cite("bunco", "roll.bunco")
    assert citation["number"]["value"] == "1/216"
    assert trueodds_command("cite", "bunco", "roll.bunco")[1] == f"{citation!r}\n"
    assert citation.text("bibtex").startswith("@software{")


def test_a_file_is_identical_or_has_a_first_difference(
    trueodds_command: Run, tmp_path: Path
) -> None:
    _, out, _ = trueodds_command(
        *("odds", "bunco", "--set", "rounds=2", "--format", "json")
    )
    path = tmp_path / "odds.json"
    path.write_text(out.replace('"version": "', '"version": "0.0.'))
    assert trueodds_command("reproduce", str(path))[:2] == (0, "identical\n")
    path.write_text(out.replace('"1/216"', '"1/215"', 1))
    code, answer, _ = trueodds_command("reproduce", str(path))
    assert code == 1
    assert "].exact: the file has '1/215', derived again it is '1/216'" in answer


@pytest.mark.parametrize("command", ["rm -r /", "trueodds report --out x", ""])
def test_only_commands_that_print_numbers_are_run(
    trueodds_command: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "odds.json"
    path.write_text(json.dumps({"command": command}))
    code, out, err = trueodds_command("reproduce", str(path))
    assert (code, out) == (2, "")
    assert "cannot be derived again" in err
    code, _, err = trueodds_command("reproduce", str(tmp_path))
    assert code == 2
    assert "holds no report" in err


@pytest.mark.parametrize(
    "command",
    [
        "odds bunco roll.bunco turn.*mean",
        "baccarat bets 8H 9H",
        "bunco night --players 16",
    ],
)
def test_a_part_of_the_numbers_is_derived_again(
    trueodds_command: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "part.json"
    path.write_text(trueodds_command(*command.split(), "--format", "json")[1])
    assert trueodds_command("reproduce", str(path))[:2] == (0, "identical\n")
