/*
 * The dialog that leads to the same page on a phone, if the page is served to the network.
 */

import { Dialog } from "./dialog.js";
import { fieldOf, newElement } from "./elements.js";
import { translate } from "./lang.js";
import { qrCode, qrPicture } from "./qr.js";

/** The dialog of the phone. @extends {Dialog<Observable<unknown>>} */
class Phone extends Dialog {
  /**
   * @param {Observable<unknown>} game
   * @param {string} address  of the page in the network
   */
  constructor(game, address) {
    super("phone", game);
    this.address = address;
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const address = this.address + location.hash;
    const code = qrPictures(address);
    body.append(
      ...code.length ? [newElement("p", {}, [translate("phone.what")])] : [],
      ...code,
      newElement("div", { className: "share-link" }, [fieldOf("phone.address", address)]),
      newElement("p", { className: "small" }, [translate("phone.open")]),
    );
  }
}

/**
 * Create the dialog, if the data have the address of the page in the network and the page was not opened at
 * that address.
 * @param {Observable<unknown>} game @param {{phone?: string}} data @returns {{phone?: Phone}}
 */
export function phoneOf(game, { phone }) {
  return phone && !location.href.startsWith(phone) ? { phone: new Phone(game, phone) } : {};
}

/**
 * Return the address of the page for other devices, without the position; if it is not known, the address here.
 * @param {{phone?: string}} data @returns {string}
 */
export function addressOf({ phone }) {
  return phone ?? location.href.split("#")[0];
}

/**
 * Return whether the page is on this device only, so that its address is of no use to others.
 * @param {{phone?: string}} data @returns {boolean}
 */
export function isLocalOnly({ phone }) {
  const names = ["localhost", "127.0.0.1"];
  return !phone && (location.protocol === "file:" || names.includes(location.hostname));
}

/**
 * Create the QR code of an address; return an empty list if the address is too long for a code.
 * @param {string} address @returns {Array<SVGElement>}
 */
export function qrPictures(address) {
  const rows = qrCode(address);
  return rows ? [qrPicture(rows, translate("phone.code"))] : [];
}
