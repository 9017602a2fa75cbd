"""Command lines, one a line: what is said, and what is refused (one sentence, no file, and no
browser)."""

from __future__ import annotations

import doctest
import re
import shlex
import webbrowser
from pathlib import Path

import pytest
from commands import EXAMPLES, ROOT, Done, Run

WANTED = {"booklet": "fpdf", "cut": "shapely", "plot": "matplotlib", "cpsat": "ortools"}
WANTED["challenge.pdf"] = "fpdf"
"""The modules without which a command says that an extra is missing."""

TETROMINOES = "design small.toml --choose 2:tetrominoes"
PLACES = {
    "examples": EXAMPLES,
    "tetrominoes": TETROMINOES,
    "family": f"{TETROMINOES} --choose 2:trominoes",
    "sets": ROOT / "examples" / "shelf-sets.csv",
    "nines": "9" * 5000,
}
"""What may stand in braces."""


def done(run: Run, words: str) -> Done:
    parts = shlex.split(words.format(**PLACES).replace("\\n", "\n"))
    for part in parts:
        pytest.importorskip(WANTED.get(part, "sys"))
    return run(*parts)


SAID = r"""
solve two.txt --all --format grid :: 12  \n1220\n  00
solve soma --format grid :: VVL\nZVL\nZLL\n\nZTB\nZBB\nAAP\n\nTTT\nABP\nAPP
solve sticks --format grid :: 1: 0 2\n2: 4\n3: 1 3
solve domino-2x3 --format grid :: 011\n022 !! 0 is 0-0, 1 is 1-1, 2 is 2-2
solve iq-fit --laid b43SG82WR11S --format grid :: ...\nb43SG82Wi70Wl32Sn80Eo50EP20NR11SS03Sy00W
solve heart.non --cells full :: ...2 2 │...  ████  ████  ...
count 'jan sat, 1' :: 54
count 2022-01-01 Sat :: 54
count any :: 85637
count Jan 27 Wed :: 0
count any soma :: 11520
count any small.toml :: 56
count Jan 1 month-day-7x7 :: 64
count 'B 3' ./small.toml --engine reference :: 4
count plain.toml :: 1
count soma :: 11520
count soma --unique :: 240 !! up to 48 symmetries: 24 turns (with none at all), 24 mirror images
count soma --unique --mirrors-apart :: 480 !! up to 24 symmetries...
challenge dray Sat Jan 1 --pieces 9 :: dray Jan 1 Sat: 9 pieces lie, ...: very easy...
challenge iq-fit --address x/ :: ...x/iq-fit.html#puzzle=iq-fit&given=...
challenge small.toml B 3 --pieces 2 -o challenge.pdf :: !! wrote challenge.pdf
challenge Sat Jan 1 --address b.html :: ...b.html#puzzle=dray&date=Jan,1,Sat&given=...
count iq-fit --laid b43SG82WR11S :: 1
count dray any --memory 1 :: 85637 !! ...takes more than 1 MiB...
count any weekday-7x8-corner --seconds 1 --engine backtrack :: about ..., at least ... with \
95 % confidence
batch dray small.toml --jobs 2 --memory 2 :: ... !! ...takes more than 1 MiB...counting with the \
engine backtrack instead...
certify A 1 small.toml :: calpuzzle certificate 1...= 6 A 1...end ... !! 6 solutions \
of 1 date, proved in ... lines
certify any small.toml :: ... !! 56 solutions of 16 dates, proved in ... lines
certify plain.toml :: ... !! 1 solution, proved in 2 lines
count two.txt :: 1
count x.dlx --engine dancing :: 2
count three.non --laid '#?? ??? ???' :: 2
count three.non --laid '##? ??? ???' :: 0 !! no solution: row 1...
count Sat Jan 1 --laid I4@4,6:2 :: 0 !! no solution holds all that is laid; calpuzzle hint...
convert x.dlx -o - --format dlx :: ...
count Sat Jan 1 --laid 'J4@5,5:4 I4@3,6:2' :: 1
count three.non --engine cpsat :: 6
count {examples}/cat.non :: 1
count Wed Jan 27 --difficulty :: 0
design repair small.toml -o mended.toml :: [1] every date has a solution; there is nothing to \
repair\nchanges... !! there is no repair, so that mended.toml is not written
hint Sat Jan 1 :: It can still be done. 54 solutions are left.
hint Sat Jan 1 --language de_AT :: Es kann noch aufgehen. Noch 54 Lösungen sind möglich.
hint any --language es :: Todavía es posible. Quedan 85.637 soluciones.
hint soma :: It can still be done. 11,520 solutions are left.
hint sticks :: It can still be done. 3 solutions are left.
hint domino-print :: There is no solution, whatever is laid.
hint Wed Jan 27 :: There is no solution, whatever is laid.
hint Wed Jan 27 --laid I4@3,6:2 :: There is no solution, whatever is laid.
hint Sat Jan 1 --laid I4@0,0:1 :: It cannot be done like this.
hint Sat Jan 1 --laid I4@0,0:1 --level 2 :: Take I4 back. It lies as I4@0,0:1. It covers Jan, \
which is to stay open. Without it, the rest can be completed.
hint Sat Jan 1 --laid 'S4@4,4:1 J4@0,0:1' --level 5 --language de :: Nimm S4 zurück. Es liegt als \
S4@4,4:1 da. Danach müssen noch mehr weg.
hint three.non --laid '#?? ??? ???' --level 1 :: Look at row 1: 1.
hint three.non --laid '#?? ??? ???' :: Look at row 1: 1.\nRow 1 can be filled in one way only, \
which settles 2 cells.\nIt goes from #?? to #...
hint three.non :: There are several solutions, which differ in row 1, column 1: choose.
hint three.non --laid '##? ??? ???' --language de :: [1] Etwas Eingetragenes ist falsch. Zeile 1 \
kann nicht mehr aufgehen. !! ...row 1...
hint three.non --laid '#?? ??? ???' --level 3 :: ...│██    │...
hint none.non :: [1] There is no solution, whatever is filled in. !! the rows have 3 black cells, \
the columns 2
hint heart.non :: Look at row 2: 7....
places Wed Jan 27 :: !! Jan 27 Wed has no solution
places Sat Jan 1 --every :: !! no placement is in each of the 54 solutions of Jan 1 Sat
places domino-print :: !! domino-print has no solution
places soma :: P@0,0,0:1    1,218 of 11,520\n...
check plain.toml :: plain.toml is sound: 6 cells, 2 pieces with 2 ways to lie\nsolutions: 1\n\
difficulty: 1 of 5, very easy: 2 pieces tried up to the first solution
check x.dlx :: x.dlx is sound: 4 items, 3 options\nsolutions: 2
check domino :: ...is sound: 56 cells, 28 pieces with 97 ways to lie...
check small.toml --seconds 0 :: small.toml is sound: 16 cells, 4 pieces, groups letter (4), \
number (4), 16 dates
check small.toml :: small.toml is sound: 16 cells, 4 pieces, groups letter (4), number (4), 16 \
dates\nevery instance can be solved\nsolutions: 56 in all, 2 to 6 of each instance\n\
difficulty: 1 of 5, very easy: 6 pieces tried up to the first solution, on average of 16 instances
check {examples}/cat.non :: size: 14 by 14, 1 colour (black)\ntitle: Cat\nsolutions: one\n\
goal: the solution\ndifficulty: line by line: each line settles what the next one needs
check domino-print :: [2] !! domino-print: colour 4: the frame has 9, the pieces have 8 !! \
domino-print: colour 5: the frame has 7, the pieces have 8
count 4x4:2/1/2/1/1.1/2/1/1 :: 1
count https://puzz.link/p?nonogram/2/2/1111 :: 2
convert three.non --format pattern :: 3x3:1/1/1/1/1/1
convert three.non --format puzzlink :: https://puzz.link/p?nonogram/3/3/1g1g1g1g1g1g
check three.non --seconds 5 :: [1] ...solutions: 6
check dray --solvable :: dray: there is a solution
check three.non --solvable :: three.non: there is a solution
check domino-print --solvable :: [1] domino-print: there is no solution !! colour 4: ... !! ...
check none.non --solvable :: [1] none.non: there is no solution !! no solution: the rows...
check endless.non --seconds 60 :: [1] ...solutions: 87,178,291,200
check none.non :: [1] ...fault: the rows have 3 black cells, the columns 2\nsolutions: none...
check dray --seconds 100 :: dray is sound: ...\nwithout a solution: 19 dates, of which 19 exist: \
Jan 27 Wed, Feb 27 Wed, Mar 1 Mon, Mar 6 Mon, Mar 27 Wed, Apr 6 Sun and 13 more\nsolutions: 85,637 \
in all, 1 to 197 of each date that has any\njust one solution: 9 dates: Mar 27 Mon, Jun 28 Thu, \
Oct 5 Thu, Oct 6 Mon, Oct 6 Wed, Oct 6 Fri and 3 more\ndifficulty: 4 of 5, hard: ... !! \
...calpuzzle design repair dray finds the fewest changes that solve all dates...
compare tetrasticks-5x5-no-crossing --seconds 1 :: ...92 ...16 ...1 ...-...- !! \
...tetrasticks-5x5-no-crossing is not counted within the time...
check tetrasticks-5x5-no-crossing --seconds 1 :: ...\nsolutions: ...not counted within 1 second; \
--seconds gives more...
check heart.non :: ...goal: the solution...difficulty: line by line...
nonogram step {examples}/cat.non --steps 1 :: ... !! 145 cells open after 1 step, as --steps says
nonogram step pair.non --steps 9 :: ... !! 4 cells open; calpuzzle solve goes on by trial
nonogram step pair.non --watch :: ... !! 4 cells open; calpuzzle solve goes on by trial
nonogram step heart.non :: step 1: ...candidates...
convert heart.non --format text :: 2 2\n7\n... !! ...the goal, which is left out !! ...
puzzles --pieces '2x3 Z' :: ...: 2 of 2 pieces\n...
show :: Gérard Dray's calendar...
new 15x3 -o x.toml :: !! ...wrote x.toml\n...40 of its 372 dates cannot be solved; calpuzzle \
design repair x.toml...
new 7x7 -o x.toml :: !! ...wrote x.toml\n...each of its 372 dates can be solved
show soma :: Soma cube (soma)\n\n┌───┬───┬───┐   ┌...7 pieces, which may be turned and...
show calendarium-6x9 :: Month, day and weekday, 6x9 (calendarium-6x9)\n...│ Jan │ Feb │ Mar │ \
Apr │  1  │...10 pieces, which may be turned, not turned over:...may be turned and turned over...
show tetrasticks-4x4 :: Ten tetrasticks on 4x4...10 pieces, which may be turned and...
show sticks --orientations :: sticks\n\n┌───┬...1:1  0 2...
show two.txt :: two\n\n┌───┬───┐...3 pieces, which may not be turned:...
show x.dlx :: x\n\n      a b c (d)\n...\na b c # # #  .
show {examples}/cat.non :: Cat\n...3 2 3 1 │····...
solve two.txt :: two: 1 solution\n\n...│ 1 │ 2   2 │ 0 │...
solve Sat Jan 1 :: dray, Jan 1 Sat: 54 solutions, 1 shown\n\n┌─────┬... Jan ...I = I4...
solve B 3 small.toml --all :: small, B 3: 4 solutions\n...S = S4...S = S4...S = S4...S = S4...
solve any small.toml :: small: 56 solutions, 1 shown\n\n...│ S   S │ C │ I │...
solve B 3 small.toml -n 3 :: small, B 3: 4 solutions, 3 shown\n...
solve x.dlx :: x: 2 solutions, 1 shown\n\na d | b c
solve three.non :: three: 6 solutions, 1 shown\n\n...1 / 1 │ ▀▄│...
solve three.non --laid '..# ??? ???' :: three: 2 solutions, 1 shown\n\n...1 / 1 │ ▄▀│...
solve {examples}/cat.non :: cat: 1 solution\n\n...     11 /      11 │  ███████████ │...
solve morse-displaced :: morse-displaced: 48 solutions, 1 shown\n\nA: 48 49\n...
solve tetrasticks-4x4 :: tetrasticks-4x4: 728 solutions, 1 shown\n\n...─X─·─X─...
solve pentominoes-3x20 --unique :: pentominoes-3x20: 2 solutions, 1 shown\n... !! up to 4 \
symmetries: 2 turns (with none at all), 2 mirror images
solve Jan 27 Wed :: dray, Jan 27 Wed: no solution
solve Jan 27 Wed --format jsonl ::
solve B 3 small.toml --format svg :: <svg...
solve Sat Jan 1 --prefer gravity-safe :: ... !! 50 of 54 solutions are as good as the first
table --summary small.toml --difficulty --format csv :: puzzle,dates,solutions,mean,median,\
lower_quartile,upper_quartile,most,fewest,unsolvable,unsolvable_existing,unique,nodes,step_1,\
step_2,step_3,step_4,step_5\nsmall,16,56,3.5,... !! ...
table --summary plain.toml :: plain\nsolutions   1
table --summary :: ...\ndates       2,604\nsolutions   85,637\n...\nmost        197: Nov 29 \
Tue\n...\n\
unsolvable  19, of which 19 exist: Jan 27 Wed, ... and 13 more...
table small.toml --where letter=B --where number=3 :: letter  number  solutions\n\
B            3          4
table month-day-7x7 --where month=January --where day=25 :: ...Jan     25  true          216
table month-day-7x7 --where 'month=March,febr' --where day=1 --head 2 :: ...Feb ...Mar ...
table small.toml --head 0 :: no rows
table small.toml --head 0 --format json :: []
table plain.toml --format csv :: solutions\n1
table month-day-7x7 --format csv --where month=jan --sort -solutions --head 3 :: \
month,day,exists,solutions\nJan,25,true,216\nJan,20,true,195\nJan,7,true,188
"""
"""Words of a command, what stands on stdout, and each sentence on stderr; `...` is anything. [1]
and [2] before it are exit codes other than 0."""


@pytest.mark.parametrize("line", SAID.replace("\\\n", "").strip().splitlines())
def test_said(run: Run, line: str) -> None:
    words, _, said = line.partition(" ::")
    out, *told = said.replace("\\n", "\n").split("!! ")
    code = next((number for number in (1, 2) if out.startswith(f" [{number}]")), 0)
    out = out.removeprefix(f" [{code}]").removeprefix(" ").rstrip(" ")
    found = done(run, words)
    err = "".join(f"calpuzzle: {sentence.strip()}\n" for sentence in told)
    for wanted, got in ((out, found.out.rstrip("\n")), (err, found.err)):
        assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), f"{line}\n{got}"
    assert found.code == code


REFUSED = r"""
booklet soma -o a.pdf :: soma is no calendar
booklet three.non -o a.pdf :: three.non is a nonogram
booklet 20270 -o a.pdf :: '20270' is no year
booklet 2027 2028 -o a.pdf :: '2027 2028' is no year
booklet 2027 -o a.svg :: a.svg must end in .pdf
booklet 2027 -o no/a.pdf :: the folder no does not exist
booklet 2027 --calendar --solutions -o a.pdf :: not allowed with
booklet 2027 --paper a9 -o a.pdf :: no paper a9
booklet 2027 :: -o
booklet 2027 --week-starts Sun -o a.pdf :: only the wall calendar has weeks (--calendar): leave
cut dray --paper a3 -o a.svg :: a3 is paper, for a pdf or the profile paper; a sheet has its size
cut dray --coupon -o a.svg :: --coupon is the same for every puzzle: leave dray out
cut --coupon --names -o a.svg :: --coupon is the same for every puzzle: leave --names out
cut dray -o a.svg --thickness 5 --depth 1 :: thickness has no effect: a svg has no height
cut dray -o a.svg --base 0 --line 1 --labels text :: line has no effect: it is for the base
cut dray -o a.svg --labels none --language de :: language has no effect: no text is engraved
cut --coupon --frame 3 -o a.svg :: frame has no effect: a coupon is a bar with windows
solve today --format json --color always :: --color is for text, and this is json
puzzles --pieces '' :: --pieces names nothing
puzzles --like U --draw :: they are drawn already: leave --draw out
certify plain.toml --all :: plain has no dates: leave --all out
hint three.non --memory 9 :: --memory needs pieces and cells
nonogram step three.non --delay 1 :: --delay is for a film (--watch, svg, gif)
hint three.non --level 4 :: a nonogram has hints of level 1 to 3, not 4
count dray soma :: dray and soma are 2 puzzles; name one
count soma dray :: soma and dray are 2 puzzles; name one
count x.dlx today :: x.dlx has items and options, so it takes no date: leave today out
count today three.non :: three.non has rows and columns of clues, so it takes no date
count 31/11/2026 :: the date 2026-11-31 does not exist: November 2026 has 30 days
count 40/11/2026 :: does not exist
count in 3 days :: in is no label of dray; write a date such as 2026-11-20, today or 'Jan 1 Sun'
count next Fri :: next is no label of dray; write a date such as
count 3/4/2026 :: 3/4/2026 can mean 2026-03-04 or 2026-04-03; write a date such as
count nosuch :: there is no puzzle nosuch; calpuzzle puzzles lists them, and nosuch is no label
show nosuch :: no file that is called so; calpuzzle puzzles lists those that come along
count nothing.toml :: there is no file nothing.toml
count x.dlx --unique :: --unique needs pieces and cells, and x.dlx has items and options
count x.dlx --laid a :: --laid needs pieces and cells, and x.dlx has items
count three.non --without A :: --without needs pieces and cells, and three.non has
count three.non --engine diagram :: there is no engine of nonograms diagram; there are auto,
count soma --laid b43 :: 'b43' is no placement
count soma --mirrors-apart :: --mirrors-apart says how --unique counts; give both
count dray today --engine links :: there is no engine links; there are auto
count --from dlx dray today :: dray.toml:2:
count --from nothing x.dlx :: there is no format nothing
cut dray -o a.svg --kerf 20 :: a kerf of 20 mm leaves nothing of a cell of 20 mm
cut dray -o a.svg --sheet 100x100 :: too large for a sheet of 100 x 100 mm
cut soma -o a.svg :: soma is solid
cut sticks -o a.svg :: known by numbers only
cut three.non -o a.svg :: three.non is a nonogram
cut x.dlx -o a.svg :: x.dlx is an exact cover problem
cut dray -o a.gif :: a.gif must end in .svg, .dxf, .pdf, .png, .scad, .stl or .3mf
cut dray -o no/a.svg :: the folder no does not exist
cut dray -o a.svg --cell 0 :: cell is 0 mm; give more
cut dray -o a.svg --cell x :: 'x' is no length in millimetres
cut dray -o a.svg --sheet 100 :: '100' is no size of a sheet, such as 300x200 or a3
cut dray -o a.svg --profile lazer :: did you mean laser?
cut dray today -o a.svg :: cut takes one puzzle
cut dray :: -o
year 27 :: '27' is no year; write one of four digits, such as 2027
year 2027 soma :: soma is no calendar, so it has no walk through a year
year 2027 three.non :: year walks through the dates of a calendar, and three.non is
cuont today :: there is no command cuont (did you mean count?)
--nonsense :: --nonsense
count today --jobs 2 :: unrecognized arguments: --jobs
design show x.csv --al :: --al (see calpuzzle design show --help)
count today --engine backtrak :: no engine backtrak (did you mean backtrack?)
count :: dray needs a date; write a date such as 2026-11-20, today or 'Jan 1 Sun'
count 'Jan Sat' :: names no day
count 'Jan 1 Sum' :: Sum is no label of dray (did you mean Sun?)
count today small.toml :: small is no calendar
count A plain.toml :: plain has no groups
solve today -o nowhere/x.svg :: the folder nowhere does not exist
show -o nowhere/x.svg :: the folder nowhere does not exist
table -o nowhere/x.svg :: the folder nowhere does not exist
certify Sat Jan 1 --all :: --all takes all dates: leave Sat Jan 1 out, or --all
certify three.non :: a proof is two files, NAME.cnf and NAME.drat; give -o NAME
certify today -o nowhere/x.cert :: the folder nowhere does not exist
check :: name a puzzle or a file (calpuzzle puzzles lists the shipped ones)
check soma dray :: check takes one puzzle, and no date: leave dray out
batch x.dlx :: (calpuzzle count counts the others), and x.dlx is an exact cover
table three.non :: table looks at the counts of dates, and three.non is a nonogram
show x.dlx --orientations :: --orientations draws pieces, and x.dlx is an
convert soma a.dpf -o b.dpf :: a.dpf and b.dpf are 2 files to write; name one
new 43x1 -o x.toml :: the pieces of month-day-7x7 do not all fit into 1 column; ask for more
puzzles -o q.foo :: the ending of q.foo is none that can be written (.txt, .csv, .json, .html, .svg
convert soma x.nosuch :: the ending of x.nosuch tells no format
convert soma :: stdout has no ending to tell the format; give --format, one of puzzle,
convert x.dlx :: give --format, one of dlx, mathprog, lp, mps, cnf, opb
today :: calpuzzle solve today solves that date
soma :: calpuzzle show soma draws that puzzle, calpuzzle play soma plays it
puzzles 8x7 --like 8x7 :: 8x7 is what is looked for: leave --like out
convert three.non x.mk :: the format mk is read, not written; the format non can hold the puzzle
nonogram make {examples}/heart.pbm -o x.mk :: is written in the format mk, but in non, g
convert three.non :: give --format, one of non, g, webpbn
convert sticks x.toml :: a puzzle file draws them; the format dpf can hold the puzzle
convert x.dlx x.dpf :: the format dpf holds a board and pieces, and the puzzle
solve tomorow :: tomorow is no label of dray (did you mean tomorrow?); write a date
count todya :: todya is no label of dray (did you mean today?)
solve weekday8x7 :: there is no puzzle weekday8x7 (did you mean weekday-8x7?)
count inner :: inner is a folder; name a puzzle's file in it
solve today -n 99999999999999999999 :: argument -n: '99999999999999999999' is too large
solve today -n x :: argument -n: 'x' is not a whole number from 1 on
nonogram slove :: there is no subcommand slove; there are step, make
hint three.non --format svg :: there is no format svg
convert three.non --format nope :: no format nope (did you mean non?); there are n
convert soma - --format svg :: svg is a picture, which calpuzzle show soma -o FILE.svg
convert soma x.png :: png is a picture, which calpuzzle show soma -o FILE.png draws
convert soma - --format dfp :: there is no format dfp (did you mean dpf?); there are puzzle,
count A 1 small.toml --laid @bad.txt :: bad.txt: 'zz' is no placement; write PIECE@
count three.non --laid @bad.txt :: bad.txt: the grid: it has 1 row, but the puzzle 3
hint three.non --laid @empty.txt :: empty.txt is empty; leave it out where no
hint A 1 small.toml --laid @empty.txt :: empty.txt is empty; leave it out where no
design :: name a board, or a subcommand (see calpuzzle design --help)
design shwo {sets} :: there is no puzzle or subcommand shwo (did you mean show?)
design drya --choose 1:dominoes :: no puzzle or subcommand drya (did you mean dray?)
design small.toml :: say which pieces there are to choose from
design three.non --choose 1:dominoes :: a board has cells, and three.non is a nonogram
design small.toml --choose 2:tetrominos :: no family or puzzle tetrominos (did you mean tetrominoes
design small.toml --choose tetrominoes :: tetrominoes is no choice; write it as 3:tetrominoes
{tetrominoes} :: 2 tetrominoes cover 8 cells, and small leaves 14 to be covered
{family} --using O5 :: there is no piece O5 (did you mean O4?) to choose
{family} -o no/x.csv :: the folder no does not exist
{family} -o x.csv --ledger . :: . holds other files; name a folder that does
{family} -o x.csv --ledger x.dlx :: x.dlx is a file; a ledger is a folder
{family} -o x.csv --verify 101 :: --verify 101 is no share in percent
{family} -o x.csv --jobs 0 :: '0' is not a whole number from 1 on
{family} -o x.csv --cluster tcp://127.0.0.1:1 :: [1] no Dask scheduler answers at \
tcp://127.0.0.1:1; start one with
design show none.csv :: there is no file none.csv
design show {sets} --where unsolvd=0 :: no column unsolvd (did you mean unsolved?)
design show {sets} --sort -sum :: there is no column sum
design show {sets} --format parquet :: is written to a file (-o)
design show {sets} --dates :: an atlas in Parquet does
design save small.toml I4 -o no/x.toml :: the folder no does not exist
design show {sets} --dates -o x.svg :: a picture has points: leave --dates out
design repair :: the following arguments are required: PUZZLE
design repair plain.toml :: plain has no dates; a repair is for a puzzle that has some
design repair three.non :: a board has cells, and three.non is a nonogram
design repair small.toml --swap -1 :: '-1' is not a whole number from 0 on
design repair small.toml -o no/x.toml :: the folder no does not exist
design layout :: the following arguments are required: PUZZLE
design layout plain.toml :: plain has no dates; a layout is for a puzzle that has some
design layout three.non :: a board has cells, and three.non is a nonogram
design layout small.toml --best evn :: there is no best evn (did you mean even?)
design layout small.toml -o no/x.toml :: the folder no does not exist
design layout small.toml -o - :: stdout has the layout and its figures; name a file with
design repair small.toml -o - :: stdout has the table of repairs; name a file with
completion bsh :: there is no shell bsh (did you mean bash?)
count tetrasticks-4x4 --disassembles :: whether sticks come apart by sliding
solve sticks --disassemble :: no shapes are known, so none can be moved
solve x.dlx --disassemble :: --disassemble needs pieces and cells
count three.non --disassembles :: --disassembles needs pieces and cells
count soma --disassembles --seconds 2 :: leave --disassembles out
solve soma --disassemble --format jsonl :: --disassemble writes text, json or svg
solve soma --disassemble -n 2 -o x.svg :: a film is of one solution
solve tetrahexes-4x7 --disassemble -o x.svg :: a film is of squares or cubes
design boards 4 --pieces I4 :: '4' is no size of a frame; write rows x columns, such as 8x7
design boards 4x4 --pieces dray :: the pieces cover 47 cells: neither months nor days fit a
design boards 8x7 --pieces dray --group year :: there is no group year
design boards 4x4 --pieces 'I4 L4' --group a=A,B, :: a=A,B, has a label that a board cannot
design boards 4x4 --pieces two.txt --at edge :: there is no --at edge (did you mean
design boards 4x4 :: the following arguments are required: --pieces
design boards 4x4 --pieces 'I4 L4 S4' --group day :: too few for 31 labels
design boards 8x7 --pieces dray --verify 101 :: --verify 101 is no share in percent
design boards 10x7 --pieces dray --at edges :: [1] there are 30,045,015 boards or more; at most
design why small.toml :: [1] every instance of small has a solution
design why small.toml A 1 :: [1] small, A 1 has a solution; calpuzzle solve shows it
design why small.toml A :: names no number
design why small.toml -o why.gif :: why.gif must end in .svg, .png or .pdf
design why small.toml -o - :: stdout has the sentences
new 7x7 --weekdays -o x.toml :: ask for 8x7
count iq-fit --laid b :: 'b' has 1 character
count {examples}/heart.pbm :: heart.pbm is a picture; calpuzzle nonogram make makes a nonogram of it
count three.non --difficulty :: --difficulty needs pieces and cells
count three.non --seconds 2 :: --seconds is for pieces, or items and options; a nonogram is counted
count soma --unique --seconds 5 :: --seconds estimates all solutions; leave --unique out
count Sat Jan 1 --laid T5@0,9 :: T5@0,9
count any --laid 'I4@0,0:1 V5@0,0:1' :: overlap at row
count Sat Jan 1 --laid @nothing.json :: there is no file nothing.json
count soma --laid "ab\ncd" :: read of a flat board of squares only
convert soma '' :: '' is no name of a file
hint Sat Jan 1 --level 6 :: there is no level 6
hint Sat Jan 1 --language xx :: there are no texts in 'xx', only in de, en, es, fr, it, nl, pt
hint Sat Jan 1 --level 1 --why :: --why speaks of a piece, which level 1 does not name
hint Sat Jan 1 --laid '{{"I4"' :: the placements are not valid JSON
hint three.non --why :: --why
hint x.dlx :: hint helps to lay pieces, and x.dlx is an exact cover problem
places three.non :: places lists where pieces can lie, and three.non is a
nonogram :: the following arguments are required
nonogram step three.non --delay -1 :: --delay is from 0 to 60 seconds
nonogram step three.non --format png :: a series of files; name them
hint - --laid @- --from non :: only one of FILE and GRID can be standard input
convert heart.non --format webpb :: did you mean webpbn?
nonogram make {examples}/heart.pbm -o a.pdf :: a.pdf is none of a nonogram's formats
nonogram make {examples}/heart.pbm --size 3x3 :: a size, a threshold and colours are for images
nonogram make {examples}/heart.pbm --give --format g :: --give
nonogram make {examples}/flag.png --size 30 :: '30' is no size such as 30x40
nonogram make {examples}/flag.png --size 0x40 :: '0x40' is no size
nonogram make {examples}/flag.png --size 30x1001 :: of sides from 1 to 1000
nonogram make {examples}/flag.png --threshold 256 :: 256 is lighter than white
nonogram make {examples}/flag.png --threshold 0 :: 0
nonogram make {examples}/flag.png --threshold 9 --colours :: choose one
nonogram make {examples}/flag.png --size 800x600 :: 800 by 600 are 480,000 cells; --size makes \
fewer, --large says
batch dray dray :: two of the puzzles are named dray; name each once
batch dray small.toml -o x.csv :: x.csv is no folder, and 2 tables are to be written
batch small.toml -o nowhere/x.csv :: the folder nowhere does not exist
batch small.toml -o x.xls :: must end in .csv
batch small.toml -o . :: is a folder
batch --jobs 0 :: '0' is not a whole number
check ./ :: cannot read ./
compare small.toml three.non :: dates are compared, and three.non is a nonogram
table plain.toml -o x.svg :: has no groups
table small.toml --summary --head 1 :: --summary is of the whole table: leave --head out
table small.toml -o x.svg --sort letter :: a picture is of the whole table
table small.toml --summary --format svg :: --summary is text, csv, json, not svg
puzzles --like x --pieces U :: --like and --pieces
show --orientations -o x.svg :: --orientations draws text only, not svg; name a file that
show --orientations --format png :: png; leave --format out
solve Jan 27 Wed --format svg :: [1] dray, Jan 27 Wed: no solution, so there is nothing to draw
solve Sat Jan 1 --nth 55 :: there is no solution 55; the date has 54
solve x.dlx --nth 3 :: has 2
solve today -o /dev/full :: [1] cannot write /dev/full: no space is left on the disk
table small.toml --difficulty --where nodes=many :: 'many' is no number, and nodes is compared with
table small.toml --sort difficulty :: no column difficulty
table month-day-7x7 --where 'exists>true' :: exists is true or false
default nosuch :: there is no puzzle nosuch
default - :: the default puzzle is a name or a file
default dray --forget :: --forget takes no puzzle
play morse-displaced :: morse-displaced is known by numbers only
play x.dlx :: or a nonogram, and x.dlx is an exact cover problem
play iq-fit today :: iq-fit has no groups, so it takes no date
play three.non today :: three.non has rows and columns of clues, so it takes no date
play any :: any stands for all dates together, and here one is wanted
play --port 70000 :: there is no port 70,000; 65,535 is the last one
play --port -1 :: '-1' is not a whole number from 0 on
play --all :: --all goes with --export, which names the folder
play --all --export x dray :: leave dray out
play --all --export small.toml :: small.toml is no folder; --all wants one
play --all --export no/x :: the folder no does not exist
play --export no/x.html :: the folder no does not exist
play --export . :: . has no ending: a page must end in .html; a folder of all puzzles takes --all
play --export page.txt :: page.txt must end in .html or .htm
new 7x7 -o small.toml :: small.toml exists already; --force replaces it, or name another file
convert soma two.txt :: two.txt exists already; --force replaces it, or name another file
convert dray y.xmpuzzle :: cannot say which cells of dray are left open; give a date, such as today
convert x.dlx y.dlx --language de :: --language needs pieces and cells
convert soma y.toml --language de :: soma is no calendar, so it has no names of months to change
play --export x.html today :: opens on the day when it is played: leave today out
challenge Sat Jan 1 --paper a4 :: only a PDF has pages: leave --paper out
challenge Sat Jan 1 -o x.png :: the ending of x.png is none that can be written (.txt, .json, .pdf)
challenge {examples}/cat.non :: a challenge lays pieces, and
challenge Sat Jan 1 --language xx :: there are no texts in
play --export x.html --phone :: --phone is for a page that is served
play --export x.html --no-open :: --no-open is for a page that is served
play --export x.html --port 1 :: --port is for a page that is served
play --export y.html --laid T5@8:1 :: a page that is exported opens empty
play iq-fit --export y.html --laid b43S :: leave --laid out
play three.non --laid ??? :: --laid on the page of a nonogram is not known: leave it out
solve 'Sat Jan 1' --seed 1 :: --seed does something only with --random
solve 'Sat Jan 1' --random --all :: choose one
solve 'Sat Jan 1' --random --nth 5 :: --random draws, --nth names one solution; choose one
solve 'Sat Jan 1' --all -n 2 :: not allowed with
solve 'Sat Jan 1' -n 0 :: '0' is not a whole number from 1 on
solve 'Sat Jan 1' --format jsn :: there is no format jsn (did you mean json?)
solve 'Sat Jan 1' -o x.gif :: the ending of x.gif
solve 'Sat Jan 1' --color alway :: did you mean always?
solve 'Sat Jan 1' --all weekday-8x7 --format svg :: 100 solutions at most
solve 'Sat Jan 1' --al :: unrecognized arguments: --al
solve 'Sat Jan 1' --prefer flip :: there is no preference flip (did you mean fewest-flips?)
solve 'Sat Jan 1' --prefer fewest-flips --random :: --random takes any solution
solve 'Sat Jan 1' --prefer near=I4@3,6:2,near=I4@3,6:2 :: two layouts are named to be near to
solve three.non --prefer gravity-safe :: --prefer needs pieces and cells
table small.toml --where leter=A :: there is no column leter (did you mean letter?)
table small.toml --where letter=E :: E is no label of the group letter
table small.toml --where letter :: write COLUMN=VALUE
table small.toml --where =A :: write COLUMN=VALUE
table small.toml --where 'letter<A,B' :: letter<A,B compares with several labels; name one
table small.toml --where letter==A :: =A is no label of the group letter
table small.toml --where 'solutions>=1,000' :: '1,000' is no number of solutions
table small.toml --where solutions<{nines} :: is no number of solutions
table small.toml --where solutions=few :: 'few' is no number of solutions
table small.toml --sort -solution :: did you mean solutions?
challenge any :: any stands for all dates together, and here one is wanted
hint today --laid '{{"month":[[0,0]]}}' :: what is laid was solved for another date than
count any 1 Fri :: any is no label of dray
design show {sets} --where total>=99999999 -o x.svg :: [1] there are no rows, so that
nonogram make {examples}/heart.pbm --title "a\nb" -o x.non :: the title has the control character
"""
"""Words of a command, and a part of its one sentence; [1] where the exit code is 1, and not 2."""


@pytest.mark.parametrize("line", REFUSED.replace("\\\n", "").strip().splitlines())
def test_refused(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    words, _, sentence = line.partition(" :: ")
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    (folder / "inner").mkdir()
    (folder / "bad.txt").write_text("zz\n")
    (folder / "empty.txt").write_text(" \n")
    before = sorted(folder.iterdir())
    found = done(run, words)
    # How many sets there are is told before.
    found = found._replace(err=re.sub(r".* sets of pieces: .*\n", "", found.err))
    assert sentence.removeprefix("[1] ") in found.sentence(1 + (not sentence.startswith("[1] ")))
    assert sorted(folder.iterdir()) == before
