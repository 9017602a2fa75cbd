"""The attack that scripts/attack runs, and that tests/test_attack.py repeats for a short time.

`targets` defines what is attacked and how it may react, `inputs` makes the inputs, and `fuzz`
passes them to the targets in a separate process. `hit` is the common part of signals, full disks
and closed pipes, which `kill`, `disk` and `pipes` cause. `score` counts, and files what broke.
Everything follows from a seed. `corpus` contains inputs that once broke a target; files are named
TARGET--WHAT.
"""
