/*
 * The meaning of the labels of a calendar, as far as a page needs it: the weekday with which their week
 * begins, and whether they are in order. Names are read in English and in the languages of the
 * page, in full or abbreviated. A label that cannot be read gets its meaning from its position.
 * The rules are those of calpuzzle/puzzle/dates/labels.py.
 */

const ENGLISH = "en";
/** @type {Record<number, string>} */
const LETTERS = { 3: "r", 6: "u" }; // Thursday and Sunday in English weeks such as MTWRFSU
/** @type {Record<number, string>} */
const KINDS = { 12: "month", 31: "day", 7: "weekday" }; // by the number of labels
/** @type {Record<string, number>} */
const SHORTEST = { month: 3, weekday: 2 }; // letters of an abbreviation
const knownTables = new Map();
const NUMBER = /^(\d{1,2})(?:\p{L}{1,2}|\.)?$/u;

/**
 * Return the groups; if their labels are months, days and perhaps weekdays, they are named month, day and weekday.
 * @param {Array<GroupData>} groups @param {number} weekStarts @param {Array<string>} languages
 */
export function calendarGroups(groups, weekStarts, languages) {
  const named = groups.map((own) => ({ ...own, name: KINDS[own.labels.length] ?? "" }));
  const kinds = named.map(({ name }) => name).sort().join();
  const isRead = (/** @type {GroupData} */ own) => (
    (own.name === "weekday" && weekStarts >= 0) || readCount(meaningOf(own, languages)) > 0);
  const isCalendar = ["day,month", "day,month,weekday"].includes(kinds)
    && named.every((own) => !own.labelSets && isRead(own));
  return isCalendar ? named : groups;
}

/**
 * Return the calendar of the groups, and a group whose labels are wrong. The calendar is null if
 * the groups are not those of a calendar, if labels are wrong, or if it is not known which weekday
 * is which.
 * @param {Array<GroupData>} groups
 * @param {number} weekStarts  the weekday of the first label if the file states it, else -1
 * @param {Array<string>} languages
 * @returns {{calendar: CalendarData | null, wrong: string | null}}  `wrong` names a group whose
 *          labels are out of order; it is `week_starts` if the weekdays contradict `weekStarts`
 */
export function calendarOf(groups, weekStarts, languages) {
  const at = Object.fromEntries(groups.map(({ name }, k) => [name, k]));
  const isCalendar = "month" in at && "day" in at
    && groups.every(({ name, labels, labelSets }) => KINDS[labels.length] === name && !labelSets);
  if (!isCalendar) return { calendar: null, wrong: null };
  const wrong = groups.find((group) => !isInOrder(meaningOf(group, languages), group.name))?.name ?? null;
  const [months, days, week = null] = ["month", "day", "weekday"].map((name) => groups[at[name]]?.labels);
  const starts = week ? startsOf(groups[at.weekday], languages) : [0];
  if (week && weekStarts >= 0 && starts.length && !starts.includes(weekStarts)) {
    return { calendar: null, wrong: wrong ?? "week_starts" };
  }
  const start = week && weekStarts >= 0 ? weekStarts : starts.length === 1 ? starts[0] : -1;
  if (wrong || start < 0) return { calendar: null, wrong };
  const weekdays = week ? [...week.slice(7 - start), ...week.slice(0, 7 - start)] : [];
  return {
    calendar: { month: at.month, day: at.day, weekday: at.weekday ?? null, months, days, weekdays }, wrong,
  };
}

/**
 * Return the labels that are months, days or weekdays, in order; null if one is missing.
 * @param {"month" | "day" | "weekday"} kind @param {Array<string>} labels @param {Array<string>} languages
 * @returns {Array<string> | null}
 */
export function labelsInOrder(kind, labels, languages) {
  if (kind === "day") {
    const days = Array.from({ length: 31 }, (_, k) => labels.find((own) => numberIn(own, 31) === k + 1));
    return days.every((day) => day !== undefined) ? days : null;
  }
  for (const table of namesOf(kind, languages)) {
    const found = [...table.keys()].flatMap((k) => (
      labels.find((label) => meant(table, label, SHORTEST[kind]).includes(k)) ?? []));
    if (found.length === table.length && new Set(found).size === found.length) return found;
  }
  return null;
}

/**
 * Return the weekdays that the first label of a week can mean.
 * @param {GroupData} group @param {Array<string>} languages
 */
function startsOf(group, languages) {
  const starts = inOrderFrom(group, languages);
  if (starts.length) return starts;
  const meaning = meaningOf(group, languages);
  return meaning.every((number) => number === null) ? [] : [startOf(meaning, "weekday")];
}

/**
 * Return the number of each label, from 0 (weekdays from Monday), or null if it cannot be read.
 * Days are read only as numbers, and months as numbers if all of them are. Otherwise labels are
 * read as names in a language in which they are in order; or, if there is none, in the language in
 * which most of them can be read, if these are enough (`ifEnough`).
 * @param {GroupData} of @param {Array<string>} languages
 */
function meaningOf({ name, labels }, languages) {
  const nothing = labels.map(() => null);
  const numbers = name === "weekday" ? nothing : numbersIn(labels);
  if (name === "day" || !numbers.includes(null)) return ifEnough(numbers, { name, labels });
  const starts = inOrderFrom({ name, labels }, languages);
  if (starts.length > 1) return nothing;
  if (starts.length) return labels.map((_, k) => (starts[0] + k) % labels.length);
  const meanings = namesOf(name, languages)
    .map((table) => distinguished(labels.map((label) => meant(table, label, name === "month" ? 3 : 1))));
  const most = Math.max(...meanings.map(readCount));
  const best = new Map(meanings.filter((own) => readCount(own) === most).map((own) => [own.join(), own]));
  return best.size === 1 ? ifEnough([...best.values()][0], { name, labels }) : nothing;
}

/**
 * Return the meaning of each label, or null if it is not certain. A meaning that is certain for one
 * label is excluded for the others: next to Th, T is Tuesday.
 * @param {Array<Array<number>>} each
 */
function distinguished(each) {
  let found = each;
  for (let round = 0; round < each.length; round += 1) {
    const sure = found.filter((own) => own.length === 1).flat();
    found = found.map((own) => (own.length === 1 ? own : own.filter((number) => !sure.includes(number))));
  }
  return found.map((own) => (own.length === 1 ? own[0] : null));
}

/**
 * Return the numbers; or only nulls, if some labels have no number and too few have one: fewer
 * than 6 months, 15 days, or 4 weekdays (5 if they are not in order). Weekdays of one letter do
 * not count.
 * @param {Array<number | null>} meaning @param {GroupData} group
 */
function ifEnough(meaning, { name, labels }) {
  const isWeek = name === "weekday";
  const words = labels.filter((label, k) => meaning[k] !== null && label.length > Number(isWeek)).length;
  const enough = Math.floor(meaning.length / 2) + (isWeek ? 2 - Number(isInOrder(meaning, name)) : 0);
  return !meaning.includes(null) || words >= enough ? meaning : meaning.map(() => null);
}

/** @param {Array<number | null>} meaning */
function readCount(meaning) {
  return meaning.filter((number) => number !== null).length;
}

/** @param {Array<number | null>} meaning @param {string} kind */
function startOf(meaning, kind) {
  const first = kind === "weekday" ? meaning.findIndex((number) => number !== null) : -1;
  return first < 0 ? 0 : ((meaning[first] ?? 0) - first + 7) % 7;
}

/** @param {Array<number | null>} meaning @param {string} kind */
function isInOrder(meaning, kind) {
  const start = startOf(meaning, kind);
  return meaning.every((number, k) => number === null || number === (start + k) % meaning.length);
}

/**
 * Return the numbers that the first label can have if all labels are consecutive names in one
 * language. Months begin with January.
 * @param {GroupData} of @param {Array<string>} languages
 */
function inOrderFrom({ name, labels }, languages) {
  const starts = Array.from({ length: name === "weekday" ? 7 : 1 }, (_, start) => start);
  return starts.filter((start) => namesOf(name, languages).some((table) => labels.every((label, k) => (
    meant(table, label, 1).includes((start + k) % labels.length)))));
}

/**
 * Return the number in each label, such as `7`, `07`, `7th` or `7.`, minus 1; null if it has none.
 * A prefix that all labels share, as in `d7`, is ignored.
 * @param {Array<string>} labels
 */
function numbersIn(labels) {
  const [first] = labels;
  const signs = labels.map((label) => [...label]);
  const differs = [...first].findIndex((sign, k) => signs.some((own) => own[k] !== sign));
  const prefix = [...first].slice(0, Math.max(differs, 0)).join("").replace(/\d+$/u, "").length;
  return labels.map((label) => {
    const number = numberIn(label.slice(prefix), labels.length);
    return number ? number - 1 : null;
  });
}

/**
 * Return the number in a label such as `7`, `07`, `7th` or `7.`; 0 if it has none, or one above
 * `most`.
 * @param {string} label @param {number} most
 */
function numberIn(label, most) {
  const number = Number(NUMBER.exec(label)?.[1] ?? 0);
  return number <= most ? number : 0;
}

/**
 * Return the numbers of the names that are equal to a label. If there are none, and the label has
 * at least `least` letters, return the numbers of the names that begin with it.
 * @param {Array<Array<string>>} table @param {string} label @param {number} least
 */
function meant(table, label, least) {
  const word = plainWord(label);
  const those = (/** @type {(names: Array<string>) => boolean} */ fits) => (
    table.flatMap((names, k) => (fits(names) ? [k] : [])));
  const whole = those((names) => names.includes(word));
  return whole.length || word.length < least ? whole : those(([name]) => name.startsWith(word));
}

/**
 * Return, for each language, a table of names: the long name of each month, or the long and the
 * narrow name of each weekday, from Monday on.
 * @param {string} kind @param {Array<string>} languages
 */
function namesOf(kind, languages) {
  return languages.map((language) => {
    const key = `${kind} ${language}`;
    // Creating a date formatter is slow.
    if (!knownTables.has(key)) knownTables.set(key, tableOf(kind, language));
    return knownTables.get(key);
  });
}

/** @param {string} kind @param {Intl.LocalesArgument} language */
function tableOf(kind, language) {
  const isMonth = kind === "month";
  const forms = (isMonth ? ["long"] : ["long", "narrow"])
    .map((width) => new Intl.DateTimeFormat(language, { [kind]: width, timeZone: "UTC" }));
  return Array.from({ length: isMonth ? 12 : 7 }, (_, k) => {
    const day = isMonth ? Date.UTC(2024, k, 1) : Date.UTC(2024, 0, 1 + k);
    const names = forms.map((form) => plainWord(form.format(day)));
    return language === ENGLISH && !isMonth ? [...names, LETTERS[k]] : names;
  });
}

/**
 * Return a word in lower case, without accents, blanks, full stops, hyphens and apostrophes.
 * @param {string} word
 */
function plainWord(word) {
  return word.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f .\-–'’]/gu, "");
}
