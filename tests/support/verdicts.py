"""Verdicts in JSON, checked against their schema."""

import json
from importlib.resources import files
from typing import Any

import jsonschema

SCHEMA = files("trueodds.reports") / "schemas/verdict-1.json"


def read_verdict(text: str) -> dict[str, Any]:
    """Return a verdict in JSON, after a check of its schema."""
    verdict: dict[str, Any] = json.loads(text)
    jsonschema.validate(verdict, json.loads(SCHEMA.read_text("utf-8")))
    return verdict
