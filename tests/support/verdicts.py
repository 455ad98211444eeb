"""Verdicts in JSON, checked against their schema, and what they refute."""

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

import jsonschema

from trueodds.proofs.verify.verdict import Example, Verdict
from trueodds.testing import Check

SCHEMA = files("trueodds.reports") / "schemas/verdict-1.json"


def read_verdict(text: str) -> dict[str, Any]:
    """Return a verdict in JSON, after a check of its schema."""
    verdict: dict[str, Any] = json.loads(text)
    jsonschema.validate(verdict, json.loads(SCHEMA.read_text("utf-8")))
    return verdict


def first_wrong(verdict: Verdict[Any]) -> Example:
    """Return the example of a verdict that refutes."""
    assert verdict.word == "refuted"
    assert verdict.example
    return verdict.example


def failed(checks: Iterable[Check], scorer: Callable[[str], int]) -> set[str]:
    """Return the names of the checks that refute a scorer."""
    names = set()
    for check in checks:
        try:
            check(scorer)
        except AssertionError:
            names.add(check.kind)
    return names
