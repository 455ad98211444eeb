"""Certificates: results as files that can be checked without what found them.

Each game's file makes the certificates of the game from its odds; ``registry`` lists
them. What they look like, and why they prove what they claim, is told in
``docs/proofs.md``; ``proofs/checker.py`` checks them and shares no code with the rest.
"""
