"""Certificates: results as files that can be checked without the solver.

The module of each game makes the game's certificates from its odds and registers them.
``docs/explanation/certificates.md`` describes the format and explains why a
certificate proves its claims. ``proofs/checkers`` checks certificates and shares
no code with the rest.
"""
