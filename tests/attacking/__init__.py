"""The attack that scripts/attack runs, and of which tests/test_attack.py runs a small part.

`targets` defines what is attacked and how it may react, `inputs` makes the inputs, and `fuzz`
passes them to the targets in a separate process. `kill`, `disk` and `pipes` attack commands with
signals, full disks and closed pipes; `hit` is their common part. `score` counts the inputs and
stores failures. A seed determines everything. `corpus` contains inputs that once broke a target;
their files are named TARGET--WHAT.
"""
