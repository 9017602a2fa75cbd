/*
 * Opens the page that a shell contains: unpacks it, inserts it and starts its script; or shows why it cannot.
 *
 * The syntax is that of ES5, so that every browser can parse it. Nothing is displayed before the page is
 * complete, so it never appears without its style.
 */
document.addEventListener("DOMContentLoaded", function () {
  // In the order of their values, as in calpuzzle/play/packing.py.
  var DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

  /** @param {string} id @returns {HTMLElement} */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /** @param {string} id */
  function reveal(id) {
    byId(id).hidden = false;
  }

  /**
   * Decode each group of five digits to four bytes; the last group may be shorter.
   * @param {string} text
   */
  function bytesOf(text) {
    var values = new Uint8Array(128);
    for (var value = 0; value < 85; value += 1) values[DIGITS.charCodeAt(value)] = value;
    var groups = Math.ceil(text.length / 5);
    // An incomplete last group is filled up with the digit of the highest value.
    var padded = text + "~~~~";
    var view = new DataView(new ArrayBuffer(4 * groups));
    for (var at = 0; at < groups; at += 1) {
      var group = 0;
      for (var k = 5 * at; k < 5 * at + 5; k += 1) group = group * 85 + values[padded.charCodeAt(k)];
      view.setUint32(4 * at, group);
    }
    return new Uint8Array(view.buffer, 0, Math.floor(text.length * 4 / 5));
  }

  function nothing() {}

  /** @param {string} text */
  function unpacked(text) {
    var bytes = bytesOf(text);
    // All bytes are written at once; a Blob would first be passed to another process.
    var inflating = new DecompressionStream("deflate");
    var writer = inflating.writable.getWriter();
    // The reader below reports damaged data.
    writer.write(bytes).then(nothing, nothing);
    writer.close().then(nothing, nothing);
    return new Response(inflating.readable).text();
  }

  /** @param {string} html */
  function show(html) {
    document.body.innerHTML = html;
    // A script that is inserted as HTML does not run, but a new element does.
    var script = document.createElement("script");
    script.textContent = byId("common").textContent + byId("main").textContent;
    byId("main").replaceWith(script);
  }

  // The newest features that the page needs; browsers have had all of them since 2023.
  if (!window.DecompressionStream || !Array.prototype.findLast) {
    reveal("old");
    return;
  }
  new Promise(function (resolve) {
    resolve(unpacked(byId("pack").textContent));
  }).then(show, function () {
    reveal("damaged");
  });
});
