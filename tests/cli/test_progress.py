import time

import pytest

from calpuzzle.cli import progress as module
from calpuzzle.cli.progress import StatusLine, progress, waiting


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


def test_a_status_line_waits_and_goes(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with StatusLine() as line:
        line.show("too early")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(module, "DELAY", 0)
    with StatusLine() as line:
        line.show("one")
        line.show("too soon after it")
    assert capsys.readouterr().err == "\r\x1b[Kone\r\x1b[K"


def test_a_status_line_is_nothing_where_nobody_looks_on(capsys, monkeypatch):
    monkeypatch.setattr(module, "DELAY", 0)
    with StatusLine() as line:
        line.show("one")
    assert capsys.readouterr().err == ""


def test_a_sign_of_life_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(module, "DELAY", 0)
    monkeypatch.setattr(module, "EVERY", 0.01)
    with pytest.raises(KeyboardInterrupt), waiting("counting"):
        time.sleep(0.2)
        raise KeyboardInterrupt
    captured = capsys.readouterr()
    assert captured.err.startswith("\r\x1b[Kcounting: 0 s") and captured.out == ""
    assert captured.err.endswith("\r\x1b[K")


def test_no_sign_of_life_where_nobody_looks_on(capsys, monkeypatch):
    monkeypatch.setattr(module, "DELAY", 0)
    monkeypatch.setattr(module, "EVERY", 0.01)
    with waiting("counting"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["count", "solve"])
def test_count_and_solve_show_one(run, monkeypatch, command):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(module, "DELAY", 0)
    monkeypatch.setattr(module, "EVERY", 0.01)
    done = run(command, "Sat Jan 1", "--engine", "reference")
    assert "dray: 0 s" in done.err and done.code == 0
