/*
 * The start page of a folder of pages: its texts in the reader's language, and its look.
 */

import { fillTexts, languageWishes, startLanguage } from "./lang.js";
import { followLook } from "./look.js";
import { readSettings } from "./saved.js";

startLanguage(languageWishes(readSettings().language));
followLook(readSettings);
fillTexts(document);
