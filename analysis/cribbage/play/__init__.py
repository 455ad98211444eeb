"""The play of cribbage: enumeration, fixed policies, and the certified equilibrium."""
