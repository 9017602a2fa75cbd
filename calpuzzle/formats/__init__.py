"""Reading and writing puzzles of every kind: one module a format, or a few that are alike.

To add a format, write `read(text, name)`, `looks_like(text)` and `write(thing)`, or those of them
that it can have, and add its row to the table in registry.py, whose head says what the three
promise. Nothing else names a format: the commands, their help and the tests go by the table.
"""
