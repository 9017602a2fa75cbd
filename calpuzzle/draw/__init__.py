"""Pictures: a `Scene` of rectangles, lines and texts, written as SVG or PNG, and plain text.

Whoever draws a thing (a solution, a board, a grid) makes a Scene; svg.py and png.py write any
Scene, so that both formats look alike.
"""
