"""Published tables, scripts and rules of thumb, compared with exact numbers."""
