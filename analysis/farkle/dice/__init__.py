"""Sets of dice, and their rolls in classes of equal keeps."""
