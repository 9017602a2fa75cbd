"""All piece sets of a family, judged on one board.

A family says which sets are meant and numbers them; a sweep counts every instance of the board for
all sets at once, unit by unit; a ledger keeps what is done; an atlas is the table of all sets.
"""
