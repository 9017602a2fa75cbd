/*
 * The dialog of settings. Each holds at once, and is kept on the device.
 */

import { colourNow, giveColour } from "./colours.js";
import { weekdayName } from "./dates.js";
import { Dialog } from "./dialog.js";
import { choiceOf, made, plainButton, toggleOf } from "./elements.js";
import { knownLanguages, say } from "./lang.js";

/** The dialog of settings. */
export class Settings extends Dialog {
  /**
   * @param {Game | NonogramGame} game
   * @param {Own} own
   */
  constructor(game, own) {
    super("settings", game);
    this.own = own;
  }

  fill(body) {
    const { calendar } = this.game.puzzle;
    body.append(
      this.ownButton(),
      this.languages(),
      ...(calendar ? [this.weeks()] : []),
      this.choice("theme", ["auto", "light", "dark"]),
      ...this.paints(),
      this.choice("left", ["hidden", "possible", "count"]),
      made("div", { className: "toggles" }, [
        this.toggle("analysis", true, false),
        this.toggle("patterns", "strong", "quiet"),
        this.toggle("motion", "still", "auto"),
        this.toggle("keys", true, false),
        this.toggle("timer", true, false),
        ...(calendar ? [this.toggle("streak", true, false), this.toggle("labels", "own", "board")] : []),
      ]),
      made("p", { className: "small" }, [say("settings.private")]),
    );
  }

  /** What leads to a puzzle of one's own. */
  ownButton() {
    const open = plainButton("own.title", () => {
      this.close();
      this.own.open();
    });
    return made("div", { className: "dialog-buttons" }, [open]);
  }

  languages() {
    return this.select("language", [["auto", say("settings.language.auto")], ...knownLanguages()]);
  }

  /** Which day weeks begin on in the calendar. */
  weeks() {
    const days = Array.from({ length: 7 }, (_, k) => [String(k), weekdayName(k)]);
    return this.select("week", [["auto", say("settings.language.auto")], ...days]);
  }

  select(name, options) {
    const { game } = this;
    const isLanguage = name === "language";
    const select = made("select", {
      id: `settings-${name}`,
      onchange: () => {
        game.set(name, select.value);
        this.refill();
        this.root.querySelector(`#settings-${name}`).focus();
      },
    }, options.map(([value, text]) => {
      const option = made("option", { value, selected: value === game.settings[name] }, [text]);
      if (isLanguage && value !== "auto") option.lang = value;
      return option;
    }));
    return made("div", { className: "setting" }, [
      made("label", { htmlFor: select.id }, [say(`settings.${name}`)]), select,
    ]);
  }

  /** How pieces are painted, and the colour of each where they are those of one's set. */
  paints() {
    const { game } = this;
    const choice = this.choice("paint", ["colours", "wood", "own"]);
    const fields = made("div", { className: "paints" }, game.puzzle.pieces.map(({ name }, piece) => {
      const field = made("input", {
        type: "color", value: colourNow(game.puzzle, piece),
        onchange: () => {
          giveColour(game.puzzle, piece, field.value);
          game.set("paint", "own");
          field.value = colourNow(game.puzzle, piece);
        },
      });
      return made("label", {}, [field, name]);
    }));
    const follow = () => {
      fields.hidden = game.settings.paint !== "own";
    };
    choice.addEventListener("change", follow);
    follow();
    return [choice, fields];
  }

  choice(name, values) {
    return choiceOf({
      name: `settings-${name}`,
      legend: say(`settings.${name}`),
      options: values.map((value) => [value, say(`settings.${name}.${value}`)]),
      value: this.game.settings[name],
      pick: (value) => this.game.set(name, value),
    });
  }

  toggle(name, on, off) {
    const pick = (isOn) => this.game.set(name, isOn ? on : off);
    return toggleOf(say(`settings.${name}`), this.game.settings[name] === on, pick);
  }
}
