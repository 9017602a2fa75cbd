"""The version, and nothing else: pyproject.toml and --version read it without importing more."""

__version__ = "0.1.0"
