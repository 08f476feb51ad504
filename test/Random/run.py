#!/usr/bin/env python3
"""Checks derivatives of random functions, seed after seed.

usage: run.py [--build DIR ...] [--seed N] [--seeds N | --minutes M] [...]
       run.py --shrink SEED:FUNCTION [--build DIR] [--levels L]

Each seed is a file of functions that check themselves (harness.h), compiled by
each build at each level; the numbers must agree between all of these. What is
refused is counted by reason, and the rest goes on without it. The log has one
line of JSON for each seed that is done. Exits 1 if a value was wrong, something
crashed or a reason of a refusal is not in EXPLAINED or KNOWN.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import generate
import shrink
from toolchain import HERE, ROOT, Compiler, crash_of, execute, refusals

# Refusals that the README states as limits: none is generated at present.
EXPLAINED = []
# Refusals of programs that could be differentiated: to be mended.
KNOWN = [
    r"cannot tell whether the .* bytes copied here hold",
    r"through the bits of a floating-point number",
]


def explained(reason):
    return any(re.search(e, reason) for e in EXPLAINED + KNOWN)


class Seed:
    """One file of functions, on its way through the compilers."""

    def __init__(self, seed, options, folder):
        self.seed, self.options, self.folder = seed, options, folder
        self.functions = {f.index: f for f in generate.functions(seed, options.functions)}
        self.left = [k for k in self.functions if "%d:%d" % (seed, k) not in options.skip]
        self.refused, self.failed = {}, {}  # function -> reason, with the compiler
        self.left_out = set()  # clang crashes on them without us
        self.counts = collections.Counter()
        self.numbers = {}  # function -> (compiler, numbers)

    def run(self, compilers):
        start, count = time.time(), len(self.left)
        for compiler in compilers:
            for n in range(0, len(self.left), self.options.chunk):
                self.chunk(compiler, self.left[n : n + self.options.chunk])
            self.left = self.good(self.left)
        return {
            "seed": self.seed, "compilers": [str(c) for c in compilers],
            "functions": count, "counts": dict(self.counts),
            "refused": self.refused, "failed": self.failed,
            "seconds": round(time.time() - start, 1)}

    def good(self, indices):
        bad = self.refused.keys() | self.failed.keys() | self.left_out
        return [k for k in indices if k not in bad]

    def chunk(self, compiler, indices):
        """Compiles and runs these; refused ones are dropped, crashes cornered."""
        indices = self.good(indices)
        if not indices:
            return
        text = generate.source([self.functions[k] for k in indices])
        name = os.path.join(self.folder, "%d-%d" % (self.seed, indices[0]))
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(text)
        ok, said = compiler.compile(name + ".cpp", name + ".exe")
        if ok:
            self.outcome(compiler, execute(name + ".exe", indices))
            os.remove(name + ".exe")
            return
        crash = crash_of(said)
        found = {} if crash else refusals(said, owner(text))
        for k, reason in found.items():
            self.refused[k] = [reason, str(compiler)]
        if found:
            return self.chunk(compiler, indices)
        if len(indices) > 1:
            middle = len(indices) // 2
            self.chunk(compiler, indices[:middle])
            return self.chunk(compiler, indices[middle:])
        if crash and compiler.crashes_alone(name + ".cpp", said):
            self.counts["clang"] += 1
            self.left_out.add(indices[0])
            return
        self.failed[indices[0]] = ["compiler: " + (crash or said[-300:]), str(compiler)]

    def outcome(self, compiler, outcome):
        for k, verdict in outcome.verdict.items():
            text = "; ".join(outcome.text.get(k, [])[:3])
            self.counts[verdict] += 1
            if verdict not in ("ok", "kink", "unstable"):
                self.failed[k] = ["%s: %s" % (verdict, text), str(compiler)]
                continue
            if verdict == "unstable":
                continue
            numbers = outcome.numbers[k]
            first, known = self.numbers.setdefault(k, (str(compiler), numbers))
            bound = 2e-3 if uses_float(self.functions[k]) else 1e-10
            for a, b in zip(known, numbers):
                if not abs(a - b) <= bound * (1 + abs(a)):
                    self.failed[k] = ["%.17g with %s, %.17g" % (a, first, b), str(compiler)]


def uses_float(function):
    return function.single


def owner(text):
    """line -> index of the function there."""
    of, current = [None], None
    for line in text.splitlines():
        match = re.match(r"namespace f(\d+) \{", line)
        current = int(match.group(1)) if match else current
        of.append(current)
    return lambda line: of[line] if line < len(of) else None


def work(seed, options, compilers):
    with tempfile.TemporaryDirectory(prefix="random-") as folder:
        return Seed(seed, options, folder).run(compilers)


class Report:
    """The totals, and a line for each seed."""

    def __init__(self, log):
        self.log = open(log, "a", encoding="utf-8") if log else None
        self.start, self.seeds, self.functions = time.time(), 0, 0
        self.refused, self.unstable, self.failed = collections.Counter(), 0, []
        self.clang = 0  # crashes of clang alone

    def add(self, result):
        if self.log:
            self.log.write(json.dumps(result) + "\n")
            self.log.flush()
        self.seeds += 1
        self.functions += result["functions"]
        self.unstable += result["counts"].get("unstable", 0)
        self.clang += result["counts"].get("clang", 0)
        for reason, _ in result["refused"].values():
            self.refused[reason] += 1
        for k, (what, compiler) in result["failed"].items():
            self.failed.append((result["seed"], k))
            print("%d:%s, %s: %s" % (result["seed"], k, compiler, what))
        for k, (reason, compiler) in result["refused"].items():
            if not explained(reason):
                print("%d:%s, %s: refused: %s" % (result["seed"], k, compiler, reason))
        print("[%d s] %d seeds, %d functions: %d failed, %d refused, %d unstable" % (
            time.time() - self.start, self.seeds, self.functions, len(self.failed),
            sum(self.refused.values()), self.unstable), flush=True)

    def done(self):
        for reason, count in self.refused.most_common():
            print("%6d refused%s: %s" % (count, "" if explained(reason) else " (why?)", reason))
        if self.clang:
            print("%6d left out: clang crashes on them without the plugin" % self.clang)
        return 1 if self.failed or not all(map(explained, self.refused)) else 0


def commit():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip()


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--build", action="append", metavar="DIR",
        help="a build tree of clang-ad, several for several LLVMs (default: build/llvm-22 and -19)")
    add("--llvm", metavar="N,...", help="short for --build build/llvm-N")
    add("--levels", default="-O2", metavar="L,...",
        help="levels, by commas; 'all' for -O0,-O2,-O3 (default: -O2)")
    add("--alternate", action="store_true",
        help="each seed with the first compiler and one more, in turn")
    add("--seed", type=int, help="the first seed (default: a fresh one)")
    add("--seeds", type=int, metavar="N", help="this many seeds, one after another")
    add("--minutes", type=float, help="go on for this long")
    add("--functions", type=int, default=generate.FUNCTIONS, metavar="N",
        help="in a file (default: 50)")
    add("--chunk", type=int, default=10, metavar="N", help="compiled at once (default: 10)")
    add("--jobs", type=int, default=1, metavar="N", help="seeds at a time (default: 1)")
    add("--skip", default="", type=lambda text: text.split(","), metavar="SEED:FUNCTION,...",
        help="functions that are left out")
    add("--log", metavar="FILE", help="append a line of JSON for each seed")
    add("--shrink", metavar="SEED:FUNCTION", help="make a failing function small")
    return parser.parse_args()


def compilers_of(options):
    builds = list(options.build or [])
    for llvm in (options.llvm or "").split(","):
        builds += [os.path.join(ROOT, "build", "llvm-" + llvm)] if llvm else []
    if not builds:
        builds = [os.path.join(ROOT, "build", "llvm-" + n) for n in ("22", "19")]
        builds = [b for b in builds if os.path.exists(os.path.join(b, "bin", "clang-ad++"))]
    levels = "-O0,-O2,-O3" if options.levels == "all" else options.levels
    return [Compiler(b, os.path.basename(b.rstrip("/")).replace("llvm-", ""), level)
            for level in levels.split(",") for b in builds]


def seeds_of(options):
    first = options.seed if options.seed is not None else random.SystemRandom().randrange(10**9)
    end = time.time() + 60 * options.minutes if options.minutes else None
    count = options.seeds or (None if end else 1)
    n = 0
    while (count is None or n < count) and (end is None or time.time() < end):
        yield first + n
        n += 1


def main():
    options = arguments()
    compilers = compilers_of(options)
    with tempfile.TemporaryDirectory(prefix="random-") as folder:
        for compiler in compilers:
            compiler.prepare(folder)
        if options.shrink:
            return shrink.main(options.shrink, options.functions, compilers)
        return run(options, compilers)


def run(options, compilers):
    print("commit %s; %s" % (commit(), ", ".join(map(str, compilers))), flush=True)
    report = Report(options.log)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = set()
        for n, seed in enumerate(seeds_of(options)):
            chosen = compilers
            if options.alternate and len(compilers) > 1:
                chosen = [compilers[0], compilers[1 + n % (len(compilers) - 1)]]
            pending.add(pool.submit(work, seed, options, chosen))
            while len(pending) >= options.jobs:
                done, pending = concurrent.futures.wait(
                    pending, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    report.add(future.result())
        for future in pending:
            report.add(future.result())
    return report.done()


if __name__ == "__main__":
    sys.exit(main())
