/*
 * Shows the page in a frame of a notebook, and synchronizes the trait `position` with the fragment
 * of the frame's address.
 */

/**
 * @param {{model: {get(name: string): string, set(name: string, value: string): void, save_changes(): void,
 *                  on(name: string, use: () => void): void, off(name: string, use: () => void): void},
 *          el: HTMLElement}} notebook
 */
function render({ model, el }) {
  const home = URL.createObjectURL(new Blob([model.get("page")], { type: "text/html" }));
  const frame = document.createElement("iframe");
  frame.title = "calpuzzle";
  frame.style.cssText = "width: 100%; height: 720px; border: 0; border-radius: 8px";
  frame.src = home + model.get("position");

  // A frame has a window as long as it is in the page.
  const inside = () => /** @type {Window} */ (frame.contentWindow);
  const report = () => {
    const { hash } = inside().location;
    if (hash === model.get("position")) return;
    model.set("position", hash);
    model.save_changes();
  };
  frame.addEventListener("load", () => {
    const { history } = inside();
    // Browsers report no event for these calls.
    for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
      const change = history[name];
      history[name] = function (/** @type {Parameters<typeof change>} */ ...values) {
        change.apply(this, values);
        report();
      };
    }
    inside().addEventListener("hashchange", report);
    report();
  });
  const move = () => {
    const { location } = inside();
    if (location.hash !== model.get("position")) location.hash = model.get("position");
  };
  model.on("change:position", move);
  el.append(frame);
  return () => {
    model.off("change:position", move);
    URL.revokeObjectURL(home);
  };
}

export default { render };
