#!/usr/bin/env python3
"""Sums what ctest's logs say: one number per lit test, unit test or program.

usage: count-tests.py LastTest.log ...

A log that is missing, or a ctest entry that failed without naming a failed
test, counts as one failure. Exits 1 if anything failed.
"""

import re
import sys

PASSED = re.compile(r"^  (?:Passed|Passed With Retry|Expectedly Failed|Flaky) *: *(\d+)", re.M)
FAILED = re.compile(
    r"^  (?:Failed|Unresolved|Timed Out|Unexpectedly Passed|Unexpected Passes) *: *(\d+)", re.M
)
SKIPPED = re.compile(r"^  (?:Unsupported|Skipped) *: *(\d+)", re.M)
GTEST_PASSED = re.compile(r"^\[  PASSED  \] (\d+) test", re.M)
GTEST_FAILED = re.compile(r"^\[  FAILED  \] (\d+) test", re.M)


def total(pattern, text):
    return sum(int(match) for match in pattern.findall(text))


def count(log):
    try:
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return 0, 1, 0
    passed = failed = skipped = 0
    entries = re.split(r"^(?=\d+/\d+ Testing: )", text, flags=re.M)[1:]
    for entry in entries:
        ok = re.search(r"^Test Passed\.$", entry, re.M) is not None
        good = total(PASSED, entry) + total(GTEST_PASSED, entry)
        bad = total(FAILED, entry) + total(GTEST_FAILED, entry)
        skipped += total(SKIPPED, entry)
        if good + bad == 0 and ok:
            good = 1
        if bad == 0 and not ok:
            bad = 1
        passed += good
        failed += bad
    if not entries:
        failed += 1
    return passed, failed, skipped


def main(logs):
    passed = failed = skipped = 0
    for log in logs:
        p, f, s = count(log)
        passed, failed, skipped = passed + p, failed + f, skipped + s
    line = f"{passed} passed, {failed} failed"
    print(line + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
