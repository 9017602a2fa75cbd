"""The argument parser of every command: faults are one sentence, examples keep their lines."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any, NoReturn

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest, shown, unknown

MOST_DIGITS = 18  # of a number, which so has 63 bits at most
LEAST_WIDE = 40  # columns of help


def _formatter(prog: str) -> argparse.HelpFormatter:
    """The formatter of help, as wide as the terminal. argparse also makes it for each option that
    is declared: to measure the terminal itself, it would load shutil with all archive formats each
    time."""
    said = os.environ.get("COLUMNS", "")
    columns = int(said) if said.isdecimal() and len(said) < 5 else 0
    if not columns:
        try:
            columns = os.get_terminal_size().columns
        except (OSError, ValueError):
            columns = 0
    return argparse.RawDescriptionHelpFormatter(prog, width=max(columns or 80, LEAST_WIDE) - 2)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose faults are raised as `InputError`, and which takes no abbreviated
    options (a script must not break when an option is added). The examples that end the description
    stand below the options."""

    # Options whose value may begin with a dash, which argparse would take for another option.
    dashed: tuple[str, ...] = ()
    # What a command with subcommands makes of its words before they are parsed.
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

    def parsed(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse, with `--option -value` for the options in `dashed`, and words between options."""
        words = list(arguments)
        for at in reversed(range(len(words) - 1)):
            if words[at] in self.dashed and words[at + 1].startswith("-"):
                words[at : at + 2] = [f"{words[at]}={words[at + 1]}"]
        if self._subparsers is not None:  # argparse knows no words between the options of these
            words = self.reworded(words) if self.reworded else words
        between = self._subparsers is None and any(word.startswith("-") for word in words)
        return self.parse_intermixed_args(words) if between else self.parse_args(words)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; `given` of the namespace is the set of options among the words, each by all of its
        names."""
        return self._noted(super().parse_known_args, args, namespace)

    def parse_known_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as `parse_known_args` does, which not every version of Python calls for it."""
        return self._noted(super().parse_known_intermixed_args, args, namespace)

    def _noted(self, parse: Callable[[Any, Any], Any], args: Any, namespace: Any) -> Any:
        words = list(args or ())
        found, others = parse(words, namespace)
        words = words[: words.index("--")] if "--" in words else words
        known = [own.option_strings for own in self._actions]
        here = {
            name for names in known if any(_begins(words, own) for own in names) for name in names
        }
        found.given = getattr(found, "given", set()) | here
        return found, others

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise InputError, with the nearest, for a word that is none of the choices."""
        if action.choices is not None and value not in action.choices:
            what = action.option_strings[0] if action.option_strings else str(action.metavar)
            raise InputError(unknown(what.lower(), value, list(action.choices)))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help or the version. argparse would pass over a disk that is full."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found, in one sentence."""
        unread = message.removeprefix("unrecognized arguments: ")
        hint = self._meant(unread.split("=")[0].split()[0]) if unread != message else ""
        raise InputError(f"{message}{hint} (see {self.prog} --help)")

    def _meant(self, word: str) -> str:
        """Return a hint at the option that is meant by an unknown one, or nothing."""
        form = self._option_string_actions.get("--format")
        if form and word[2:] in getattr(form.type, "known", ()):
            return f"; write --format {word[2:]}"
        known = [own[2:] for own in self._option_string_actions if own.startswith("--")]
        return nearest(word[2:], known).replace("mean ", "mean --") if word[:2] == "--" else ""

    def add_subcommands(self, command: str, subcommands: Mapping[str, str]) -> None:
        """Add the subcommands of a command by their names, with a text each: modules like those of
        the commands, each with a parser of its own, whose `run` becomes the default of
        `args.run`."""
        choices = self.add_subparsers(
            metavar="SUBCOMMAND",
            required=True,
            parser_class=_Subparser,
            help="what to do; each has --help of its own",
        )
        for name, text in subcommands.items():
            module = import_module(f"calpuzzle.cli.{command}_{name}")
            sub = choices.add_parser(name, help=text, description=module.__doc__)
            module.configure(sub)
            sub.set_defaults(run=module.run)


class _Subparser(Parser):
    """A parser that says itself which words it does not know, and so names its own help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """All arguments, or InputError."""
        known, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return known, others


def _begins(words: list[str], option: str) -> bool:
    """Return whether one of the words is the option, alone or with its value."""
    with_value = f"{option}=" if option.startswith("--") else option
    return any(word == option or word.startswith(with_value) for word in words)


def at_least(least: int, most_digits: int = MOST_DIGITS) -> Callable[[str], int]:
    """An argparse type: a whole number not below `least`, of so many digits at most; another one
    becomes an InputError."""

    def whole(text: str) -> int:
        digits = text.strip().removeprefix("+").lstrip("0")
        if digits.isdecimal() and len(digits) > most_digits:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is too large; {most_digits} digits are the most"
            )
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number from {least} on")
        return value

    return whole


positive = at_least(1)


def length(text: str) -> float:
    """An argparse type: a length in millimetres, 0 or more; another one becomes an InputError."""
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
    """An argparse type: one of the words `known`, which are each `what`; for another one, the
    InputError names the nearest."""

    def __init__(self, what: str, known: Collection[str]) -> None:
        self.what = what
        self.known = known

    def __call__(self, text: str) -> str:
        """Return the word itself."""
        if text not in self.known:
            raise argparse.ArgumentTypeError(unknown(self.what, text, self.known))
        return text
