"""Claims, derivations and certificates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from trueodds.core.errors import OptionError
from trueodds.core.storage import store
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.chosen import chosen
from trueodds.reports.progress import shown
from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.checked import Checked
    from trueodds.reports.answers.claims import Claims
    from trueodds.reports.answers.proofs import Proved
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource

Verdict: TypeAlias = Literal["true", "approximate", "false", "unspecified"]


@checked
def claims(
    *source: Annotated[str, Words("[SOURCE|WORD...]")],
    verdict: Verdict | Sequence[Verdict] = (),
) -> Claims:
    """Fact-check published claims by exact numbers.

    SOURCE is S1, S2, S3, S4, S5 or elsewhere, a game such as bunco, or a claim such as
    S1.e [default: all]. Words find claims, such as: trueodds claims baccarat tie. A
    claim is approximate if it is right except for rounding. "trueodds cite S1.e" cites
    a verdict.

    Args:
        source: A source, a game, a claim, or words that find claims.
        verdict: Print only claims with this verdict. May be given more than once.

    Returns:
        The claims with their verdicts, in the order of the project's list of claims.

    Raises:
        TrueoddsError: There is no such source or claim.

    Example:
        >>> claims("S1.b", verdict="approximate").claims[1].exact
        Fraction(1, 216)
    """
    from trueodds.proofs.claims import judge
    from trueodds.reports.answers.claims import Claims

    with shown() as progress:
        judged = judge(" ".join(source) or None, progress)
    return Claims(
        claims=tuple(c for c in judged if not verdict or c.verdict in verdict)
    )


@checked
def prove(
    *names: Annotated[str, Words("[GAME|CLAIM|QUANTITY|CERTIFICATE]...")],
    out: Annotated[str | Path | None, "DIR"] = None,
    force: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
    **options: Unpack[GameOptions],
) -> Proved:
    """Recompute results by independent methods and write certificates.

    Without names, it proves all that it can but the largest certificates, in some
    minutes. It says how many numbers of a game it does not prove.
    The independent checker checks every certificate (see "trueodds check"). No file is
    written unless everything is proved. Exit code 1: two methods disagree.

    With other rules, give names of a single game, such as farkle or farkle turn.mean.
    A game can have options of its own: trueodds prove farkle --dice "weighted, fair*5".

    Args:
        names: Games, claims, quantities or certificates.
        out: Write the certificates to this folder.
        force: Replace files that exist in ``out``.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        What was derived twice, and the certificates; exit code 1 if methods disagree.

    Raises:
        TrueoddsError: Nothing proves a name, or a file exists.

    Example:
        >>> prove("bunco:roll.bunco").derived[0].independent_value
        Fraction(1, 216)
    """
    from trueodds.proofs import prove as proving
    from trueodds.reports.answers.proofs import Proved

    todo = proving.plans(names)
    changed = chosen(rules, set).with_fields(options)
    if changed.named and len(todo) != 1:
        raise OptionError(
            "--rules and --set need names that belong to one game; such as: "
            "trueodds prove farkle --rules kingdom-come"
        )
    folder = Path(out or "")
    if out:
        # Before minutes of computing.
        files = [folder / f"{m.name}.json" for plan in todo for m in plan.makers]
        refuse_to_replace(files, force=force)
    made: list[proving.Made] = []
    derived = []
    try:
        # What ships must not prove itself.
        with store.unshipped(), shown() as progress:
            odds = changed.odds(todo[0].game) if changed.named else None
            for result in proving.prove(todo, progress, odds):
                if isinstance(result, proving.Made):
                    made.append(result)
                else:
                    derived += result
    except proving.DisagreementError as error:
        return Proved(exit_code=1, fault=f"not proved: {error}")
    if out:
        write_together(folder, {f"{each.name}.json": each.text for each in made})
    return Proved(
        derived=tuple(derived),
        certificates=tuple(made),
        plans=todo,
        unproved=tuple(f"{plan.game}:{id}" for plan in todo for id in plan.unproved),
        out=out,
    )


@checked
def check(
    *certificates: Annotated[str | Path, Words("CERTIFICATE...")],
    numpy: bool = False,
) -> Checked:
    """Check each CERTIFICATE with the independent checker.

    This is the same as "python proofs/checker.py", which needs nothing installed. If
    another package defines a kind of certificate, that package checks it, and the
    verdict says so. Exit code 1: a claim does not follow. 2: a file is not a
    certificate.

    Args:
        certificates: Files of certificates.
        numpy: Check certificates of turns with any dice, a whole match or a whole deck,
            which needs numpy.

    Returns:
        The verdict on each file; the exit code is the highest of the files.

    Example:
        >>> check("missing.json").files[0].code
        2
    """
    from trueodds.proofs.own_checkers import verdict
    from trueodds.reports.answers.checked import Checked

    files = tuple(verdict(str(path), with_numpy=numpy) for path in certificates)
    return Checked(files=files, exit_code=max((each.code for each in files), default=0))
