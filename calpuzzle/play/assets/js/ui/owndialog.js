/*
 * The dialog for a puzzle of the player's own. The player opens a file, or draws and labels a board
 * and chooses pieces from a tray, or, on the page of a nonogram, types clues. The page then plays
 * the puzzle, and the link contains it.
 */

import { busyUntil } from "./busy.js";
import { Dialog } from "./dialog.js";
import { labelled, newElement, plainButton, selectOf, toggleOf, within } from "./elements.js";
import { translate } from "./lang.js";
import { LATTICES } from "../logic/lattices.js";
import { nonogramTyped } from "./nonogramtyped.js";
import { dataFrom, openFile, openOwn, saveText } from "./own.js";
import { ownPicture } from "./ownboard.js";
import { checkGroupNames, groupLines, newForm, pieceNamed, resized, textOfForm, tokensOf } from "./ownform.js";
import { randomPieces } from "./ownrandom.js";
import { chosenTray, familyTray } from "./owntray.js";
import { fromStorage, intoStorage } from "./saved.js";
import { faultOf } from "../logic/toml.js";

const KEPT_FORM = "calpuzzle-own";

/** The dialog. @extends {Dialog<Observable<unknown>>} */
export class OwnPuzzleDialog extends Dialog {
  /** @param {Observable<unknown>} game */
  constructor(game) {
    super("own", game);
    /** @type {OwnForm | null} */
    this.drawn = null;
    /** @type {string | null} */
    this.text = null;
    this.words = newElement("p", { role: "status", className: "own-words" });
    this.parts = newElement("div");
    this.picture = newElement("div");
    this.chosen = newElement("div", { className: "own-tray" });
    this.groups = newElement("textarea");
    this.play = newElement("button");
    this.random = newElement("button");
  }

  /** The current form; the first time, the stored one. */
  get form() {
    return this.drawn ??= storedForm();
  }

  set form(form) {
    this.drawn = form;
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const { puzzle, clued } = /** @type {Partial<Game & NonogramGame>} */ (this.game);
    const { own, text, home } = /** @type {Puzzle | Clued} */ (puzzle ?? clued);
    // If the puzzle being played was not made with this form, show the text of its file.
    this.text = own && text !== undefined && text !== textOfForm(this.form) ? text : null;
    const file = newElement("input", {
      type: "file", hidden: true, "aria-label": translate("own.open"),
      onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) this.tried(() => openFile(chosen));
      },
    });
    const open = plainButton("own.open", () => {
      file.value = "";
      file.click();
    });
    const back = plainButton("own.back", () => {
      location.hash = `puzzle=${encodeURIComponent(home?.name ?? "")}`;
    });
    if (home) back.textContent = translate("own.back", { name: home.title });
    body.append(
      newElement("p", {}, [translate("own.what")]),
      newElement("div", { className: "dialog-buttons" }, [open, ...own ? [back] : []]), file,
    );
    body.append(this.parts, this.words);
    this.draw();
  }

  /** Show the form, or the text of a file instead. */
  draw() {
    const isText = this.text !== null;
    this.parts.replaceChildren(...isText ? this.textParts() : this.formParts());
    this.check();
  }

  textParts() {
    const area = areaOf("own.text", this.text ?? "", 14, (text) => {
      this.text = text;
      this.check();
    });
    const anew = plainButton("own.new", () => this.turnTo(null));
    return [area, this.buttons([anew])];
  }

  formParts() {
    const { form } = this;
    const { clued } = /** @type {Partial<NonogramGame>} */ (this.game);
    const change = (/** @type {Partial<OwnForm>} */ more) => this.change({ ...this.form, ...more });
    const lattices = Object.keys(LATTICES).filter((name) => !LATTICES[name].isLines);
    this.random = plainButton("own.random", () => change({ pieces: randomPieces(this.form) }));
    const tray = newElement("div", {}, [...familyTray(form, change, this.random)]);
    const typed = areaOf("own.rows", form.rows, tokensOf(form).flat().length + 1, (rows) => this.typed({ rows }));
    const groups = areaOf("own.groups", groupLines(form), 3, (text) => this.typed({ groups: text }));
    this.groups = /** @type {HTMLTextAreaElement} */ (within(groups, "textarea"));
    const size = (/** @type {string} */ key, /** @type {Array<number>} */ by) => (
      plainButton(key, () => this.change(resized(this.form, by))));
    return [
      selectOf("own.lattice", lattices.map((name) => [name, translate(`own.${name}`)]), form.lattice, (lattice) => (
        change({ lattice, pieces: {}, cells: 4 }))),
      newElement("p", { className: "small" }, [translate("own.press")]),
      this.picture,
      newElement("div", { className: "dialog-buttons own-size" }, [
        size("own.row.more", [1, 0]), size("own.row.less", [-1, 0]),
        size("own.column.more", [0, 1]), size("own.column.less", [0, -1]),
      ]),
      typed, groups,
      newElement("h3", {}, [translate("own.pieces")]), this.chosen, tray,
      toggleOf(translate("own.flip"), form.flip, (flip) => change({ flip })),
      this.buttons([plainButton("own.asText", () => this.turnTo(textOfForm(this.form)))]),
      ...clued ? nonogramTyped((text) => this.tried(() => openOwn(text)), clued) : [],
    ];
  }

  /** @param {Array<HTMLButtonElement>} more */
  buttons(more) {
    this.play = plainButton("own.play", () => this.tried(() => openOwn(this.written())), {
      className: "plain strong",
    });
    return newElement("div", { className: "dialog-buttons" }, [
      this.play, plainButton("own.save", () => saveText(this.written())), ...more,
    ]);
  }

  written() {
    return this.text ?? textOfForm(this.form);
  }

  /** Switch to the text of a file, or with null to the form. @param {string | null} text */
  turnTo(text) {
    this.text = text;
    this.draw();
    this.sheet.scrollTop = 0;
    this.heading.focus();
  }

  /** Set and store the form, and draw everything that shows it. @param {OwnForm} form */
  change(form) {
    const focused = nameOfControl(/** @type {HTMLElement} */ (document.activeElement));
    this.form = form;
    intoStorage(KEPT_FORM, form);
    const { scrollTop } = this.sheet;
    this.draw();
    this.sheet.scrollTop = scrollTop;
    // The control that had the focus was replaced, or has disappeared.
    const controls = /** @type {Array<HTMLElement>} */ ([...this.parts.querySelectorAll("button, input, select")]);
    controls.find((control) => nameOfControl(control) === focused)?.focus({ preventScroll: true });
  }

  /** Store what was typed. The field is not created again, to keep its cursor. @param {Partial<OwnForm>} more */
  typed(more) {
    this.form = { ...this.form, ...more };
    intoStorage(KEPT_FORM, this.form);
    if (more.rows !== undefined) this.groups.value = groupLines(this.form);
    this.check();
  }

  /** Show what is wrong, or how many cells the pieces cover. */
  check() {
    if (this.text === null) this.drawForm();
    try {
      if (this.text === null) checkGroupNames(this.form);
      const { kind } = dataFrom(this.written());
      this.words.textContent = kind === "pieces" && this.text === null ? areaWords(this.form) : "";
      this.play.disabled = false;
    } catch (fault) {
      this.words.textContent = faultWords(fault);
      this.play.disabled = true;
    }
  }

  drawForm() {
    const { form } = this;
    this.random.hidden = groupLines(form) !== "";
    try {
      this.picture.replaceChildren(ownPicture(form, (next) => this.change(next)));
    } catch {
      this.picture.replaceChildren();
    }
    this.chosen.replaceChildren(...chosenTray(form, (more) => this.change({ ...this.form, ...more })));
  }

  /** @param {() => Promise<void>} open */
  async tried(open) {
    try {
      await busyUntil(open());
      // If this puzzle is being played already, the page is not reloaded.
      this.close();
    } catch (fault) {
      this.words.textContent = faultWords(fault);
    }
  }
}

/**
 * Return what distinguishes a control of the form from all others, also when the form is drawn again.
 * @param {HTMLElement} control
 */
function nameOfControl(control) {
  return control.id || control.dataset.name || (control.closest("label") ?? control).textContent;
}

/**
 * Create a field of several lines under its name.
 * @param {string} key @param {string} value @param {number} rows @param {(text: string) => void} change
 */
function areaOf(key, value, rows, change) {
  const area = newElement("textarea", {
    id: key.replace(".", "-"), value, rows, spellcheck: false, autocapitalize: "off",
    oninput: () => change(area.value),
  });
  return labelled("own-field", key, area);
}

/** Return the form that is stored on the device, or a new one if that is missing or invalid. */
function storedForm() {
  const form = { ...newForm(), ...fromStorage(KEPT_FORM) };
  try {
    textOfForm(form);
    return form.cells >= 1 && form.cells <= LATTICES[form.lattice].families.length ? form : newForm();
  } catch {
    return newForm();
  }
}

/**
 * Return the sentence that states how many cells the pieces cover, and how many are to be covered.
 * @param {OwnForm} form
 */
function areaWords(form) {
  const area = Object.entries(form.pieces)
    .reduce((sum, [name, number]) => sum + number * pieceNamed(form, name).length, 0);
  const cells = tokensOf(form).flat(2).filter((token) => token !== "#").length
    - groupLines(form).split("\n").filter((line) => line.trim()).length;
  return translate("own.fault.area", { area, cells });
}

/** @param {unknown} fault */
function faultWords(fault) {
  const { key, values } = faultOf(fault);
  return key.includes("fault") ? translate(key, values) : translate("own.fault.link");
}
