"""Reading and writing puzzles of every kind: one module a format, and the registry that picks one.

To add a format, write a module here with `read(text, name)`, `looks_like(text)` and `write(thing)`,
or those of them that it can have. Add its row to the table in registry.py, whose head says what the
three promise. Nothing else names a format: the commands, their help and the tests go by the table.
"""
