"""Replay of a recorded game against the rules, up to the first wrong line."""

from trueodds.proofs.verify.transcript.check import verify_transcript

__all__ = ["verify_transcript"]
