#!/usr/bin/env python3
"""Keeps data flowing one way: a folder of passes/ includes only itself and
earlier ones.

usage: check-include-order.py PASSES_DIR
"""

import os
import re
import sys

ORDER = [
    "Support",
    "Rules",
    "Discover",
    "Prepare",
    "Types",
    "Activity",
    "Plan",
    "Generate",
    "Cleanup",
    "Pipeline",
]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def stage(passes, path):
    """The stage a file of passes/ belongs to: its folder. Of the files beside
    the folders Options stands right after Rules (it names the convention at
    kinks), the others tie the stages together."""
    parts = os.path.relpath(path, passes).split(os.sep)
    if len(parts) > 1:
        return parts[0]
    return "Rules" if os.path.splitext(parts[0])[0] == "Options" else "Pipeline"


def main(passes):
    bad = checked = 0
    for folder, _, names in sorted(os.walk(passes)):
        for name in sorted(names):
            if not name.endswith((".h", ".cpp", ".def")):
                continue
            path = os.path.join(folder, name)
            own = stage(passes, path)
            if own not in ORDER:
                print(f"{path}: folder '{own}' has no place in the order")
                bad += 1
                continue
            with open(path, encoding="utf-8") as file:
                included = INCLUDE.findall(file.read())
            for header in included:
                places = [os.path.join(folder, header), os.path.join(passes, header)]
                target = next((p for p in places if os.path.exists(p)), None)
                if target is None:
                    continue  # LLVM's, Clang's or the shared contract
                other = stage(passes, os.path.normpath(target))
                if other == ".." or other not in ORDER:
                    continue
                checked += 1
                if ORDER.index(other) > ORDER.index(own):
                    print(f'{path}: {own} includes "{header}" of {other}, a later stage')
                    bad += 1
    print(f"{checked} includes checked, {bad} against the order")
    return 1 if bad or not checked else 0


if __name__ == "__main__":
    sys.exit(main(os.path.normpath(sys.argv[1])))
