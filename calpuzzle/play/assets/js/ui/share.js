/*
 * What is shared: a picture, a line of text, and the link.
 *
 * The picture shows the pieces in their colours; or, by a setting, the covered cells in one tone without
 * borders between the pieces, so that two solutions of a date have equal pictures.
 */

import { busyUntil } from "./busy.js";
import { colourNow } from "./colours.js";
import { dateWords, shownLabel } from "./dates.js";
import { Dialog } from "./dialog.js";
import { fieldOf, newElement, plainButton, saveFile, toggleOf } from "./elements.js";
import { boxOfBoard, placeOnBoard } from "../logic/geometry.js";
import { translate } from "./lang.js";
import { ownersOf } from "./landing.js";
import { levelWords } from "./levels.js";
import { linkOf } from "./link.js";
import { boardPaths } from "./outline.js";
import { addressOf, isLocalOnly, qrPictures } from "./phone.js";
import { allPlaced } from "./state.js";

const WIDTH = 1080;
const MARGIN = 80;
const HEAD = 190;
const FOOT = 120;
const FONT = "system-ui, sans-serif";
const COLOURS_OF_SHARE = {
  paper: "#f6f0e5", board: "#e2dacb", covered: "#a39b8d", ink: "#2c2319", muted: "#685a49",
  open: "#fffdf6", accent: "#983a1b",
};

/** @typedef {keyof typeof COLOURS_OF_SHARE} Shade */

/** The dialog that shares. @extends {Dialog<Game | NonogramGame>} */
export class Share extends Dialog {
  /** @param {Game | NonogramGame} game @param {Shared} shared @param {Clock} clock @param {Done} done */
  constructor(game, shared, clock, done) {
    super("share", game);
    this.shared = shared;
    this.clock = clock;
    this.done = done;
    this.canvas = newElement("canvas");
    this.words = newElement("p", { role: "status" });
    this.field = newElement("input");
    this.code = newElement("div");
  }

  /** @param {HTMLElement} body */
  fill(body) {
    this.canvas = newElement("canvas", { role: "img", "aria-label": this.sentence() });
    this.drawPicture();
    this.words = newElement("p", { role: "status" });
    this.field = fieldOf("share.link", this.link(false));
    const file = new File([], "picture.png", { type: "image/png" });
    const canShare = Boolean(navigator.canShare?.({ files: [file] }));
    const send = plainButton(canShare ? "share.send" : "share.save",
      () => busyUntil(this.send(canShare)), { className: "plain strong" });
    const link = this.copied(this.field, "share.copy", "share.copied");
    const line = this.game.solved
      ? [this.copied(fieldOf("share.line", this.line()), "share.line.copy", "share.line.copied")] : [];
    const { hasMoves, texts } = this.shared;
    const linkToggle = hasMoves() ? [toggleOf(translate(texts.link), false, (value) => {
      this.field.value = this.link(value);
      this.drawCode();
    })] : [];
    const hide = hasMoves() ? [toggleOf(translate(texts.hide), this.game.settings.picture === "plain", (value) => {
      this.game.set("picture", value ? "plain" : "colours");
      this.drawPicture();
    })] : [];
    this.code = newElement("div");
    const local = isLocalOnly(this.shared.data)
      ? [newElement("p", { className: "small" }, [translate("share.local")])] : [];
    body.append(
      newElement("p", {}, [translate("share.what")]), this.canvas, ...hide,
      newElement("div", { className: "dialog-buttons" }, [send]),
      ...line, link, ...linkToggle, this.code, ...local, this.words,
      this.shared.foot(() => this.close()),
    );
    this.drawCode();
  }

  /** Draw the link as a QR code, unless it opens the page only on this device. */
  drawCode() {
    this.code.replaceChildren(...isLocalOnly(this.shared.data) ? [] : qrPictures(this.field.value));
  }

  /**
   * Create a row of a field and a button that copies its content.
   * @param {HTMLInputElement} field @param {string} text @param {string} done
   */
  copied(field, text, done) {
    const button = plainButton(text, () => busyUntil(this.copy(field, done)));
    return newElement("div", { className: "share-link" }, [field, button]);
  }

  /** Return the line that reports a solved board but not its solution: board, date, time, help and streak. */
  line() {
    const n = this.done.streak(new Date());
    const row = n > 1 ? [translate("solved.streak", { n })] : [];
    return [this.sentence(), ...this.clock.line(), ...row].join(" · ");
  }

  /** Return the address, with the moves only if the user has chosen that. @param {boolean} withMoves */
  link(withMoves) {
    return addressOf(this.shared.data) + this.shared.link(withMoves);
  }

  /** Return the texts of the picture in one line. */
  sentence() {
    return [...this.shared.head(), this.shared.progress()].filter(Boolean).join(" · ");
  }

  /** Open the device's share dialog with the picture if `canShare`; otherwise save a file. @param {boolean} canShare */
  async send(canShare) {
    const blob = /** @type {Blob} */ (await new Promise((resolve) => {
      this.canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob)), "image/png");
    }));
    const file = new File([blob], `${this.shared.fileName().replace(/[^\p{L}\p{N}-]+/gu, "_")}.png`, { type: "image/png" });
    const save = () => {
      saveFile(file);
      this.words.textContent = translate("share.saved", { file: file.name });
    };
    if (!canShare) {
      save();
      return;
    }
    try {
      const text = this.game.solved ? this.line() : this.sentence();
      await navigator.share({ files: [file], text });
    } catch (fault) {
      // AbortError means that the user has closed the device's share dialog.
      if (/** @type {Error} */ (fault).name !== "AbortError") save();
    }
  }

  /** @param {HTMLInputElement} field @param {string} done */
  async copy(field, done) {
    try {
      await navigator.clipboard.writeText(field.value);
      this.words.textContent = translate(done);
    } catch {
      field.focus();
      this.words.textContent = translate("share.select");
    }
  }

  /** Draw the picture: a small and a large line of text, the board, and the progress. */
  drawPicture() {
    const { canvas, shared } = this;
    const box = shared.box();
    const scale = Math.min((WIDTH - 2 * MARGIN) / box[2], WIDTH / box[3]);
    canvas.width = WIDTH;
    canvas.height = Math.round(HEAD + box[3] * scale + FOOT);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = COLOURS_OF_SHARE.paper;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.textAlign = "center";
    const title = shared.head();
    writeLine(pen, title[0], 84, { size: 34, colour: "muted" });
    writeLine(pen, title[1], 146, { size: 58, weight: 700 });
    writeLine(pen, shared.progress(), canvas.height - 44, { size: 44 });
    pen.translate((WIDTH - box[2] * scale) / 2, HEAD);
    pen.scale(scale, scale);
    pen.translate(-box[0], -box[1]);
    shared.draw(pen, this.game.settings.picture === "colours");
  }
}

/**
 * Return what is shared of a puzzle of pieces. The foot of the dialog opens the dialog that makes
 * challenges.
 * @param {Game} game @param {Challenge} challenge @returns {Shared}
 */
export function sharedPieces(game, challenge) {
  const { puzzle } = game;
  return {
    data: puzzle,
    texts: { link: "share.pieces", hide: "share.hide" },
    head: () => headOf(game),
    progress: () => piecesProgress(game),
    hasMoves: () => game.state.placed.length > 0,
    link: (withMoves) => linkOf(puzzle, withMoves ? game.state : { ...game.state, placed: [], held: null }),
    box: () => boxOfBoard(puzzle, 20),
    draw: (pen, isColoured) => drawBoard(pen, puzzle, game.state, isColoured),
    fileName: () => fileNameOf(game),
    foot: (close) => newElement("div", { className: "dialog-foot" }, [plainButton("challenge.title", () => {
      close();
      challenge.open();
    })]),
  };
}

/** @param {CanvasRenderingContext2D} pen @param {Puzzle} puzzle @param {State} state @param {boolean} isColoured */
function drawBoard(pen, puzzle, state, isColoured) {
  const owners = ownersOf(puzzle, state);
  const covered = puzzle.cells.filter((_, cell) => owners.has(cell));
  // Parts of one colour: [cells, colour].
  const parts = isColoured ? allPlaced(state).map((placement) => /** @type {const} */ ([
    puzzle.cellsOf(placement), colourNow(puzzle, placement[0]),
  ])) : [/** @type {const} */ ([covered, COLOURS_OF_SHARE.covered])];
  if (puzzle.isLines) {
    drawSticks(pen, puzzle, puzzle.cells, COLOURS_OF_SHARE.board);
    for (const [cells, colour] of parts) drawSticks(pen, puzzle, cells, colour);
    return;
  }
  fillCells(pen, puzzle, puzzle.cells, COLOURS_OF_SHARE.board, [-10, 20]);
  for (const [cells, colour] of parts) fillCells(pen, puzzle, cells, colour);
  for (const cell of puzzle.openOn(state.date)) {
    fillCells(pen, puzzle, [puzzle.cells[cell]], COLOURS_OF_SHARE.open, [4, 14]);
    pen.fillStyle = COLOURS_OF_SHARE.accent;
    pen.font = `700 34px ${FONT}`;
    const [x, y] = placeOnBoard(puzzle, puzzle.cells[cell]);
    pen.fillText(shownLabel(puzzle, puzzle.labels[cell]), x, y + 12, 86);
  }
}

/**
 * Fill cells as one area in each layer, without borders between them.
 * @param {CanvasRenderingContext2D} pen @param {Puzzle} puzzle @param {Array<Cell>} cells
 * @param {string} colour @param {Array<number>} [insetAndRound]  as for boardPaths
 */
function fillCells(pen, puzzle, cells, colour, insetAndRound = []) {
  pen.fillStyle = colour;
  for (const path of pathsOn(puzzle, cells, insetAndRound)) pen.fill(path);
}

/** @param {CanvasRenderingContext2D} pen @param {Puzzle} puzzle @param {Array<Cell>} cells @param {string} colour */
function drawSticks(pen, puzzle, cells, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 24;
  pen.lineCap = "round";
  for (const path of pathsOn(puzzle, cells, [])) pen.stroke(path);
}

/**
 * Return the paths around cells of the board, moved to where their layers are.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells @param {Array<number>} insetAndRound
 */
function pathsOn(puzzle, cells, insetAndRound) {
  return boardPaths(puzzle, cells, insetAndRound[0], insetAndRound[1]).map((own) => {
    const path = new Path2D();
    path.addPath(new Path2D(own.getAttribute("d") ?? ""), shiftOf(own));
    return path;
  });
}

/** @param {SVGElement} element */
function shiftOf(element) {
  const [x, y] = element.getAttribute("transform")?.match(/[-\d.]+/gu)?.map(Number) ?? [0, 0];
  return new DOMMatrix([1, 0, 0, 1, x, y]);
}

/**
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} y
 * @param {{size: number, colour?: Shade, weight?: number}} look
 */
function writeLine(pen, text, y, { size, colour = "ink", weight = 400 }) {
  pen.fillStyle = COLOURS_OF_SHARE[colour];
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillText(text, WIDTH / 2, y, WIDTH - MARGIN);
}

/**
 * Return a small line and a large one: the title, and the date or level. If there is neither a date
 * nor a level, they are "" and the title.
 * @param {Game} game
 */
function headOf({ puzzle, state }) {
  const challenge = puzzle.challenges[state.level ?? -1];
  const level = challenge ? levelWords(challenge) : "";
  const large = dateWords(puzzle, state.date) || level;
  return large ? [puzzle.title, large] : ["", puzzle.title];
}

/** Return how many pieces are placed, or that the puzzle is solved. @param {Game} game */
function piecesProgress(game) {
  const { puzzle, state, solved } = game;
  if (solved) return translate("left.solved");
  const all = puzzle.pieces.reduce((sum, { most }) => sum + most, 0);
  const n = state.given.length + state.placed.length;
  return n ? translate("share.placed", { n, all }) : "";
}

/** @param {Game} game */
function fileNameOf({ puzzle, state }) {
  const labels = state.date?.map((label, group) => puzzle.groups[group].labels[label]) ?? [];
  return [puzzle.name, ...labels].join("-");
}
