"""The bar chart of the benchmarks: seconds for all dates, on a logarithmic axis."""

from __future__ import annotations

from measure import shown


def draw(results: dict[str, dict[str, float]], path: str) -> None:
    """Write the chart: a panel a puzzle, a bar a contender, the fastest on top."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "calpuzzle"
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(len(results), 1, figsize=(8, 2.8 * len(results)), squeeze=False)
    for panel, (puzzle, times) in zip(panels[:, 0], results.items(), strict=True):
        ordered = sorted(times.items(), key=lambda pair: -pair[1])
        names = [name for name, _ in ordered]
        own = {"diagram", "backtrack"}
        colours = ["#1b7f5c" if name in own else "#a9b4bf" for name in names]
        bars = panel.barh(names, [taken for _, taken in ordered], color=colours, log=True)
        panel.bar_label(bars, [shown(taken) for _, taken in ordered], padding=4, fontsize=9)
        panel.set_xlim(right=max(times.values()) * 12)
        panel.set_title(f"{puzzle}: seconds to count all dates, one core", loc="left", fontsize=11)
        panel.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
