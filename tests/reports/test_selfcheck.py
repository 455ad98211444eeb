"""``trueodds selfcheck``: what is damaged, and what to do."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackagePath
from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import jsonschema
import pytest
from commands import Run

from trueodds.core.storage import store
from trueodds.reports.answers import selfcheck as module


@pytest.fixture
def shipped(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of what ships, which takes the place of the original."""
    folder = tmp_path / "core/shipped"
    shutil.copytree(store.SHIPPED, folder)
    monkeypatch.setattr(store, "SHIPPED", folder)
    return folder


def flip(path: Path, place: int = -1) -> None:
    """Change one bit of a file."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def damaged(run: Run) -> tuple[int, list[list[str]]]:
    """Return the exit code of the command, and the rows of its table."""
    ran = run("selfcheck", "--format", "tsv")
    return ran.code, [line.split("\t") for line in ran.out.splitlines()[1:]]


REINSTALL = "pip install --force-reinstall FILE.whl, with the wheel FILE.whl"


def test_all_is_well(
    shipped: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "files", lambda name: [])  # those of a wheel count too
    store.write_bytes(store.folder() / "x.bin", {"key": 1}, b"a result")
    ran = trueodds_command("selfcheck", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    record = json.loads(ran.out)
    assert record["damaged"] == []
    paths = [path for path in shipped.iterdir() if path.name != "manifest.json"]
    assert record["files"] == len(paths) + 1 > 30
    text = trueodds_command("selfcheck").out
    assert text == f"Damaged files: 0 of {len(paths) + 1}.\n"


@pytest.mark.parametrize("content", [None, b"", b"{", b"\xff"])
def test_a_manifest_that_cannot_be_read_is_damaged(
    content: bytes | None, shipped: Path, trueodds_command: Run
) -> None:
    file = shipped / "manifest.json"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    code, rows = damaged(trueodds_command)
    assert (code, [row[0] for row in rows]) == (1, [str(file)])
    assert rows[0][2] == REINSTALL


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_shipped_file_with_another_bit_is_damaged(
    place: int, shipped: Path, trueodds_command: Run
) -> None:
    file = sorted(shipped.glob("*.quantities"))[0]
    flip(file, place)
    fault = "its content is not that of the release"
    assert damaged(trueodds_command) == (1, [[str(file), fault, REINSTALL]])
    (shipped.parents[1] / ".git").mkdir()
    git = f"git -C '{shipped}' checkout '{file}'"
    assert damaged(trueodds_command) == (1, [[str(file), fault, git]])
    file.unlink()
    code, rows = damaged(trueodds_command)
    assert (code, rows[0][1]) == (1, "No such file or directory")
    record = json.loads(trueodds_command("selfcheck", "--format", "json").out)
    schema = files("trueodds.reports") / "schemas/selfcheck-1.json"
    jsonschema.validate(record, json.loads(schema.read_text("utf-8")))


def test_a_cached_file_with_another_bit_is_damaged(
    shipped: Path, trueodds_command: Run
) -> None:
    shutil.rmtree(shipped)  # as in a zip: only what is cached is checked
    for name in ("x.bin", f"{store.COMPILED}0/kernel-1"):
        file = store.folder() / name
        store.write_bytes(file, {"key": 1}, b"a result")
        assert damaged(trueodds_command) == (0, [])
        for place in range(file.stat().st_size):  # in the first line, too
            flip(file, place)
            code, rows = damaged(trueodds_command)
            assert (code, [row[0] for row in rows]) == (1, [str(file)])
            assert rows[0][2].startswith("delete this file; ")
            flip(file, place)
        file.write_bytes(b"")
        assert damaged(trueodds_command)[0] == 1
        file.unlink()


def test_an_installed_file_with_another_byte_is_damaged(
    shipped: Path,
    tmp_path: Path,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RECORD has digests in URL-safe base64 without padding."""
    (tmp_path / "trueodds").mkdir()
    (tmp_path / "trueodds/module.py").write_bytes(b"")
    file = PackagePath("trueodds/module.py")
    of_nothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    digest = type("FileHash", (), {"value": of_nothing})()
    monkeypatch.setattr(file, "hash", digest, raising=False)
    place = type("Dist", (), {"locate_file": lambda self, name: tmp_path / name})()
    monkeypatch.setattr(file, "dist", place, raising=False)
    monkeypatch.setattr(module, "files", lambda name: [file])
    assert damaged(trueodds_command) == (0, [])
    (tmp_path / "trueodds/module.py").write_bytes(b"import os\n")
    code, rows = damaged(trueodds_command)
    assert (code, rows[0][2]) == (1, REINSTALL)


FROM_ZIP = """
import sys
sys.path.insert(0, sys.argv[1])
from trueodds.core.storage import store
print(store.shipped("x.bin", {}, bytes))
"""


def test_from_a_zip_no_shipped_file_is_called_damaged(tmp_path: Path) -> None:
    rooms = Path(__file__).parents[2]
    with ZipFile(tmp_path / "trueodds.zip", "w") as archive:
        archive.write(rooms / "core/_root.py", "trueodds/__init__.py")
        for path in (rooms / "core").rglob("*.*"):
            archive.write(path, Path("trueodds", path.relative_to(rooms)))
    ran = subprocess.run(
        [sys.executable, "-c", FROM_ZIP, str(tmp_path / "trueodds.zip")],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {store.SWITCH: "on"},
    )
    assert ran.stdout == "None\n"
    assert ran.stderr.endswith("x.bin is inside a zip file; it is not used\n")
