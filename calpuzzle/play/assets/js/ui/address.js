/*
 * The address bar and the history of the window.
 *
 * The address follows the position, at most once per REST milliseconds, because WebKit refuses more than 100
 * changes in 10 seconds. A date chosen on the page is an entry of the history, and so is an open dialog, so
 * that Back returns to the previous date, or closes the dialog. While the entry of a dialog is
 * current, the address is not changed, because it must stay that of the entry below; but a date
 * that is chosen then replaces the entry of the dialog.
 */

import { busyUntil } from "./busy.js";

const REST = 200;
const PATIENCE_WITH_HISTORY = 1000; // milliseconds for a step back
const bar = {
  wanted: /** @type {string | null} */ (null), // the address that is to be written, or null
  seen: "",     // the hash when the wanted one was set; if it differs later, something else changed it
  written: -REST,
  isTimed: false,
  settling: /** @type {Promise<void> | null} */ (null),
  isSteppingBack: false, // while the page itself goes back, to remove the entry of a closed dialog
};

/**
 * Put a position into the address. A browser that refuses leaves the address unchanged.
 * @param {string} link
 * @param {boolean} [isEntry]  whether to add an entry to the history, so that Back returns to the current address
 */
export function writeLink(link, isEntry = false) {
  if (isEntry) flushLink();
  bar.wanted = link;
  bar.seen = location.hash;
  if (isEntry) {
    putLink(hasEntryOfDialog() ? "replaceState" : "pushState");
    followDialogs();
    return;
  }
  if (bar.isTimed) return;
  const rest = bar.written + REST - performance.now();
  if (rest <= 0) flushLink();
  else {
    bar.isTimed = true;
    busyUntil(waitFor(rest)).then(() => {
      bar.isTimed = false;
      flushLink();
    });
  }
}

/** Write the pending address, unless a dialog is open or the user has changed the address. */
export function flushLink() {
  if (bar.wanted === null || hasEntryOfDialog()) return;
  if (location.hash === bar.seen) putLink("replaceState");
  bar.wanted = null;
}

/** @param {"pushState" | "replaceState"} change @param {{dialog: boolean} | null} [state] */
function putLink(change, state = null) {
  try {
    history[change](state, "", bar.wanted);
  } catch {
    // The browser refuses: there were too many changes, or a page in a frame has no history.
  }
  bar.wanted = null;
  bar.written = performance.now();
}

/** Add an entry to the history when a dialog is open, and remove it when none is open any more. */
export function followDialogs() {
  bar.settling ??= busyUntil(waitFor(0).then(settleDialogs).finally(() => {
    bar.settling = null;
  }));
}

async function settleDialogs() {
  const isOpen = topDialog() !== undefined;
  if (isOpen && !hasEntryOfDialog()) {
    flushLink();
    bar.wanted = location.hash || "#";
    putLink("pushState", { dialog: true });
  } else if (!isOpen && hasEntryOfDialog()) {
    await stepBackOnce();
  }
  flushLink();
}

function stepBackOnce() {
  const done = new Promise((resolve) => {
    window.addEventListener("popstate", resolve, { once: true });
  });
  bar.isSteppingBack = true;
  history.back();
  return Promise.race([done, waitFor(PATIENCE_WITH_HISTORY)]).finally(() => {
    bar.isSteppingBack = false;
    // A dialog may have been opened meanwhile.
    if (topDialog()) waitFor(0).then(followDialogs);
  });
}

function hasEntryOfDialog() {
  return Boolean(history.state?.dialog);
}

function topDialog() {
  return [...document.querySelectorAll(/** @type {"dialog"} */ ("dialog[open]"))].at(-1);
}

/** @param {number} time */
function waitFor(time) {
  return new Promise((resolve) => {
    setTimeout(resolve, time);
  });
}

/** Listen to the history: Back closes an open dialog. Write a pending address before the page is left. */
export function followHistory() {
  // After a reload no dialog is open, so the entry of a dialog becomes an ordinary one.
  if (hasEntryOfDialog()) history.replaceState(null, "");
  window.addEventListener("popstate", () => {
    if (bar.isSteppingBack) return;
    if (hasEntryOfDialog()) followDialogs();
    else topDialog()?.close();
  });
  window.addEventListener("pagehide", () => {
    if (bar.wanted !== null && location.hash === bar.seen) putLink("replaceState", history.state);
  });
}
