"""The workshop: files to cut, to 3D-print and to print on paper.

`cut_plan.py` makes one plan of a puzzle in millimetres, and a module for each file type writes it.
`cut_files.py` and `booklet_pages.py` import large packages (the extra `workshop`) only when they
are needed.
"""
