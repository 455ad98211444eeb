"""Print sums of numpy, BLAS and compiled code, whose last digits are the processor's.

``run.py`` compares what two processors print.
"""

import numpy as np
from numba import njit  # noqa: TID251 - nothing is to be kept in the cache folder


@njit(fastmath=True)
def compiled(first: np.ndarray, second: np.ndarray) -> float:
    """Return a scalar product in the order that suits the processor's vectors."""
    total = 0.0
    for place in range(len(first)):
        total += first[place] * second[place]
    return total


def main() -> None:
    """Print a line for each library: its name, and its sums to the last bit."""
    values = np.random.default_rng(1).random((40, 1001))
    pairs = list(zip(values, values[::-1], strict=True))
    sums = {
        "numpy": [float(np.exp(row).sum() + np.log(row).sum()) for row in values],
        "BLAS": [float(row @ other) for row, other in pairs],
        "compiled code": [compiled(row, other) for row, other in pairs],
    }
    for library, numbers in sums.items():
        print(f"{library}: {' '.join(number.hex() for number in numbers)}")


if __name__ == "__main__":
    main()
