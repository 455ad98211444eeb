"""The discard equilibrium: solver, best responses and proved value bounds."""
