"""Results about counts and solutions, as functions over a Model, its Lowering, a Cover or Clues.

`answer` defines the base classes of solutions and searches. `solution`, `cover_solutions` and
`nonogram_solutions` define the three kinds of solution, and `finding` searches for the solutions of
a puzzle. The other modules evaluate counts or compare solutions. The public handles are in
calpuzzle/api.
"""
