/*
 * The effects of a move, if the settings are on: a short sound, and a short vibration on devices that can vibrate.
 * When the board is solved, they are longer, and the page has the class `celebrates` until the next change.
 */

import { byId } from "./elements.js";

const NOTES = [523, 659, 784]; // hertz
const NOTE_INTERVAL = 0.14; // seconds between two notes
/** @type {AudioContext | null} */
let speaker = null;

/** @param {Observable<unknown>} game */
export function followEffects(game) {
  game.onChange(({ kind, moved, solved }) => {
    if (!moved) return;
    byId("page").classList.toggle("celebrates", solved === true);
    if (kind !== "placed" && kind !== "filled") return;
    if (game.settings.haptics) navigator.vibrate?.(solved ? [30, 60, 30, 60, 90] : 12);
    if (game.settings.sound) sound(solved ? NOTES : NOTES.slice(0, 1));
  });
}

/** Return whether the browser can make devices vibrate; the device itself may be unable to. */
export function canVibrate() {
  return "vibrate" in navigator;
}

/** @param {Array<number>} notes */
function sound(notes) {
  speaker ??= new AudioContext();
  const { currentTime, destination } = speaker;
  for (const [k, pitch] of notes.entries()) {
    const start = currentTime + k * NOTE_INTERVAL;
    const volume = new GainNode(speaker);
    const tone = new OscillatorNode(speaker, { frequency: pitch });
    volume.gain.setValueAtTime(0.1, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_INTERVAL);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_INTERVAL);
  }
}
