"""Pictures: a `Scene` of rectangles, lines and texts, written as SVG, PNG or PDF, and plain text.

A module that draws an object (a solution, a board, a grid) returns a Scene; svg.py, png.py and
pdf.py write any Scene, so that all formats look alike.
"""
