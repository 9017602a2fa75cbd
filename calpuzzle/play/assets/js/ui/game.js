/*
 * The current game: the state, the worker's answers about it, the settings, and the listeners.
 *
 * Each action of the player is one method; no other module sets `state`. After each change the
 * listeners are called with an event (`{kind, ...}`); the one that draws precedes those that
 * announce the change. `preview` (where the held piece would be placed) and `cursor` (the cell of
 * the keyboard cursor) are not part of the position.
 */

import { keepState, storedState, storageKeyOf } from "./saved.js";
import { centredOn, fitting, isSolved, misfit, nearestOf, nextCell } from "./landing.js";
import { stepOf, tapped, withinBoard } from "./landing.js";
import { linkOf, readLink, fittingInTurn } from "./link.js";
import { allPlaced, orientHeld, orientInTray, hover, inTray, placeHeld, lift, pick } from "./state.js";
import { putBack, redo, reset, samePlacement, settled, undo, withPlaced } from "./state.js";
import { Observable } from "./observable.js";
import { longerTrail } from "./trail.js";

/** One puzzle being played. @extends {Observable<State>} */
export class Game extends Observable {
  /** @param {Puzzle} puzzle @param {Asker} asker @param {SettingValues} settings */
  constructor(puzzle, asker, settings) {
    super(asker, settings);
    this.puzzle = puzzle;
    /** @type {RemainingAnswer | null} */
    this.answer = null;    // the remaining solutions of the current position, null while they are not known
    /** @type {PlacesAnswer | null} */
    this.places = null;    // the analysis of the held piece; null if the setting is off, or it is not known yet
    /** @type {Placement | null} */
    this.preview = null;
    this.cursor = 0;
    this.isDragging = false; // whether a pointer drags the held piece
    this.counting = new AbortController();
  }

  /** Set the next state, and notify the listeners of the event. @param {State} state @param {GameEvent} event */
  change(state, event) {
    const { state: before } = /** @type {{state: State | null}} */ (this);
    const isSame = before && samePosition(before, state);
    this.state = isSame ? state : withTrail(state);
    this.preview = null;
    if (!isSame) {
      this.answer = null;
      this.leavePosition();
    }
    const isEntry = event.kind === "opened" && before !== null && !event.isFollowed;
    if (!before || !sameKept(settled(before), settled(state))) this.keep(isEntry);
    this.notify({ ...event, moved: !isSame });
    if (!isSame) this.ask();
  }

  /** Store the position on the device, and put it into the address. @param {boolean} isEntry  as in address.js */
  keep(isEntry) {
    this.noteKept(keepState(this.puzzle, this.state), linkOf(this.puzzle, this.state), isEntry);
  }

  /**
   * Adopt the position that another window has stored for this date. Otherwise the next move here would silently
   * overwrite the moves made there.
   * @param {string | null} key  the key of the storage that has changed
   */
  followOther(key) {
    const { puzzle, state } = this;
    const { date, level, given } = state;
    if (key !== this.storageKey) return;
    const { state: there, corrupted } = storedState(puzzle, date, level, given);
    if (corrupted || there.placed.join(";") === settled(state).placed.join(";")) return;
    this.change(there, { kind: "elsewhere" });
  }

  /** Request the remaining solutions, if the player wants to see them. */
  async ask() {
    if (this.settings.left === "hidden") return;
    const asked = this.state;
    const progress = (/** @type {number} */ found) => this.usePartialAnswer(asked, found);
    this.counting = new AbortController();
    const answer = await this.question("remaining", {}, { progress, signal: this.counting.signal });
    if (!answer || !samePosition(asked, this.state)) return;
    this.answer = answer;
    this.notify({ kind: "answer" });
  }

  /**
   * Use a partial result: if the player wants to know only whether a solution remains, the first one found
   * answers that, while the worker continues to list the others.
   * @param {State} asked @param {number} found
   */
  usePartialAnswer(asked, found) {
    const isEnough = found > 0 && this.settings.left === "possible";
    if (!isEnough || this.answer || !samePosition(asked, this.state)) return;
    this.answer = { count: found - 1, exact: false, possible: true, forced: null, culprit: null, never: false };
    this.notify({ kind: "answer" });
  }

  /**
   * Return the worker's answer about the current position, or null. By default (without `how`), a
   * change of the position drops the question, and the answer is null.
   * @template {keyof Answers} K @param {K} ask @param {Record<string, unknown>} [more] @param {AskOptions} [how]
   * @returns {Promise<Answers[K] | null>}
   */
  question(ask, more = {}, how = { signal: this.position.signal }) {
    return this.answered({ ask, date: this.state.date, placed: allPlaced(this.state), ...more }, how);
  }

  /**
   * Change a setting. If the remaining solutions become visible, request them.
   * @param {keyof SettingValues} name @param {string | boolean} value
   */
  set(name, value) {
    super.set(name, value);
    if (name === "left" && value === "hidden") {
      this.counting.abort();
      // A partial answer would remain, because nothing completes it now.
      if (!this.answer?.exact) this.answer = null;
    } else if (name === "left" && !this.answer) this.ask();
  }

  /**
   * Open a date (or a level) as it was left, or as a link defines it.
   * @param {DateLabels} date @param {number | null} [level]
   * @param {{linked?: Array<Placement> | null, isFollowed?: boolean}} [link]  the placements of a link, and
   *        whether the address contains this position already
   */
  open(date, level = null, { linked = null, isFollowed = false } = {}) {
    const { puzzle } = this;
    const names = level === null ? [] : puzzle.challenges[level].placed;
    const given = names.flatMap((name) => puzzle.read(name).placed);
    const { state, corrupted } = storedState(puzzle, date, level, given);
    const faults = corrupted ? [{ key: "fault.saved", values: {} }] : [];
    this.cursor = puzzle.openOn(date)[0] ?? 0;
    this.change(this.withLinked(state, linked, faults), { kind: "opened", isFollowed });
    for (const fault of faults) this.notify({ kind: "fault", ...fault });
  }

  /**
   * Return the stored state with the placements of a link instead of its own; undo restores its
   * own. Add a fault for each placement that does not fit.
   * @param {State} state @param {Array<Placement> | null} linked @param {Array<{key: string, values: {}}>} faults
   */
  withLinked(state, linked, faults) {
    if (!linked) return state;
    const placed = fittingInTurn(this.puzzle, state.date, state.given, linked);
    for (const own of linked.filter((placement) => !placed.includes(placement))) {
      faults.push({ key: "link.placed", values: { placement: this.puzzle.written(own) } });
    }
    if (placed.join(";") === state.placed.join(";")) return state;
    return withPlaced(state, placed);
  }

  /**
   * Open the position of an address.
   * @param {string} hash
   * @param {DateLabels} today  for an address without a date
   * @param {number | null} [first]  the level for an address without a hash
   */
  openLink(hash, today, first = null) {
    const { date, level, placed, faults } = readLink(this.puzzle, hash);
    this.open(date === undefined ? today : date, hash ? level : first, { linked: placed, isFollowed: true });
    for (const fault of faults) this.notify({ kind: "fault", ...fault });
  }

  /**
   * Take a piece from the tray; if none of its copies is there, lift the copy that was placed last.
   * @param {number} piece
   */
  take(piece, hovers = false) {
    const { state, puzzle } = this;
    if (state.held?.piece === piece) return;
    const base = withoutHeld(state);
    if (inTray(puzzle, base, piece) > 0) {
      const taken = pick(base, piece);
      const at = hovers ? this.nearCursor(taken) : null;
      this.change({ ...taken, held: { ...taken.held, at } }, { kind: "taken", piece });
      return;
    }
    const last = base.placed.findLast((placement) => placement[0] === piece);
    if (last) this.liftAt(last);
    else this.change(putBack(base), { kind: "nothing" });
  }

  /** Lift a placement, unless it has been removed since it was chosen. @param {Placement} placement */
  liftAt(placement) {
    const base = withoutHeld(this.state);
    if (hasPlaced(base, placement)) this.change(lift(base, placement), { kind: "lifted", placement });
  }

  /**
   * Move a placed piece into the tray, as a hint recommends. It is not taken into the hand, because
   * it would hover at its old position, and look as if it were still placed.
   * @param {Placement} placement
   */
  takeBack(placement) {
    const base = putBack(this.state);
    if (!hasPlaced(base, placement)) return;
    this.change(putBack(lift(base, placement)), { kind: "back", placement });
  }

  /**
   * Turn (`turned`), turn over (`flipped`) or tip (`tipped`) the held piece, `times` times.
   * @param {Motion} motion @param {number} [times]
   */
  applyMotion(motion, times = 1) {
    const { held } = this.state;
    if (!held) {
      this.notify({ kind: "unmoved", motion: "nothing" });
      return;
    }
    const { piece } = held;
    /** @type {number | null} */
    let next = held.orientation;
    for (let k = 0; k < times && next !== null; k += 1) next = this.puzzle[motion](piece, next);
    if (next === null) {
      this.notify({ kind: "unmoved", motion, piece });
      return;
    }
    this.change(orientHeld(this.puzzle, this.state, next), { kind: motion, piece, times });
  }

  /** Turn the held piece by the smallest counterclockwise turn. */
  turnBack() {
    this.applyMotion("turned", this.puzzle.turns - 1);
  }

  /** Turn a piece in the tray to the orientation of a hint. @param {number} piece @param {number} orientation */
  orientInTray(piece, orientation) {
    this.change(orientInTray(putBack(settled(this.state)), piece, orientation), { kind: "shown" });
  }

  /** Move the held piece to a position over the board, where it hovers. @param {Array<number>} at */
  hoverAt(at) {
    const { piece, orientation } = this.inHand;
    const within = withinBoard(this.puzzle, piece, orientation, at);
    this.change(hover(this.state, within), { kind: "hovered" });
  }

  /** The held piece; the caller knows that there is one. */
  get inHand() {
    return /** @type {Held} */ (this.state.held);
  }

  /** Return the position at which the held piece hovers as a placement, or null. */
  hovering() {
    const { held } = this.state;
    return held?.at ? [held.piece, held.orientation, ...held.at] : null;
  }

  /** Place the held piece at its position, if it fits there. */
  placeHere() {
    const placement = this.hovering();
    if (placement) this.place(placement);
  }

  /** Place a piece, held or not, or report why it does not fit. @param {Placement} placement */
  place(placement, base = this.state) {
    const why = misfit(this.puzzle, base, placement);
    if (why) {
      this.notify({ kind: "misfit", placement, ...why });
      return;
    }
    const state = placeHeld(base, placement);
    this.change(state, { kind: "placed", placement, solved: isSolved(this.puzzle, state) });
  }

  /** Place the held piece on a cell; if it does not fit, it hovers there. @param {number} cell */
  placeOn(cell) {
    const { piece, orientation } = this.inHand;
    const placement = tapped(this.puzzle, this.state, cell);
    if (placement) this.place(placement);
    else this.hoverAt(centredOn(this.puzzle, piece, orientation, cell));
  }

  /** Make the moves that the user typed. Return the first fault, or null. @param {string} text */
  placeWritten(text) {
    const { placed, fault } = this.puzzle.read(text);
    if (fault) return fault;
    for (const placement of placed) {
      const [piece] = placement;
      const base = putBack(withoutHeld(this.state));
      if (!inTray(this.puzzle, base, piece)) {
        return { key: "notation.used", values: { name: this.puzzle.pieces[piece].name } };
      }
      if (misfit(this.puzzle, base, placement)) {
        return { key: "notation.misfit", values: { placement: this.puzzle.written(placement) } };
      }
      this.place(placement, base);
    }
    return null;
  }

  /** Put the held piece into the tray. */
  back() {
    const { held } = this.state;
    if (held) this.change(putBack(this.state), { kind: "back", piece: held.piece });
  }

  /** Put the held piece back to where it was taken from. */
  cancel() {
    const { held } = this.state;
    if (!held) return;
    const wasPlaced = held.before !== null;
    this.change(settled(this.state), { kind: wasPlaced ? "returned" : "back", piece: held.piece });
  }

  /** Undo the last step; a piece that was taken from the tray is put back instead. */
  undo() {
    const { state } = this;
    if (state.held && !state.held.before) this.cancel();
    else if (state.past.length) this.change(undo(state), { kind: "undone" });
    else this.notify({ kind: "unmoved", motion: "undo" });
  }

  /** Redo the step that was undone last. */
  redo() {
    if (this.state.future.length) this.change(redo(this.state), { kind: "redone" });
    else this.notify({ kind: "unmoved", motion: "redo" });
  }

  /** Return to an earlier position as one new step, which can be undone. @param {Array<Placement>} placed */
  goBackTo(placed) {
    this.change(putBack(withPlaced(settled(this.state), placed)), { kind: "resumed" });
  }

  /** Move all pieces into the tray, except the given ones. */
  reset() {
    this.change(reset(this.state), { kind: "reset" });
  }

  /**
   * Move the held piece; if there is none, the keyboard cursor.
   * @param {Array<number>} flat  by how many rows and columns
   * @param {number} [up]  by how many layers
   */
  step(flat, up = 0) {
    const { puzzle, state } = this;
    const way = puzzle.isSolid ? [up, ...flat] : flat;
    if (!state.held) {
      this.cursor = nextCell(puzzle, this.cursor, way);
      this.notify({ kind: "cursor" });
      return;
    }
    const { at } = state.held;
    const by = at && stepOf(puzzle, at, way);
    if (at && by) this.hoverAt(at.map((place, axis) => place + by[axis]));
    else this.hoverAt(this.nearCursor(state));
  }

  /**
   * Return the offset nearest to the cursor at which the held piece fits; if it fits nowhere, the
   * offset at which it is centred on the cursor.
   * @param {State} state
   */
  nearCursor(state) {
    const { piece, orientation } = /** @type {Held} */ (state.held);
    const at = centredOn(this.puzzle, piece, orientation, this.cursor);
    const placements = fitting(this.puzzle, state, piece, orientation);
    return nearestOf(this.puzzle, placements, at)?.slice(2) ?? at;
  }

  /** Whether the puzzle is solved. */
  get solved() {
    return isSolved(this.puzzle, this.state);
  }

  /** The name under which the position is stored. */
  get storageKey() {
    return storageKeyOf(this.puzzle, this.state.date, this.state.level);
  }
}

/** Return the state with its current placements added to its trail. @param {State} state */
function withTrail(state) {
  return { ...state, trail: longerTrail(state.trail, settled(state).placed) };
}

/**
 * Return whether a placement is on the board and can be lifted.
 * @param {{placed: Array<Placement>}} state @param {Placement} placement
 */
function hasPlaced({ placed }, placement) {
  return placed.some((own) => samePlacement(own, placement));
}

/**
 * Return whether both have the same date, level and list of placements (the same array).
 * @param {State} one @param {State} other
 */
function samePosition(one, other) {
  return one.date === other.date && one.level === other.level && one.placed === other.placed;
}

/**
 * Return whether the second state has nothing new to store.
 * @param {State} one @param {State} other
 */
function sameKept(one, other) {
  return samePosition(one, other) && one.trayOrientations === other.trayOrientations && one.past === other.past;
}

/**
 * Return the state without the held piece, before another is taken: a lifted piece that still hovers at its old
 * position is placed there again; any other goes into the tray.
 * @param {State} state
 */
function withoutHeld(state) {
  const { held } = state;
  if (!held?.before) return putBack(state);
  const there = [held.piece, held.orientation, ...held.at ?? []];
  return hasPlaced(held.before, there) ? settled(state) : putBack(state);
}
