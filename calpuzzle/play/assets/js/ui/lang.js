/*
 * The texts of the page in all its languages, by key, and the current language.
 *
 * Texts are in calpuzzle/lang/xx.json, and in the page as JSON; a new file adds a language. `{name}` in a
 * text is replaced by a value; numbers are formatted for the reader's locale. A text with plurals has an
 * entry for each form (`key.one`, `key.other`), selected by the value `n`. A text that a language lacks is
 * English.
 */

const FALLBACK = "en";
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
/** @type {Array<string>} */
let tags = []; // of all languages of the page
/** @type {Record<string, string | null>} */
let texts = {};
/** @type {Record<string, string | null>} */
let fallbackTexts = {};
let locale = FALLBACK;
/** @type {Intl.PluralRules | null} */
let forms = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/**
 * Read the texts from the page, and choose the first wished language that the page has, or English.
 * @param {Array<string>} wished  language tags, in order of preference
 * @returns {string} the chosen language
 */
export function startLanguage(wished) {
  // The keys are stored once, and for each language a list in the same order.
  const { keys, ...tables } = JSON.parse(document.getElementById("languages")?.textContent ?? "{}");
  tags = Object.keys(tables);
  const language = wished.map(languageOfTag).find(Boolean) ?? FALLBACK;
  texts = textsByKey(keys, tables[language]);
  fallbackTexts = textsByKey(keys, tables[FALLBACK]);
  // The country of the device determines the form of dates and numbers: 20 November, or November 20.
  locale = navigator.languages.find((tag) => languageOfTag(tag) === language) ?? language;
  forms = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(locale);
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  return language;
}

/** @param {Array<string>} keys @param {Array<string | null>} [list]  null where the language has no text */
function textsByKey(keys, list = []) {
  return Object.fromEntries(list.map((text, k) => [keys[k], text]));
}

/**
 * Return the known language of a tag, if any: the tag itself, or its part without the country.
 * @param {string} tag
 */
function languageOfTag(tag) {
  const primary = tag.split("-")[0].toLowerCase();
  return [tag, primary].find((name) => tags.includes(name));
}

/**
 * Return the wished languages according to the setting: one language, or those of the device.
 * @param {string} setting @returns {Array<string>}
 */
export function languageWishes(setting) {
  return setting === "auto" ? [...navigator.languages] : [setting];
}

/**
 * Return the languages of the page: the tag of each, and its name in that language.
 * @returns {Array<[string, string]>}
 */
export function knownLanguages() {
  return tags.map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  });
}

/**
 * Return the tag for Intl: the current language, with the country if the device states one for it.
 * @returns {string}
 */
export function currentLocale() {
  return locale;
}

/**
 * Return a text with its values filled in.
 * @param {string} key @param {Values} [values] @returns {string}
 */
export function translate(key, values = {}) {
  const text = textOf(key) ?? textOf(`${key}.${forms?.select(Number(values.n ?? 0))}`)
    ?? textOf(`${key}.other`) ?? key;
  return text.replace(/\{([a-z]+)\}/g, (place, name) => {
    const value = values[name];
    if (value === undefined) return place;
    const words = typeof value === "number" && numbers ? numbers.format(value) : String(value);
    // Isolate the value, so that its writing direction does not affect the text around it.
    return isRightToLeft() ? `\u2068${words}\u2069` : words;
  });
}

/** Return whether the current language is written from right to left. */
export function isRightToLeft() {
  return document.documentElement.dir === "rtl";
}

/** @param {string} key */
function textOf(key) {
  return texts[key] ?? fallbackTexts[key];
}

/**
 * Return a list as the current language writes it: "a, b and c" in English.
 * @param {Array<string>} parts @returns {string}
 */
export function listed(parts) {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
}

/** Fill in the texts of all elements with `data-say` or `data-label`. @param {ParentNode} root */
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

/**
 * Return a number in short form: abbreviated from 10,000 on, such as 12K.
 * @param {number} n @returns {string}
 */
export function shortNumber(n) {
  /** @type {Intl.NumberFormatOptions} */
  const form = n < 10000 ? {} : { notation: "compact", maximumSignificantDigits: 2 };
  return n.toLocaleString(locale, form);
}

/**
 * Return a number of solutions in short form, with a plus sign if there are more.
 * @param {{count: number | null, exact: boolean}} of  the number is 0 if `count` is null
 */
export function countWithPlus({ count, exact }) {
  return shortNumber(count ?? 0) + (exact ? "" : "+");
}
