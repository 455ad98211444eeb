"""``trueodds rules``, ``cache`` and ``completion``: set up and look around."""

from __future__ import annotations

from trueodds.reports.cli._shared import TABLES
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import rules as of_rules
from trueodds.reports.commands import set_up as functions

rules = command_of(of_rules.rules, *TABLES)


cache = command_of(functions.cache, *TABLES)
completion = command_of(functions.completion)
