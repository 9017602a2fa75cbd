"""The attack that scripts/attack runs, and that tests/test_attack.py repeats for a little while.

`targets` says what is attacked and what it may do, `inputs` makes the inputs, `fuzz` gives the
ones to the others in a process of its own; `hit` is what signals, full disks and closed pipes have
in common, which `kill`, `disk` and `pipes` deal out. `score` keeps count, and files what broke. All
of it follows from a seed. `corpus` holds what once broke; a file is named TARGET--WHAT.
"""
