"""Names of months and weekdays by language: one table of words, with what each of them means.

The languages below are always known. Those of Babel (the extra `languages`) are added on demand,
for reading them takes about a second. A word stands for what it names, else for all that it begins;
accents count where it has any: Slovak `št` is not `st`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from calpuzzle.base.typed import Any

_NUMBERED = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_NUMBERED_MONTHS = " ".join(f"{name}月|{k}月" for k, name in enumerate(_NUMBERED, 1))
# Of each language the months and the weekdays from Monday on, with other names behind bars.
_OWN = {
    "English": (
        "january february march april may june july august september october november december",
        "monday tuesday wednesday thursday|r friday saturday sunday|u",
    ),
    "German": (
        "januar|jänner|jaenner|jän februar|feber märz|maerz|mrz april mai juni juli august"
        " september oktober november dezember",
        "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
    ),
    "French": (
        "janvier février mars avril mai juin|jun juillet|jul août septembre octobre novembre"
        " décembre",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
    ),
    "Spanish": (
        "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre"
        " diciembre",
        "lunes martes miércoles|x jueves viernes sábado domingo",
    ),
    "Italian": (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
        " dicembre",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    ),
    "Portuguese": (
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "segunda|segundafeira|2ª terça|terçafeira|3ª quarta|quartafeira|4ª quinta|quintafeira|5ª"
        " sexta|sextafeira|6ª sábado domingo",
    ),
    "Dutch": (
        "januari februari maart|mrt april mei juni juli augustus september oktober november"
        " december",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    ),
    "Afrikaans": (
        "januarie februarie maart|mrt april mei junie julie augustus september oktober november"
        " desember",
        "maandag dinsdag woensdag donderdag vrydag saterdag sondag",
    ),
    "Swedish": (
        "januari februari mars april maj juni juli augusti september oktober november december",
        "måndag tisdag onsdag torsdag fredag lördag söndag",
    ),
    "Danish": (
        "januar februar marts april maj juni juli august september oktober november december",
        "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    ),
    "Norwegian": (
        "januar februar mars april mai juni juli august september oktober november desember",
        "mandag|måndag|må tirsdag|tysdag onsdag torsdag fredag lørdag|laurdag søndag|sundag",
    ),
    "Finnish": (
        "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu"
        " marraskuu joulukuu",
        "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    ),
    "Polish": (
        "styczeń|stycznia luty|lutego marzec|marca kwiecień|kwietnia maj|maja czerwiec|czerwca"
        " lipiec|lipca sierpień|sierpnia wrzesień|września październik|października"
        " listopad|listopada grudzień|grudnia",
        "poniedziałek|pn wtorek środa czwartek piątek|pt sobota niedziela|nd|ndz",
    ),
    "Czech": (
        "leden|ledna únor|února březen|března duben|dubna květen|května červen|června|čvn"
        " červenec|července|čvc srpen|srpna září říjen|října listopad|listopadu prosinec|prosince",
        "pondělí úterý středa čtvrtek pátek sobota neděle",
    ),
    "Slovak": (
        "január|januára február|februára marec|marca apríl|apríla máj|mája jún|júna júl|júla"
        " august|augusta september|septembra október|októbra november|novembra december|decembra",
        "pondelok utorok streda štvrtok piatok sobota nedeľa",
    ),
    "Croatian": (
        "siječanj|siječnja veljača|veljače ožujak|ožujka travanj|travnja svibanj|svibnja"
        " lipanj|lipnja srpanj|srpnja kolovoz|kolovoza rujan|rujna listopad|listopada"
        " studeni|studenog|studenoga prosinac|prosinca",
        "ponedjeljak utorak srijeda četvrtak petak subota nedjelja",
    ),
    "Slovenian": (
        "januar|januarja februar|februarja marec|marca april|aprila maj|maja junij|junija"
        " julij|julija avgust|avgusta september|septembra oktober|oktobra november|novembra"
        " december|decembra",
        "ponedeljek torek sreda četrtek petek sobota nedelja",
    ),
    "Lithuanian": (
        "sausis|sausio vasaris|vasario kovas|kovo balandis|balandžio gegužė|gegužės"
        " birželis|birželio liepa|liepos rugpjūtis|rugpjūčio rugsėjis|rugsėjo spalis|spalio"
        " lapkritis|lapkričio gruodis|gruodžio",
        "pirmadienis|pr|1d antradienis|an|2d trečiadienis|tr|3d ketvirtadienis|kt|4d"
        " penktadienis|pn|5d šeštadienis|št|6d sekmadienis|sk|7d",
    ),
    "Russian": (
        "январь|января февраль|февраля март|марта апрель|апреля май|мая июнь|июня июль|июля"
        " август|августа сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
        "понедельник|пн вторник|вт среда|ср четверг|чт пятница|пт суббота|сб воскресенье|вс",
    ),
    "Turkish": (
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        "pazartesi|pzt salı çarşamba perşembe cuma cumartesi|cmt pazar",
    ),
    "Vietnamese": (
        " ".join(f"thg{k}|tháng{k}" for k in range(1, 13)),
        "t2|th2|thứhai t3|th3|thứba t4|th4|thứtư t5|th5|thứnăm t6|th6|thứsáu t7|th7|thứbảy"
        " cn|chủnhật",
    ),
    "Japanese": (
        _NUMBERED_MONTHS,
        " ".join(f"{name}曜日|{name}|{name}曜" for name in "月火水木金土日"),
    ),
    "Chinese": (
        _NUMBERED_MONTHS,
        " ".join(f"星期{name}|周{name}|週{name}|{name}" for name in "一二三四五六日")
        + "|星期天|周天|週天|天",
    ),
    "Korean": (
        " ".join(f"{k}월" for k in range(1, 13)),
        " ".join(f"{name}요일|{name}" for name in "월화수목금토일"),
    ),
    "Roman": ("i ii iii iv v vi vii viii ix x xi xii", ""),
}  # fmt: skip
CAPITALS = ("English", "German", "Afrikaans", "Turkish", "Vietnamese")
"""The languages that write months and weekdays with capitals."""

SHORTEST = {"month": 3, "weekday": 2}
"""So many letters begin a name where a word stands by itself, and not among others on a board."""
_MARKS: dict[int, None] = dict.fromkeys(map(ord, " .-–'’ʼ\u00b7\u0307"))
_LETTERS = str.maketrans("łøđı", "lodi")


Numbers = dict[str, set[int]]
"""By language, the months or weekdays that a word can mean, counted from 0 (from Monday)."""


class Table:
    """Names of months and weekdays, as they are written and without accents, and what they mean in
    which language."""

    def __init__(self) -> None:
        self._whole: list[dict[tuple[str, str], list[tuple[str, int]]]] = [{}, {}]
        self._begun: list[list[tuple[str, str, str, int]]] = [[], []]

    def add(self, language: str, kind: str, number: int, name: str, may_begin: bool) -> None:
        """Take one more name, of which the beginning is an abbreviation or not."""
        written = _printed(name)
        for way, word in enumerate((_plain(written), written)):
            self._whole[way].setdefault((kind, word), []).append((language, number))
            if may_begin:
                self._begun[way].append((kind, word, language, number))

    def closed(self) -> Table:
        """The same, when all names have been added."""
        for begun in self._begun:
            begun.sort()
        return self

    def numbers(self, kind: str, word: str, shortest: int) -> Numbers:
        """Return what a word means: in each language what it names, as it is written or without
        accents, or else all that it begins, with as many letters as the `shortest` has."""
        word = _printed(word)
        found: Numbers = {}
        if len(word) >= shortest and word.isalpha():
            for begun in self._begun:
                own: Numbers = {}
                for k in range(bisect(begun, (kind, word)), len(begun)):
                    if begun[k][0] != kind or not begun[k][1].startswith(word):
                        break
                    own.setdefault(begun[k][2], set()).add(begun[k][3])
                found |= own
        for whole in self._whole:
            own = {}
            for language, number in whole.get((kind, word), ()):
                own.setdefault(language, set()).add(number)
            found |= own
        return found


def _printed(word: str) -> str:
    """A word small, without stops and hyphens."""
    small = word.casefold().translate(_MARKS)
    if small.isascii():
        return small
    import unicodedata

    return unicodedata.normalize("NFC", small)


def _plain(word: str) -> str:
    """A word without accents."""
    if word.isascii():
        return word
    import unicodedata

    apart = unicodedata.normalize("NFD", word.translate(_LETTERS))
    # Accents only: the marks of Indian scripts are vowels.
    plain = "".join(char for char in apart if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", plain)


@cache
def english() -> Table:
    """The names in English, with which most boards can do."""
    return _of(["English"])


@cache
def own() -> Table:
    """The names in the languages that are always known."""
    return _of(_OWN)


def _of(languages: Iterable[str]) -> Table:
    table = Table()
    for language in languages:
        for kind, text in zip(SHORTEST, _OWN[language], strict=True):
            for number, names in enumerate(text.split()):
                for place, each in enumerate(names.split("|")):
                    table.add(language, kind, number, each, not place)
    return table.closed()


@cache
def babels() -> Table:
    """The names in the languages that Babel knows; none where it is not installed."""
    table = Table()
    try:
        from babel import localedata
    except ImportError:
        return table
    # Babel (2.18) keeps what it resolves for one language in data that others share, and says it
    # of them: only what stands in the language's own file is taken, and nothing left in its cache.
    localedata._cache.clear()
    called = localedata.load("en", merge_inherited=False)["languages"]
    for code in localedata.locale_identifiers():
        data = localedata.load(code, merge_inherited=False)
        # A part of less than four letters is a country, which has some names of its own.
        code = "_".join(part for k, part in enumerate(code.split("_")) if not k or len(part) > 3)
        for kind, key, first in (("month", "months", 1), ("weekday", "days", 0)):
            for form, number, name in _listed(data.get(key, {})):
                table.add(called.get(code, code), kind, number - first, name, form == "wide")
    localedata._cache.clear()
    return table.closed()


def _listed(uses: Any) -> Iterator[tuple[str, int, str]]:
    """The names in the data of Babel, each with its form and its number; not the narrow ones, of
    which several are one letter."""
    for forms in uses.values():
        for form in ("wide", "abbreviated", "short"):
            names = forms.get(form) if isinstance(forms, Mapping) else None
            for number, name in names.items() if isinstance(names, Mapping) else ():
                yield form, number, name
