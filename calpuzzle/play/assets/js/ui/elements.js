/*
 * Creates elements (plain ones, icons in a box of 24 by 24 units, controls of forms) and finds
 * them. It also calls a function after a change of size, and offers files as downloads.
 */

import { translate } from "./lang.js";
import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const ICONS = {
  solutions: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
  share: "M12 15V3.5M8 7l4-3.5L16 7M7 11H5.5v9.5h13V11H17",
  settings: "M4 7h8M16 7h4M4 17h4M12 17h8M14 7a2 2 0 1 0 .01 0M10 17a2 2 0 1 0 .01 0",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.5h.01M12 2.8a9.2 9.2 0 1 0 .01 0",
  down: "M6 9.5l6 6 6-6",
  before: "M15 5l-7 7 7 7",
  after: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  phone: "M7.5 2.8h9v18.4h-9zM11 18.3h2",
};

/**
 * Create an HTML element. Properties that begin with `on` are listeners, `role` and those with a
 * dash are attributes, the others are properties of the element.
 * @template {keyof HTMLElementTagNameMap} T @param {T} tag
 * @param {Record<string, any>} [properties]  any, because their types depend on the element
 * @param {Array<Node | string>} [children] @returns {HTMLElementTagNameMap[T]}
 */
export function newElement(tag, properties = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children);
  return element;
}

/**
 * Create an icon that is drawn with strokes.
 * @param {string} name
 * @param {Record<string, string>} [more]  paths of further icons, by name
 * @returns {SVGElement}
 */
export function icon(name, more = {}) {
  const shape = svg("path", { d: ICONS[name] ?? more[name] });
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, [shape]);
}

/**
 * Create a round button with an icon; its label is also its tooltip.
 * @param {string} name @param {string} label @param {() => void} use @returns {HTMLButtonElement}
 */
export function iconButton(name, label, use) {
  const properties = { type: "button", className: "round", title: label, onclick: use };
  return newElement("button", { ...properties, "aria-label": label }, [icon(name)]);
}

/**
 * Create a button with a text.
 * @param {string} text   the key of its text
 * @param {() => void} use
 * @param {Object} [more]  further properties of the button
 * @returns {HTMLButtonElement}
 */
export function plainButton(text, use, more = {}) {
  return newElement("button", { type: "button", className: "plain", onclick: use, ...more }, [translate(text)]);
}

/**
 * Create radio buttons side by side under a legend.
 * @param {{name: string, legend: string, options: Array<[any, string]>, value: any,
 *          pick: (value: any) => void, hidden?: boolean}} choice  no other group of the page has this `name`;
 *        with `hidden`, only screen readers present the legend
 * @returns {HTMLFieldSetElement}
 */
export function choiceOf({ name, legend, options, value, pick, hidden = false }) {
  const buttons = options.map(([own, text]) => {
    const input = newElement("input", {
      type: "radio", name, checked: own === value, onchange: () => pick(own),
    });
    return newElement("label", { className: "option" }, [input, newElement("span", {}, [text])]);
  });
  return newElement("fieldset", { className: "choice" }, [
    newElement("legend", { className: hidden ? "unseen" : "" }, [legend]),
    newElement("div", { className: "options" }, buttons),
  ]);
}

/**
 * Create a list to choose from, after its label. The id of the list is the key of the label, with a
 * dash for the dot.
 * @param {string} text @param {Array<Array<string | number>>} options  values and texts
 * @param {string | number} value @param {(value: string) => void} pick @returns {HTMLDivElement}
 */
export function selectOf(text, options, value, pick) {
  const select = newElement("select", { id: text.replace(".", "-"), onchange: () => pick(select.value) },
    options.map(([own, words]) => newElement("option", { value: own, selected: own === value }, [String(words)])));
  return labelled("setting", text, select);
}

/**
 * Create an element with a control after its label.
 * @param {string} className @param {string} text @param {HTMLElement} control
 */
export function labelled(className, text, control) {
  return newElement("div", { className }, [newElement("label", { htmlFor: control.id }, [translate(text)]), control]);
}

/**
 * Create a switch with its text.
 * @param {string} text @param {boolean} value @param {(value: boolean) => void} pick @returns {HTMLLabelElement}
 */
export function toggleOf(text, value, pick) {
  const input = newElement("input", {
    type: "checkbox", role: "switch", checked: value, onchange: () => pick(input.checked),
  });
  return newElement("label", { className: "toggle" }, [newElement("span", {}, [text]), input]);
}

/**
 * Create a read-only field whose text is selected when it gets the focus.
 * @param {string} label  the key of its label
 * @param {string} value @returns {HTMLInputElement}
 */
export function fieldOf(label, value) {
  const field = newElement("input", { readOnly: true, dir: "auto", value, "aria-label": translate(label) });
  field.addEventListener("focus", () => field.select());
  return field;
}

/**
 * Return the element of the page with this id, which must exist.
 * @template {Element} [E=HTMLElement] @param {string} id @returns {E}
 */
export function byId(id) {
  return within(document, `#${id}`);
}

/**
 * Return the first element in `root` that matches a selector, or null. The type omits the null: it
 * assumes that there is such an element.
 * @template {Element} [E=HTMLElement] @param {ParentNode} root @param {string} selector @returns {E}
 */
export function within(root, selector) {
  return /** @type {E} */ (root.querySelector(selector));
}

/**
 * Return the nearest element that matches a selector: the element itself or one around it, or null.
 * @param {Element} element @param {string} selector @returns {HTMLElement | null}
 */
export function closestTo(element, selector) {
  return element.closest(selector);
}

/** Return the element that an event comes from. @param {Event} event */
export function targetOf(event) {
  return /** @type {HTMLElement} */ (event.target);
}

/**
 * Call a function after an element's size has changed. The function may itself change the size, so
 * it is called only after the browser has notified all observers.
 * @param {Element} element @param {() => void} act
 */
export function onResize(element, act) {
  new ResizeObserver(() => setTimeout(act)).observe(element);
}

/** Offer a file as a download. @param {File} file */
export function saveFile(file) {
  const address = URL.createObjectURL(file);
  newElement("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
