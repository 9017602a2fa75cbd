"""Utilities that do not depend on puzzles: errors, wording, files, extras and the cache folder."""
