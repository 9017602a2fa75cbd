/*
 * How the page looks by its settings: light or dark, patterns, motion, as attributes of the root.
 */

/**
 * Sets the attributes that the style sheets go by, now and whenever the device changes its mind.
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
 * @param {boolean} dark  what the device wishes
 */
export function applyLook(settings, dark = matchMedia("(prefers-color-scheme: dark)").matches) {
  const root = document.documentElement.dataset;
  root.theme = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
  root.patterns = settings.patterns;
  root.motion = settings.motion;
  root.paint = settings.paint;
  root.labels = settings.labels;
}
