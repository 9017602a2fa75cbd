"""Questions about counts and solutions, as functions over a Model, its Lowering, a Cover or Clues.

`answer` is a solution of any kind and the search that finds such; `solution`, `cover` and
`nonogram` are the three kinds, `finding` the search for those of a puzzle, `left` what can be done
when pieces lie; the others ask about counts. The handles that callers hold are in calpuzzle/api.
"""
