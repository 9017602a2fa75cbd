/*
 * Elements of pictures, and the colour of a piece in them.
 */

const SVG = "http://www.w3.org/2000/svg";

export const COLOURS = 16;

/**
 * Create an SVG element with its attributes and children.
 * @template {keyof SVGElementTagNameMap} T @param {T} name
 * @param {Record<string, string | number>} [attributes] @param {Array<Node | string>} [children]
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Set the class of an element, and return the element.
 * @template {SVGElement} E @param {E} element @param {string} name @returns {E}
 */
export function classed(element, name) {
  element.setAttribute("class", name);
  return element;
}

/**
 * Set an attribute only if its value changes, because the browser draws the element again even for the same value.
 * @param {Element} element @param {string} name @param {string} value
 */
export function setIfChanged(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Return the colour of a piece: the player's own, or that of the puzzle file, or that of the theme for its number.
 * @param {Puzzle} puzzle @param {number} piece @returns {string}
 */
export function paintOf({ ownColours, pieces }, piece) {
  return ownColours?.get(pieces[piece].name) ?? pieces[piece].paint ?? `var(--piece-${piece % COLOURS})`;
}
