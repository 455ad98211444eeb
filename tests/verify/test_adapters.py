"""The templates of ``trueodds verify adapter``, each compiled and verified."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run

FILES = {
    "python": ("adapter.py", [], [sys.executable, "adapter.py"]),
    "c": ("adapter.c", ["gcc", "-Wall", "-Werror", "-o", "c", "adapter.c"], ["./c"]),
    "java": ("Adapter.java", ["javac", "Adapter.java"], ["java", "Adapter"]),
    "go": ("adapter.go", ["go", "build", "-o", "go-it", "adapter.go"], ["./go-it"]),
    "rust": ("adapter.rs", ["rustc", "-o", "rust", "adapter.rs"], ["./rust"]),
    "js": ("adapter.js", [], ["node", "adapter.js"]),
}


@pytest.mark.parametrize("language", FILES)
def test_template(
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Run,
) -> None:
    """A scorer that answers 0 is wrong exactly where Bunco scores."""
    name, build, command = FILES[language]
    template = trueodds_command("verify", "adapter", language)[1]
    assert 'such as those of "trueodds positions GAME"' in template
    assert template.count("\n") <= 20
    needed = (build or command)[0]
    if not shutil.which(needed):
        pytest.skip(f"needs {needed}")
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(template)
    if build:
        subprocess.run(build, check=True)
    words = ("verify", "scorer", "bunco", "--max-failures", "0", "--", *command)
    code, out, _ = trueodds_command(*words)
    assert (code, out.partition(" (")[0]) == (
        1,
        "REFUTED: 576 of 1,296 answers are wrong",
    )


def test_unknown_language(trueodds_command: Run) -> None:
    code, _, err = trueodds_command("verify", "adapter", "cobol")
    assert code == 2
    assert "there are: python, c, java, go, rust, js" in err


@pytest.mark.parametrize(
    ("words", "name", "position"),
    [
        ("javascript farkle", "js", r"[1-6]{1,6}"),
        ("node bunco", "js", r"[1-6] \| [1-6] [1-6] [1-6]"),
        ("py cribbage", "python", r"(\w+ ){4}\| \w+"),
        ("baccarat golang", "go", r"(\w+ ){5}\w+"),
    ],
)
def test_a_template_shows_the_notation_of_its_game(
    trueodds_command: Run, words: str, name: str, position: str
) -> None:
    template = trueodds_command("verify", "adapter", *words.split())[1]
    example = re.search(r'such as "(.+)"', template)
    assert example
    assert re.fullmatch(position, example[1])
    plain = trueodds_command("verify", "adapter", name)[1]
    assert len(plain.splitlines()) == len(template.splitlines())


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("--js", "a template: trueodds verify adapter js"),
        ("--Node", "a template: trueodds verify adapter js"),
        ("--rust", "a template: trueodds verify adapter rust"),
        ("--jbs", "did you mean --jobs?"),
    ],
)
def test_an_option_that_is_a_language_leads_to_its_template(
    option: str, hint: str, trueodds_command: Run
) -> None:
    code, _, err = trueodds_command("verify", "scorer", "farkle", option)
    assert (code, hint in err) == (2, True)
