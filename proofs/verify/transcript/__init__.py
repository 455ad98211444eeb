"""Replay a recorded game against the rules, and name the first wrong line."""

from trueodds.proofs.verify.transcript.check import verify_transcript

__all__ = ["verify_transcript"]
