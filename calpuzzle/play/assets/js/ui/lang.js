/*
 * The texts of one language, by key.
 *
 * Texts are in lang/xx.json, and in the page as one script of JSON; a new file adds a language. `{name}` in a
 * text is replaced by a value; numbers are formatted for the reader's locale. A text with plurals has an
 * entry for each form (`key.one`, `key.other`), selected by the value `n`. A text that a language lacks is
 * English.
 */

const FALLBACK = "en";
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
/** @type {Record<string, Record<string, string | null>>} */
let languages = {};
let language = FALLBACK;
let locale = FALLBACK;
/** @type {Intl.PluralRules | null} */
let forms = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/**
 * Reads the texts in the page and chooses the first language that is there.
 * @param {Array<string>} wished  language tags, the dearest first
 * @returns {string} the one chosen
 */
export function startLanguage(wished) {
  languages = textsByKey(JSON.parse(document.getElementById("languages")?.textContent ?? "{}"));
  const known = wished.map(languageOfTag);
  language = known.find(Boolean) ?? FALLBACK;
  // The country matters for dates and numbers: 20 November, or November 20.
  locale = [...wished, ...navigator.languages].find((tag) => languageOfTag(tag) === language)
    ?? language;
  forms = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(locale);
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  return language;
}

/**
 * The texts of each language by their keys, which stand in the page once for all.
 * @param {Record<string, Array<string>>} tables  with null where a language has no text
 */
function textsByKey({ keys, ...tables }) {
  const named = (/** @type {Array<string>} */ texts) => Object.fromEntries(texts.map((text, k) => [keys[k], text]));
  return Object.fromEntries(Object.entries(tables).map(([tag, texts]) => [tag, named(texts)]));
}

/** The file for a language tag: its own, or that of the language without country. @param {string} tag */
function languageOfTag(tag) {
  const primary = tag.split("-")[0].toLowerCase();
  return [tag, primary].find((name) => Object.hasOwn(languages, name));
}

/**
 * What is wished by the setting: one language, or those of the device.
 * @param {string} setting @returns {Array<string>}
 */
export function languageWishes(setting) {
  return setting === "auto" ? [...navigator.languages] : [setting];
}

/** The languages that the page has, each with its name in itself. @returns {Array<[string, string]>} */
export function knownLanguages() {
  return Object.keys(languages).map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  });
}

/** The tag for Intl: the language chosen, with the reader's country where that is known. @returns {string} */
export function currentLocale() {
  return locale;
}

/** A text with its values filled in. @param {string} key @param {Values} [values] @returns {string} */
export function translate(key, values = {}) {
  const text = textOf(key) ?? textOf(`${key}.${forms?.select(Number(values.n ?? 0))}`)
    ?? textOf(`${key}.other`) ?? key;
  return text.replace(/\{([a-z]+)\}/g, (place, name) => {
    const value = values[name];
    if (value === undefined) return place;
    const words = typeof value === "number" && numbers ? numbers.format(value) : String(value);
    // What is put in is read by itself: its own direction changes nothing around it.
    return isRightToLeft() ? `\u2068${words}\u2069` : words;
  });
}

/** Whether the language chosen is written from right to left. */
export function isRightToLeft() {
  return document.documentElement.dir === "rtl";
}

/** @param {string} key */
function textOf(key) {
  return languages[language]?.[key] ?? languages[FALLBACK]?.[key];
}

/** Several things in a row, as the language writes them. @param {Array<string>} parts @returns {string} */
export function listed(parts) {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
}

/** Puts the texts into all elements that name one. @param {ParentNode} root */
export function fillTexts(root) {
  for (const element of root.querySelectorAll(/** @type {"div"} */ ("[data-say]"))) {
    element.textContent = translate(element.dataset.say ?? "");
  }
  for (const element of root.querySelectorAll(/** @type {"div"} */ ("[data-label]"))) {
    const text = translate(element.dataset.label ?? "");
    element.setAttribute("aria-label", text);
    if (element.tagName === "BUTTON") element.title = text;
  }
}

/** A number in little room: from ten thousand on in short. @param {number} n @returns {string} */
export function shortNumber(n) {
  /** @type {Intl.NumberFormatOptions} */
  const form = n < 10000 ? {} : { notation: "compact", maximumSignificantDigits: 2 };
  return n.toLocaleString(locale, form);
}
