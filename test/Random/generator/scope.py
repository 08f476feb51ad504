"""What may a random function name here, and of which type is it?

Numbers are of type D (double) or F (float), so that the same text can be
compiled once more with long double for both. Values stay within LIMIT.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

LIMIT = 2.0


class Scalar(NamedTuple):
    text: str
    type: str
    writable: bool = True


class Array(NamedTuple):
    text: str
    type: str
    size: int
    writable: bool = True

    @property
    def pointer(self):
        """Also where the array is a container."""
        return "&%s[0]" % self.text

    @property
    def own(self):
        """Is its memory shared with no other name?"""
        return self.text[0] == "a" and self.text[1:].isdigit()


class Integer(NamedTuple):
    """An integer between low and high, both included."""

    text: str
    low: int
    high: int


class IntegerArray(NamedTuple):
    text: str
    size: int
    low: int
    high: int


class Object(NamedTuple):
    text: str
    type: "Structure"
    writable: bool = True


class Field(NamedTuple):
    """kind: D, F, int, char, bits, array (of D or F) or struct."""

    name: str
    kind: str
    type: object = None
    size: int = 0


@dataclass
class Structure:
    name: str
    fields: list = field(default_factory=list)

    def declaration(self):
        lines = ["struct %s {" % self.name]
        for f in self.fields:
            if f.kind == "array":
                lines.append("%s %s[%d];" % (f.type, f.name, f.size))
            elif f.kind == "struct":
                lines.append("%s %s;" % (f.type.name, f.name))
            elif f.kind == "bits":
                lines.append("unsigned %s : %d;" % (f.name, f.size))
            else:
                lines.append("%s %s;" % (f.kind, f.name))
        return lines + ["};"]

    def numbers(self, prefix=""):
        """The paths of all numbers, with their types."""
        for f in self.fields:
            path = prefix + "." + f.name
            if f.kind in "DF":
                yield path, f.kind
            elif f.kind == "array":
                for i in range(f.size):
                    yield "%s[%d]" % (path, i), f.type
            elif f.kind == "struct":
                yield from f.type.numbers(path)

    def integers(self, prefix=""):
        """The paths of all integers; they hold 0 to 3."""
        for f in self.fields:
            path = prefix + "." + f.name
            if f.kind in ("int", "char", "bits"):
                yield path
            elif f.kind == "struct":
                yield from f.type.integers(path)

    def arrays(self, prefix=""):
        for f in self.fields:
            path = prefix + "." + f.name
            if f.kind == "array":
                yield path, f.type, f.size
            elif f.kind == "struct":
                yield from f.type.arrays(path)


class Scope:
    """A stack of frames, innermost last."""

    def __init__(self):
        self.frames = [[]]

    def push(self):
        self.frames.append([])

    def pop(self):
        self.frames.pop()

    def add(self, item):
        self.frames[-1].append(item)
        return item

    def all(self, kind, writable=False):
        return [
            item
            for frame in self.frames
            for item in frame
            if isinstance(item, kind) and (not writable or item.writable)
        ]

    def scalars(self, writable=False):
        """Scalars, and the scalar fields of objects."""
        found = self.all(Scalar, writable)
        for o in self.all(Object, writable):
            for path, type in o.type.numbers():
                found.append(Scalar(o.text + path, type, o.writable))
        return found

    def arrays(self, writable=False):
        found = self.all(Array, writable)
        for o in self.all(Object, writable):
            for path, type, size in o.type.arrays():
                found.append(Array(o.text + path, type, size, o.writable))
        return found

    def integers(self):
        found = self.all(Integer)
        for o in self.all(Object):
            found += [Integer(o.text + path, 0, 3) for path in o.type.integers()]
        return found
