#!/usr/bin/env python3
"""Compiles with the wrapper what must be refused, and prints what it says.

    refuse.py WRAPPER ARGUMENT...

Exit status 0 if the compiler ends with status 1: it stopped at an error of the
user's, neither crashed nor went on. What a crash or a dump of IR looks like
must not be in its output.
"""

import re
import subprocess
import sys

COMMAND = sys.argv[1:] + ["-c", "-o", "/dev/null"]
result = subprocess.run(
    COMMAND, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
)
print(result.stdout, end="")
if result.returncode != 1:
    sys.exit("refuse.py: the compiler ended with status %d, not 1" % result.returncode)
for sign in ("Stack dump", "PLEASE submit", "LLVM ERROR", "Assertion"):
    if sign in result.stdout:
        sys.exit("refuse.py: the output has '%s'" % sign)
if re.search(r"^\s*(define .*@|%[\w.]+ = |; ModuleID)", result.stdout, re.M):
    sys.exit("refuse.py: the output has IR")
