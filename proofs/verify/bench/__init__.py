"""Speed of scorers, and a gate against changes that make programs slower."""
