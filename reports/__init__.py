"""Output for people: the command line, tables, pages, pictures, files."""
