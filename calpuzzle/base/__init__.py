"""The ground floor: errors, wording, files, extras, the cache folder. Knows nothing of puzzles."""
