/*
 * What the labels of a calendar mean, as far as a page needs it: on which weekday their week begins, and
 * whether they stand in their order. Names are read in English and in the languages of the page, whole
 * or shortened; months and days go by their places.
 */

const ENGLISH = "en";
const LETTERS = { 3: "r", 6: "u" }; // of a week in English
const knownTables = new Map();
const NUMBER = /^(\d{1,2})(?:\p{L}{1,2}|\.)?$/u;

/**
 * The calendar of groups, or null where they are none, or it is not known which weekday is which.
 * @param {Array<{name: string, labels: Array<string>}>} groups
 * @param {number} weekStarts  the weekday of the first label where the file says it, else -1
 * @param {Array<string>} languages
 * @returns {{calendar: Object | null, wrong: string | null}}  with the group that is out of order
 */
export function calendarOf(groups, weekStarts, languages) {
  const at = Object.fromEntries(groups.map(({ name }, k) => [name, k]));
  const sizes = { month: 12, day: 31, weekday: 7 };
  const isCalendar = "month" in at && "day" in at
    && groups.every(({ name, labels, parts }) => sizes[name] === labels.length && !parts);
  if (!isCalendar) return { calendar: null, wrong: null };
  const [months, days, week = null] = ["month", "day", "weekday"].map((name) => groups[at[name]]?.labels);
  const starts = week && startsOf(week, languages);
  const isWrong = {
    month: !isNumbered(months) && !startsIn(months, namesOf("month", languages)).has(0)
      && isMixed(months, namesOf("month", languages)),
    day: days.some((label, k) => ![0, k + 1].includes(numberIn(label, days.length))),
    weekday: week && !starts.size && isMixed(week, namesOf("weekday", languages)),
  };
  const wrong = Object.keys(isWrong).find((name) => isWrong[name]) ?? null;
  if (week && weekStarts >= 0 && starts.size && !starts.has(weekStarts)) return { calendar: null, wrong: "weekday" };
  const start = !week ? 0 : weekStarts >= 0 ? weekStarts : starts.size === 1 ? [...starts][0] : -1;
  if (wrong || start < 0) return { calendar: null, wrong };
  const weekdays = week ? [...week.slice(7 - start), ...week.slice(0, 7 - start)] : [];
  return {
    calendar: {
      month: at.month, day: at.day, weekday: at.weekday ?? null, months, days, weekdays,
    },
    wrong,
  };
}

/**
 * The labels among others that are the months, days or weekdays, in their order; null where they are not
 * all there.
 * @param {"month" | "day" | "weekday"} kind
 * @param {Array<string>} labels
 * @param {Array<string>} languages
 * @returns {Array<string> | null}
 */
export function labelsInOrder(kind, labels, languages) {
  if (kind === "day") {
    const days = Array.from({ length: 31 }, (_, k) => labels.find((own) => numberIn(own, 31) === k + 1));
    return days.includes(undefined) ? null : days;
  }
  for (const names of namesOf(kind, languages)) {
    const found = names.map((own) => labels.find((label) => isCalled(label, own, kind === "month" ? 3 : 2)));
    if (!found.includes(undefined) && new Set(found).size === found.length) return found;
  }
  return null;
}

/** Whether labels are the numbers from 1 on. */
function isNumbered(labels) {
  return labels.every((label, k) => numberIn(label, labels.length) === k + 1);
}

/** The number in a label such as `7`, `07`, `7th` or `7.`, up to the most; else 0. */
function numberIn(label, most) {
  const number = Number(NUMBER.exec(label)?.[1] ?? 0);
  return number <= most ? number : 0;
}

/** The weekdays on which a week can begin whose days are called so. */
function startsOf(week, languages) {
  return startsIn(week, namesOf("weekday", languages));
}

/** At which names labels can begin that follow one another in a language. */
function startsIn(labels, tables) {
  const found = new Set();
  for (const names of tables) {
    for (let start = 0; start < labels.length; start += 1) {
      const isSo = labels.every((label, k) => isCalled(label, names[(start + k) % labels.length]));
      if (isSo) found.add(start);
    }
  }
  return found;
}

/** Whether labels are all the names of a language, in another order. */
function isMixed(labels, tables) {
  return tables.some((names) => {
    const meant = labels.map((label) => names.findIndex((own) => isCalled(label, own, 3)));
    return !meant.includes(-1) && new Set(meant).size === labels.length;
  });
}

/** Whether a label is one of some names, or begins the first. */
function isCalled(label, names, least = 1) {
  const word = plainWord(label);
  return word.length >= least && (names.includes(word) || names[0].startsWith(word));
}

/** The names of months, or of weekdays from Monday on, in each language: long, then narrow. */
function namesOf(kind, languages) {
  return languages.map((language) => {
    const key = `${kind} ${language}`;
    // To make what writes dates takes long.
    if (!knownTables.has(key)) knownTables.set(key, tableOf(kind, language));
    return knownTables.get(key);
  });
}

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

/** A word small, without accents, stops and hyphens. */
function plainWord(word) {
  return word.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f .\-–'’]/gu, "");
}
