"""Families of piece sets and boards, and what is counted of each of their members."""
