"""The workshop: files to cut, to print in plastic and to print on paper.

`plan.py` makes one plan in millimetres of a puzzle, and a module for each type of file writes it.
What is heavy is imported by `cut.py` and `booklet.py` when it is called for (the extra `workshop`).
"""
