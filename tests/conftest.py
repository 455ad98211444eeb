"""What the tests of the command line share."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from trueodds.reports.cli import main

# No test fails because the machine is busy.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def trueodds_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command line in this process."""

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        code = stopped.value.code
        assert isinstance(code, int)
        return Ran(code, *capsys.readouterr())

    return run
