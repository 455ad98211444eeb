"""Answers on Farkle."""

from trueodds.reports.answers import headlines

HEADLINES = headlines("farkle")
