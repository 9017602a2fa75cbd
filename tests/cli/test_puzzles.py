import xml.etree.ElementTree as ElementTree

import pytest

import calpuzzle as cp


def test_puzzles_lists_all(run):
    lines = run("puzzles").out.splitlines()
    end = lines.index("")
    assert [line.split()[0] for line in lines[1:end]] == cp.names()
    assert lines[1].split()[1:4] == ["50", "10", "2,604"]
    assert lines[end + 1] == "fitting puzzles, which calpuzzle fit NAME solves:"
    fitting = [line.split(maxsplit=1) for line in lines[end + 2 :]]
    assert [name for name, _ in fitting] == run("fit", "--list").out.split()
    assert ["soma", "Soma cube"] in fitting


@pytest.mark.parametrize("words", [["solve", "-p"], ["show"], ["stats", "-p"], ["hint", "-p"]])
def test_a_fitting_puzzle_is_sent_to_fit(run, folder, words):
    (folder / "frame.toml").write_text("frame = '##'\n[pieces]\nA = '##'\n")
    (folder / "two.txt").write_text("##\n---\n##\n")
    for name in ("soma", "frame.toml", "./frame.toml", "two.txt"):
        assert run(*words, name).sentence() == (
            f"{name} is a fitting puzzle, not a calendar: calpuzzle fit {name} solves it"
        )
    (folder / "both.toml").write_text("frame = '##'\nboard = '. .'\n[pieces]\nA = '##'\n")
    assert "unknown key frame" in run(*words, "both.toml").sentence()
    for name in ("some", "nothing.txt", "nothing.toml"):
        assert "fitting" not in run(*words, name).sentence()


def test_show_draws_board_and_pieces(run):
    done = run("show", "calendarium-6x9")
    assert done.out.startswith("Month, day and weekday, 6x9 (calendarium-6x9)\n")
    assert "│ Jan │ Feb │ Mar │ Apr │  1  │" in done.out
    assert "10 pieces, which may be turned, not turned over:" in done.out
    assert done.out.count("may be turned and turned over") == 1
    orientations = ["show", "--orientations"]
    assert run(*orientations, "-o", "x.svg").sentence() == (
        "--orientations draws text only, not svg; name a file that ends in .txt"
    )
    assert run(*orientations, "--format", "png").sentence().endswith("png; leave --format out")
    assert run("show").out.startswith("Gérard Dray's calendar")


def test_show_of_one_piece(run, folder):
    (folder / "one.toml").write_text('board = ". . ."\n[pieces]\nI3 = "###"\n')
    assert "\n1 piece, which may be turned and turned over:\n" in run("show", "one.toml").out


def test_show_as_pictures(run, folder):
    assert run("show", "dray", "-o", "dray.svg").code == 0
    texts = [e.text for e in ElementTree.parse(folder / "dray.svg").iter() if e.tag[-4:] == "text"]
    assert {"Jan", "31", "Sat", "J4", "Z5"} <= set(texts)
    assert run("show", "small.toml", "--format", "svg").out.startswith("<svg")
    run("show", "small.toml", "-o", "small.png")
    assert (folder / "small.png").read_bytes().startswith(b"\x89PNG")


def test_check_of_a_sound_file(run):
    done = run("check", "small.toml")
    assert done.out == (
        "small.toml is sound: 16 cells, 4 pieces, groups letter (4), number (4), 16 dates\n"
    )
    assert run("check", "plain.toml").out == "plain.toml is sound: 6 cells, 2 pieces, no groups\n"


def test_check_says_all_faults_at_once(run, folder):
    (folder / "bad.toml").write_text(
        'board = """\nA B A\n. .\n"""\n[groups]\nx = "A Z"\n[pieces]\nP = "#.#"\n'
    )
    done = run("check", "bad.toml")
    lines = done.err.splitlines()
    assert done.code == 2 and done.out == "" and len(lines) == 4
    assert all(line.startswith("calpuzzle: bad.toml: ") for line in lines)
    for word in ("row 2", "A stands twice", "names Z", "P is in 2 parts"):
        assert word in done.err


AREA = 'board = ". . ."\n[pieces]\nP = "##"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("board = ", "not valid TOML"),
        ("x\ny = 1", "line 1"),
        ('board = ""\n[pieces]\nP = "#"\n', "the board has no cells"),
        (AREA, "1 cell too few"),
        (AREA.replace("##", "####"), "piece P fits nowhere"),
        (AREA.replace("##", "#.#"), "in 2 parts"),
    ],
)
def test_faulty_files_are_refused_by_every_command(run, folder, text, sentence):
    (folder / "bad.toml").write_text(text)
    for words in (["count", "A"], ["solve", "A"], ["batch"], ["table"], ["stats"], ["plot"]):
        found = run(*words, "-p", "bad.toml").sentence()
        assert "bad.toml" in found and sentence in found
    assert sentence in run("show", "bad.toml").sentence()


def test_files_that_are_not_there(run, folder):
    assert "drey (did you mean dray?)" in run("count", "today", "-p", "drey").sentence()
    assert "cannot read no.toml" in run("check", "no.toml").sentence()
    assert "cannot read ./" in run("check", "./").sentence()
    (folder / "latin.toml").write_bytes(b'title = "\xff"')
    assert "is no UTF-8 text" in run("check", "latin.toml").sentence()


def test_plot(run, folder):
    assert run("plot", "-p", "small.toml", "-o", "x.svg").code == 0
    first = (folder / "x.svg").read_bytes()
    run("plot", "-p", "small.toml", "-o", "x.svg")
    assert (folder / "x.svg").read_bytes() == first
    run("plot", "-p", "small.toml")
    assert (folder / "results" / "small.svg").read_bytes() == first
    for ending, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        run("plot", "-p", "small.toml", "-o", f"x.{ending}")
        assert (folder / f"x.{ending}").read_bytes().startswith(magic)


def test_plot_refuses(run, folder, monkeypatch):
    assert "must end in .svg" in run("plot", "-o", "x.gif").sentence()
    assert "has no groups" in run("plot", "-p", "plain.toml").sentence()
    monkeypatch.setattr("calpuzzle.draw.heatmap.find_spec", lambda _: None)
    assert "pip install 'calpuzzle[plot]'" in run("plot", "-p", "small.toml").sentence(1)
    assert not (folder / "results").exists()
