"""Replay a recorded game against the rules, and name the first wrong line."""

from trueodds.proofs.verify.transcript.check import GAMES, verify_transcript

__all__ = ["GAMES", "verify_transcript"]
