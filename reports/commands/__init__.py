"""Python functions of the commands. Each returns a typed record (``Answer``)."""
