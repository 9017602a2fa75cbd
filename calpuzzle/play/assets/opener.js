/*
 * Opens the page that a shell holds: unpacks it, puts it in, and starts its script; or says why not.
 *
 * Whatever a browser is, it can read this: no syntax here is younger than ES5. Until the page is in,
 * nothing is shown, so that it is never seen without its style.
 */
document.addEventListener("DOMContentLoaded", function () {
  /** @param {string} id */
  /**
   * @param {string} id
   * @returns {HTMLElement}
   */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /** @param {string} id */
  /** @param {string} id */
  function tell(id) {
    byId(id).hidden = false;
  }

  /** @param {string} text */
  /**
   * @param {string} text
   * @returns {Uint8Array<ArrayBuffer>}
   */
  function bytesOf(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    var characters = atob(text);
    var bytes = new Uint8Array(characters.length);
    for (var k = 0; k < bytes.length; k += 1) bytes[k] = characters.charCodeAt(k);
    return bytes;
  }

  function nothing() {}

  /** @param {string} text */
  /** @param {string} text */
  function unpacked(text) {
    var bytes = bytesOf(text);
    // Written as one piece: a Blob would go through another process first.
    var inflating = new DecompressionStream("deflate");
    var writer = inflating.writable.getWriter();
    // What is damaged is told where it is read.
    writer.write(bytes).then(nothing, nothing);
    writer.close().then(nothing, nothing);
    return new Response(inflating.readable).text();
  }

  /** @param {string} html */
  function show(html) {
    document.body.innerHTML = html;
    // A script that is put in as HTML does not run, but a new one does.
    var script = document.createElement("script");
    script.textContent = byId("main").textContent;
    byId("main").replaceWith(script);
  }

  // The last of what the page needs to be there; browsers of 2023 have all of it.
  if (!window.DecompressionStream || !Array.prototype.findLast) {
    tell("old");
    return;
  }
  new Promise(function (resolve) {
    resolve(unpacked(byId("pack").textContent));
  }).then(show, function () {
    tell("damaged");
  });
});
