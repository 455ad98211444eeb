"""Proofs: independent derivations, certificates, claims, checks of other programs."""
