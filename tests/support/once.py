"""Results that the processes of a test run share.

The first process that needs a result makes it, while the others wait; then all of them
read it. The folder is new for each run, so no result is older than the code.
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

Result = TypeVar("Result")


def once(name: str, make: Callable[[], Result]) -> Result:
    """Return a result that one process of this run makes; ``name`` says all of it.

    An exception is not kept: the next process tries again.
    """
    digest = hashlib.sha256(name.encode()).hexdigest()[:32]
    file = Path(os.environ["TRUEODDS_TEST_SHARED"], digest)
    with FileLock(f"{file}.lock"):
        if not file.exists():
            made = make()
            file.write_bytes(pickle.dumps(made))
            return made
    result: Result = pickle.loads(file.read_bytes())
    return result
