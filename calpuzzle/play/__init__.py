"""The page on which puzzles are played: its data, its assets joined into one HTML text, sites of
pages, the server and the widget of a notebook.

Like draw/, this package works on a Model with its Lowering, or on Clues, and knows nothing about
its callers.
"""
