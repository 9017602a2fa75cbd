/*
 * Marks whether the page is at work: the root element has the attribute `data-busy` while an answer, a file
 * or another page is being loaded. Programs that drive a page wait until it is removed.
 */

let tasks = 0;

/**
 * Mark the page as busy until a promise is settled, and all that awaits it has run.
 * @template T @param {Promise<T>} task
 * @returns {Promise<T>}  the same
 */
export function busyUntil(task) {
  const count = (/** @type {number} */ step) => {
    tasks += step;
    document.documentElement.toggleAttribute("data-busy", tasks > 0);
  };
  const end = () => setTimeout(count, 0, -1);
  count(1);
  task.then(end, end);
  return task;
}

/** Return a promise that is resolved after the next frame has been drawn. */
export function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
