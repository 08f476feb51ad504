#!/usr/bin/env python3
"""Is every construct in every file often enough, and a file always the same?

usage: check-generator.py
"""

import collections
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import generate
from generator.expressions import BINARY, UNARY
from generator.signature import Signature
from generator.statements import CONSTRUCTS

SEEDS = range(1, 7)  # the fixed set
IN_EACH_FILE = 2
IN_THE_SET = 10
OTHERS = [
    "cast D to F", "cast F to D", "cast int to number", "cast number to int",
    "cast there and back", "ternary", "index from memory", "call that is not inlined",
    "result: D", "result: F", "result: none",
    "field: D", "field: F", "field: int", "field: char", "field: bits", "field: array",
    "field: struct",
]


def main():
    failures = []
    total = collections.Counter()
    for seed in SEEDS:
        uses = collections.Counter()
        for f in generate.functions(seed):
            uses += f.uses
        for name in CONSTRUCTS:
            if uses[name] < IN_EACH_FILE:
                failures.append("seed %d: %d times '%s'" % (seed, uses[name], name))
        for kind in Signature.KINDS:
            if uses["parameter: " + kind] < IN_EACH_FILE:
                failures.append("seed %d: too few parameters '%s'" % (seed, kind))
        total += uses
    names = OTHERS + list(CONSTRUCTS) + ["math " + row[0] for row in UNARY + BINARY]
    for name in names:
        if total[name] < IN_THE_SET:
            failures.append("the set: %d times '%s'" % (total[name], name))
    texts = set()
    for hash_seed in ("1", "2"):
        command = [sys.executable, os.path.join(HERE, "generate.py"), "1"]
        environment = dict(os.environ, PYTHONHASHSEED=hash_seed)
        texts.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    if len(texts) != 1:
        failures.append("two runs with one seed differ")
    for f in failures:
        print(f)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
