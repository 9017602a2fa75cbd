/*
 * The settings dialog. Each setting takes effect at once, and is stored on the device.
 */

import { colourNow, storeColour } from "./colours.js";
import { weekdayName } from "./dates.js";
import { Dialog } from "./dialog.js";
import { choiceOf, newElement, plainButton, selectOf, toggleOf, within } from "./elements.js";
import { canVibrate } from "./effects.js";
import { knownLanguages, translate } from "./lang.js";

/** The dialog of settings. @template {Observable<unknown>} G @extends {Dialog<G>} */
export class Settings extends Dialog {
  /** @param {G} game @param {OwnPuzzleDialog} own */
  constructor(game, own) {
    super("settings", game);
    this.own = own;
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const { calendar } = this.puzzle;
    body.append(
      this.ownButton(),
      this.languages(),
      ...(calendar ? [this.weeks()] : []),
      this.choice("theme", ["auto", "light", "dark"]),
      ...this.paints(),
      this.choice("left", ["hidden", "possible", "count"]),
      newElement("div", { className: "toggles" }, [
        this.toggle("analysis", true, false),
        this.toggle("patterns", "strong", "quiet"),
        this.toggle("motion", "still", "auto"),
        this.toggle("keys", true, false),
        ...this.feedbackToggles(),
        this.toggle("timer", true, false),
        ...(calendar ? [this.toggle("streak", true, false), this.toggle("labels", "own", "board")] : []),
      ]),
      newElement("p", { className: "small" }, [translate("settings.private")]),
    );
  }

  /** The puzzle of pieces; nonograms have their own subclass, which does not use it. */
  get puzzle() {
    return /** @type {Game} */ (/** @type {unknown} */ (this.game)).puzzle;
  }

  /** Create the button that opens the dialog of the player's own puzzle. */
  ownButton() {
    const open = plainButton("own.title", () => {
      this.close();
      this.own.open();
    });
    return newElement("div", { className: "dialog-buttons" }, [open]);
  }

  languages() {
    const setting = this.select("language", [["auto", translate("settings.language.auto")], ...knownLanguages()]);
    for (const option of setting.querySelectorAll("option")) if (option.value !== "auto") option.lang = option.value;
    return setting;
  }

  /** Create the choice of the day on which weeks begin in the calendar. */
  weeks() {
    const days = Array.from({ length: 7 }, (_, k) => [String(k), weekdayName(k)]);
    return this.select("week", [["auto", translate("settings.language.auto")], ...days]);
  }

  /** @param {"week" | "language"} name @param {Array<Array<string>>} options */
  select(name, options) {
    const { game } = this;
    return selectOf(`settings.${name}`, options, game.settings[name], (value) => {
      game.set(name, value);
      this.refill();
      within(this.root, `#settings-${name}`).focus();
    });
  }

  /** Create the choice of the colours of the pieces; for the player's own colours, also a field for each piece. */
  paints() {
    const { game, puzzle } = this;
    const choice = this.choice("paint", ["colours", "wood", "own"]);
    const fields = newElement("div", { className: "paints" }, puzzle.pieces.map(({ name }, piece) => {
      const field = newElement("input", {
        type: "color", value: colourNow(puzzle, piece),
        onchange: () => {
          storeColour(puzzle, piece, field.value);
          game.set("paint", "own");
          field.value = colourNow(puzzle, piece);
        },
      });
      return newElement("label", {}, [field, name]);
    }));
    const follow = () => {
      fields.hidden = game.settings.paint !== "own";
    };
    choice.addEventListener("change", follow);
    follow();
    return [choice, fields];
  }

  /** @param {keyof SettingValues} name @param {Array<string>} values */
  choice(name, values) {
    return choiceOf({
      name: `settings-${name}`,
      legend: translate(`settings.${name}`),
      options: values.map((value) => [value, translate(`settings.${name}.${value}`)]),
      value: this.game.settings[name],
      pick: (value) => this.game.set(name, value),
    });
  }

  /** Return the switches of sounds and, if the browser supports them, of vibrations. */
  feedbackToggles() {
    return ["sound", ...canVibrate() ? ["haptics"] : []].map((name) => (
      this.toggle(/** @type {keyof SettingValues} */ (name), true, false)));
  }

  /** @param {keyof SettingValues} name @param {boolean | string} on @param {boolean | string} off */
  toggle(name, on, off) {
    const pick = (/** @type {boolean} */ isOn) => this.game.set(name, isOn ? on : off);
    return toggleOf(translate(`settings.${name}`), this.game.settings[name] === on, pick);
  }
}
