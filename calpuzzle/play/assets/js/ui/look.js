/*
 * The appearance of the page: the settings about it as attributes of the root element, which the style sheets use.
 */

const DARK = matchMedia("(prefers-color-scheme: dark)");

/**
 * Set the attributes, also whenever the device changes between light and dark.
 * @param {() => SettingValues} settings
 */
export function followLook(settings) {
  const apply = () => applyLook(settings());
  DARK.addEventListener("change", apply);
  apply();
}

/** @param {SettingValues} settings */
export function applyLook({ theme, patterns, motion, paint, labels }) {
  const shown = theme === "auto" ? (DARK.matches ? "dark" : "light") : theme;
  Object.assign(document.documentElement.dataset, { theme: shown, patterns, motion, paint, labels });
}
