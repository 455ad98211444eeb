"""Other people's engines are for tests alone."""

from importlib.metadata import requires


def test_no_other_engine_is_a_dependency():
    needed = " ".join(requires("trueodds") or [])
    assert "numba" in needed
    assert not any(engine in needed for engine in ("stormpy", "icepool", "dyce"))
