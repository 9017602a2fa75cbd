"""Dates on the page: today by the device's clock, other dates by the calendar, dates that do not
exist, and dates without a solution."""

from __future__ import annotations

import calendar
import itertools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from playing import DATE, PageOf, Player, expect, finish, link_of, open_link, reload

from calpuzzle.play.data import pieces_data
from calpuzzle.play.page import page as made_page

if TYPE_CHECKING:
    from play.conftest import Opened
    from playwright.sync_api import Page
    from playwright.sync_api._generated import LocatorAssertions

pytestmark = pytest.mark.long

DATA: Any = pieces_data(shipped.lowering("dray"))
LABELS = [group["labels"] for group in DATA["groups"]]
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def date_of(page: Page) -> str:
    found = re.search(r"date=([^&]*)", link_of(page))
    return found[1] if found else ""


def shown(page: Page) -> LocatorAssertions:
    """Return the assertions on the labels of the date on the board."""
    return expect(page.locator("#board .label.date"))


def count(month: int, day: int, weekday: int) -> int:
    """Return the number of solutions of a date of dray, whose first weekday is Sunday."""
    return int(DATA["counts"][(month * 31 + day) * 7 + weekday])


def next_solvable(month: int, day: int, weekday: int, leap: bool) -> str:
    """Return the labels of the next day that has solutions."""
    last = [*DAYS]
    last[1] += leap
    while True:
        day, weekday = day + 1, (weekday + 1) % 7
        if day >= last[month]:
            month, day = (month + 1) % 12, 0
        if count(month, day, weekday):
            return ",".join((LABELS[0][month], LABELS[1][day], LABELS[2][weekday]))


UNSOLVABLE = [
    each for each in itertools.product(range(12), range(31), range(7)) if not count(*each)
]


@pytest.mark.parametrize(
    ("today", "zone", "date"),
    [
        ("2026-11-20", "Europe/Berlin", "Nov,20,Fri"),
        ("2028-02-29", "Europe/Berlin", "Feb,29,Tue"),
        # At 10:00 in Berlin it is still the day before in Honolulu.
        ("2027-01-01", "Pacific/Honolulu", "Dec,31,Thu"),
    ],
)
def test_date_is_today_by_the_clock_of_the_device(
    page_of: PageOf, today: str, zone: str, date: str
) -> None:
    page = page_of("dray", today=today, timezone_id=zone)
    assert date_of(page) == date
    shown(page).to_have_text(date.split(","))
    expect(page.locator(".well.date")).to_have_count(3)


def test_calendar_opens_a_day_and_returns_to_today(page_of: PageOf) -> None:
    page = page_of("dray")
    page.click("#date-button")
    expect(page.locator(".month [aria-current=date]")).to_have_text("20")
    page.get_by_role("button", name="Month after").click()
    page.get_by_role("button", name="Friday 25 December").click()
    assert date_of(page) == "Dec,25,Fri"
    shown(page).to_have_text(["Dec", "25", "Fri"])
    expect(page.locator("#date-button .long")).to_have_text("Friday 25 December")
    expect(page.locator("dialog[open]")).to_have_count(0)
    # The calendar opens at the current date, and can return to today.
    page.click("#date-button")
    expect(page.locator(".month [aria-pressed=true]")).to_have_text("25")
    page.get_by_role("button", name="Today", exact=True).click()
    assert date_of(page) == "Nov,20,Fri"


def test_calendar_is_operated_by_keys(page_of: PageOf) -> None:
    page = page_of("dray")
    page.locator("#date-button").focus()
    page.keyboard.press("Enter")
    page.locator(".month [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    focused = expect(page.locator(".month :focus"))
    focused.to_have_attribute("aria-label", re.compile("^Friday 13 November,"))
    for _ in range(13):
        page.keyboard.press("ArrowLeft")
    focused.to_have_attribute("aria-label", re.compile("^Saturday 31 October,"))
    page.keyboard.press("PageUp")
    focused.to_have_attribute("aria-label", re.compile("^Wednesday 30 September,"))
    expect(page.locator(".month [tabindex='0']")).to_have_count(1)
    page.keyboard.press("Enter")
    assert date_of(page) == "Sep,30,Wed"
    expect(page.locator("#date-button")).to_be_focused()


@pytest.mark.parametrize("year", shipped.few((2027, 2028), 2028))
def test_calendar_has_every_day_of_a_year(page_of: PageOf, year: int) -> None:
    page = page_of("dray", today=f"{year}-01-15")
    page.click("#date-button")
    for month in range(1, 13):
        expect(page.locator(".month-head h3")).to_have_text(f"{calendar.month_name[month]} {year}")
        rows = page.evaluate(
            """() => [...document.querySelectorAll(".month tbody tr")].map(
                (row) => [...row.cells].map((cell) => cell.textContent))"""
        )
        # Weeks begin on Monday in Britain, the locale of the page.
        weeks = calendar.Calendar(0).monthdayscalendar(year, month)
        assert rows == [[str(day) if day else "" for day in week] for week in weeks]
        weekday = calendar.day_name[calendar.weekday(year, month, 1)]
        name = re.compile(f"^{weekday} 1 {calendar.month_name[month]}")
        expect(page.locator(".month button").first).to_have_attribute("aria-label", name)
        page.get_by_role("button", name="Month after").click()


def test_free_choice_allows_a_date_that_does_not_exist(page_of: PageOf) -> None:
    page = page_of("dray")
    page.click("#date-button")
    page.get_by_label("Free choice").check()
    page.get_by_label("Feb", exact=True).check()
    page.get_by_label("30", exact=True).check()
    page.get_by_label("Tue", exact=True).check()
    expect(page.locator(".dialog-foot p")).to_have_text("Tuesday 30 February")
    page.get_by_role("button", name="Show it").click()
    assert date_of(page) == "Feb,30,Tue"
    shown(page).to_have_text(["Feb", "30", "Tue"])
    expect(page.locator("#date-button .long")).to_have_text("Tuesday 30 February")
    # No month contains the date, so the dialog opens with the labels.
    page.click("#date-button")
    expect(page.get_by_label("30", exact=True)).to_be_checked()


@pytest.mark.parametrize("each", shipped.few((4, 1), 4))
def test_date_without_solutions_leads_to_the_next_solvable_date(page_of: PageOf, each: int) -> None:
    page = page_of("dray")
    assert len(UNSOLVABLE) == 19
    for month, day, weekday in UNSOLVABLE[::each]:
        labels = (LABELS[0][month], LABELS[1][day], LABELS[2][weekday])
        open_link(page, f"#date={','.join(labels)}")
        expect(page.locator("#notice-text")).to_contain_text("has no solution")
        page.click("#notice-action")
        assert date_of(page) == next_solvable(month, day, weekday, leap=False)
        expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize(("year", "day"), [(2027, "1"), (2028, "29")])
def test_next_day_respects_leap_years(opened: Opened, tmp_path: Path, year: int, day: str) -> None:
    data = json.loads(json.dumps(pieces_data(shipped.lowering("month-day-7x7"))))
    february = data["groups"][0]["labels"].index("Feb")
    data["counts"][february * 31 + 27] = 0
    page = opened.page(write_page(tmp_path, data), today=f"{year}-02-28")
    page.click("#notice-action")
    assert date_of(page).endswith(f",{day}")


def write_page(folder: Path, data: Any) -> str:
    file = folder / "page.html"
    file.write_text(made_page(data), encoding="utf-8")
    return file.as_uri()


def test_board_that_is_no_calendar_offers_a_choice_of_labels(page_of: PageOf) -> None:
    page = page_of("shelf.toml")
    expect(page.locator("#date-button .long")).to_have_text("Any labels")
    shown(page).to_have_count(0)
    page.click("#date-button")
    expect(page.locator("dialog[open] h2")).to_have_text("Choose labels")
    show = page.get_by_role("button", name="Show it")
    expect(show).to_be_disabled()
    page.get_by_label("C", exact=True).check()
    expect(show).to_be_disabled()
    page.get_by_label("4", exact=True).check()
    show.click()
    assert date_of(page) == "C,4"
    shown(page).to_have_text(["C", "4"])
    page.click("#date-button")
    page.get_by_role("button", name="Any labels").click()
    assert date_of(page) == ""
    shown(page).to_have_count(0)


def test_each_date_has_its_own_pieces_and_solved_dates_are_marked(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    player = Player(page)
    finish(page, "Fri Nov 20")
    page.click("#date-button")
    page.get_by_role("button", name="Saturday 21 November").click()
    assert player.placed == []
    page.click("#date-button")
    name = "Friday 20 November, 39 solutions, medium, solved"
    expect(page.locator(".month .done")).to_have_attribute("aria-label", name)
    page.get_by_role("button", name="Friday 20 November").click()
    assert len(player.placed) == len(DATA["pieces"])


def test_new_day_is_offered_the_next_morning(page_of: PageOf) -> None:
    page = page_of("dray")
    page.clock.set_fixed_time("2026-11-21T10:00:00+01:00")
    # The address still contains the previous day.
    reload(page)
    assert date_of(page) == "Nov,20,Fri"
    expect(page.locator("#notice-text")).to_have_text("A new day: Saturday 21 November.")
    page.get_by_role("button", name="Today").click()
    assert date_of(page) == "Nov,21,Sat"
    # If the user chose the date, no new day is offered.
    open_link(page, "#date=Nov,20,Fri")
    reload(page)
    expect(page.locator("#notice")).to_be_hidden()
