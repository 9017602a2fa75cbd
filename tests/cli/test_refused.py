"""What a command refuses: one sentence, the code 2, no file, and no browser."""

from __future__ import annotations

import shlex
import webbrowser
from pathlib import Path

import pytest
from commands import EXAMPLES, Run

WANTED = {"booklet": "fpdf", "cut": "shapely", "--terminal": "textual"}
"""The modules without which a command says that an extra is missing."""

REFUSED = """
booklet soma -o a.pdf :: soma is no calendar
booklet three.non -o a.pdf :: three.non is a nonogram
booklet 20270 -o a.pdf :: '20270' is no year
booklet 2027 2028 -o a.pdf :: '2027 2028' is no year
booklet today -o a.pdf :: 'today' is no year
booklet 2027 -o a.svg :: a.svg must end in .pdf
booklet 2027 -o no/a.pdf :: the folder no does not exist
booklet 2027 --language nl -o a.pdf :: there are no texts in 'nl', only in de, en, es, fr
booklet 2027 --calendar --solutions -o a.pdf :: not allowed with
booklet 2027 --paper a9 -o a.pdf :: no paper a9
booklet 2027 :: -o
count dray soma :: dray and soma are 2 puzzles; name one
count soma -p dray :: soma and dray are 2 puzzles; name one
count morse -p dray :: morse and dray are 2 puzzles; name one
count soma today :: soma has no groups, so it takes no date; leave 'today' out
count x.dlx today :: x.dlx has items and options, so it takes no date: leave today out
count today three.non :: three.non has rows and columns of clues, so it takes no date
count 2026/11/20 :: 2026/11/20 is no label of dray; a date is such as 2026-11-20
count 26 listopada :: listopada can mean Oct (Croatian) or Nov (Polish); write it as on the board
count nothing.toml :: cannot read nothing.toml: no such file or directory
count ./nothing :: cannot read ./nothing: no such file or directory
count -p nothing :: there is no puzzle nothing
count somma :: somma is no label of dray
count x.dlx --unique :: --unique needs pieces and cells, and x.dlx has items and options
count x.dlx --with a :: --with needs pieces and cells, and x.dlx has items
count three.non --without A :: --without needs pieces and cells, and three.non has
count three.non --challenge b :: --challenge needs pieces and cells, and three.non
count three.non --engine diagram :: the engine diagram solves no nonograms; auto and
count soma --challenge b43 :: soma takes no challenge; iq-fit does
count soma --without Q :: soma has no piece Q; there are V L T Z A B P
count soma --mirrors-apart :: --mirrors-apart says how --unique counts; give both
count dray today --engine links :: there is no engine links; there are auto
count --from dlx dray today :: dray.toml:2:
count --from nothing x.dlx :: there is no format nothing
count --from cnf x.dlx :: the format cnf is written, not read
cut dray -o a.svg --kerf 20 :: a kerf of 20 mm leaves nothing of a cell of 20 mm
cut dray -o a.svg --sheet 100x100 :: too large for a sheet of 100 x 100 mm
cut soma -o a.svg :: soma is solid
cut sticks -o a.svg :: known by numbers only
cut three.non -o a.svg :: three.non is a nonogram
cut x.dlx -o a.svg :: x.dlx is an exact cover problem
cut dray -o a.png :: a.png must end in .svg, .dxf, .pdf, .scad or .stl
cut dray -o no/a.svg :: the folder no does not exist
cut dray -o a.svg --cell x :: 'x' is no length in millimetres
cut dray -o a.svg --cell -5 :: no length
cut dray -o a.svg --cell inf :: 'inf' is no length in millimetres
cut dray -o a.svg --sheet 100 :: '100' is no size of a sheet
cut dray -o a.svg --profile lazer :: did you mean laser?
cut dray today -o a.svg :: cut takes one puzzle
cut dray :: -o
year next :: 'next' is no year; write one from 1 to 9999, such as 2027
year 0 :: 0 is no year; years go from 1 to 9999
year 2027 soma :: soma is no calendar, so it has no walk through a year
year 2027 three.non :: year walks through the dates of a calendar, and three.non is
cuont today :: there is no command cuont (did you mean count?)
--nonsense :: --nonsense
count today --jobs 2 :: unrecognized arguments: --jobs 2
design show x.csv --al :: --al (see calpuzzle design show --help)
nonogram solve x.non --al :: --al (see calpuzzle nonogram solve --help)
count today --engine backtrak :: no engine backtrak (did you mean backtrack?)
count 2026-02-30 :: does not exist: February 2026 has 28 days
count 2026-13-01 :: a year has 12 months
count :: dray needs a date, such as 2026-11-20, today or 'Jan 1 Sun'
count 'Jan Sat' :: names no day
count 'Jan Feb 1 Sun' :: Jan and Feb are both of the group month
count 'Jan 1 Sum' :: Sum is no label of dray (did you mean Sun?)
count today -p small.toml :: small is no calendar
count A -p plain.toml :: plain has no groups
solve today -o nowhere/x.svg :: the folder nowhere does not exist
show -o nowhere/x.svg :: the folder nowhere does not exist
plot -o nowhere/x.svg :: the folder nowhere does not exist
check :: name a puzzle or a file (calpuzzle puzzles lists the shipped ones)
check soma dray :: check takes one puzzle, and no date: leave dray out
show dray today :: show takes one puzzle, and no date: leave today out
stats dray Jan :: stats takes one puzzle, and no date: leave Jan out
puzzles x :: unrecognized arguments: x
batch x.dlx :: (calpuzzle count counts the others), and x.dlx is an exact cover
plot three.non :: plot looks at the counts of dates, and three.non is a nonogram
stats x.dlx :: stats looks at the counts of dates, and x.dlx is an exact cover
table three.non :: table looks at the counts of dates, and three.non is a nonogram
show x.dlx --orientations :: --orientations draws pieces, and x.dlx is an
fit :: name a puzzle or a file
fit sooma :: did you mean soma?
fit nosuch.dpf :: cannot read nosuch.dpf: no such file
fit soma domino :: fit takes one puzzle, and no date: leave domino out
fit soma --mirrors-apart :: give both
fit soma --engine dansing :: did you mean dancing?
fit soma --without Q :: has no piece Q
fit soma --date today :: has no groups
fit small.toml --date today :: no calendar
fit soma --from xml :: there is no format xml
fit soma -n 0 :: not a whole number from 1 on
fit soma -n 101 --format svg :: up to 100
fit soma --all --format svg :: a sheet holds 100 solutions at most
fit morse-displaced --unique :: no coordinates
fit soma -n 1 -o x.gif :: ending of x.gif is none that can be written
fit soma --random --nth 2 :: choose one
fit soma --random --all :: choose one
fit soma --seed 2 :: only with --random
fit soma --random --count :: --count does not print so many solutions
fit soma --format jsn :: did you mean json?
fit soma --count --format json :: prints a number; leave --format json
fit soma --check --format svg :: prints sentences; leave --format svg
fit soma --count -n 3 :: --count does not print so many solutions
fit soma --check --all :: --check does not print so many solutions
fit soma --count --check :: not allowed with
fit iq-fit -o /nosuch/x.txt :: folder /nosuch does not exist
fit x.dlx --unique :: --unique needs pieces and cells, and x.dlx has items
fit x.dlx --check :: --check looks at pieces, and x.dlx is an exact cover
fit three.non --read-solution x :: --read-solution needs pieces and cells
convert soma x.nosuch :: the ending of x.nosuch tells no format
convert soma :: stdout has no ending to tell the format; give --to, one of puzzle,
convert x.dlx :: give --to, one of dlx, faase, matrix, mathprog, lp, mps, cnf, opb
convert three.non :: give --to, one of non, nonpack, nin, mk, cwd, nono, dat, dzn, g, webpbn
convert sticks x.toml :: a puzzle file draws them; the format dpf can hold the puzzle
convert soma /nosuch/x.dlx :: folder /nosuch does not exist
convert x.dlx x.dpf :: the format dpf holds a board and pieces, and the puzzle
convert x.dlx y.dlx --date today :: --date needs pieces and cells
convert three.non y.non --with x :: --with needs pieces and cells
convert soma y.dlx --date today :: has no groups
convert soma y.dlx --challenge b43 :: soma takes no challenge
convert soma x.non :: the ending of x.non tells no format
count smoa :: there is no puzzle smoa (did you mean soma?); calpuzzle puzzles lists
solve tomorow :: tomorow is no label of dray (did you mean tomorrow?); a date is
count todya :: todya is no label of dray (did you mean today?)
solve weekday8x7 :: there is no puzzle weekday8x7 (did you mean weekday-8x7?)
count inner :: inner is a folder; name a puzzle's file in it
count Ferb 1 Sat :: Ferb is no label of dray (did you mean Feb?)
count -p small.toml smoa :: smoa is no label of small
count Sat Jan 2 2026 :: 2026-01-02 is Fri, not Sat
solve today -n 99999999999999999999 :: argument -n: '99999999999999999999' is too large
solve today -n x :: argument -n: 'x' is not a whole number from 1 on
nonogram slove :: there is no subcommand slove (did you mean solve?); there are solve,
nonogram solve none.non --cells a :: there is no --cells a; there are half, full
nonogram solve nofile :: there is no file nofile
nonogram solve dray :: dray has a board and pieces, and lines and clues are wanted
nonogram hint three.non --format json :: (see calpuzzle nonogram hint --help)
nonogram convert three.non --to nope :: no format nope (did you mean non?); there are n
convert soma - --to svg :: svg is a picture, which calpuzzle show soma -o FILE.svg
convert soma x.png :: png is a picture, which calpuzzle show soma -o FILE.png draws
convert soma - --to dfp :: there is no format dfp (did you mean dpf?); there are puzzle,
count A 1 -p small.toml --with @bad.txt :: bad.txt: 'zz' is no placement; write PIECE@
count three.non --with @bad.txt :: bad.txt: the grid: it has 1 row, but the puzzle 3
nonogram hint three.non --state bad.txt :: bad.txt: the grid: it has 1 row, but the
nonogram hint three.non --state empty.txt :: empty.txt is empty; leave it out where no
hint A 1 -p small.toml --with @empty.txt :: empty.txt is empty; leave it out where no
play soma :: soma is solid, and one plays flat puzzles
play sticks :: sticks is known by numbers only
play x.dlx :: or a nonogram, and x.dlx is an exact cover problem
play dray Jan 32 :: 32 is no label of dray
play iq-fit today :: iq-fit has no groups, so it takes no date
play three.non today :: a nonogram takes no date: leave today out
play any :: any stands for all dates together, and here one is wanted
play nothing.toml :: cannot read nothing.toml
play --port 70000 :: there is no port 70,000; 65,535 is the last one
play --port -1 :: '-1' is not a whole number from 0 on
play --all :: --all goes with --export, which names the folder
play --all --export x dray :: leave dray out
play --all --export x -p dray :: leave dray out
play --all --export small.toml :: small.toml is no folder; --all wants one
play --all --export no/x :: the folder no does not exist
play --export no/x.html :: the folder no does not exist
play --export . :: . is a folder; name a file in it
play --export x.html soma :: soma is solid
play --export x.html today :: opens on the day when it is played: leave today out
play --export x.html --no-open :: --no-open is for a page that is served
play --export x.html --port 1 :: --port is for a page that is served
play --terminal :: the game in a terminal needs one
play --terminal --language xx dray :: no texts in 'xx', only in de, en, es, fr
play --language de dray :: --language goes with --terminal
play --terminal soma :: soma is solid, and one plays flat puzzles
play --terminal x.dlx :: x.dlx is an exact cover problem
play --terminal --export x.html :: --terminal opens no page: leave --export out
play --terminal --port 0 :: --terminal opens no page: leave --port out
play --terminal --no-open :: --terminal opens no page: leave --no-open out
play --with T5@8:1 :: --with goes with --terminal
play --terminal today --with T5@99,1 :: T5
play --terminal three.non today :: so it takes no date
solve 'Sat Jan 1' --seed 1 :: --seed does something only with --random
solve 'Sat Jan 1' --random --all :: choose one
solve 'Sat Jan 1' --random --nth 5 :: --random draws, --nth names one solution; choose one
solve 'Sat Jan 1' --all -n 2 :: not allowed with
solve 'Sat Jan 1' -n 0 :: '0' is not a whole number from 1 on
solve 'Sat Jan 1' --format jsn :: there is no format jsn (did you mean json?)
solve 'Sat Jan 1' -o x.gif :: the ending of x.gif
solve 'Sat Jan 1' --color alway :: did you mean always?
solve 'Sat Jan 1' --all -p weekday-8x7 --format svg :: 100 solutions at most
solve 'Sat Jan 1' --al :: unrecognized arguments: --al
solve 'Sat Jan 1' -p x.dlx :: x.dlx has items and options, so it takes no date: leave Sat Jan 1 out
solve 'Sat Jan 1' --prefer flip :: there is no preference flip (did you mean fewest-flips?)
solve 'Sat Jan 1' --fewest-flips --random :: --random takes any solution, --prefer the best one
solve 'Sat Jan 1' --near I4@3,6:2 --near I4@3,6:2 :: two layouts are named to be near to
solve 'Sat Jan 1' --near nothing.json :: 'nothing.json' is no placement
solve -p three.non --gravity-safe :: --prefer needs pieces and cells
table -p small.toml --where leter=A :: there is no column leter (did you mean letter?)
table -p small.toml --where letter=E :: E is no label of the group letter
table -p small.toml --where letter :: write COLUMN=VALUE
table -p small.toml --where =A :: write COLUMN=VALUE
table -p small.toml --where 'letter<A,B' :: letter<A,B compares with several labels; name one
table -p small.toml --where letter=A,E :: E is no label of the group letter
table -p small.toml --where letter==A :: =A is no label of the group letter
table -p small.toml --where 'solutions>=1,000' :: '1,000' is no number of solutions
table -p small.toml --where solutions<{nines} :: is no number of solutions
table -p small.toml --where solutions=few :: 'few' is no number of solutions
table -p small.toml --sort -solution :: did you mean solutions?
table -p small.toml --format cvs :: did you mean csv?
"""
"""Words of a command, and a part of what it says."""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_refused(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    line, _, sentence = line.partition(" :: ")
    words = shlex.split(line.format(examples=EXAMPLES, nines="9" * 5000))
    for word in words:
        pytest.importorskip(WANTED.get(word, "sys"))
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    (folder / "inner").mkdir()
    (folder / "bad.txt").write_text("zz\n")
    (folder / "empty.txt").write_text(" \n")
    before = sorted(folder.iterdir())
    assert sentence in run(*words).sentence()
    assert sorted(folder.iterdir()) == before
