"""Random small exact cover problems with bounds and secondary items, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from calpuzzle.exact import Cover


@st.composite
def covers(draw):
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    items = primary + secondary
    option = st.sets(st.integers(0, items - 1), min_size=1, max_size=3)
    options = draw(st.lists(option, max_size=8))
    bounds = {
        i: draw(st.sampled_from([(1, 1), (0, 1), (0, 2), (2, 2), (1, 3), (0, 0)]))
        for i in range(primary)
        if draw(st.booleans())
    }
    return Cover(range(primary), options, range(primary, items), multiplicity=bounds)
