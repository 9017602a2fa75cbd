/*
 * Opens the page that a shell holds: unpacks it, puts it in, and starts its script; or says why not.
 *
 * Whatever a browser is, it can read this: no syntax here is younger than ES5. Until the page is in,
 * nothing is shown, so that it is never seen without its style.
 */
document.addEventListener("DOMContentLoaded", function () {
  // In the order of their values, as in calpuzzle/play/packing.py.
  var DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

  /** @param {string} id @returns {HTMLElement} */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /** @param {string} id */
  function tell(id) {
    byId(id).hidden = false;
  }

  /** Each five digits are four bytes; the last group may be shorter. @param {string} text */
  function bytesOf(text) {
    var values = new Uint8Array(128);
    for (var value = 0; value < 85; value += 1) values[DIGITS.charCodeAt(value)] = value;
    var bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
    for (var start = 0; start < text.length; start += 5) {
      var group = 0;
      for (var k = start; k < start + 5; k += 1) {
        group = group * 85 + (k < text.length ? values[text.charCodeAt(k)] : 84);
      }
      for (var byte = 0; byte < 4; byte += 1) bytes[start / 5 * 4 + byte] = group >>> 24 - 8 * byte;
    }
    return bytes;
  }

  function nothing() {}

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
    script.textContent = byId("common").textContent + byId("main").textContent;
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
