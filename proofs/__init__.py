"""Why to believe it: each headline quantity derived a second, independent way."""
