"""Judging all members of a family: units of work, workers, the ledger, and the atlas."""
