"""The tripwire: a run of pytest-benchmark beside a baseline."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HERE / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_tripwire(tmp_path: Path) -> None:
    run, baseline = tmp_path / "run.json", tmp_path / "baseline.json"

    def wire(seconds: float, cpu: str = "Z80", *options: str) -> tuple[int, str]:
        run.write_text(
            json.dumps(
                {
                    "machine_info": {"cpu": {"brand_raw": cpu}},
                    "benchmarks": [{"fullname": "a", "stats": {"min": seconds}}],
                }
            )
        )
        ran = script("tripwire.py", str(run), str(baseline), *options)
        return ran.returncode, ran.stdout + ran.stderr

    code, out = wire(1.0)
    assert (code, "no baseline yet of 1; stored in" in out) == (0, True)
    assert wire(1.9)[0] == 0
    code, out = wire(2.1)
    assert code == 1
    assert "tripped: a took 2.1 s, 2.1 times the 1 s" in out
    assert wire(2.1, "Z80", "--factor", "3")[0] == 0
    assert wire(2.1, "6502")[0] == 2
    assert wire(2.1, "6502", "--update")[0] == 0
    run.write_text("{}")
    assert script("tripwire.py", str(run), str(baseline)).returncode == 2
