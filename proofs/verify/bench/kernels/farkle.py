"""The kernel that scores Farkle rolls."""

from collections.abc import Sequence

from trueodds.core.kernels.farkle import score_rolls
from trueodds.proofs.verify.bench.kernels import Kernel


def kernel_input(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the kernel and the rolls as counts of each face."""
    return score_rolls, [[roll.count(face) for face in "123456"] for roll in positions]
