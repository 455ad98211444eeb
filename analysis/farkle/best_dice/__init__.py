"""The best six dice of an inventory: the highest mean turn, with proof."""
