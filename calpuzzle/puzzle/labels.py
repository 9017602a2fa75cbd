"""What the labels of a calendar mean: months, days and weekdays, in the languages of people.

Labels that can be read decide which weekday comes first, and they must stand in the order of the
year; where they do not, `order_faults` says so, for dates would be taken for others in silence.
A label is read as a number, or as the beginning of a name in one of the languages below (all labels
of a group in the same one), or where all of them are names in a language that Babel knows, if that
is installed. Labels that cannot be read go by their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from calpuzzle.puzzle.model import Group, Model

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FIRST = "Sun"  # of a week whose labels cannot be read, where the file does not say

PAGE_LANGUAGES = 5
"""So many of the lines below are those of the languages of the page; German has two of months."""

# Of each language the months and the weekdays from Monday on, small and without accents; behind a
# bar what is written besides and is no beginning of the name.
_MONTHS = (
    "january february march april may june july august september october november december",
    "januar februar marz|maerz april mai juni juli august september oktober november dezember",
    "janner|jaenner feber marz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin|jun juillet|jul aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre|set octubre noviembre"
    " diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart|mrt april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts|mars april maj|mai juni juli august september oktober november december"
    "|desember",
    "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu"
    " marraskuu joulukuu",
    "styczen|stycznia luty|lutego marzec|marca kwiecien|kwietnia maj|maja czerwiec|czerwca"
    " lipiec|lipca sierpien|sierpnia wrzesien|wrzesnia pazdziernik|pazdziernika listopad|listopada"
    " grudzien|grudnia",
    "leden|ledna unor|unora brezen|brezna duben|dubna kveten|kvetna cerven|cervna|cvn"
    " cervenec|cervence|cvc srpen|srpna zari rijen|rijna listopad|listopadu prosinec|prosince",
    "январь|января февраль|февраля март|марта апрель|апреля маи|мая июнь|июня июль|июля"
    " август|августа сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
    "ocak subat mart nisan mayıs|mayis haziran temmuz agustos eylul ekim kasım|kasim aralık|aralik",
    "i ii iii iv v vi vii viii ix x xi xii",
    "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
)
_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miercoles jueves viernes sabado domingo",
    "lunedi martedi mercoledi giovedi venerdi sabato domenica",
    "segunda terca quarta quinta sexta sabado domingo",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "mandag tisdag onsdag torsdag fredag lordag sondag",
    "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    "poniedziałek wtorek sroda czwartek piatek|pt sobota niedziela|nd",
    "pondeli utery streda ctvrtek patek sobota nedele",
    "понедельник|пн вторник|вт среда|ср четверг|чт пятница|пт суббота|сб воскресенье|вс",
    "pazartesi|pzt salı|sali carsamba persembe cuma cumartesi|cmt pazar",
    "月曜日|月 火曜日|火 水曜日|水 木曜日|木 金曜日|金 土曜日|土 日曜日|日",
    "星期一|周一|一 星期二|周二|二 星期三|周三|三 星期四|周四|四 星期五|周五|五 星期六|周六|六"
    " 星期日|周日|日|星期天|周天|天",
    "월요일|월 화요일|화 수요일|수 목요일|목 금요일|금 토요일|토 일요일|일",
)
_NUMBER = r"([0-9]{1,2})(?:[^\W\d_]{1,2}|\.)?"

Meaning = tuple[int | None, ...]
"""Of each label its number, counted from 0 (a weekday from Monday), or None."""

Names = Sequence[Sequence[str]]
"""Of each month, or each weekday from Monday, its names."""


def meant(kind: str, word: str) -> set[int]:
    """The numbers, from 0 (a weekday's from Monday), of the months or the weekdays, as `kind` says,
    that a word names or begins, in the languages of the page, or, where it is none there, in the
    others that are known here. It may mean another one in another language."""
    table, shortest = (_MONTHS, 3) if kind == "month" else (_WEEKDAYS, 2)
    own = PAGE_LANGUAGES - (kind == "weekday")
    for languages in (table[:own], table[own:]):
        names = [[name.split("|") for name in text.split()] for text in languages]
        found = {_name(word, language, shortest) for language in names} - {None}
        if found:
            return {number for number in found if number is not None}
    return set()


def order_faults(model: Model) -> list[str]:
    """What is wrong with the order of a calendar's labels, as far as they can be read."""
    if not model.is_calendar:
        return []
    found = []
    for group in model.groups:
        meaning = read(group)
        said = starts(meaning)
        start = said[0] if said and group.name == "weekday" else 0
        right = [(place + start) % len(meaning) for place in range(len(meaning))]
        wrong = [k for k, number in enumerate(meaning) if number not in (None, right[k])]
        if wrong:
            found.append(
                f"group {group.name} has {group.labels[wrong[0]]} in place {wrong[0] + 1}; list "
                f"the {group.name}s in their order, whatever their places on the board"
            )
        elif group.name == "weekday" and said and model.week_starts not in ("", WEEKDAYS[start]):
            found.append(
                f"week_starts is {model.week_starts}, but the first weekday is {group.labels[0]}; "
                f"leave week_starts out, or write {WEEKDAYS[start]}"
            )
    return found


def week_start(model: Model) -> int:
    """The number, counted from Monday, of the weekday that the first label stands for."""
    weekdays = next((group for group in model.groups if group.name == "weekday"), None)
    said = starts(read(weekdays)) if weekdays else []
    return said[0] if said else WEEKDAYS.index(model.week_starts or FIRST)


def starts(meaning: Meaning) -> list[int]:
    """Of each label that can be read the number of the first one, as its own tells it."""
    return [(n - place) % len(meaning) for place, n in enumerate(meaning) if n is not None]


@lru_cache
def read(group: Group) -> Meaning:
    """What the labels of a group named month, day or weekday mean: as numbers, or in the language
    in which most of them can be read. None of them means anything where too few can be read."""
    nothing: Meaning = (None,) * len(group.labels)
    if group.name != "weekday":
        numbers = _numbers(group.labels)
        if _convincing(group, numbers):
            return numbers
    if group.name == "day":
        return nothing
    best = nothing
    for text in _MONTHS if group.name == "month" else _WEEKDAYS:
        if None not in best:
            break
        found = _named(group, [name.split("|") for name in text.split()])
        if len(starts(found)) > len(starts(best)) and _convincing(group, found):
            best = found
    if None not in best or not all(map(_is_word, group.labels)):
        return best
    # So many languages have names that begin like anything: one must know all labels.
    for names in _by_babel(group.name):
        found = _named(group, names)
        words = best is nothing and min(map(len, group.labels)) > 1
        if None not in found and (_in_order(group, found) or words):
            return found
    return best


def _in_order(group: Group, meaning: Meaning) -> bool:
    """Whether the labels that can be read stand where they belong, a week beginning anywhere."""
    found = set(starts(meaning))
    return len(found) == 1 if group.name == "weekday" else found == {0}


def _convincing(group: Group, meaning: Meaning) -> bool:
    """Whether so many labels can be read that they mean it: two words or three letters where they
    stand in their order, three labels out of four where they do not."""
    if not _in_order(group, meaning):
        return 4 * len(starts(meaning)) >= 3 * len(meaning)
    read = [label for label, n in zip(group.labels, meaning, strict=True) if n is not None]
    return len(read) >= (2 if min(map(len, read)) > 1 else 3)


def _numbers(labels: Sequence[str]) -> Meaning:
    """The numbers in labels such as `7`, `07`, `7th`, `7.`, `7日` or, if all begin so, `d7`."""
    alike = next((k for k, marks in enumerate(zip(*labels, strict=False)) if len({*marks}) > 1), 0)
    prefix = len(labels[0][:alike].rstrip("0123456789"))
    found = [re.fullmatch(_NUMBER, label[prefix:]) for label in labels]
    numbers = [int(match[1]) if match else 0 for match in found]
    return tuple(number - 1 if 1 <= number <= len(labels) else None for number in numbers)


def _is_word(label: str) -> bool:
    """Whether the label can be a name: a number is none, nor is a letter with one."""
    return not any(char.isdigit() for char in label)


def _plain(label: str) -> str:
    """A label small, without accents and the full stop of an abbreviation."""
    small = label.casefold().rstrip(".")
    if small.isascii():
        return small
    import unicodedata

    apart = unicodedata.normalize("NFD", small)
    plain = "".join(char for char in apart if unicodedata.category(char) != "Mn")
    return unicodedata.normalize("NFC", plain)


def _named(group: Group, names: Names) -> Meaning:
    """What the labels mean in a language."""
    shortest = 3 if group.name == "month" else 1
    return tuple(_name(label, names, shortest) for label in group.labels)


def _name(label: str, names: Names, shortest: int) -> int | None:
    """The number of the one name that the label is, or that begins with as many letters of it."""
    if not _is_word(label):
        return None
    label = _plain(label)
    for number, (_, *others) in enumerate(names):
        if label in others:
            return number
    begun = [number for number, own in enumerate(names) if own[0].startswith(label)]
    whole = [number for number in begun if names[number][0] == label]
    if len(whole) == 1:
        return whole[0]
    return begun[0] if len(begun) == 1 and len(label) >= shortest else None


def _by_babel(kind: str) -> Iterator[Names]:
    """The names in all languages that Babel knows, wide and abbreviated; nothing without it."""
    try:
        from babel.localedata import locale_identifiers
    except ImportError:
        return
    for identifier in sorted(each for each in locale_identifiers() if "_" not in each):
        yield from _of_language(identifier, kind)


@cache
def _of_language(identifier: str, kind: str) -> tuple[Names, ...]:
    """The names in a language that Babel knows, in each form that it has."""
    from babel import localedata
    from babel.core import Locale

    # Babel (2.18) keeps what it resolves for one language in data that others share, and would say
    # it of them.
    localedata._cache.clear()
    locale = Locale.parse(identifier)
    names = locale.months if kind == "month" else locale.days
    numbers = range(1, 13) if kind == "month" else range(7)
    forms = [
        names[use].get(form)
        for form in ("wide", "abbreviated", "short")
        for use in ("stand-alone", "format")
    ]
    return tuple(
        tuple((_plain(str(known[number])),) for number in numbers) for known in forms if known
    )
