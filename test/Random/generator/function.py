"""One random function: its parts, and the text that checks it."""

import collections
import random
import re

from .body import Body
from .scope import Field, Structure
from .signature import Signature


class Function:
    """Made from SEED and its INDEX alone, with the constructs and parameter
    kinds that are WANTED."""

    def __init__(self, seed, index, wanted=(), wanted_parameters=()):
        self.rng = random.Random("%d:%d" % (seed, index))
        self.seed, self.index = seed, index
        self.uses = collections.Counter()
        self.names = collections.Counter()
        self.helpers, self.globals, self.types = [], [], []
        self.single = self.rng.random() < 0.4
        self.structures = [self.structure(n) for n in range(self.rng.randint(1, 2))]
        self.parameters = Signature(self).parameters(wanted_parameters)
        results = ["D", "D", "D", "F" if self.single else "D"]
        if any(p.has_output for p in self.parameters):
            results += ["", ""]
        self.result = self.rng.choice(results)
        self.note("result: " + (self.result or "none"))
        self.lines = self.body(wanted)

    def name(self, prefix):
        self.names[prefix] += 1
        return "%s%d" % (prefix, self.names[prefix])

    def note(self, construct):
        self.uses[construct] += 1

    def structure(self, n):
        rng = self.rng
        number = lambda: "F" if self.single and rng.random() < 0.45 else "D"
        fields = [Field("f0", number())]
        for k in range(1, rng.randint(2, 4)):
            kind = rng.choice(["number", "number", "int", "char", "array", "bits", "struct"])
            name = "f%d" % k
            if kind == "number":
                fields.append(Field(name, number()))
            elif kind == "array":
                fields.append(Field(name, kind, number(), rng.randint(2, 3)))
            elif kind == "struct" and n:
                fields.append(Field(name, kind, self.structures[0]))
            elif kind == "bits":
                fields += [Field(name, kind, None, 2), Field(name + "b", kind, None, 5)]
            else:
                fields.append(Field(name, "char" if kind == "char" else "int"))
            self.note("field: " + fields[-1].kind)
        rng.shuffle(fields)
        result = Structure("S%d" % n, fields)
        if n == 0:
            self.structures = [result]
        return result

    def body(self, wanted):
        items = [item for p in self.parameters for item in p.items]
        body = Body(self, self.result or None, items)
        size = max(len(wanted), self.rng.randint(2, 5))
        lines = body.statements(size, wanted)
        if self.result:
            e = body.final_value(self.result)
            lines.append("return %s;" % e)
        else:
            text, type = body.target(lines)
            lines.append("%s = 0.3f * (%s);" % (text, body.final_value(type)))
        return lines

    # The program's part that is compiled twice; one statement a line.

    def program(self):
        lines = []
        for s in self.structures:
            lines += s.declaration()
        for t in self.types:
            lines += t
        lines += self.globals
        for h in self.helpers:
            lines += h
        return lines + [self.SIGNATURE] + self.lines + ["}"]

    SIGNATURE = "SIGNATURE {"

    def signature(self):
        return "static %s f%d(%s) {" % (
            self.result or "void", self.index, ", ".join(p.declaration for p in self.parameters))

    # The rest.

    def arguments(self):
        lines = ["struct Args {"]
        for p in self.parameters:
            lines += p.storage
        lines += ["Args() {"] + [l for p in self.parameters for l in p.link] + ["}"]
        lines += ["Args(const Args &) = delete;", "void visit(Visitor &v) {"]
        lines += [l for p in self.parameters for l in p.visit] + ["}", "};"]
        call = "f%d(%s)" % (self.index, ", ".join(p.call for p in self.parameters))
        if self.result:
            return lines + ["static Real call(Args &a) {", "return %s;" % call, "}"]
        return lines + ["static Real call(Args &a) {", call + ";", "return 0;", "}"]

    def requests(self):
        target = "plain::f%d" % self.index
        arguments = ", ".join(p.derivative for p in self.parameters)
        entries = [p.entry for p in self.parameters if p.entry]
        call = "value_and_gradient" if self.result else "gradient"
        lines = ["static double reverse(plain::Args &a, plain::Args &s) {"]
        lines.append("%sautodiff::%s<%s>(%s);" % (
            "auto r = " if entries or self.result else "", call, target, arguments))
        r = "r.second" if self.result else "r"
        lines += ["s.%s = std::get<%d>(%s);" % (e, n, r) for n, e in enumerate(entries)]
        lines += ["return %s;" % ("r.first" if self.result else "0"), "}"]
        lines.append("static double forward(plain::Args &a, plain::Args &s) {")
        text = "autodiff::jvp<%s>(std::tuple(%s), std::tuple(%s));" % (
            target, arguments, ", ".join("s." + e for e in entries))
        lines += ["return " + text] if self.result else [text, "return 0;"]
        return lines + ["}"]

    def text(self, program=None):
        """PROGRAM: the lines to use instead, for the shrinker."""
        program = [self.signature() if line == self.SIGNATURE else line
                   for line in program or self.program()]
        double = not (self.single and re.search(r"\bF\b", "\n".join(program)))
        name = "f%d" % self.index
        lines = ["// Function %d of seed %d." % (self.index, self.seed), "namespace %s {" % name]
        lines += ["#define T(x) (x)", "namespace plain {", "using namespace plain_numbers;"]
        lines += indent(program) + indent(self.arguments()) + ["} // namespace plain", "#undef T"]
        lines += ["#pragma clang optimize off", "#define T(x) trace(x)"]
        lines += ["namespace wide {", "using namespace wide_numbers;"]
        lines += indent(program) + indent(self.arguments()) + ["} // namespace wide", "#undef T"]
        lines += ["#pragma clang optimize on"]
        lines += indent(self.requests())
        lines += ["static const Entry<plain::Args, wide::Args> entry("]
        lines += ["    %d, %s," % (self.index, "true" if double else "false")]
        lines += ["    plain::call, wide::call, reverse, forward);"]
        return lines + ["} // namespace " + name]


def indent(lines):
    """Indents by braces; the statement of a loop or branch without braces too."""
    out, depth, once = [], 0, 0
    for line in lines:
        text = line.strip()
        if text.startswith("}"):
            depth -= 1
        out.append("  " * (depth + once) + text)
        opens = text.endswith("{")
        bare = text.startswith(("for (", "if (", "while (")) and not text.endswith(("{", ";"))
        once = once + 1 if bare else 0
        depth += opens
    return out
