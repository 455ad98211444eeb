"""Replay a recorded game against the rules, and name the first wrong line."""

from trueodds.proofs.conformance.transcripts.check import GAMES, verify_transcript

__all__ = ["GAMES", "verify_transcript"]
