"""Reading puzzles from files: one module a format, and the registry that picks one.

A format module offers `read(text, name)`, which returns a Model or raises PuzzleError; what it
returns need not make sense yet (calpuzzle/validate.py says).
"""
