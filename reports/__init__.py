"""How a person sees it: the command line, tables, pages, pictures, files."""
