"""What calendar labels mean, by name in many languages or by position, and their valid order."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pytest
import shipped
from building import board, piece

from calpuzzle.base.errors import DateError
from calpuzzle.formats import toml
from calpuzzle.puzzle.dates.labels import (
    DAYS,
    MONTHS,
    WEEKDAYS,
    languages_of,
    order_faults,
    read,
    unreadable_labels,
    week_is_known,
    week_start,
)
from calpuzzle.puzzle.dates.names import languages
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults

# Labels that cannot be read are interpreted by their position, with a warning.
pytestmark = pytest.mark.filterwarnings("ignore:the meaning of th(is|ese) ")

MARKS = tuple(f"{a}{b}" for a in "αβγδ" for b in "πρστυφχψ")


def calendar(
    weekdays: Sequence[str],
    months: Sequence[str] = MONTHS,
    days: Sequence[str] = DAYS,
    week_starts: str = "",
) -> Model:
    """Return a calendar of one row with these labels, in this order."""
    groups = [Group("month", tuple(months)), Group("day", tuple(days))]
    groups += [Group("weekday", tuple(weekdays))] if weekdays else []
    return Model(
        "own",
        board(" ".join(label for group in groups for label in group.labels) + " ."),
        (piece("I", "#" * (sum(len(group.labels) for group in groups) + 1 - len(groups))),),
        tuple(groups),
        week_starts=week_starts,
    )


@pytest.mark.parametrize("place", range(7))
def test_one_unreadable_weekday_is_inferred_from_the_others(place: int) -> None:
    tried = 0
    for language, texts in languages().items():
        names = [name.split("|")[0] for name in texts.get("weekday", "").split()]
        for mark in ("Thr", "♥") if len({*names}) == 7 else ():
            for first in (0, 6):
                week = names[first:] + names[:first]
                week[place] = mark
                if mark not in names and read(Group("weekday", tuple(week)))[place] is None:
                    model = calendar(week)
                    label = labels_of(model, "2026-11-19")[2]  # a Thursday
                    assert label == week[(3 - first) % 7], (language, week)
                    tried += 1
    assert tried > 30


@pytest.mark.parametrize(
    "names",
    """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    MON TUE WED THU FRI SAT SUN
    Mon. Tues. Wed. Thurs. Fri. Sat. Sun.
    Mon Tue Wed Thr Fri Sat Sun
    M T W Th F Sa Su
    M T W R F S U
    Mo. Di. Mi. Do. Fr. Sonnabend So.
    lun. mar. mer. jeu. ven. sam. dim.
    L Ma Me J V S D
    L M X J V S D
    L m M J V S D
    Lu Ma Me Gi Ve Sa Do
    Seg Ter Qua Qui Sex Sáb Dom
    Ma Di Wo Do Vr Za Zo
    Må Ti On To Fr Lø Sø
    Po Út St Čt Pá So Ne
    po ut st št pi so ne
    pon uto sri čet pet sub ned
    pn wt śr czw pt sob ndz
    T2 T3 T4 T5 T6 T7 CN
    1d 2d 3d 4d 5d 6d 7d
    Пн Вт Ср Чт Пт Сб Вс
    Pt Sa Ça Pe Cu Ct Pz
    月 火 水 木 金 土 日
    一 二 三 四 五 六 日
    월 화 수 목 금 토 일
    """.strip().splitlines(),
)
def test_a_week_may_begin_on_any_day(names: str) -> None:
    week = names.split()
    for first in (0, 3, 6):
        own = calendar(week[first:] + week[:first])
        assert (faults(own), week_start(own)) == ([], first)
        # 20 November 2026 is a Friday, 1 January 2022 was a Saturday.
        assert labels_of(own, "2026-11-20")[2] == week[4]
        assert labels_of(own, "2022-01-01")[2] == week[5]


@pytest.mark.parametrize(
    "names",
    """
    January February March April May June July August September October November December
    JAN FEB MAR APR MAY JUN JUL AUG SEPT OCT NOV DEC
    Jänner Feber März April Mai Juni Juli August September Oktober November Dezember
    Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez
    janv févr mars avr mai juin juil août sept oct nov déc
    Ene Feb Mar Abr May Jun Jul Ago Set Oct Nov Dic
    gen feb mar apr mag giu lug ago set ott nov dic
    jan feb mrt apr mei jun jul aug sep okt nov dec
    tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
    sty lut mar kwi maj cze lip sie wrz paź lis gru
    led úno bře dub kvě čer čvc srp zář říj lis pro
    sij velj ožu tra svi lip srp kol ruj lis stu pro
    Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara
    янв фев мар апр май июн июл авг сен окт ноя дек
    I II III IV V VI VII VIII IX X XI XII
    一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 11月 12月
    1. 2. 3. 4. 5. 6. 7. 8. 9. 10. 11. 12.
    m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12
    sty lut mar kwi maj cze αα αβ αγ αδ αε αζ
    """.strip().splitlines(),
)
def test_months_must_be_in_their_order(names: str) -> None:
    months = names.split()
    own = calendar([], months, MARKS[:31])
    meaning = read(own.groups[0])
    assert faults(own) == [] and sum(number is not None for number in meaning) >= 6
    # Two readable months that are exchanged are reported.
    for one in range(11):
        for other in {one + 1, 11 - one} - {one}:
            if None in (meaning[one], meaning[other]):
                continue
            mixed = list(months)
            mixed[one], mixed[other] = mixed[other], mixed[one]
            (fault,) = order_faults(calendar([], mixed, MARKS[:31]))
            assert fault in {
                f"group month lists {mixed[k]} as number {k + 1}; list the months from January on, "
                "wherever they are on the board"
                for k in (one, other)
            }


@pytest.mark.parametrize("form", ["{}", "{:02}", "{}.", "{}th", "{}日", "d{}", "Day{}"])
def test_days_must_be_in_their_order(form: str) -> None:
    days = [form.format(k) for k in range(1, 32)]
    months = [f"m{k}" for k in range(1, 13)]
    assert faults(calendar([], months, days)) == []
    assert read(Group("day", tuple(days))) == tuple(range(31))
    mixed = [day for k in range(7) for day in days[k::7]]  # as a board lists them by columns
    (fault,) = faults(calendar([], months, mixed))
    assert fault.startswith(f"group day lists {days[7]} as number 2; list the days from the first")


@pytest.mark.parametrize("said", ["", "Mon", "Thu", "Sun"])
@pytest.mark.parametrize(
    "names",
    [
        "A B C D E F G",
        "1 2 3 4 5 6 7",
        "☉ ☽ ♂ ☿ ♃ ♀ ♄",
        "Mon Tue Wed x y z ♄",
        "h k sze cs p szo v",
    ],
)
def test_an_unreadable_week_is_interpreted_by_week_starts(names: str, said: str) -> None:
    labels = names.split()
    own = calendar(labels, [f"m{k}" for k in range(1, 13)], [f"d{k}" for k in range(1, 32)], said)
    assert faults(own) == []
    assert labels_of(own, f"m1 d2 {labels[3]}") == ("m1", "d2", labels[3])
    if not said:
        with pytest.raises(DateError, match=r"is not known which weekdays .* set week_starts"):
            labels_of(own, "2026-11-20")
        return
    first = WEEKDAYS.index(said)
    assert unreadable_labels(own)["weekday"].startswith(
        f"the meaning of these weekdays is taken from their position in the list: "
        f"{labels[0]} is {said}"
    )
    assert labels_of(own, "2026-11-20")[2] == labels[(4 - first) % 7]


def test_months_have_a_language_even_if_no_weekday_can_be_read() -> None:
    months = "Jänner Feber März April Mai Juni Juli August September Oktober November Dezember"
    own = calendar(["☉", "☽", "♂", "☿", "♃", "♀", "♄"], months.split())
    assert not week_is_known(own) and languages_of(own) == {"German"}


def names_in(locale: str) -> set[tuple[str, ...]]:
    """Return the months and weekdays of a locale, in all of Babel's forms with distinct names."""
    from babel import Locale, localedata

    localedata._cache.clear()  # older versions of Babel change data that locales share
    parsed = Locale.parse(locale)
    found = set()
    for kind, numbers in ((parsed.months, range(1, 13)), (parsed.days, range(7))):
        for form in (own for use in kind.values() for own in use.values()):
            names = tuple("-".join(form[k].split()) for k in numbers)
            if len(set(names)) == len(names):
                found.add(names)
    return found


@pytest.mark.parametrize("locales", [("az", "fy"), pytest.param((), marks=pytest.mark.slow)])
def test_boards_in_any_locale_are_accepted_with_the_right_days(locales: tuple[str, ...]) -> None:
    pytest.importorskip("babel")
    from babel.localedata import locale_identifiers

    # Countries are left out, because they use the names of their language.
    codes = locales or [code for code in locale_identifiers() if not code[-2:].isupper()]
    for names in set().union(*map(names_in, codes)):
        is_week = len(names) == 7
        days = [datetime.date(2026, 1, 5 + k) for k in range(7)]
        days = days if is_week else [datetime.date(2026, k, 1) for k in range(1, 13)]
        right = [*names]
        for first in range(7 if is_week else 1):
            for place in range(-1, len(names) - 1):  # two neighbours are exchanged, or none
                mixed = [*names[first:], *names[:first]]
                mixed[place : place + 2] = mixed[place : place + 2][::-1]
                for given in ("", WEEKDAYS[first])[: 1 + is_week]:
                    own = calendar(mixed, week_starts=given) if is_week else calendar([], mixed)
                    rejected = bool(order_faults(own))
                    assert not (rejected and place < 0), mixed
                    if rejected or (is_week and not week_is_known(own)):
                        continue
                    found = [labels_of(own, day)[2 if is_week else 0] for day in days]
                    assert found == right or unreadable_labels(own), mixed


def test_boards_in_every_supported_language_are_read() -> None:
    pytest.importorskip("babel")
    from babel import Locale

    from calpuzzle.workshop.naming import renamed

    codes = "en de fr es it pt nl af sv da nb fi pl cs sk hr sl lt ru tr vi ja zh ko"
    called = {
        str(Locale.parse(code).english_name).removesuffix(" Bokmål") for code in codes.split()
    }
    assert called == languages().keys() - {"Roman"}
    for code in codes.split():
        own = renamed(shipped.model("dray"), code)._replace(week_starts="")
        assert (order_faults(own), unreadable_labels(own), week_start(own)) == ([], {}, 6), code


@pytest.mark.parametrize("name", shipped.CALENDARS)
def test_every_shipped_calendar_is_read_correctly(name: str) -> None:
    own = shipped.model(name)
    assert order_faults(own) == [] and own.is_calendar and unreadable_labels(own) == {}
    seen = set[str]()
    for number in range(0, 730, 5):
        date = datetime.date(2026, 1, 1) + datetime.timedelta(number)
        right = {"month": MONTHS[date.month - 1], "day": str(date.day)}
        right["weekday"] = WEEKDAYS[date.weekday()]
        wanted = tuple(right[group.name] for group in own.groups)
        assert labels_of(own, date) == labels_of(own, date.isoformat()) == wanted, date
        seen.update(wanted)
    assert seen == {label for group in own.groups for label in group.labels}


@pytest.mark.parametrize(
    ("names", "labels", "starts", "known"),
    [
        (
            "mese giorno settimana",
            calendar(["lun", "mar.", "mer", "gio", "ven", "sab", "dom"]),
            "",
            1,
        ),
        ("Monat Tag Wochentag", calendar(WEEKDAYS, [f"{k}月" for k in range(1, 13)]), "", 1),
        ("day weekday month", calendar(WEEKDAYS), "", 1),
        ("a b", calendar([]), "", 1),
        ("a b c", calendar(["x1", "x2", "x3", "x4", "x5", "x6", "x7"]), "Tue", 1),
        ("a b c", calendar(["x1", "x2", "x3", "x4", "x5", "x6", "x7"]), "", 0),
        ("a b", calendar([], MARKS[:12]), "", 0),
        ("a b", calendar([], MONTHS, MARKS[:31]), "", 0),
    ],
)
def test_calendar_groups_are_recognized_under_any_name(
    names: str, labels: Model, starts: str, known: bool
) -> None:
    given = tuple(
        group._replace(name=name) for name, group in zip(names.split(), labels.groups, strict=True)
    )
    text = toml.write(labels._replace(groups=given, week_starts=starts))
    found = toml.read(text, "own")
    assert found.groups == (labels.groups if known else given)
    assert found.is_calendar == known
    assert toml.read(toml.write(found), "own") == found
