"""Start-up is part of the hot path: ceilings by modules imported, not by seconds."""

import subprocess
import sys

import pytest


def imported(*arguments: str) -> list[str]:
    """Return the modules that a run imports from outside the standard library."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [
        line for line in ran.stderr.splitlines() if line.startswith("import time:")
    ]
    names = [line.rpartition("|")[2].strip() for line in lines]
    # The standard library asks for org.python.core to see whether it runs on Jython.
    standard = sys.stdlib_module_names | {"imported package", "sitecustomize", "org"}
    # What starts with _ belongs to the environment, such as editable installs, and so
    # does a hook of Debian. tabulate imports wcwidth only where another package has
    # installed it.
    standard |= {"apport_python_hook", "wcwidth"}
    return [
        name
        for name in names
        if name.partition(".")[0] not in standard and not name.startswith("_")
    ]


@pytest.mark.parametrize(
    ("arguments", "packages", "ceiling"),
    [
        (["-c", "import trueodds"], {"trueodds"}, 1),
        (["-m", "trueodds", "--help"], {"trueodds", "click"}, 28),
        (
            ["-m", "trueodds", "odds", "bunco"],
            {"trueodds", "click", "flint", "msgspec", "tabulate", "typing_extensions"},
            123,
        ),
    ],
    ids=["import trueodds", "trueodds --help", "trueodds odds bunco"],
)
def test_start_up_imports_no_more_than(
    arguments: list[str], packages: set[str], ceiling: int
) -> None:
    names = imported(*arguments)
    assert {name.partition(".")[0] for name in names} <= packages
    assert 0 < len(names) <= ceiling


HELPS = """
import click
from trueodds.reports.cli import cli

def show(group):
    context = click.Context(group)
    # The command selfcheck imports what it checks.
    for name in {*group.list_commands(context)} - {"selfcheck"}:
        command = group.get_command(context, name)
        command.get_help(click.Context(command))
        if isinstance(command, click.Group):
            show(command)

show(cli)
"""
"""A program that makes the help of all commands."""


def test_the_help_of_commands_imports_little() -> None:
    """The help of a command takes at most 90 ms: tests/benchmarks/test_commands.py."""
    names = imported("-c", HELPS)
    assert {name.partition(".")[0] for name in names} == {"trueodds", "click"}
    assert len(names) <= 85
    for command in (["cribbage", "win"], ["farkle", "advise"]):
        assert len(imported("-m", "trueodds", *command, "--help")) <= 41


def test_advice_on_a_solved_match_waits_for_no_solver() -> None:
    advise = ["farkle", "advise", "--set", "target=300", "--score=0", "--opponent=50"]
    run = ["-m", "trueodds", *advise, "--stake=150", "--dice=2"]
    imported(*run)  # solves it, and keeps it
    packages = {name.partition(".")[0] for name in imported(*run)}
    assert not packages & {"networkx", "numba", "scipy"}


def test_the_command_line_imports_no_analysis_to_start() -> None:
    ours = [name for name in imported("-m", "trueodds", "--help") if "trueodds" in name]
    assert not [name for name in ours if name.startswith("trueodds.analysis")]
    assert len(ours) <= 13


def test_networkx_is_imported_only_where_a_process_is_explored() -> None:
    models = "trueodds.core.models.model, trueodds.analysis.farkle.quantities"
    assert "networkx" not in imported("-c", f"import {models}")
    explore = "from trueodds.core.models.chain import MarkovChain as Chain; "
    assert "networkx" in imported("-c", explore + "Chain(0, lambda state: None)")
