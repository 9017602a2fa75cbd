"""Repairs: the fewest changes after which every date has a solution."""
