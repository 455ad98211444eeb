"""Engines of the report's pages in Node, without a browser."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from trueodds.reports.html.site import script_text

FRACTION = """const text = (pair) =>
  trueodds.common.lowest(...pair).join('/').replace(/\\/1$/, '');"""
"""Script: the text of a fraction of two BigInts."""

EDGES = f"""([rules, shoes]) => {{
  {FRACTION}
  const {{baccarat}} = trueodds;
  const bets = baccarat.readBets(rules.bets), tableau = baccarat.tableauOf(rules);
  return shoes.map((shoe) => Object.fromEntries(
    baccarat.price(bets, shoe, tableau).prices.filter((price) => price.mean)
      .map(({{bet, mean: [a, b]}}) => [bet.name, text([-a, b])])));
}}"""
"""Function of rules and shoes: the house edge of each bet in each shoe."""


def evaluated(engines: list[str], function: str, argument: object) -> Any:
    """Return what a JavaScript function returns for an argument, with some engines.

    Skip the test if Node is not installed.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed (Debian: apt-get install nodejs)")
    scripts = [script_text(f"engines/{name}.js") for name in engines]
    call = f"console.log(JSON.stringify(({function})({json.dumps(argument)})));"
    program = "\n".join([*scripts, call])
    ran = subprocess.run(
        [node, "-"], input=program, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)
