"""``trueodds cite`` and ``trueodds reproduce``."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import trueodds

Command = Callable[..., tuple[int, str, str]]


def test_a_number_is_cited_with_all_that_identifies_it(
    trueodds_command: Command,
) -> None:
    code, out, _ = trueodds_command("cite", "Bunco", "roll.bunco")
    assert code == 0
    assert "roll.bunco = 1/216 (Bunco)" in out
    assert "Rules: bunco, bunco rules, sha256:" in out
    assert "Command: trueodds odds bunco" in out
    _, out, _ = trueodds_command("cite", "bunco", "roll.bunco", "--set", "sides=8")
    assert "roll.bunco = 1/512" in out


def test_citations_for_programs(trueodds_command: Command) -> None:
    _, out, _ = trueodds_command("cite", "bunco", "roll.mini_bunco", "--format", "csl")
    (entry,) = json.loads(out)
    assert entry["type"] == "software"
    assert "roll.mini_bunco = 5/216" in entry["note"]
    _, out, _ = trueodds_command(
        "cite", "bunco", "roll.mini_bunco", "--format", "bibtex"
    )
    assert out.startswith("@software{trueodds-bunco-roll.mini_bunco,\n")
    assert r"roll.mini\_bunco = 5/216" in out
    _, out, _ = trueodds_command("cite", "--format", "bibtex")
    assert "note" not in out


def test_python_returns_what_the_commands_print(
    trueodds_command: Command, tmp_path: Path
) -> None:
    citation = trueodds.cite("bunco", "roll.bunco")
    assert citation["number"]["value"] == "1/216"
    assert trueodds_command("cite", "bunco", "roll.bunco")[1] == f"{citation!r}\n"
    assert citation.text("bibtex").startswith("@software{")
    path = tmp_path / "odds.json"
    path.write_text(trueodds_command("odds", "bunco", "--format", "json")[1])
    assert trueodds.reproduce(str(path))["identical"] is True
    path.write_text(path.read_text().replace('"1/216"', '"1/215"', 1))
    again = trueodds.reproduce(str(path))
    assert (again["identical"], again.exit_code) == (False, 1)
    assert "1/215" in again["difference"]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(["bunco"], "ID is missing"), (["bunco", "roll.bunko"], "roll.bunco")],
)
def test_what_cannot_be_cited(
    trueodds_command: Command, arguments: list[str], fault: str
) -> None:
    code, _, err = trueodds_command("cite", *arguments)
    assert code == 2
    assert fault in err


def test_a_file_is_identical_or_has_a_first_difference(
    trueodds_command: Command, tmp_path: Path
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
    trueodds_command: Command, tmp_path: Path, command: str
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
        ["odds", "bunco", "roll.bunco", "turn.*mean"],
        ["baccarat", "bets", "--seen", "8H 9H"],
        ["bunco", "night", "--players", "16"],
    ],
    ids=" ".join,
)
def test_a_part_of_the_numbers_is_derived_again(
    trueodds_command: Command, tmp_path: Path, command: list[str]
) -> None:
    path = tmp_path / "part.json"
    path.write_text(trueodds_command(*command, "--format", "json")[1])
    assert trueodds_command("reproduce", str(path))[:2] == (0, "identical\n")


def test_the_verdict_on_a_claim_is_cited(trueodds_command: Command) -> None:
    code, out, _ = trueodds_command("cite", "s1.e")
    assert code == 0
    assert "S1.e (S1: a magazine column, Bunco as a shell script (August 2017)" in out
    assert '"you should hit that 50 % of the time"' in out
    assert "Verdict: false. The exact value is 10284191/22674816" in out
    assert "Command: trueodds claims S1.e" in out
    code, _, err = trueodds_command("cite", "S9")
    assert code == 2
    assert "there is no game 'S9'" in err
