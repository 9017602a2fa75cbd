"""What the labels of a calendar mean: whoever reads a board takes them for what they say."""

from __future__ import annotations

import datetime
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise

import pytest
import shipped
from building import board, piece
from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.base.errors import DateError
from calpuzzle.puzzle.dates import labels_of
from calpuzzle.puzzle.labels import WEEKDAYS, by_place, order_faults, read, week_start
from calpuzzle.puzzle.languages import babels
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.puzzle.spoken import DateWarning
from calpuzzle.puzzle.validate import faults

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
DAYS = [str(k) for k in range(1, 32)]
ENGLISH = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@pytest.fixture(scope="module", params=["with Babel", "without Babel"])
def babel(request: pytest.FixtureRequest) -> Iterator[bool]:
    """With and without what knows more languages: the same, but for these. Babel's names are read
    once for all tests with it, which takes a second."""
    there = request.param == "with Babel"
    if there:
        pytest.importorskip("babel")
    with pytest.MonkeyPatch.context() as patch:
        if not there:
            for name in ("babel", "babel.core", "babel.localedata"):
                patch.setitem(sys.modules, name, None)
        for kept in (read, babels):
            kept.cache_clear()
        yield there
    for kept in (read, babels):
        kept.cache_clear()


WITH_BABEL = pytest.mark.parametrize("babel", ["with Babel"], indirect=True)


def calendar(
    weekdays: list[str],
    months: list[str] = MONTHS,
    days: list[str] = DAYS,
    week_starts: str = "",
) -> Model:
    """A calendar of one row with these labels, in this order."""
    groups = [Group("month", tuple(months)), Group("day", tuple(days))]
    groups += [Group("weekday", tuple(weekdays))] if weekdays else []
    return Model(
        "own",
        board(" ".join(label for group in groups for label in group.labels) + " ."),
        (piece("I", "#" * (sum(len(group.labels) for group in groups) + 1 - len(groups))),),
        tuple(groups),
        week_starts=week_starts,
    )


def weekday(model: Model, date: str) -> str:
    return labels_of(model, date)[2]


# --- languages

WEEKS = [
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "MON TUE WED THU FRI SAT SUN",
    "Mon. Tues. Wed. Thurs. Fri. Sat. Sun.",
    "Mo Tu We Th Fr Sa Su",
    "M T W Th F Sa Su",
    "M T W R F S U",
    "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "Mo Di Mi Do Fr Sa So",
    "Mo. Di. Mi. Do. Fr. Sonnabend So.",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lun. mar. mer. jeu. ven. sam. dim.",
    "L Ma Me J V S D",
    "lunes martes miércoles jueves viernes sábado domingo",
    "L M X J V S D",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "Lu Ma Me Gi Ve Sa Do",
    "segunda terça quarta quinta sexta sábado domingo",
    "Seg Ter Qua Qui Sex Sáb Dom",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "Ma Di Wo Do Vr Za Zo",
    "måndag tisdag onsdag torsdag fredag lördag söndag",
    "Må Ti On To Fr Lø Sø",
    "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    "Pn Wt Śr Cz Pt So Nd",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "Po Út St Čt Pá So Ne",
    "po ut st št pi so ne",
    "pon uto sri čet pet sub ned",
    "pn wt śr czw pt sob ndz",
    "T2 T3 T4 T5 T6 T7 CN",
    "1d 2d 3d 4d 5d 6d 7d",
    "Пн Вт Ср Чт Пт Сб Вс",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "Pzt Sal Çar Per Cum Cmt Paz",
    "月 火 水 木 金 土 日",
    "一 二 三 四 五 六 日",
    "星期一 星期二 星期三 星期四 星期五 星期六 星期天",
    "월 화 수 목 금 토 일",
]


@pytest.mark.parametrize("names", WEEKS)
def test_a_week_in_any_language_may_begin_on_any_day(babel: bool, names: str) -> None:
    week = names.split()
    for first in (0, 3, 6):
        own = calendar(week[first:] + week[:first])
        assert faults(own) == []
        assert week_start(own) == first
        # 20 November 2026 is a Friday, 1 January 2022 was a Saturday.
        assert weekday(own, "2026-11-20") == week[4]
        assert weekday(own, "2022-01-01") == week[5]


YEARS = [
    "January February March April May June July August September October November December",
    "JAN FEB MAR APR MAY JUN JUL AUG SEPT OCT NOV DEC",
    "Jan. Feb. Mar. Apr. May Jun. Jul. Aug. Sep. Oct. Nov. Dec.",
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "Jänner Feber März April Mai Juni Juli August September Oktober November Dezember",
    "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr mars avr mai juin juil août sept oct nov déc",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "Ene Feb Mar Abr May Jun Jul Ago Set Oct Nov Dic",
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "jan fev mar abr mai jun jul ago set out nov dez",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "jan feb mar apr maj jun jul aug sep okt nov dec",
    "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
    "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "led úno bře dub kvě čer čvc srp zář říj lis pro",
    "янв фев мар апр май июн июл авг сен окт ноя дек",
    "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
    "I II III IV V VI VII VIII IX X XI XII",
    "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 11月 12月",
    "sij velj ožu tra svi lip srp kol ruj lis stu pro",
    "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "1. 2. 3. 4. 5. 6. 7. 8. 9. 10. 11. 12.",
    "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12",
    "01 02 03 04 05 06 07 08 09 10 11 12",
]


@pytest.mark.parametrize("names", YEARS)
def test_months_are_read_in_their_order(babel: bool, names: str) -> None:
    months = names.split()
    days = [f"d{k}" for k in range(1, 32)]
    own = calendar([], months, days)
    assert faults(own) == []
    meaning = read(own.groups[0])
    assert sum(number is not None for number in meaning) >= 9
    assert all(number in (None, place) for place, number in enumerate(meaning))
    # Two that change places are told, whichever they are.
    for one in range(11):
        for other in (one + 1, 11 - one):
            if one == other or None in (meaning[one], meaning[other]):
                continue
            mixed = list(months)
            mixed[one], mixed[other] = mixed[other], mixed[one]
            swapped = (Group("month", tuple(mixed)), *own.groups[1:])
            (fault,) = order_faults(own._replace(groups=swapped))
            place = min(one, other)
            assert fault == (
                f"group month has {mixed[place]} in place {place + 1}; list the months in their "
                "order, whatever their places on the board"
            )


@pytest.mark.parametrize("form", ["{}", "{:02}", "{}.", "{}th", "{}日", "d{}", "Day{}", "{}e"])
def test_days_are_read_in_their_order(form: str) -> None:
    days = [form.format(k) for k in range(1, 32)]
    months = [f"m{k}" for k in range(1, 13)]
    assert faults(calendar([], months, days)) == []
    assert read(Group("day", tuple(days))) == tuple(range(31))
    # As a board lists them column by column.
    mixed = days[::7] + days[1::7] + days[2::7] + days[3::7] + days[4::7] + days[5::7] + days[6::7]
    (fault,) = faults(calendar([], months, mixed))
    assert fault.startswith(f"group day has {days[7]} in place 2; list the days in their order")


# --- what decides


@pytest.mark.parametrize("said", WEEKDAYS)
def test_what_the_file_says_must_be_what_the_labels_say(babel: bool, said: str) -> None:
    own = calendar(ENGLISH, week_starts=said)
    if said == "Mon":
        assert faults(own) == []
        return
    assert faults(own) == [
        f"week_starts is {said}, but the first weekday is Monday; leave week_starts out, "
        "or write Mon"
    ]


def test_weekdays_out_of_order_are_a_fault(babel: bool) -> None:
    mixed = ["Mon", "Tue", "Thu", "Wed", "Fri", "Sat", "Sun"]
    for said in ("", "Mon"):
        assert faults(calendar(mixed, week_starts=said)) == [
            "group weekday has Thu in place 3; list the weekdays in their order, whatever their "
            "places on the board"
        ]
    backwards = ENGLISH[::-1]
    assert "has Saturday in place 2" in faults(calendar(backwards))[0]


UNREADABLE = [
    "A B C D E F G",
    "1 2 3 4 5 6 7",
    "w1 w2 w3 w4 w5 w6 w7",
    "☉ ☽ ♂ ☿ ♃ ♀ ♄",
    "X Y Z W V U T",
    "I II III IV V VI VII",
    "red orange yellow green blue indigo violet",
    "q1x q2x q3x q4x q5x q6x q7x",
    "Mon Tue Wed Thu x y z",
]


@pytest.mark.parametrize("names", UNREADABLE)
@pytest.mark.parametrize("said", ["", "Mon", "Thu", "Sun"])
def test_a_week_that_cannot_be_read_goes_by_what_the_file_says(
    babel: bool, names: str, said: str
) -> None:
    labels = names.split()
    own = calendar(labels, [f"m{k}" for k in range(1, 13)], [f"d{k}" for k in range(1, 32)], said)
    unread = [label for label in labels if label not in WEEKDAYS]
    if said not in ("", "Mon") and len(unread) < 7:
        assert "but the first weekday is Mon" in faults(own)[0]
        return
    assert faults(own) == []
    assert labels_of(own, f"m1 d2 {labels[3]}") == ("m1", "d2", labels[3])
    if not said:
        with pytest.raises(DateError, match=r"is not known which weekdays .* say with week_starts"):
            labels_of(own, "2026-11-20")
        assert "takes no date but by its labels" in by_place(own)["weekday"]
        return
    first = WEEKDAYS.index(said)
    assert week_start(own) == first
    taken = [f"{label} is {WEEKDAYS[(first + labels.index(label)) % 7]}" for label in unread]
    with pytest.warns(DateWarning, match=f"^weekdays go by their place: {', '.join(taken)}$"):
        # 20 November 2026 is a Friday, day 4 counted from Monday.
        assert weekday(own, "2026-11-20") == labels[(4 - first) % 7]


@settings(max_examples=30)
@given(st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_letters_by_chance_are_no_weekdays_unless_all_are_read(letters: list[str]) -> None:
    assert {*read(Group("weekday", tuple(letters[:7])))} in ({None}, {*range(7)})


def test_months_and_days_that_cannot_be_read_go_by_their_places(babel: bool) -> None:
    months = [f"{a}{b}" for a in "xyz" for b in "qwkv"]
    days = [f"{a}{b}" for a in "αβγδ" for b in "πρστυφχψ"][:31]
    own = calendar(ENGLISH, months, days)
    assert faults(own) == []
    assert {*read(own.groups[0])} == {None}
    with pytest.warns(DateWarning, match="^(month|day)s go by their place: .* is (Nov|20)"):
        assert labels_of(own, "2026-11-20") == (months[10], days[19], "Friday")


def test_coordinates_are_no_numbers() -> None:
    # A4 is not the fourth day, where there is a B4 too.
    days = [f"{'ABCDE'[k // 7]}{k % 7 + 1}" for k in range(31)]
    own = calendar(ENGLISH, days=days)
    assert {*read(own.groups[1])} == {None}
    assert faults(own) == []
    assert labels_of(own, "2026-11-20")[1] == days[19]


@pytest.mark.parametrize(
    ("labels", "wrong"),
    [
        ("pn wt śr czw pt ndz sob", "ndz in place 6"),
        ("wt śr pn czw pt sob ndz", "pn in place 3"),
        ("T2 T3 T5 T4 T6 T7 CN", "T5 in place 3"),
        ("Mon Tue Thu Wed Fri x y", "Thu in place 3"),
        ("Th M T W F Sa Su", "M in place 2"),
        ("sij ožu velj tra svi lip srp kol ruj lis stu pro", "ožu in place 2"),
        ("1月 2月 三月 五月 四月 6月 7月 8月 9月 10月 11月 12月", "五月 in place 4"),
        ("sty mar lut kwi maj cze a b c d e f", "mar in place 2"),
    ],
)
def test_what_is_read_and_out_of_order_is_refused(babel: bool, labels: str, wrong: str) -> None:
    names = labels.split()
    own = calendar(names) if len(names) == 7 else calendar([], names)
    (fault,) = faults(own)
    assert wrong in fault


def test_names_that_one_letter_tells_apart(babel: bool) -> None:
    # In Croatian lip is June and lis October; in Polish they are July and November.
    croatian = ["sij", "velj", "ožu", "tra", "svi", "lip", "srp", "kol", "ruj", "lis", "stu", "pro"]
    assert labels_of(calendar([], croatian), "2026-06-05")[0] == "lip"
    # In Slovak st is Wednesday, št Thursday. T beside Th is Tuesday; m and M are the same letter.
    right, nothing = tuple(range(7)), (None,) * 7
    weeks = {"po ut st št pi so ne": right, "M T W Th F Sa Su": right, "L m M J V S D": nothing}
    for names, meaning in weeks.items():
        assert read(Group("weekday", tuple(names.split()))) == meaning


@WITH_BABEL
def test_babel_knows_more_languages(babel: bool) -> None:
    for names in (
        "Δευ Τρί Τετ Πέμ Παρ Σάβ Κυρ",
        "E T K N R L P",
        "H K Sze Cs P Szo V",
        "esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev",
        "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    ):
        labels = names.split()
        group = Group("weekday" if len(labels) == 7 else "month", tuple(labels))
        assert read(group) == tuple(range(len(labels))), names
        late = Group(group.name, (*labels[1:], labels[0]))
        if group.name == "weekday":
            assert read(late) == (*range(1, 7), 0)


@WITH_BABEL
def test_babel_keeps_nothing_that_is_not_its_own(babel: bool) -> None:
    from babel import Locale

    read(Group("weekday", ("B.E.", "Ç.A.", "Ç.", "C.A.", "C.", "Ş.", "B.")))
    assert Locale("de", "AT").months["format"]["wide"][1] == "Jänner"


def names_in(locale: str) -> set[tuple[str, ...]]:
    """The months and the weekdays of a locale, in all forms that Babel has and a board can show."""
    from babel import Locale, localedata

    localedata._cache.clear()  # Babel resolves names in data that locales share
    parsed = Locale.parse(locale)
    found = set()
    for kind, numbers in ((parsed.months, range(1, 13)), (parsed.days, range(7))):
        for form in (own for use in kind.values() for own in use.values()):
            names = tuple("-".join(form[k].split()) for k in numbers)
            if len(set(names)) == len(names):
                found.add(names)
    return found


@WITH_BABEL
@pytest.mark.parametrize("locales", [("az",), pytest.param((), marks=pytest.mark.slow)])
def test_no_wrong_day_in_silence_in_any_locale(babel: bool, locales: tuple[str, ...]) -> None:
    from babel.localedata import locale_identifiers

    tried = 0
    for names in set().union(*map(names_in, locales or locale_identifiers())):
        days = [datetime.date(2026, 1, 5 + k) for k in range(7)]
        if len(names) == 12:
            days = [datetime.date(2026, k, 1) for k in range(1, 13)]
        for one, other in [(0, 0), *pairwise(range(len(names)))]:
            mixed = [*names]
            mixed[one], mixed[other] = mixed[other], mixed[one]
            own = calendar(mixed) if len(names) == 7 else calendar([], months=mixed)
            if faults(own):
                continue
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                try:
                    found = [labels_of(own, day) for day in days]
                except DateError:
                    continue
            right = all(name in labels for name, labels in zip(names, found, strict=True))
            assert right or said, mixed
            tried += right
    assert tried


# --- only calendars


def test_other_puzzles_have_no_order() -> None:
    own = Model(
        "own",
        board("b a . Wed Mon ."),
        (piece("I", "####"),),
        (Group("day", ("b", "a")), Group("weekday", ("Wed", "Mon"))),
        week_starts="Tue",
    )
    assert not own.is_calendar
    assert order_faults(own) == []
    assert faults(own) == []


@pytest.mark.parametrize("name", shipped.CALENDARS)
def test_every_shipped_calendar_reads_right(babel: bool, name: str) -> None:
    own = shipped.model(name)
    assert order_faults(own) == []
    assert own.is_calendar
    date, seen = datetime.date(2026, 1, 1), set[str]()
    while date.year < 2028:
        right = {
            "month": MONTHS[date.month - 1],
            "day": str(date.day),
            "weekday": WEEKDAYS[date.weekday()],
        }
        wanted = tuple(right[group.name] for group in own.groups)
        assert labels_of(own, date) == wanted, date
        assert labels_of(own, date.isoformat()) == wanted
        seen.update(wanted)
        date += datetime.timedelta(days=5)
    assert seen == {label for group in own.groups for label in group.labels}
