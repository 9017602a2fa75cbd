import time

import pytest

from calpuzzle.cli import progress as module
from calpuzzle.cli.progress import progress


def test_nothing_where_nobody_looks_on(capsys):
    with progress("counting") as report:
        assert report is None
    assert capsys.readouterr().err == ""


def test_a_line_on_a_terminal_when_the_work_is_long(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(module, "DELAY", 0)
    with progress("counting") as report:
        for done in range(1, 4):
            time.sleep(0.15)  # longer than tqdm's least interval
            report(done, 3)
    captured = capsys.readouterr()
    assert "counting: 100%" in captured.err and captured.out == ""


def test_short_work_shows_nothing(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress("counting") as report:
        report(1, 1)
    assert capsys.readouterr().err.strip() == ""


def test_the_line_goes_when_the_work_fails(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(module, "DELAY", 0)
    with pytest.raises(KeyboardInterrupt), progress("counting") as report:
        report(1, 2)
        raise KeyboardInterrupt
    assert capsys.readouterr().err.endswith("\r")
