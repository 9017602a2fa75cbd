"""The puzzle, and its lowering to an exact cover problem: everything before any search.

`model` says what a puzzle is, `validate` and `balance` what is wrong with one, `lowering` makes a
`Cover` of it; `dates` and `placements` read what people write about it; `checker` shares no code
with any of them.
"""
