"""Tests of a program's random outcomes against their exact distribution."""
