"""The parser of every command: errors are one sentence, and examples keep their line breaks."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any, NoReturn

from calpuzzle._version import __version__
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest, shown, unknown

MAX_DIGITS = 18  # of a number, which then fits in 63 bits
MIN_WIDTH = 40  # columns of help


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return the formatter of help, as wide as the terminal. The width is measured here because
    argparse, which creates a formatter for every declared option, would load shutil and all archive
    formats."""
    setting = os.environ.get("COLUMNS", "")
    columns = int(setting) if setting.isdecimal() and len(setting) < 5 else 0
    if not columns:
        try:
            columns = os.get_terminal_size().columns
        except (OSError, ValueError):
            columns = 0
    return argparse.RawDescriptionHelpFormatter(prog, width=max(columns or 80, MIN_WIDTH) - 2)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that raises its errors as InputError, and does not accept abbreviated
    options, because a script must not break when an option is added. The examples at the end of the
    description are printed below the options."""

    # Options whose value may begin with a dash, which argparse would take for another option.
    dashed: tuple[str, ...] = ()
    # Changes the words of a command with subcommands before they are parsed.
    reworded: Callable[[list[str]], list[str]] | None = None

    def __init__(self, description: str | None = None, **options: Any) -> None:
        text, _, examples = (description or "").rstrip().partition("\n\nexample")
        super().__init__(
            description=text,
            epilog=f"example{examples}" if examples else None,
            formatter_class=_formatter,
            allow_abbrev=False,
            **options,
        )
        self.register("action", None, _StoreOnce)
        self.register("action", "store", _StoreOnce)
        # No default: that of a subcommand would overwrite a value given before the subcommand.
        level = self.add_mutually_exclusive_group()
        flag: dict[str, Any] = {"action": "store_true", "default": argparse.SUPPRESS}
        level.add_argument("-q", "--quiet", **flag, help="print only errors on stderr")
        text = "also print the plan, the time and the traceback of an error"
        level.add_argument("-v", "--verbose", **flag, help=text)
        text, version = "print the version of calpuzzle", f"calpuzzle {__version__}"
        self.add_argument("-V", "--version", action="version", version=version, help=text)

    def parsed(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse the words; values of the options in `dashed` may begin with a dash, and positional
        arguments may be between options."""
        words = list(arguments)
        for at in reversed(range(len(words) - 1)):
            if words[at] in self.dashed and words[at + 1].startswith("-"):
                words[at : at + 2] = [f"{words[at]}={words[at + 1]}"]
        if self._subparsers is not None:
            words = self.reworded(words) if self.reworded else words
        # If there are subcommands, argparse cannot parse positional arguments between options.
        between = self._subparsers is None and any(word.startswith("-") for word in words)
        return self.parse_intermixed_args(words) if between else self.parse_args(words)

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, args: Any = None, namespace: Any = None
    ) -> Any:
        """Parse the words, and set `given` of the namespace to the given options, each with all its
        names."""
        return self._with_given(super().parse_known_args, args, namespace)

    def parse_known_intermixed_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, args: Any = None, namespace: Any = None
    ) -> Any:
        """Parse as `parse_known_args` does, also in versions of Python in which this method does
        not call `parse_known_args`."""
        return self._with_given(super().parse_known_intermixed_args, args, namespace)

    def _with_given(self, parse: Callable[[Any, Any], Any], args: Any, namespace: Any) -> Any:
        words: list[str] = list(args or ())
        found, others = parse(words, namespace)
        words = words[: words.index("--")] if "--" in words else words
        known = [name.option_strings for name in self._actions]
        given = {
            name
            for names in known
            if any(_contains_option(words, each) for each in names)
            for name in names
        }
        found.given = getattr(found, "given", set()) | given
        return found, others

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise InputError, which names the nearest choice, for a word that is not a choice."""
        if action.choices is not None and value not in action.choices:
            what = action.option_strings[0] if action.option_strings else str(action.metavar)
            raise InputError(unknown(what.lower(), value, list(action.choices)))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help or the version. argparse itself would ignore a full disk."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Raise InputError with the message of argparse."""
        unread = message.removeprefix("unrecognized arguments: ")
        hint = self._meant(re.split(r"[=\s]", unread)[0]) if unread != message else ""
        raise InputError(f"{message}{hint} (see {self.prog} --help)")

    def _meant(self, word: str) -> str:
        """Return the end of a message, which suggests an option for the unknown option `word`, or
        "" if none is similar."""
        if not word.startswith("--") or word == "--format":
            return ""  # no option is meant, or no other one
        form = self._option_string_actions.get("--format")
        forms = getattr(form.type, "known", ()) if form else ()
        if word[2:] in forms:
            return f"; write --format {word[2:]}"
        if forms and word[2:] in ("csv", "json", "svg", "png", "pdf", "txt", "html", "xlsx"):
            return f"; --format is one of {', '.join(forms)}"
        known = [option[2:] for option in self._option_string_actions if option.startswith("--")]
        return nearest(word[2:], known).replace("mean ", "mean --")

    def add_subcommands(self, command: str, subcommands: Mapping[str, str]) -> None:
        """Add subcommands by name, each with a line of help. They are modules like those of the
        commands, with their own parsers; `args.run` is the `run` of the module."""
        choices = self.add_subparsers(
            metavar="SUBCOMMAND",
            required=True,
            parser_class=_Subparser,
            help="what to do; each subcommand has its own --help",
        )
        for name, text in subcommands.items():
            module = import_module(f"calpuzzle.cli.{command}_{name}")
            sub = choices.add_parser(name, help=text, description=module.__doc__)
            module.configure(sub)
            sub.set_defaults(run=module.run)


class _StoreOnce(argparse.Action):
    """Stores the value of an option or a word. An option that is given twice is an error: its first
    value would have no effect."""

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Store the value in the namespace."""
        stored: set[str] = vars(namespace).setdefault("stored", set())
        if option_string and self.dest in stored:
            raise InputError(f"{option_string} is given twice; give it once")
        if option_string:
            stored.add(self.dest)
        setattr(namespace, self.dest, values)


class _Subparser(Parser):
    """A parser that reports unknown words itself, so that the message names its own help."""

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, args: Any = None, namespace: Any = None
    ) -> Any:
        """Parse all arguments, or raise InputError."""
        known, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return known, others


def _contains_option(words: list[str], option: str) -> bool:
    """Return whether one of the words is the option, with or without a value."""
    with_value = f"{option}=" if option.startswith("--") else option
    return any(word == option or word.startswith(with_value) for word in words)


def at_least(least: int, most_digits: int = MAX_DIGITS) -> Callable[[str], int]:
    """Return an argparse type: an integer from `least` on, of at most `most_digits` digits. Invalid
    values lead to InputError."""

    def whole(text: str) -> int:
        digits = text.replace("_", "").strip().removeprefix("+").lstrip("0")
        if digits.isdecimal() and len(digits) > most_digits:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is too large; at most {most_digits} digits are allowed"
            )
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is not a whole number of at least {least}"
            )
        return value

    return whole


positive = at_least(1)


def length(text: str) -> float:
    """Parse a length in millimetres, 0 or more. This is an argparse type; invalid values lead to
    InputError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < inf:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a length in millimetres, such as 2.5"
        )
    return value


class OneOf:
    """An argparse type: one of the words `known`. In messages, `what` is the noun for such a word.
    For another word, the InputError names the nearest."""

    def __init__(self, what: str, known: Collection[str]) -> None:
        self.what = what
        self.known = known

    def __call__(self, text: str) -> str:
        """Return the word itself."""
        if text not in self.known:
            raise argparse.ArgumentTypeError(unknown(self.what, text, self.known))
        return text
