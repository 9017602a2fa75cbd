/*
 * The dialog that leads to the same page on a phone, where the page is served to the network.
 */

import { Dialog } from "./dialog.js";
import { fieldOf, made } from "./elements.js";
import { say } from "./lang.js";
import { qrCode, qrPicture } from "./qr.js";

/** The dialog of the phone. */
export class Phone extends Dialog {
  /**
   * @param {Game | NonogramGame} game
   * @param {string} address  of the page in the network
   */
  constructor(game, address) {
    super("phone", game);
    this.address = address;
  }

  fill(body) {
    const address = this.address + location.hash;
    body.append(
      made("p", {}, [say("phone.what")]),
      ...pictureOf(address),
      made("div", { className: "share-link" }, [fieldOf("phone.address", address)]),
      made("p", { className: "small" }, [say("phone.open")]),
    );
  }
}

/**
 * The dialog where the data have an address for it, and this is not the phone itself.
 * @param {Told} game
 * @param {{phone?: string}} data
 * @returns {{phone?: Phone}}
 */
export function phoneOf(game, { phone }) {
  return phone && !location.href.startsWith(phone) ? { phone: new Phone(game, phone) } : {};
}

/**
 * An address as a QR code; nothing for one that is too long.
 * @param {string} address
 * @returns {Array<SVGElement>}
 */
export function pictureOf(address) {
  const rows = qrCode(address);
  return rows ? [qrPicture(rows, say("phone.code"))] : [];
}
