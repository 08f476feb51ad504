#!/usr/bin/env python3
"""Checks that each row of Diagnostics.def stands in a CHECK line of a test.

    check-messages.py DIAGNOSTICS FOLDER...

Prints the rows that no test in the folders reaches; exit status 1 if any.
"""

import os
import re
import sys

ROW = re.compile(r'^DIAGNOSTIC\((\w+),\s*"(.*)"\)$', re.M)
CHECK = re.compile(r"^\s*(?://|;|#)?\s*[A-Z][A-Z0-9-]*(?:-NEXT)?:\s*(.*)$", re.M)


def readable(check):
    """A CHECK line as the text it matches; a regex in it is a tab."""
    check = check.replace(r"{{\[\[}}", "[" + "[")
    return re.sub(r"\{\{.*?\}\}", "\t", check)


def pattern(text):
    parts = [re.escape(part) for part in re.split(r"%\d", text)]
    return re.compile(".+".join(parts))


def main(definitions, folders):
    with open(definitions, encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    checks = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                if name.endswith((".c", ".cpp", ".ll", ".test")):
                    with open(os.path.join(root, name), encoding="utf-8") as file:
                        checks += map(readable, CHECK.findall(file.read()))
    missing = [
        (row, text)
        for row, text in rows
        if not any(pattern(text).search(check) for check in checks)
    ]
    for row, text in missing:
        print("no test reaches %s: %s" % (row, text))
    print("%d messages, %d without a test" % (len(rows), len(missing)))
    return 1 if missing or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
