"""Write the golden files anew: ``python tests/golden/regenerate.py``."""

import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def commands() -> dict[str, list[str]]:
    """Return the arguments of each golden file, by its name."""
    lines = (HERE / "commands.txt").read_text(encoding="utf-8").splitlines()
    words = [shlex.split(line) for line in lines if not line.startswith("#")]
    return {name: arguments for name, *arguments in words}


def main(names: list[str]) -> None:
    """Run every command, or those of these names, and keep what it prints."""
    known = commands()
    for name in names or known:
        arguments = known[name]
        command = [sys.executable, "-m", "trueodds", *arguments]
        printed = subprocess.run(command, check=True, capture_output=True).stdout
        (HERE / f"{name}.out").write_bytes(printed)


if __name__ == "__main__":
    main(sys.argv[1:])
