"""Families of piece sets and of boards, and the figures that are counted for each of their
members."""
