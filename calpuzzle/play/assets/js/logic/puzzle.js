/*
 * The puzzle that is played: board, pieces, all placements, and their notation.
 *
 * It is created once from the data in the page, and does not change, except that challenges may be appended,
 * and the player may set colours (`ownColours`, by the names of pieces). Placements are numbered by piece, then by
 * orientation, then in reading order.
 */

import { outlineOf, panelsOf } from "./geometry.js";
import { moved } from "./shapes.js";

const WHERE = /^@([^:]+?)(?::([0-9]{1,9}))?$/u;
const PLACE = /^[0-9]{1,9}(?:,[0-9]{1,9})+$/u;

/** @type {new (data: PuzzleData) => PuzzleData} */
const Data = /** @type {new (data: PuzzleData) => any} any: the properties come from the data */ (class {
  /** @param {PuzzleData} data */
  constructor(data) {
    Object.assign(this, data);
  }
});

/** The puzzle; the properties of PuzzleData are its properties. */
export class Puzzle extends Data {
  /** @param {PuzzleData} data */
  constructor(data) {
    super(data);
    this.challenges = data.challenges;
    /** @type {Map<string, string> | undefined} */
    this.ownColours = undefined;
    this.mayStayEmpty = new Set(data.optional);
    this.at = new Map(data.cells.map((cell, k) => [cell.join(), k]));
    // Rows and columns as users count them, from 0.
    this.spots = data.spots ?? data.cells;
    this.spotted = new Map(this.spots.map((spot, k) => [spot.join(), k]));
    this.isLines = Object.values(data.outlines).some((corners) => corners.length < 3);
    this.isSolid = data.cells[0].length > 2;
    this.layers = this.isSolid ? [...new Set(data.cells.map(([layer]) => layer))] : [];
    this.panels = panelsOf(this);
    // The optional cells that users see as cells: for sticks, without the points between segments.
    this.free = data.optional.filter((cell) => outlineOf(this, data.cells[cell]).length > 1);
    this.labelled = new Map(data.labels.map((label, k) => (
      /** @type {[string, number]} */ ([label, k]))).filter(([label]) => label));
    this.known = knownNames(data.pieces);
    /** @type {Array<Placement>} */
    this.placements = [];
    /** @type {Array<Array<number>>} */
    this.coverings = [];
    this.numbers = new Map();
    for (const { placement, covered } of this.everywhere()) {
      this.numbers.set(placement.join(), this.placements.length);
      this.placements.push(placement);
      this.coverings.push(covered);
    }
  }

  /** Return the number of a cell of the board, or -1. @param {Cell} cell @returns {number} */
  cellAt(cell) {
    return this.at.get(cell.join()) ?? -1;
  }

  /**
   * Return the number of the cell at a row and column as users count them, or -1.
   * @param {Array<number>} spot @returns {number}
   */
  cellAtSpot(spot) {
    return this.spotted.get(spot.join()) ?? -1;
  }

  /**
   * Return the cells that a placement covers, on the board or off it, in reading order.
   * @param {Placement} placement @returns {Array<Cell>}
   */
  cellsOf([piece, orientation, ...at]) {
    return moved(this.pieces[piece].orientations[orientation], at);
  }

  /**
   * Return the numbers of the cells that a placement covers, or null if it does not fit the board.
   * @param {Placement} placement @returns {Array<number> | null}
   */
  covered(placement) {
    const [piece, orientation, ...at] = placement;
    if (at.some((way) => way % this.step)) return null;
    const numbers = this.cellsOf(placement).map((cell) => this.cellAt(cell));
    if (numbers.includes(-1)) return null;
    const wanted = this.pieces[piece].colours?.[orientation];
    return wanted?.some((colour, k) => colour !== this.colours[numbers[k]]) ? null : numbers;
  }

  /**
   * Return the number of a placement in `placements`, or -1 if it does not fit the board.
   * @param {Placement} placement @returns {number}
   */
  numberOf(placement) {
    return this.numbers.get(placement.join()) ?? -1;
  }

  /**
   * Return the cells that stay uncovered on a date.
   * @param {DateLabels} date @returns {Array<number>}
   */
  openOn(date) {
    if (!date) return [];
    return date.flatMap((label, group) => this.openedBy(group)[label]);
  }

  /**
   * Return the cells that each label of a group leaves uncovered: one, unless the group has label sets.
   * @param {number} group @returns {Array<Array<number>>}
   */
  openedBy(group) {
    const { labels, labelSets = labels.map((label) => [label]) } = this.groups[group];
    return labelSets.map((own) => own.map((label) => this.labelled.get(label) ?? -1));
  }

  /**
   * Return the orientation after the least clockwise turn, or null if the piece may not turn.
   * @param {number} piece @param {number} orientation @returns {number | null}
   */
  turned(piece, orientation) {
    return this.pieces[piece].turned[orientation];
  }

  /**
   * Return the orientation after turning over, or null if that is forbidden or changes nothing.
   * @param {number} piece @param {number} orientation @returns {number | null}
   */
  flipped(piece, orientation) {
    return this.pieces[piece].flipped[orientation];
  }

  /**
   * Return the orientation after tipping over the front edge, or null if that is forbidden or
   * changes nothing, or if the board is flat.
   * @param {number} piece @param {number} orientation @returns {number | null}
   */
  tipped(piece, orientation) {
    return this.pieces[piece].tipped?.[orientation] ?? null;
  }

  /**
   * Return whether some piece has this motion (`turned`, `flipped`, `tipped`).
   * @param {Motion} motion @returns {boolean}
   */
  can(motion) {
    return this.pieces.some((_, piece) => this.pieces[piece].orientations
      .some((_shape, orientation) => this[motion](piece, orientation) !== null));
  }

  /**
   * Return the notation of a placement: `PIECE@ROW,COLUMN:K` (`PIECE@LAYER,ROW,COLUMN:K` in space), with the
   * first cell in reading order and the number of the orientation, which is omitted if there is only one.
   * @param {Placement} placement @returns {string}
   */
  written(placement) {
    const [piece, orientation] = placement;
    const own = this.pieces[piece];
    const [first] = this.cellsOf(placement);
    const name = this.known.get(own.name) === piece ? own.name : own.names[0];
    const several = this.shapeNumber(piece, own.orientations.length - 1) > 1;
    const number = several ? `:${this.shapeNumber(piece, orientation)}` : "";
    return `${name}@${first.join()}${number}`;
  }

  /**
   * Return the number of an orientation in the notation, counted from 1.
   * @param {number} piece @param {number} orientation @returns {number}
   */
  shapeNumber(piece, orientation) {
    // Orientations that differ only in colours share a number.
    return this.pieces[piece].numbers?.[orientation] ?? orientation + 1;
  }

  /**
   * Return the number of the challenge with these placements; it is added if it is new.
   * @param {Array<Placement>} placements @returns {number}
   */
  challengeOf(placements) {
    const placed = placements.map((placement) => this.written(placement)).sort();
    const name = placed.join(" ");
    const known = this.challenges.findIndex((own) => own.name === name);
    if (known >= 0) return known;
    this.challenges = [...this.challenges, { name, placed, isMade: true }];
    return this.challenges.length - 1;
  }

  /**
   * Parse placements separated by blanks, in the notation of `written`; the first cell may be given by its
   * label, and the number may be omitted if only one orientation fits there.
   * @param {string} text @returns {{placed: Array<Placement>, fault: Fault | null}}
   *          the placements before the first fault
   */
  read(text) {
    const placed = [];
    let rest = text.trim();
    while (rest) {
      const name = this.nameAhead(rest);
      const word = rest.slice(name.length).split(/\s/u, 1)[0];
      const found = this.readOne(name, word);
      if (!Array.isArray(found)) return { placed, fault: found };
      placed.push(found);
      rest = rest.slice(name.length + word.length).trim();
    }
    return { placed, fault: null };
  }

  /** Return the name with which a text begins; it may contain blanks and @. @param {string} text */
  nameAhead(text) {
    const names = [...this.known.keys()].sort((a, b) => b.length - a.length);
    return names.find((name) => text.startsWith(`${name}@`)) ?? text.split(/[\s@]/u, 1)[0];
  }

  /** Return the placement that is written, or the fault. @param {string} name @param {string} rest */
  readOne(name, rest) {
    const word = name + rest;
    const match = WHERE.exec(rest);
    if (!name || !match) return fault("notation.form", { word });
    const piece = this.known.get(name);
    if (piece === undefined) return fault("notation.piece", { word, name });
    const cell = this.readCell(match[1]);
    if (cell === undefined) return fault("notation.cell", { word, where: match[1] });
    const fitting = this.firstAt(piece, cell);
    const chosen = fitting.filter(([, orientation]) =>
      match[2] === undefined || this.shapeNumber(piece, orientation) === Number(match[2]));
    if (!chosen.length) return fault("notation.fits", { word, name });
    return chosen.length === 1 ? chosen[0] : fault("notation.ways", { word, name });
  }

  /** Return the number of the cell that a text names, or undefined. @param {string} where */
  readCell(where) {
    if (!PLACE.test(where)) return this.labelled.get(where);
    const cell = this.cellAt(where.split(",").map(Number));
    return cell < 0 ? undefined : cell;
  }

  /**
   * Return the placements of a piece whose first cell in reading order is this one.
   * @param {number} piece @param {number} cell
   */
  firstAt(piece, cell) {
    return this.placements.filter((own, k) => own[0] === piece && this.coverings[k][0] === cell);
  }

  /** Yield all placements and the cells that each covers, in the order of their numbers. */
  *everywhere() {
    for (const [piece, own] of this.pieces.entries()) {
      if (!own.most) continue;
      for (const [orientation, shape] of own.orientations.entries()) {
        for (const cell of this.cells) {
          const at = cell.map((place, axis) => place - shape[0][axis]);
          const placement = [piece, orientation, ...at];
          const covered = this.covered(placement);
          if (covered) yield { placement, covered };
        }
      }
    }
  }
}

/**
 * Return the piece of each name. Each copy has a name, such as `I4#2`; all copies share `I4`.
 * @param {Array<PieceData>} pieces
 */
function knownNames(pieces) {
  const known = new Map();
  for (const [piece, own] of pieces.entries()) {
    for (const name of [own.name, ...own.names.map((copy) => copy.split("#")[0])]) {
      if (!known.has(name)) known.set(name, piece);
    }
  }
  for (const [piece, own] of pieces.entries()) {
    for (const name of own.names) known.set(name, piece);
  }
  return known;
}

/** @param {string} key @param {Values} values @returns {Fault} */
function fault(key, values) {
  return { key, values };
}
