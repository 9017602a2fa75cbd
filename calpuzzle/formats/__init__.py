"""Reading and writing puzzles of every kind, with one module for each format or family of formats.

To add a format, write those of `read(text, name)`, `looks_like(text)` and `write(content)` that it
supports, and add its row to the table in registry.py, whose head specifies the three functions.
Nothing else names a format: the commands, their help and the tests iterate over the table.
"""
