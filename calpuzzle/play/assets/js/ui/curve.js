/*
 * The curve of the solutions that remain after each move, on a logarithmic scale. A move that leaves none is
 * a cross; if the number is not known there is a gap.
 */

import { countWithPlus } from "./lang.js";
import { svg } from "./svg.js";

const [CURVE_WIDE, CURVE_HIGH, CURVE_EDGE] = [600, 180, 14];

/**
 * @param {Array<{count: number | null, exact: boolean}>} counts  of each move
 * @param {number} at  the move that is shown
 * @returns {SVGElement}
 */
export function curveOf(counts, at) {
  const most = Math.max(1, ...counts.map(({ count }) => count ?? 0));
  const places = counts.map(({ count }, k) => {
    const x = CURVE_EDGE + ((CURVE_WIDE - 2 * CURVE_EDGE) * k) / Math.max(1, counts.length - 1);
    const part = Math.log(1 + (count ?? 0)) / Math.log(1 + most);
    return [x, CURVE_HIGH - CURVE_EDGE - (CURVE_HIGH - 2 * CURVE_EDGE) * part];
  });
  const line = places.map(([x, y], k) => {
    const isGap = counts[k].count === null;
    const afterGap = k === 0 || counts[k - 1].count === null;
    return isGap ? "" : `${afterGap ? "M" : "L"}${x} ${y}`;
  });
  const marks = places.flatMap(([x, y], k) => (counts[k].count === null ? [] : [markAt(x, y, counts[k])]));
  const [x, y] = places[at];
  return svg("svg", { viewBox: `0 0 ${CURVE_WIDE} ${CURVE_HIGH}`, "aria-hidden": "true" }, [
    svg("path", { class: "ground", d: `M0 ${CURVE_HIGH - CURVE_EDGE}H${CURVE_WIDE}` }),
    svg("path", { class: "now", d: `M${x} 0V${CURVE_HIGH}` }),
    svg("path", { class: "line", d: line.join("") }),
    ...marks,
    ...(counts[at].count === null ? [] : [
      svg("circle", { class: "at", cx: x, cy: y, r: 11 }), numberAt(x, y, counts[at]),
    ]),
  ]);
}

/** @param {number} x @param {number} y @param {{count: number | null, exact: boolean}} of */
function markAt(x, y, { count }) {
  if (count) return svg("circle", { class: "dot", cx: x, cy: y, r: 5 });
  return svg("path", { class: "dead", d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14` });
}

/**
 * Create the number of the shown move: above its point if there is room, otherwise below it.
 * @param {number} x @param {number} y @param {{count: number | null, exact: boolean}} counted
 */
function numberAt(x, y, counted) {
  const isRightHalf = x > CURVE_WIDE / 2;
  return svg("text", {
    class: "number", x: x + (isRightHalf ? 10 : -10), y: y > 50 ? y - 20 : y + 42,
    "text-anchor": isRightHalf ? "end" : "start",
  }, [countWithPlus(counted)]);
}
