"""The workshop: files to cut, to 3D-print and to print on paper.

`plan.py` makes one plan of a puzzle in millimetres, and a module for each file type writes it.
`cut.py` and `booklet.py` import large packages only when they are needed (the extra `workshop`).
"""
