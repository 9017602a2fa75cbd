"""Judging all members of a family: units of work, their sum, the atlas, and second counts."""
