"""Files that are written whole, or not at all."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from trueodds.core.errors import OutputError
from trueodds.core.storage.files import write_together, written_whole

WRITER = """
import sys, time
from pathlib import Path
from trueodds.core.storage.files import written_whole
with written_whole(Path(sys.argv[1])) as place:
    place.write_bytes(b"x" * 10**6)
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="no files without names")
def test_nothing_is_left_of_a_killed_writer(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path / "table.parquet")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"writing\n"
        child.send_signal(signal.SIGKILL)
    assert not list(tmp_path.iterdir())


WRITER_OF_SEVERAL = """
import sys, time
from pathlib import Path
from trueodds.core.storage.files import write_together
class Endless(dict):
    def items(self):
        yield "first.html", "a page"
        print("writing", flush=True)
        time.sleep(60)
write_together(Path(sys.argv[1]), Endless())
"""


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """What a live process writes stays, and so do folders of other programs."""
    other = tmp_path / ".unfinished-by-others"
    other.mkdir()
    command = [sys.executable, "-c", WRITER_OF_SEVERAL, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"writing\n"
        (page,) = tmp_path.glob(".unfinished-*/first.html")
        write_together(tmp_path, {"one.html": "1"})
        assert page.exists()
        child.send_signal(signal.SIGKILL)
    assert page.exists()
    write_together(tmp_path, {"two.html": "2"})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [other.name, "one.html", "two.html"]


@pytest.mark.parametrize("nameless", [True, False])
def test_a_file_gets_its_name_when_it_is_whole(
    nameless: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "new" / "table.csv"
    for content in ("one", "two"):
        before = path.read_text() if path.exists() else None
        with written_whole(path) as place:
            place.write_text(content)
            assert (path.read_text() if path.exists() else None) == before
        assert path.read_text() == content
        assert list(path.parent.iterdir()) == [path]

    def fill_the_disk() -> None:
        with written_whole(path) as place:
            place.write_text("three")
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="No space left"):
        fill_the_disk()
    assert path.read_text() == "two"
    assert list(path.parent.iterdir()) == [path]


def test_a_device_or_a_link_is_written_in_place(tmp_path: Path) -> None:
    with written_whole(Path(os.devnull)) as place:
        place.write_text("text")
    assert not Path(os.devnull).is_file()
    link, file = tmp_path / "link", tmp_path / "file"
    file.touch()
    link.symlink_to(file)
    with written_whole(link) as place:
        place.write_text("text")
    assert (link.is_symlink(), file.read_text()) == (True, "text")


def test_a_full_disk_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    monkeypatch.setattr(Path, "write_bytes", full)
    for folder in (old, new):
        with pytest.raises(OutputError, match="No space left"):
            write_together(folder, {"index.html": "text"})
    assert [*tmp_path.iterdir()] == [old]
