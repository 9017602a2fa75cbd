"""The puzzle and its lowering to an exact cover problem: everything that precedes a search.

`model` defines a puzzle, `validate` and `balance` report its faults, and `lowering` turns it into a
`Cover`. `dates` and `placements` parse text that users write. `checker` verifies solutions and
shares no code with the lowering or the engines.
"""
