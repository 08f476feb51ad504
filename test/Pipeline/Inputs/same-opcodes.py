#!/usr/bin/env python3
"""Compares two functions of an IR file: the same opcodes, as often.

    same-opcodes.py IR FUNCTION FUNCTION

Exit status 1 if they differ. Order, operands and flags do not count; a call
counts by its callee.
"""

import collections
import re
import sys

CALL = re.compile(r"call .*?(@[\w.$]+)\(")


def opcodes(text, name):
    found = re.search(r"^define [^\n]*@%s\(.*?^}" % re.escape(name), text, re.M | re.S)
    if not found:
        sys.exit("same-opcodes.py: no function %s" % name)
    count = collections.Counter()
    for line in found.group(0).splitlines()[1:]:
        words = re.sub(r"^\s*%[\w.]+ = ", "", line).split()
        if not line.startswith(" ") or not words:
            continue
        call = CALL.search(line)
        count["call " + call.group(1) if call else words[0]] += 1
    return count


def main(path, ours, theirs):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    a, b = opcodes(text, ours), opcodes(text, theirs)
    for name, count in ((ours, a), (theirs, b)):
        print(name, " ".join("%s:%d" % item for item in sorted(count.items())))
    return 0 if a == b else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
