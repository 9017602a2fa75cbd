import os
import subprocess
import sys
from pathlib import Path

import pytest

from calpuzzle.cli import main

SMALL = '''
title = "A letter and a number"
board = """
A B C D
. . . .
. . . .
1 2 3 4
"""
[groups]
letter = "A B C D"
number = "1 2 3 4"
[pieces]
S4 = """
.##
##.
"""
I4 = "####"
I3 = "###"
V3 = """
#.
##
"""
'''

NO_GROUPS = '''
board = """
. . .
. . .
"""
[pieces]
I3 = { shape = "###", count = 2 }
'''


class Done:
    """What a command did: its exit code and what it printed."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def sentence(self, code=2):
        """The one sentence on stderr of a command that failed with `code`."""
        assert self.code == code, (self.code, self.err)
        assert self.out == ""
        assert self.err.startswith("calpuzzle: ") and self.err.count("\n") == 1, self.err
        return self.err.removeprefix("calpuzzle: ").strip()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty current folder with two small puzzle files in it."""
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "plain.toml").write_text(NO_GROUPS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    """Run a command line in this process."""

    def call(*words):
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call


@pytest.fixture
def process(folder):
    """Run a command line as a process of its own."""

    def call(*words, **options):
        options = {"capture_output": True, "text": True, "encoding": "utf-8"} | options
        options["env"] = {**os.environ, **options.get("env", {})}
        done = subprocess.run([program(), *words], **options, check=False)
        return Done(done.returncode, done.stdout, done.stderr)

    return call


def program():
    return str(Path(sys.executable).with_name("calpuzzle"))


@pytest.fixture
def command():
    return program()
