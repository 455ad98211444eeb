"""Outcomes of dice: the total of a roll."""

from trueodds.core.rules.dice import DiceRules
from trueodds.proofs.verify.simulator.outcomes import families
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind, is_bare


def outcome_distributions(rules: DiceRules, rule: str) -> list[OutcomeKind]:
    """Return the only kind of outcome, which is the total of a roll.

    ``rule`` makes no difference.
    """
    return families("dice", rules, {"total": (f"the total of {rules.roll}", is_bare)})
