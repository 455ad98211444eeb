"""The command line: what it prints, and one clear line for whatever is wrong."""

import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import command_list
import pytest
from commands import Run
from printed_bounds import same

import trueodds
from trueodds.reports import cli

GOLDEN = Path(__file__).parent.parent / "golden"
COMMANDS = runpy.run_path(str(GOLDEN / "regenerate.py"))["commands"]()


@pytest.mark.parametrize("name", COMMANDS)
def test_golden_output(name: str, trueodds_command: Run) -> None:
    expected = (GOLDEN / f"{name}.out").read_text(encoding="utf-8")
    code, printed, errors = trueodds_command(*COMMANDS[name])
    assert (code, errors) == (0, "")
    assert same(expected, printed), printed


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.out")} == set(COMMANDS)


ANSWERS: dict[str, list[str]] = {
    "--version": [f"trueodds {trueodds.__version__}\n"],
    "score baccarat '6 K 2 A'": ["6 K 2 A: Player wins, 8 to 1 (punto-banco rules)\n"],
    "baccarat bets": [
        "No bet favours you: 416 cards left (punto-banco rules).",
        "-\nEZ Baccarat's Banker",
        "\nDragon Bonus on Player                                      "
        "1, 2, 4, 6, 10 or 30 to 1  2.65 % ",
    ],
    "baccarat bets --stake 25 --hands 70": [
        "70 hands at 25 cost\n",
        "0.95 to 1                  1.06 %        "
        "45.86 %  1 in 2.181  0.86        18.51\n",  # 1,750 times the edge
    ],
    "baccarat bets --shoe 10:8": [  # every coup is a tie at 0
        "3 bets favour you; the best is Tie at 9 to 1, you win 900",
    ],
    "baccarat bets --seen 8 8H 9": [
        "413 cards left",
        "\nNote: left out, as not all suits are known: Perfect pair: rank and suit, in "
        "one hand or both. Give cards with suits, such as KH.",
    ],
    "baccarat bets 8D8H 9c": ["413 cards left", "\nPerfect pair: rank and suit"],
    "baccarat bets --shoe A:999,10:20": [
        "Note: this shoe has 999 cards of rank A, more than the 32 of 8 decks."
    ],
    "bunco night": [
        "You roll a Bunco in 29.93 % of nights of 6 rounds for 12 players (bunco "
        "rules).\n",
        "Your points a night, on average  53.54 points",
        "The top score is                 86 or less   in half of all nights",
        "a round ends when a side of the head table has 21 points.",
        "taken as independent of each other.",
    ],
    "cite Bunco roll.bunco": [
        "roll.bunco = 1/216 (Bunco)",
        "Rules: bunco, bunco rules, sha256:",
        "Command: trueodds odds bunco",
    ],
    "cite bunco roll.bunco --set sides=8": ["roll.bunco = 1/512"],
    "cite bunco roll.mini_bunco --format bibtex": [
        "@software{trueodds-bunco-roll.mini_bunco,\n",
        r"roll.mini\_bunco = 5/216",
    ],
    "cite s1.e": [
        "S1.e (S1: a magazine column, Bunco as a shell script (August 2017)",
        '"you should hit that 50 % of the time"',
        "Verdict: false. The exact value is 10284191/22674816",
        "Command: trueodds claims S1.e",
    ],
    "claims Baccarat tie": ["7 claims checked: 5", "elsewhere.baccarat.tie "],
    "claims S1.b": ["3 claims checked: "],
    "odds farkle roll.3.farkle --set three_pairs=750": [
        "(Farkle, box rules with three_pairs = 750)."
    ],
    "completion bash": ["_TRUEODDS_COMPLETE"],
    "completion zsh": ["_TRUEODDS_COMPLETE"],
    "completion fish": ["_TRUEODDS_COMPLETE"],
    "export bunco game --set rounds=1 --to drn": ["@nr_states\n6\n"],
    "export farkle": ["threshold:N"],
    "farkle advise --stake 250 --dice 1 --rules ece209": [
        "if you roll 1 die, 250 if you bank. (ece209 rules)"
    ],
    "farkle advise --stake 250 --dice 1": [
        "points if you roll 1 die, 250 if you bank. (box rules)\n",
    ],
    "farkle advise 112233": ["Keep 112233 (1,500 points) and roll 6 dice. "],
    "farkle options 2346 --rules box --opening": [
        "Farkle: nothing in 2346 scores. (box rules, before opening)"
    ],
    "farkle advise --stake 350 3 --rules box": [
        "Farkle: nothing in 3 scores.",
        "3 was read as a roll of one die; for 3 dice left to roll: --dice 3\n",
    ],
    "farkle match --target 123": [
        "123 is not a multiple of 50, so it is played as 150."
    ],
}
"""Texts that the answers of commands contain, by command."""


@pytest.mark.parametrize("command", ANSWERS)
def test_answers_say(command: str, trueodds_command: Run) -> None:
    code, out, err = trueodds_command(*shlex.split(command))
    assert (code, err) == (0, "")
    for text in ANSWERS[command]:
        assert text in out


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("-V", "--version"),
        ("help", "--help"),
        ("help odds", "odds --help"),
        ("farkle help advise", "farkle advise --help"),
        ("score Bunco '3 | 2 3 3'", "score bunco '3 | 2 3 3'"),
        ("rules FARKLE", "rules farkle"),
        ("farkle options 1 1 3", "farkle options 113"),
        ("farkle options '1 1 3'", "farkle options 113"),
        ("farkle options 11 3", "farkle options 113"),
    ],
)
def test_what_people_type_too(typed: str, same: str, trueodds_command: Run) -> None:
    ran = trueodds_command(*shlex.split(typed))
    assert ran == trueodds_command(*shlex.split(same))
    assert ran[0] == 0


def test_help_of_completion_has_a_line_for_each_shell(trueodds_command: Run) -> None:
    code, out, _ = trueodds_command("completion", "--help")
    lines = [
        line.split()[0] for line in out.splitlines() if "trueodds completion" in line
    ]
    assert (code, lines[1:]) == (0, ["bash", "zsh", "fish"])


ENDLESS = [
    "odds farkle --rules FILE.toml",
    "discard 5H5C5SJDQHKS --role mine --opponent FILE",
    "discard 5H5C5SJDQHKS --role mine --play-from DIR",
    "score farkle -",
    "farkle best-dice --inventory FILE",
    "farkle play --players 2 --rolls FILE",
    "cribbage win --play DIR",
    "cribbage win --throws FILE",
    "cribbage table --role dealer --opponent FILE",
    "cribbage review FILE",
    "cribbage review -",
    "cribbage certify --strategy FILE",
    "cribbage play adapt DIR --out new.strategy",
    "cribbage play certify DIR --hands dealt",
    "cribbage play discards DIR",
    "cribbage play knowledge DIR --role pone",
    "cribbage play table DIR --role pone",
    "verify odds farkle FILE",
    "verify transcript farkle FILE",
    "verify transcript farkle -",
    "verify receipt FILE",
    "verify scorer farkle --answers FILE",
    "verify scorer bunco --resume FILE -- true",
    "verify simulator bunco --file FILE",
    "verify simulator bunco -",
    "verify simulator farkle --counts FILE",
    "check FILE",
    "reproduce FILE",
    "bench history FILE --out page.html",
    "bench gate --base cat --head cat --lines FILE",
]
"""A command for each place of a file or a folder that is read, and for "-"."""

WRITES = ("--out", "--table", "--receipt", "--history")
LIMITS = (
    *("has more than 1,000,000 bytes", "it is not a file", "there is no such file"),
    "more than 65536 bytes",
    "not computed for the throws",
)


def test_every_place_of_a_file_gets_endless_input() -> None:
    """All commands take --rules alike; test_play_interrupted has "play solve"."""
    for path, command in command_list.COMMANDS.items():
        name = " ".join(path).replace("_", "-")
        rows = [words for words in ENDLESS if words.startswith(f"{name} ")]
        for parameter in command.params:
            option = parameter.opts[0] if parameter.opts[0].startswith("-") else ""
            kinds = {"FILE", "DIR"} & {*re.findall("[A-Z]+", parameter.metavar or "")}
            if kinds and option not in ("--rules", *WRITES) and path[-1] != "solve":
                assert any(f"{option} {k}" in row for row in rows for k in kinds), name


@pytest.mark.parametrize("words", ENDLESS)
def test_endless_input_is_refused(
    words: str,
    trueodds_command: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("rules.toml", "play.strategy", "values.json", "pairs.play"):
        (tmp_path / name).symlink_to("/dev/zero")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")  # its tables come before --play-from
    monkeypatch.setattr("trueodds.core.storage.files.MOST_BYTES", 10**6)
    places = {"FILE.toml": "rules.toml", "FILE": "/dev/zero", "DIR": str(tmp_path)}
    with open("/dev/zero") as standard:
        monkeypatch.setattr("sys.stdin", standard)
        ran = trueodds_command(*(places.get(word, word) for word in words.split()))
    assert ran.code == 2
    assert any(limit in ran.out + ran.err for limit in LIMITS)
    assert len(list(tmp_path.iterdir())) == 4


def test_python_m_trueodds_is_the_same() -> None:
    module = [sys.executable, "-m", "trueodds", "odds", "bunco"]
    script = [str(Path(sys.executable).parent / "trueodds"), "odds", "bunco"]
    assert subprocess.check_output(module) == subprocess.check_output(script)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ("odds bunco --rules nope", "no rules 'nope'; there are: bunco, d20"),
        ("odds bunco --rules nope.toml", "cannot read nope.toml"),
        ("odds bunco --set foo=1", "'foo'; trueodds rules bunco lists them"),
        ("odds bunco --set rouns=1", "'rouns'; did you mean rounds? true"),
        ("odds cribbage --set starter=maybe", "maybe: expected true or f"),
        ("odds bunco --set dice=0", "dice = 0: expected a whole number of"),
        ("odd bunco", "no command 'odd'; did you mean odds?"),
        ("farkle advice", "no command 'advice'; did you mean advise?"),
        ("odds poker", "To add one, see docs/how-to/add-a-game.md"),
        ("odds bunko", "no game 'bunko'; did you mean bunco?"),
        ("odds bunco --rules d2", "no rules 'd2'; did you mean d20?"),
        ("odds bunco --seen KH", "--seen is an option of baccarat, not of b"),
        ("odds bunco --formats csv", "no option --formats; did you mean --f"),
        ("odds bunco --plot", "--plot needs a family; such as: trueodds odds"),
        ("odds", "Missing argument 'GAME'; name one of bunco, baccarat, cribbage, "),
        ("odds bunco --set foo", "'foo' is not KEY=VALUE, such as decks=6"),
        ("odds bunco --set weights=0,0,0,0,0,0", "a positive weight is needed"),
        ("odds bunco --format xml", "'xml' is not one of 'table'"),
        ("odds baccarat --shoe ''", "--shoe is empty"),
        ("guess", "there is no command 'guess'; see trueodds --help"),
        ("score cribbage 5X", "'5X' is not a card"),
        ("score baccarat '6 K 8 A'", "does not end the coup: Player draws; add"),
        ("score baccarat '6 K 8'", "has 3 ranks; a baccarat position is"),
        ("score baccarat 6", "'6' has 1 rank; a baccarat position is"),
        ("score cribbage '6H 6H'", "6H is there twice"),
        ("score cribbage '5H 5C 5S JD | 5D' --rule box", "are: hand, crib"),
        ("score farkle 117", "no face 7; the faces are 1 to 6"),
        ("score bunco", "Missing argument 'POSITION...'; give - to read standard in"),
        ("rules --show box", "--show needs a game"),
        ("rules farkle --show bocks", "farkle has no rules 'bocks'"),
        ("compare bunco bunco", "two different rule sets or more"),
        ("compare dice --roll 3d6", "compare dice dice --set roll=…"),
        ("odds farkle --set penalty_points=al", "are: all, or a whole number"),
        ("odds farkle --set patterns.3+2=abc", '{"3+2" = "abc"}: expected a'),
        ("odds farkle --set of_a_kind.3.1=abc", "of_a_kind[...][...]: expected"),
        ("bench scorer bunco", "name one scorer: a program after --"),
        ("bench scorer dice", "dice has no positions to score"),
        ("compare dice", "compare dice dice --set roll=… (the dice in dice notation"),
        ("bench scorer bunco --python m:f -- true", "name one scorer"),
        ("bench scorer bunco --positions 1 -- true", "x>=2"),
        ("odds bunco --set dice=inf", "dice = inf: expected a whole number"),
        ("odds bunco --set dice=" + "9" * 5000, "9…: expected a whole number"),
        ("odds bunco --set dice=" + "[" * 3000, "[…: expected a whole number"),
        ("odds bunco --set 'dice=3\nsides=4'", "expected a whole number, got text"),
        ("odds baccarat --set bets.tie_8.pays.tie=1e9999", "such as 0.95"),
        ("odds baccarat --set bets.tie_8.pays.tie=true", "such as 0.95"),
        (
            'odds baccarat --set \'bets={"x y"={label="n",pays={tie=1}}}\'',
            "cannot be called 'x y'",
        ),
        (
            "score bunco '" + "9" * 5000 + " | 1 2 3'",
            "is not a position of bunco; give 1 round",
        ),
        ("baccarat bets --hands 70", "--hands needs --stake"),
        ("baccarat bets --stake 2.5", "'2.5' is not a whole number"),
        ("verify simulator bunco --timeout soon -", "'soon' is not a number"),
        ("bunco night --players 13", "13 players do not fill tables of 4; take 16"),
        ("cite bunco", "ID is missing"),
        ("cite bunco roll.bunko", "roll.bunco"),
        ("cite S9", "there is no game 'S9'"),
        ("farkle advise " + "9" * 5000, "9" * 20),
        ("farkle advise --dice 3", "points of the turn so far with --stake"),
        ("export bunco foo", "bunco has no model 'foo'"),
        ("export bunco races --to drn", "here are: turn, race, game"),
        ("export bunco race:3 --to drn", "takes no number"),
        ("export bunco race", "--to is missing"),
        ("export bunco race --to tex", "'drn', 'prism', 'dot', 'graphml'"),
        ("export cribbage show --to drn", "cribbage has no models to export"),
        ("export farkle threshold:0000100000000 --to drn", "a number from 1 to"),
        ("export farkle solitaire:90000 --to drn", "choose a smaller target"),
        ("report --out ''", "it names no folder"),
        ("report --out " + "9" * 300, "it names no folder"),
        ("report chess", "no game 'chess'"),
        ("report bunco --out /dev/null/report", "cannot write to /dev/null"),
    ],
)
def test_wrong_input_gets_one_line(
    arguments: str, fault: str, trueodds_command: Run
) -> None:
    code, out, err = trueodds_command(*shlex.split(arguments))
    assert (code, out) == (2, "")
    first, *hints = err.splitlines()
    assert first.startswith("trueodds: error: ")
    assert [hint[:6] for hint in hints] in ([], ["hint: "])
    assert fault in err.replace("\nhint: ", "; ")


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("command", ["odds", "compare", "cite"])
def test_a_word_without_its_game(command: str, trueodds_command: Run) -> None:
    code, _, err = trueodds_command(command, "tie")
    meant = f"{command} baccarat tie or trueodds {command} cribbage tie?\n"
    assert (code, err.endswith(f"hint: did you mean trueodds {meant}")) == (2, True)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"sides = ", "is not a TOML file"),
        (b"\xff\xfe", "is not a TOML file"),
        (b"target = " + b"9" * 10_000, "a number has too many digits"),
        (b"dize = 3", "no rule 'dize'"),
        (
            b"sides = 6\n\n[dize]\nx = 3\n",
            "house.toml, line 3: bunco has no rule 'dize'",
        ),
        (b"extends = bunco\n", 'hint: write extends = "bunco"'),
        (b"\n" * 200_000 + b"extends = bunco\n", 'hint: write extends = "bunco"'),
        (b" " * 200_000 + b"dize = 3", "house.toml, line 1: bunco has no rule 'dize'"),
        (b"dice = 'three'", "dice = three: expected a whole number, got text"),
        (b"dice = 2.5", "dice = 2.5: expected a whole number"),
        (b"extends = 'box'", "extends 'box', which is not a preset of bunco"),
        (None, ": Is a directory"),
    ],
)
def test_faulty_rules_files(
    content: bytes | None, fault: str, tmp_path: Path, trueodds_command: Run
) -> None:
    file = tmp_path / "house.toml"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    code, _, err = trueodds_command("odds", "bunco", "--rules", str(file))
    assert (code, err.count(fault)) == (2, 1)


def test_no_arguments_print_the_help(trueodds_command: Run) -> None:
    code, _, err = trueodds_command()
    assert code == 2
    assert "Check your program:" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_nowhere_to_print() -> None:
    command = f"{sys.executable} -m trueodds odds bunco > /dev/full"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr == "trueodds: error: cannot print: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_full_disk_after_the_first_write(tmp_path: Path, unbuffered: str) -> None:
    """A file that may grow to 4096 bytes is a disk that is full after them."""
    command = (
        "ulimit -f 4; trap '' XFSZ; "
        f"exec {sys.executable} -m trueodds odds farkle --all"
    )
    ran = subprocess.run(
        ["sh", "-c", f"{command} > {tmp_path / 'odds'}"],
        capture_output=True,
        text=True,
        # The limit would cut off bytecode, too.
        env=os.environ
        | {"PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (tmp_path / "odds").stat().st_size >= 2048
    assert ran.returncode == 2
    assert "cannot print: File too large" in ran.stderr


@pytest.mark.parametrize(
    "command",
    [
        "odds bunco >&-",
        "farkle advise 115233 >&- <&-",
        "score farkle - <&-",
        "odds bunco 2>&- <&-",
        "odds bunco --rules h\N{SNOWMAN}.toml",
        "odds bunco --rules h\udcff.toml --format markdown",
    ],
)
def test_closed_streams_and_letters_that_the_terminal_lacks(
    command: str, tmp_path: Path
) -> None:
    for name in ("h\N{SNOWMAN}.toml", "h\udcff.toml"):
        (tmp_path / name).write_text("dice = 2")
    ran = subprocess.run(
        [b"sh", b"-c", os.fsencode(f"{sys.executable} -m trueodds {command}")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "20"},
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_reader_that_goes_away_is_no_fault() -> None:
    command = f"{sys.executable} -m trueodds odds bunco | head -n 1"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert ran.returncode == 0
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("rules", 0),
        ("positions bunco", 0),
        ("verify simulator bunco --outcome die --file ones.txt", 1),
        ("check ones.txt", 2),
    ],
)
def test_a_closed_pipe_is_no_error_and_changes_no_verdict(
    words: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "ones.txt").write_text("1\n" * 3000)
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-m", "trueodds", *words.split()],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        check=False,
    )
    os.close(writer)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (code, False)


class Pressed:
    """Presses Ctrl-C when it is deleted, where Python ignores exceptions."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def wait() -> None:
    """Wait for half a minute, with steps in which Ctrl-C is heard."""
    for _i in range(3_000):
        time.sleep(0.01)


def press_unheard(*_: object, **__: object) -> None:
    Pressed()
    wait()


def press_for_another_error(*_: object, **__: object) -> None:
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("the library was not loaded") from None


@pytest.mark.parametrize("work", [press_unheard, press_for_another_error])
def test_a_swallowed_ctrl_c_ends_the_command(
    work: Callable[..., None], trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli.cli, "main", work)
    assert trueodds_command("games") == (130, "", "trueodds: interrupted\n")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    "end",
    [
        # A library that looks for a part that may be missing.
        "except: pass",
        # An import that never ends.
        "finally: [time.sleep(0.01) for _ in range(3_000)]",
    ],
)
def test_ctrl_c_in_an_import_ends_the_command(
    end: str,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    # Python imports a module of the same name only once.
    name = f"imported_{end[:6]}"
    module = tmp_path / f"{name}.py"
    pressed = "try: signal.raise_signal(signal.SIGINT)"
    module.write_text(f"import signal, time\n{pressed}\n{end}\n")
    monkeypatch.syspath_prepend(tmp_path)

    def work(*_: object, **__: object) -> None:
        import_module(name)
        wait()

    monkeypatch.setattr(cli.cli, "main", work)
    assert trueodds_command("games") == (130, "", "trueodds: interrupted\n")
