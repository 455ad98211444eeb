"""Published programs and advice on Farkle, rebuilt and compared with exact numbers."""
