"""The page people play on: its data, its assets joined into one HTML text, sites of pages, the
server and the widget of a notebook.

A page is a picture that can be played: like draw/, this package is told a Model with its Lowering,
or Clues, and knows nothing of who asks for it.
"""
