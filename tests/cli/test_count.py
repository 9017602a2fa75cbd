import datetime

import pytest

import calpuzzle as cp


@pytest.mark.parametrize(
    "words", [["Sat Jan 1"], ["Sat", "Jan", "1"], ["2022-01-01"], ["jan", "sat,", "1"]]
)
def test_a_date_in_any_form(run, words):
    assert run("count", *words).out == "54\n"


def test_today(run):
    expected = cp.load("dray").count(datetime.date.today())
    assert run("count", "today").out == f"{expected}\n"


def test_only_count_takes_any_date(run):
    assert run("count", "any").out == run("count", "ANY").out == "85637\n"
    for command in ("solve", "places", "hint"):
        assert "any stands for all dates, which calpuzzle count alone" in (
            run(command, "any").sentence()
        )


def test_other_puzzles_by_name_and_path(run):
    assert run("count", "Jan", "1", "-p", "month-day-7x7").out == "64\n"
    assert run("count", "B", "3", "-p", "small.toml").out == "4\n"
    assert run("count", "-p", "plain.toml").out == "1\n"
    assert run("count", "B 3", "--puzzle", "./small.toml", "--engine", "reference").out == "4\n"


def test_the_process_and_python_m(process):
    done = process("count", "Nov", "29", "Tue")
    assert (done.code, done.out, done.err) == (0, "197\n", "")


def test_dates_that_do_not_exist_by_label(run):
    assert run("count", "Feb 30 Sun").code == 0
    assert "2026 has 28 days" in run("count", "2026-02-30").sentence()


def test_help_and_version(run, capsys):
    for words in (["--help"], ["count", "--help"], ["--version"]):
        with pytest.raises(SystemExit) as stop:
            run(*words)
        assert stop.value.code == 0
    assert capsys.readouterr().out == f"calpuzzle {cp.__version__}\n"
    assert run().out.startswith("usage: calpuzzle")
