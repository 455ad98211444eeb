"""The expected crib, by inclusion and exclusion over the shared cards."""
