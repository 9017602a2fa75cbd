/*
 * The start page of a folder of pages: its texts in the reader's language, and its look. It forwards to the
 * board that was played last, unless its address requests the choice.
 */

import { fillTexts, languageWishes, startLanguage } from "./lang.js";
import { followLook } from "./look.js";
import { lastBoard, readSettings } from "./saved.js";

startLanguage(languageWishes(readSettings().language));
followLook(readSettings);
fillTexts(document);

const boards = [...document.querySelectorAll("a")];
const [name, hash] = lastBoard();
const own = boards.find((board) => board.getAttribute("href") === `${encodeURIComponent(name)}.html`);
if (own && location.hash !== "#boards") location.replace(own.href + hash);
