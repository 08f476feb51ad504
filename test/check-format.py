#!/usr/bin/env python3
"""clang-format has nothing to change in the project's C and C++.

usage: check-format.py CLANG_FORMAT SOURCE_DIR
"""

import os
import subprocess
import sys

FOLDERS = [
    "passes",
    "clang-plugin",
    "attributes",
    "headers",
    "examples",
    "bench",
    "test/Run",
    "test/Rules",
    "test/unit",
]


def main(clang_format, source):
    files = []
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(source, top)):
            files += [os.path.join(folder, n) for n in names if n.endswith((".cpp", ".h", ".c"))]
    if not files:
        print("no files found")
        return 1
    bad = 0
    for file in sorted(files):
        command = [clang_format, "--dry-run", "--Werror", "--style=file", file]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
            print(f"{os.path.relpath(file, source)}: run clang-format -i on it")
            bad += 1
    print(f"{len(files)} files checked, {bad} to be formatted")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
