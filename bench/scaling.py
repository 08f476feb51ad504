#!/usr/bin/env python3
"""Compile time and memory of derivatives of large functions.

    scaling.py SHAPE -n N             prints a program of that shape and size
    scaling.py --measure COMPILER ... compiles shapes at n, 2n, 4n
    scaling.py --check COMPILER       fails where time grows like a square

See bench/README.md. The programs are functions of x (differentiated), written
as a person or a generator of code would write them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

INPUTS = 16


def statements(n):
    """n statements on scalars; each value is used by some that come later."""
    lines = ["  double v0 = x[0], v1 = x[1], v2 = x[2], v3 = x[3];"]
    forms = (
        "v{a} * x[{j}] + v{b}",
        "sin(v{a}) + v{c} * v{b}",
        "(v{a} - v{c}) * 0.5",
        "v{a} / (1 + v{b} * v{b})",
        "v{c} + x[{j}] * v{a}",
    )
    for k in range(4, n + 4):
        form = forms[k % len(forms)]
        value = form.format(a=k - 1, b=k - 2, c=k - 4, j=k * 7 % INPUTS)
        lines.append(f"  double v{k} = {value};")
    lines.append(f"  return v{n + 3};")
    return body(lines)


def stores(n):
    """n statements on the elements of an array that are overwritten."""
    lines = ["  double y[256] = {};", "  y[0] = x[0], y[1] = x[1];"]
    for k in range(2, n + 2):
        a, b = (k - 1) % 256, (k * 5) % 256
        lines.append(
            f"  y[{k % 256}] = y[{a}] * y[{b}] + sin(x[{k % INPUTS}] * y[{b}]);"
        )
    lines.append(f"  return y[{(n + 1) % 256}];")
    return body(lines)


def outputs(n):
    """n statements on memory that the function was given."""
    lines = []
    for k in range(n):
        a, b = k % 61, k * 5 % 64
        lines.append(f"  y[{k % 64}] += x[{k % INPUTS}] * y[{a}] * y[{b}];")
    lines.append("  return y[0];")
    return body(lines, parameters="double *x, double *y")


def chain(n):
    """One sum of n terms, each multiplied in turn."""
    lines = ["  double v = x[0];"]
    for k in range(n):
        lines.append(f"  v = v + v * x[{k % INPUTS}];")
    lines.append("  return v;")
    return body(lines)


def branches(n):
    """n conditional statements, one after another."""
    lines = ["  double v = x[0], w = x[1];"]
    for k in range(n):
        j = k % INPUTS
        lines.append(f"  if (v > x[{j}]) v = v * w + x[{j}];")
        lines.append(f"  else w = sin(w) * x[{j}];")
    lines.append("  return v * w;")
    return body(lines)


def loops(n):
    """n loops, one after another, each over an array that it overwrites."""
    lines = ["  double v = x[0];"]
    for k in range(n):
        j = k % INPUTS
        lines.append(
            f"  for (int i = 0; i < m; ++i) v = sin(v) * x[{j}] + y[i];"
            if k % 2
            else f"  for (int i = 0; i < m; ++i) y[i] = y[i] * v + x[{j}];"
        )
    lines.append("  return v;")
    return body(lines, parameters="double *x, double *y, int m")


def nest(n):
    """A nest of loops n deep, with a statement at each level."""
    lines = ["  double v = x[0];"]
    for k in range(n):
        pad = "  " * (k + 1)
        lines.append(f"{pad}for (int i{k} = 0; i{k} < m; ++i{k}) {{")
        lines.append(f"{pad}  v = sin(v) * x[{k % INPUTS}] + y[i{k}];")
    for k in reversed(range(n)):
        pad = "  " * (k + 1)
        lines.append(f"{pad}  y[i{k}] = y[i{k}] * v;")
        lines.append(f"{pad}}}")
    lines.append("  return v;")
    return body(lines, parameters="double *x, double *y, int m")


def calls(n):
    """n functions that are not inlined, each called once."""
    text = []
    for k in range(n):
        text.append(
            f"__attribute__((noinline)) static double g{k}(double a, double b) "
            f"{{ return sin(a) * b + {k}; }}"
        )
    lines = ["  double v = x[0];"]
    for k in range(n):
        lines.append(f"  v = g{k}(v, x[{k % INPUTS}]);")
    lines.append("  return v;")
    return body(lines, before=text)


def loop(n):
    """One loop of n statements, every fourth of them conditional."""
    lines = ["  double v = x[0];", "  for (int i = 0; i < m; ++i) {"]
    for k in range(n):
        j = k % INPUTS
        condition = f"if (v > y[i + {j}]) " if k % 4 == 3 else ""
        lines.append(f"    {condition}v = sin(v) * x[{j}] + y[i + {k % 5}];")
    lines += ["  }", "  return v;"]
    return body(lines, parameters="double *x, double *y, int m")


SHAPES = {
    f.__name__: f
    for f in (
        statements,
        stores,
        outputs,
        chain,
        branches,
        loops,
        loop,
        nest,
        calls,
    )
}
SIZES = {"loops": 500, "loop": 500, "nest": 3, "branches": 2000, "calls": 500}
# The sizes of the check: large enough that a square shows. (Loops one after
# another are not there yet.)
CHECKED = {"statements": 1000, "outputs": 500, "branches": 250}


def body(lines, parameters="double *x", before=()):
    names = [p.split()[-1] for p in parameters.replace("*", "").split(",")]
    forms = {"x": "autodiff::active(x, dx)", "y": "autodiff::active(y, dy)"}
    shadows = ", ".join(forms.get(name, name) for name in names)
    gradient = parameters.replace("*x", "*x, double *dx")
    gradient = gradient.replace("*y", "*y, double *dy")
    return "\n".join(
        [
            "#include <math.h>",
            "#ifndef PRIMAL",
            "#include <autodiff/autodiff.h>",
            "#endif",
            *before,
            f"double f({parameters}) {{",
            *lines,
            "}",
            "#ifdef REVERSE",
            f"void g({gradient}) {{ autodiff::gradient<f>({shadows}); }}",
            "#endif",
            "#ifdef FORWARD",
            f"double g({gradient}) {{",
            f"  return autodiff::jvp<f>(std::tuple({shadows}), std::tuple());",
            "}",
            "#endif",
            "",
        ]
    )


def compile_once(compiler, program, mode, level, folder):
    """Seconds, peak memory in MiB, seconds of the pass with what it runs."""
    source = os.path.join(folder, "program.cpp")
    out = os.path.join(folder, "program.o")
    with open(source, "w") as file:
        file.write(program)
    command = [compiler, "-std=c++17", level, "-D" + mode, "-c", source, "-o", out]
    command += ["-ftime-trace", "-Wno-everything"]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    inside = 0
    with open(os.path.join(folder, "program.json")) as file:
        for event in json.load(file)["traceEvents"]:
            if event["name"].startswith("Total") and "AutodiffPass" in event["name"]:
                inside += event["dur"] / 1e6
    return seconds, usage.ru_maxrss / 1024, inside


def check(options):
    """Four times the size may take twelve times as long; a square is sixteen."""
    failed = False
    for shape, n in CHECKED.items():

        def seconds(size):
            # Of the pass; the least of three: others may be using the machine.
            with tempfile.TemporaryDirectory() as folder:
                program = SHAPES[shape](size)
                return min(
                    compile_once(options.check, program, "REVERSE", "-O0", folder)[2]
                    for _ in range(3)
                )

        small, large = seconds(n), seconds(4 * n)
        growth = large / small
        failed |= growth > 12
        print(f"{shape} {n}: {small:.2f} s, {4 * n}: {large:.2f} s, {growth:.1f}")
    return failed


def measure(options):
    print("shape       level mode         n      s     MiB   pass s   growth")
    for shape in options.shapes or SHAPES:
        n = options.n or SIZES.get(shape, 7500)
        for level in options.levels.split(","):
            for mode in options.modes.split(","):
                last = None
                for size in (n, 2 * n, 4 * n)[: options.points]:
                    with tempfile.TemporaryDirectory() as folder:
                        seconds, memory, inside = compile_once(
                            options.measure, SHAPES[shape](size), mode, level, folder
                        )
                    growth = f"{seconds / last:8.2f}" if last else ""
                    print(
                        f"{shape:11} {level:5} {mode:8} {size:5} {seconds:6.2f}"
                        f" {memory:7.0f} {inside:8.2f} {growth}",
                        flush=True,
                    )
                    last = seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shapes", nargs="*", help=", ".join(SHAPES))
    parser.add_argument("-n", type=int, help="the smallest size")
    parser.add_argument("--measure", metavar="COMPILER", help="clang-ad++")
    parser.add_argument("--check", metavar="COMPILER", help="clang-ad++")
    parser.add_argument("--levels", default="-O0,-O2")
    parser.add_argument("--modes", default="PRIMAL,REVERSE,FORWARD")
    parser.add_argument("--points", type=int, default=3)
    options = parser.parse_args()
    if options.check:
        sys.exit(check(options))
    if options.measure:
        return measure(options)
    print(SHAPES[options.shapes[0]](options.n), end="")


if __name__ == "__main__":
    main()
