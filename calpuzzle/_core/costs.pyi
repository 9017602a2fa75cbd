"""The solutions of a part of a diagram by cost, for walk; Python sees nothing of it. See
_core/costs.pyx."""
