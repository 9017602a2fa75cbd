/*
 * The appearance of the page: the settings about it as attributes of the root element, which the style sheets use.
 */

/**
 * Set the attributes now, and again whenever the device changes between light and dark.
 * @param {() => {theme: string, patterns: string, motion: string, paint: string, labels: string}} settings
 */
export function followLook(settings) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => applyLook(settings(), dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

/**
 * @param {{theme: string, patterns: string, motion: string, paint: string, labels: string}} settings
 * @param {boolean} dark  whether the device prefers dark
 */
export function applyLook(settings, dark = matchMedia("(prefers-color-scheme: dark)").matches) {
  const root = document.documentElement.dataset;
  root.theme = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
  root.patterns = settings.patterns;
  root.motion = settings.motion;
  root.paint = settings.paint;
  root.labels = settings.labels;
}
