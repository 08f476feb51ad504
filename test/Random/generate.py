#!/usr/bin/env python3
"""Writes random programs that check their own derivatives.

usage: generate.py SEED [--functions N | --only K,...] [-o FILE]
       generate.py --statistics SEED ...

A program is a function of its seed alone. Each construct is dealt out in turn,
so that every file of 50 functions has each of them at least twice.
"""

import argparse
import collections
import random
import sys

from generator.function import Function
from generator.signature import Signature
from generator.statements import CONSTRUCTS

FUNCTIONS = 50


def deal(rng, cards, hands, each):
    """EACH cards to each of HANDS hands, from a deck that is shuffled anew."""
    deck, result = [], []
    for _ in range(hands):
        hand = []
        while len(hand) < each:
            if not deck:
                deck = list(cards)
                rng.shuffle(deck)
            hand.append(deck.pop())
        result.append(hand)
    return result


def functions(seed, count=FUNCTIONS, only=None):
    rng = random.Random(seed)
    constructs = deal(rng, CONSTRUCTS, count, 3)
    parameters = deal(rng, Signature.KINDS, count, 1)
    chosen = range(count) if only is None else only
    return [Function(seed, k, constructs[k], parameters[k]) for k in chosen]


def source(chosen):
    lines = ['#include "harness.h"', ""]
    for f in chosen:
        lines += f.text() + [""]
    return "\n".join(lines)


def statistics(seeds, count):
    total = collections.Counter()
    statements = 0
    for seed in seeds:
        for f in functions(seed, count):
            total += f.uses
            statements += len(f.program())
    for name, number in sorted(total.items(), key=lambda item: (item[1], item[0])):
        print("%6d %s" % (number, name))
    print("%6d functions, %.1f lines each" % (count * len(seeds), statements / count / len(seeds)))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", metavar="SEED", type=int, nargs="+")
    parser.add_argument("--functions", type=int, default=FUNCTIONS, metavar="N")
    parser.add_argument("--only", metavar="K,...", help="these functions of the file")
    parser.add_argument("--statistics", action="store_true", help="count the constructs instead")
    parser.add_argument("-o", dest="output", metavar="FILE", help="standard output if not given")
    options = parser.parse_args()
    if options.statistics:
        return statistics(options.seeds, options.functions)
    only = None
    if options.only:
        only = [int(k) for k in options.only.split(",")]
    text = source(functions(options.seeds[0], options.functions, only))
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
