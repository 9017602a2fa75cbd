"""Layouts: the cells on which the labels of a puzzle are printed."""
