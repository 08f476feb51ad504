"""Makes a failing random function small: it keeps what still fails alike.

The smallest program so far is in shrunk-SEED-FUNCTION.cpp.
"""

import os
import re
import tempfile

import generate
from toolchain import HERE, crash_of, execute, refusals, run


SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
STUBS = """static double reverse(plain::Args &a, plain::Args &) { return plain::call(a); }
static double forward(plain::Args &a, plain::Args &) { return plain::call(a); }"""


class Test:
    """What kind of failure is this program?"""

    def __init__(self, function, compilers, folder, output):
        self.function, self.compilers, self.folder = function, compilers, folder
        self.output = output
        self.tried = {}

    def text(self, program):
        parameters = list(self.function.parameters)
        used = "\n".join(line for line in program if line != self.function.SIGNATURE)
        self.function.parameters = [
            p for p in parameters if re.search(r"\bq%s\b" % p.call.split("q")[-1], used)
        ] or parameters[:1]
        text = self.function.text(program)
        self.function.parameters = parameters
        return "\n".join(['#include "harness.h"', "", *text, ""])

    def save(self, program):
        with open(self.output, "w", encoding="utf-8") as file:
            file.write(self.text(program))

    def kind(self, program):
        key = "\n".join(program)
        if key not in self.tried:
            self.tried[key] = self.run(self.text(program))
        return self.tried[key]

    def is_sound(self, program):
        """The primal itself reads nothing that it should not. Its derivatives
        are left out of the program that says so."""
        text = re.sub(r"(?s)static double reverse\(.*?\n}\nstatic double forward\(.*?\n}",
                      STUBS, self.text(program))
        name = os.path.join(self.folder, "sound")
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(text.replace("#pragma clang optimize off", ""))
        command = [*self.compilers[0].command, "-O1", *SANITIZE, name + ".cpp",
                   os.path.join(HERE, "harness.cpp"), "-o", name + ".exe"]
        return run(command, 120)[0] == 0 and run([name + ".exe"], 60)[0] == 0

    def run(self, text):
        name = os.path.join(self.folder, "shrink")
        with open(name + ".cpp", "w", encoding="utf-8") as file:
            file.write(text)
        kinds = []
        for compiler in self.compilers:
            ok, said = compiler.compile(name + ".cpp", name + ".exe")
            crash = None if ok else crash_of(said)
            if crash:
                return "compiler: " + crash
            if not ok:
                if "note: requested" not in said:
                    return "invalid"
                return "refused: " + refusals(said, lambda line: 0)[0]
            outcome = execute(name + ".exe", [])
            for k, verdict in outcome.verdict.items():
                said = [t.split(": ")[0] for t in outcome.text.get(k, [])]
                kinds.append(verdict + " " + " ".join(sorted(set(said))[:1]))
        kinds = [k for k in kinds if not k.startswith(("ok", "kink"))]
        return kinds[0] if kinds else "ok"


def bare(line):
    """The head of a statement that stands in the next line."""
    return line.startswith(("for (", "if (", "while (")) and not line.endswith(("{", ";"))


def blocks(program):
    """(first, last) of each block, else-branches included, and each line."""
    found, open_lines = [], []
    for n, line in enumerate(program):
        if line.startswith("}") and open_lines:
            start = open_lines.pop()
            if not line.endswith("{"):
                while start > 0 and bare(program[start - 1]):
                    start -= 1
                found.append((start, n))
            else:
                found.append((n, None))  # an else; see removals()
                open_lines.append(start)
                continue
        if line.endswith("{"):
            open_lines.append(n)
        elif not line.startswith("}"):
            found.append((n, n))
    return found


def removals(program):
    """(what, a program without it) for each part, the largest part first."""
    candidates = []

    def remove(size, first, last, keep=()):
        what = tuple(program[first:last]), tuple(keep)
        candidates.append((size, what, program[:first] + list(keep) + program[last:]))

    for first, last in blocks(program):
        if last is None:
            last = end_of_block(program, first)
            remove(last - first, first, last)
            continue
        remove(last - first + 1, first, last + 1)
        inside = program[first + 1 : last]
        if inside and not any(line.startswith("} else") for line in inside):
            remove(1.5, first, last + 1, inside)
    candidates.sort(key=lambda c: -c[0])
    return [(what, candidate) for _, what, candidate in candidates]


def end_of_block(program, first):
    """The line that closes the block that FIRST opens."""
    depth = 1
    for n in range(first + 1, len(program)):
        depth -= program[n].startswith("}")
        if depth == 0:
            return n
        depth += program[n].endswith("{")
    return len(program)


def groups(text):
    """(start, end) of every pair of parentheses, with the name before it."""
    stack = []
    for n, c in enumerate(text):
        if c == "(":
            start = n
            while start and (text[start - 1].isalnum() or text[start - 1] in "_:"):
                start -= 1
            stack.append((start, n))
        elif c == ")" and stack:
            start, open_ = stack.pop()
            yield start, open_, n + 1


def simplifications(line):
    """Lines with less in an expression, the shortest first."""
    found = set()
    for start, open_, end in groups(line):
        inner = line[open_ + 1 : end - 1]
        for with_ in ("0.5", "1", inner, "(%s)" % inner, *inner.split(", ")):
            found.add(line[:start] + with_ + line[end:])
    for match in re.finditer(r" [-+*/] [^-+*/;,(){}]+(?=[;,)]| [-+*/])", line):
        found.add(line[: match.start()] + line[match.end() :])
    for match in re.finditer(r"(?<=[ (])[^-+*/;,(){} ]+ [-+*/] ", line):
        found.add(line[: match.start()] + line[match.end() :])
    # A part of a number may be copied only by mistake.
    whole = [f for f in found if f.count("* sizeof(") == line.count("* sizeof(")]
    return sorted((f for f in whole if len(f) < len(line)), key=len)


def sweep(test, program, wanted, candidates_of):
    """Takes candidates as long as there are any; one that failed is not tried
    again where only another part of the program has become smaller."""
    failed, changed, again = set(), False, True
    while again:
        again = False
        for what, candidate in candidates_of(program):
            if what in failed:
                continue
            if test.kind(candidate) == wanted and (
                not wanted.startswith("wrong") or test.is_sound(candidate)
            ):
                program, changed, again = candidate, True, True
                test.save(program)
                print("%d lines, %d characters after %d programs" % (
                    len(program), sum(map(len, program)), len(test.tried)), flush=True)
                break
            failed.add(what)
    return program, changed


def simpler_lines(n):
    def candidates(program):
        line = program[n]
        return [(s, program[:n] + [s] + program[n + 1 :]) for s in simplifications(line)]

    return candidates


def shrink(test, program, wanted):
    changed = True
    while changed:
        program, changed = sweep(test, program, wanted, removals)
        for n, line in enumerate(program):
            if line != test.function.SIGNATURE:
                program, simpler = sweep(test, program, wanted, simpler_lines(n))
                changed |= simpler
    return program


def main(what, count, compilers):
    seed, index = map(int, what.split(":"))
    (function,) = generate.functions(seed, count, [index])
    with tempfile.TemporaryDirectory(prefix="shrink-") as folder:
        test = Test(function, compilers, folder, "shrunk-%d-%d.cpp" % (seed, index))
        program = function.program()
        wanted = test.kind(program)
        print("%s with %s" % (wanted, ", ".join(map(str, compilers))), flush=True)
        if wanted == "ok":
            return 0
        shrink(test, program, wanted)
        print("the smallest is in " + test.output)
    return 1
