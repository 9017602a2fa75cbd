"""What is made of an object once: by its maker alone, found again, and not pickled."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

from calpuzzle.base.kept import Keeping, Kept


class Owner(Keeping):
    """Something that others keep things for."""

    def __init__(self, name: str) -> None:
        self.name = name


ONE: Kept[list[int]] = Kept()
OTHER: Kept[list[int]] = Kept()
MAYBE: Kept[str] = Kept()


def test_a_thing_is_made_once_for_each_owner_and_maker() -> None:
    owner, another = Owner("a"), Owner("b")
    assert ONE.of(owner) is None
    first = ONE.made(owner, lambda: [1])
    assert ONE.made(owner, lambda: [2]) is first is ONE.of(owner)
    assert OTHER.of(owner) is None
    assert OTHER.made(owner, lambda: [3]) == [3]
    assert ONE.of(another) is None
    assert ONE.keep(another, [4]) == [4] == ONE.of(another)
    assert ONE.of(owner) is first


def test_what_is_false_is_kept_too() -> None:
    owner = Owner("a")
    made = []

    def make() -> str:
        made.append(1)
        return ""

    assert MAYBE.made(owner, make) == MAYBE.made(owner, make) == ""
    assert len(made) == 1


def test_what_is_kept_anew_takes_the_place_of_the_old() -> None:
    owner = Owner("a")
    ONE.keep(owner, [1])
    ONE.keep(owner, [2])
    assert ONE.of(owner) == [2]


def test_nothing_kept_is_pickled_or_copied() -> None:
    owner = Owner("a")
    ONE.keep(owner, [1])
    for other in (pickle.loads(pickle.dumps(owner)), copy.copy(owner), copy.deepcopy(owner)):
        assert other.name == "a"
        assert ONE.of(other) is None
    assert ONE.of(owner) == [1]


def test_things_go_with_their_owner() -> None:
    class Thing(list[int]):
        pass

    owner = Owner("a")
    thing = ONE.keep(owner, Thing())
    there = weakref.ref(thing)
    del thing, owner
    gc.collect()
    assert there() is None
