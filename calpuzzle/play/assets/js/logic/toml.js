/*
 * Parses the TOML of puzzle files: tables (as Maps), strings, whole numbers, booleans and lists. Floats and dates
 * are rejected, because no key of a puzzle file has such a value.
 *
 * A table may be defined only once: by a header (its name in brackets), or by dotted keys that are
 * all below the same header. An inline table must not be extended.
 */

import { lastOf } from "./shapes.js";

const BARE = /[A-Za-z0-9_-]+/uy;
const SPACE = /[ \t]*/uy;
const IDLE = /(?:[ \t\n]|#[^\n]*)*/uy;
const COMMENT_END = /[ \t]*(?:#[^\n]*)?(?:\n|$)/uy;
const CONTROL_IN_TOML = /[\0-\x08\x0b-\x1f\x7f]/u;
const WORD = /[^\s,\]}#]+/uy;
const DECIMAL = /^[+-]?(?:0|[1-9](?:_?[0-9])*)$/u;
const RADIX = /^0(?:x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*|o[0-7]+(?:_[0-7]+)*|b[01]+(?:_[01]+)*)$/u;
const ESCAPES = new Map(Object.entries({ b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" }));
const DEEPEST = 50;

/** A fault in the input: the key of a sentence, and its values. */
export class GivenFault extends Error {
  /** @param {string} key @param {Values} [values] */
  constructor(key, values = {}) {
    super(key);
    this.values = values;
  }
}

/**
 * Return a thrown error as a Fault; an error of another kind keeps its message.
 * @param {unknown} thrown @returns {Fault}
 */
export function faultOf(thrown) {
  if (thrown instanceof GivenFault) return { key: thrown.message, values: thrown.values };
  return { key: thrown instanceof Error ? thrown.message : String(thrown), values: {} };
}

/** @typedef {Map<string, any>} Table  any: puzzlefile.js checks the type of each value by its key */

/** Parse a text; throw a GivenFault that names the line of a fault. @param {string} text @returns {Table} */
export function tomlOf(text) {
  return new Reader(text.replace(/\r\n?/gu, "\n")).all();
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
    this.named = new Set();  // the tables that must not be defined again
    this.frozen = new Set(); // the inline tables
    /** @type {Array<Table>} */
    // The tables of dotted keys, which become `named` when the next table begins.
    this.pending = [];
  }

  /** @returns {never} */
  fail() {
    const line = this.text.slice(0, this.at).split("\n").length;
    throw new GivenFault("own.fault.toml", { line });
  }

  /** Consume and return what a pattern matches here; null if it does not match. @param {RegExp} pattern */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found && found[0];
  }

  /** Consume a mark if it is here; return whether it is. @param {string} mark */
  accept(mark) {
    const isHere = this.text.startsWith(mark, this.at);
    if (isHere) this.at += mark.length;
    return isHere;
  }

  /** @param {string} mark */
  expect(mark) {
    if (!this.accept(mark)) this.fail();
  }

  all() {
    const bad = CONTROL_IN_TOML.exec(this.text);
    if (bad) {
      this.at = bad.index;
      this.fail();
    }
    const root = new Map();
    let table = root;
    while (this.take(IDLE) !== null && this.at < this.text.length) {
      if (this.accept("[")) table = this.header(root);
      else this.pair(table, true);
      if (this.take(COMMENT_END) === null) this.fail();
    }
    return root;
  }

  /** Return the table whose name in brackets begins here. @param {Table} root */
  header(root) {
    for (const table of this.pending.splice(0)) this.named.add(table);
    const keys = this.keys();
    this.expect("]");
    const table = this.below(root, keys);
    if (this.named.has(table)) this.fail();
    this.named.add(table);
    return table;
  }

  /** Return the table at a path of keys; create missing ones. @param {Table} table @param {Array<string>} keys */
  below(table, keys) {
    return keys.reduce((own, key) => {
      if (!own.has(key)) own.set(key, new Map());
      const found = own.get(key);
      if (!(found instanceof Map) || this.frozen.has(found)) this.fail();
      return found;
    }, table);
  }

  /** @param {Table} table @param {boolean} isPlain */
  pair(table, isPlain) {
    const keys = this.keys();
    this.expect("=");
    this.take(SPACE);
    const value = this.value();
    let own = table;
    for (const key of keys.slice(0, -1)) {
      own = this.below(own, [key]);
      if (isPlain && this.named.has(own)) this.fail();
      if (isPlain) this.pending.push(own);
    }
    const last = lastOf(keys);
    if (own.has(last)) this.fail();
    own.set(last, value);
  }

  /** Consume and return keys separated by dots. */
  keys() {
    const keys = [];
    do {
      this.take(SPACE);
      const key = this.accept('"') ? this.basic() : this.accept("'") ? this.literal() : this.take(BARE);
      if (key === null) this.fail();
      keys.push(key);
      this.take(SPACE);
    } while (this.accept("."));
    return keys;
  }

  value() {
    if (this.accept('"""')) return this.basic(true);
    if (this.accept("'''")) return this.literal(true);
    if (this.accept('"')) return this.basic();
    if (this.accept("'")) return this.literal();
    if (this.accept("[")) return this.inside(() => this.list());
    if (this.accept("{")) return this.inside(() => this.braces());
    const start = this.at;
    const word = this.take(WORD) ?? "";
    if (word === "true" || word === "false") return word === "true";
    const plain = word.replaceAll("_", "");
    if (DECIMAL.test(word) || RADIX.test(word)) return Number(plain);
    this.at = start;
    return this.fail();
  }

  /** @template T @param {() => T} read */
  inside(read) {
    this.depth += 1;
    if (this.depth > DEEPEST) this.fail();
    const value = read();
    this.depth -= 1;
    return value;
  }

  list() {
    const found = /** @type {Array<unknown>} */ ([]);
    for (;;) {
      this.take(IDLE);
      if (this.accept("]")) return found;
      found.push(this.value());
      this.take(IDLE);
      if (this.accept("]")) return found;
      this.expect(",");
    }
  }

  /** Consume and return the rest of an inline table, after the opening brace. */
  braces() {
    const table = new Map();
    this.take(SPACE);
    if (!this.accept("}")) {
      do {
        this.take(SPACE);
        this.pair(table, false);
        this.take(SPACE);
      } while (this.accept(","));
      this.expect("}");
    }
    this.freeze(table);
    return table;
  }

  /** @param {Table} table */
  freeze(table) {
    this.frozen.add(table);
    for (const own of table.values()) if (own instanceof Map) this.freeze(own);
  }

  /** Consume and return the rest of a string in double quotes, after the opening ones. */
  basic(isLong = false) {
    const end = isLong ? '"""' : '"';
    if (isLong) this.accept("\n");
    let found = "";
    while (!this.accept(end)) {
      const char = this.text[this.at];
      if (char === undefined || (!isLong && char === "\n")) this.fail();
      this.at += 1;
      found += char === "\\" ? this.escaped(isLong) : char;
    }
    return isLong ? found + this.moreQuotes('"') : found;
  }

  /** @param {boolean} isLong */
  escaped(isLong) {
    if (isLong && this.take(/[ \t]*\n[ \t\n]*/uy) !== null) return "";
    const char = this.text[this.at] ?? "";
    this.at += 1;
    const plain = ESCAPES.get(char);
    if (plain !== undefined) return plain;
    const size = char === "u" ? 4 : char === "U" ? 8 : 0;
    const digits = this.text.slice(this.at, this.at + size);
    const code = Number.parseInt(digits, 16);
    const isCode = size && digits.length === size && /^[0-9A-Fa-f]+$/u.test(digits)
      && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (!isCode) this.fail();
    this.at += size;
    return String.fromCodePoint(code);
  }

  /** Consume and return the rest of a string in single quotes, after the opening ones. */
  literal(isLong = false) {
    const end = isLong ? "'''" : "'";
    if (isLong) this.accept("\n");
    const stop = this.text.indexOf(end, this.at);
    const found = this.text.slice(this.at, stop);
    if (stop < 0 || (!isLong && found.includes("\n"))) this.fail();
    this.at = stop + end.length;
    return isLong ? found + this.moreQuotes("'") : found;
  }

  /**
   * Consume and return up to two more quotes: a long string may end with quotes of its own.
   * @param {string} quote
   */
  moreQuotes(quote) {
    return (this.accept(quote) ? quote : "") + (this.accept(quote) ? quote : "");
  }
}
