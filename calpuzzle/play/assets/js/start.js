/*
 * The start page of a folder of pages: its texts in the reader's language, and its look.
 */

import { fillTexts, startLanguage } from "./lang.js";
import { followLook } from "./look.js";
import { readSettings } from "./saved.js";

const wishedLanguages = [readSettings().language, ...navigator.languages];
startLanguage(wishedLanguages);
followLook(readSettings);
fillTexts(document);
