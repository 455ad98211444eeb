"""The pages are true: sessions print what they show, links and examples work."""

import doctest
import re
from pathlib import Path

import click
import pytest
from doc_pages import ROOT, Follower, agrees, pages

from trueodds.core import games, rulebook
from trueodds.reports.cli import cli
from trueodds.reports.cli._shared import GameCommand

TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages()]
}
SLOW = "<!-- slow -->"
"""Stands in pages that take longer than a few seconds."""

LINK = re.compile(r"\]\(([^)\s]+)\)")
LISTING = re.compile(r"^```[^\n]*\n.*?^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?trueodds ([a-z].*?)(?: *[|#>;].*)?$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def named(*needed: str) -> list[object]:
    """Return the pages with one of these texts; long ones are marked as slow."""
    return [
        pytest.param(page, marks=[pytest.mark.slow] if SLOW in text else [])
        for page, text in TEXTS.items()
        if any(word in text for word in needed)
    ]


@pytest.mark.parametrize("page", named("```console"))
def test_sessions_print_what_is_shown(page: str, tmp_path: Path) -> None:
    for step, printed in Follower(tmp_path).follow(TEXTS[page]):
        assert agrees(step.shown, printed), f"$ {step.command}\n{printed}"


@pytest.mark.parametrize("page", named(">>> "))
def test_python_is_as_shown(page: str, tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_doctest(TEXTS[page], {}, page, page, 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_to_pages_and_headings(page: str) -> None:
    for link in LINK.findall(CODE.sub("", TEXTS[page])):
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), link
        if anchor:
            assert anchor in anchors(path.read_text("utf-8")), link


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as the site and GitHub make them."""
    headings = re.findall(r"^#+ (.*)$", LISTING.sub("", text), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def written_commands() -> list[tuple[str, str]]:
    """Return every command in a listing of a page, without what follows a pipe."""
    return [
        (page, line[1])
        for page, text in TEXTS.items()
        if not page.endswith("errors.md")
        for block in LISTING.findall(text)
        for line in COMMAND.finditer(block.replace("\\\n", " "))
    ]


@pytest.mark.parametrize(("page", "command"), written_commands())
def test_commands_and_options_exist(page: str, command: str) -> None:
    words = command.split(" -- ")[0].split()
    if words[0] == "cite" and words[2:3] == ["win"]:
        words.pop(0)  # the answer of a command, by its options
    elif words[0] == "verify" and words[1] in games.names():
        words.insert(1, "simulator")  # the name of a game judges a simulator of it
    group: click.Command = cli
    while isinstance(group, click.Group):
        member = group.get_command(click.Context(group), words.pop(0))
        assert member is not None, command
        group = member
    known = {name for param in group.params for name in param.opts}
    if isinstance(group, GameCommand):
        for game in {re.split("[:-]", word)[0] for word in words} & {*games.names()}:
            record = type(rulebook.load(games.find(game)))
            fields = rulebook.option_fields(record, group.of_command)
            known |= {f"--{field}" for field in fields}
    assert {word.partition("=")[0] for word in words if word[:2] == "--"} <= known
