"""Why to believe it: quantities of each game derived again by another method."""
