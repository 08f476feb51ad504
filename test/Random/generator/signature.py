"""Parameters of the differentiated function: every kind of argument.

A parameter knows its declaration, the members that hold it in struct Args, the
expression that is passed, how it is passed to the derivative calls and how its
numbers are visited.
"""

from dataclasses import dataclass, field

from .scope import Array, Integer, IntegerArray, Object, Scalar


@dataclass
class Parameter:
    kind: str
    declaration: str  # in the function's parameter list
    storage: list  # members of Args
    call: str  # the argument, from Args a
    derivative: str  # the argument of a derivative call, from Args a and s
    entry: str = ""  # the member of s with the entry or tangent
    visit: list = field(default_factory=list)  # statements over Visitor v
    link: list = field(default_factory=list)  # statements that set pointers
    items: list = field(default_factory=list)  # what the body may name

    @property
    def has_output(self):
        return "const" not in self.declaration and any(c in self.declaration for c in "*&")


def visit_array(name, memory):
    return ["for (auto &e : %s)" % name, "v(e, %d);" % memory]


def visit_object(prefix, type, memory):
    lines = ["v(%s%s, %d);" % (prefix, path, memory) for path, _ in type.numbers()]
    return lines + ["v.integer(%s%s);" % (prefix, path) for path in type.integers()]


def set_integers(rng, prefix, type):
    return ["%s%s = %d;" % (prefix, path, rng.randrange(4)) for path in type.integers()]


class Signature:
    """Makes parameters for a Function."""

    def __init__(self, function):
        self.function = function
        self.rng = function.rng

    KINDS = {
        "number": 4, "constant pointer": 2, "pointer": 2.5, "object by value": 1,
        "object by pointer": 1, "object by reference": 1, "object by constant reference": 0.7,
        "objects": 0.7, "integer": 1.5, "constant integers": 0.7, "constant numbers": 0.7,
        "std::array": 0.7, "std::vector": 0.7, "vector by reference": 0.5,
        "rows": 0.4, "view": 0.4, "constant number": 0.3,
    }

    def parameters(self, wanted):
        kinds = list(wanted)
        while len(kinds) < self.rng.choice([2, 3, 3, 4, 5]):
            kinds += self.rng.choices(list(self.KINDS), self.KINDS.values())
        if not set(kinds) - {"integer", "constant integers", "constant numbers", "constant number"}:
            kinds.append("number")
        return [self.parameter(kind, "q%d" % n) for n, kind in enumerate(kinds)]

    def parameter(self, kind, p):
        self.function.note("parameter: " + kind)
        type = "F" if self.function.single and self.rng.random() < 0.45 else "D"
        make = {
            "number": self.number, "constant number": self.number,
            "constant pointer": self.array, "pointer": self.array, "constant numbers": self.array,
            "integer": self.integer, "constant integers": self.integers,
            "std::array": self.container, "std::vector": self.container,
            "vector by reference": self.container, "rows": self.rows, "view": self.view,
        }.get(kind, self.object)
        return make(kind, p, type)

    def number(self, kind, p, type):
        r = Parameter(kind, "%s %s" % (type, p), ["%s %s;" % (type, p)], "a." + p, "a." + p)
        r.items = [Scalar(p, type)]
        if kind == "number":
            r.entry, r.visit = p, ["v(%s, 0);" % p]
        else:
            r.storage = ["%s %s = %s;" % (type, p, "0.625")]
            r.derivative = "autodiff::constant(a.%s)" % p
        return r

    def array(self, kind, p, type):
        size = self.rng.randint(2, 6)
        const = "" if kind == "pointer" else "const "
        r = Parameter(kind, "%s%s *%s" % (const, type, p), ["%s %s[%d];" % (type, p, size)],
                      "a." + p, "autodiff::active(&a.{0}[0], &s.{0}[0])".format(p))
        r.items = [Array(p, type, size, not const)]
        r.visit = visit_array(p, 1)
        if kind == "constant numbers":
            values = ", ".join("%.3f" % self.rng.uniform(-1, 1) for _ in range(size))
            r.storage = ["%s %s[%d] = {%s};" % (type, p, size, self.floats(values, type))]
            r.derivative, r.visit = "autodiff::constant(&a.%s[0])" % p, []
        return r

    @staticmethod
    def floats(values, type):
        return ", ".join(v + "f" for v in values.split(", ")) if type == "F" else values

    def integer(self, kind, p, type):
        value = self.rng.randint(0, 5)
        r = Parameter(kind, "int " + p, ["int %s = %d;" % (p, value)], "a." + p, "a." + p)
        r.items = [Integer(p, 0, 5)]
        return r

    def integers(self, kind, p, type):
        size = self.rng.randint(2, 5)
        values = ", ".join(str(self.rng.randrange(4)) for _ in range(size))
        r = Parameter(kind, "const int *" + p, ["int %s[%d] = {%s};" % (p, size, values)],
                      "a." + p, "autodiff::constant(&a.%s[0])" % p)
        r.items = [IntegerArray(p, size, 0, 3)]
        return r

    def object(self, kind, p, _):
        type = self.rng.choice(self.function.structures)
        if kind == "objects":
            size = self.rng.randint(2, 3)
            storage = ["%s %s[%d] = {};" % (type.name, p, size)]
            r = Parameter(kind, "%s *%s" % (type.name, p), storage, "a." + p,
                          "autodiff::active(&a.{0}[0], &s.{0}[0])".format(p))
            for k in range(size):
                name = "%s[%d]" % (p, k)
                r.items.append(Object(name, type))
                r.visit += visit_object(name, type, 1)
                r.link += set_integers(self.rng, name, type)
            return r
        way = {"object by value": "{} {}", "object by pointer": "{} *{}",
               "object by reference": "{} &{}",
               "object by constant reference": "const {} &{}"}[kind]
        storage = ["%s %s = {};" % (type.name, p)]
        r = Parameter(kind, way.format(type.name, p), storage, "a." + p, "a." + p)
        r.link = set_integers(self.rng, p, type)
        r.items = [Object(p, type, kind != "object by constant reference")]
        if kind in ("object by value", "object by constant reference"):
            r.entry, r.visit = p, visit_object(p, type, 0)
            return r
        r.visit = visit_object(p, type, 1)
        r.derivative = "autodiff::active(a.{0}, s.{0})".format(p)
        if kind == "object by pointer":
            r.call = "&a." + p
            r.derivative = "autodiff::active(&a.{0}, &s.{0})".format(p)
            r.items = [Object("(*%s)" % p, type)]
        return r

    def container(self, kind, p, type):
        size = self.rng.randint(2, 5)
        if kind == "std::array":
            name = "std::array<%s, %d>" % (type, size)
            storage = "%s %s;" % (name, p)
        else:
            name = "std::vector<%s>" % type
            storage = "{0} {1} = {0}({2});".format(name, p, size)
        if kind == "vector by reference":
            r = Parameter(kind, "%s &%s" % (name, p), [storage], "a." + p,
                          "autodiff::active(a.{0}, s.{0})".format(p))
            r.items, r.visit = [Array(p, type, size)], visit_array(p, 1)
            return r
        by = self.rng.choice(["const %s &%s", "%s %s"])
        r = Parameter(kind, by % (name, p), [storage], "a." + p, "a." + p)
        r.entry, r.visit = p, visit_array(p, 0)
        r.items = [Array(p, type, size, by == "%s %s")]
        return r

    def rows(self, kind, p, type):
        n, m = self.rng.randint(2, 3), self.rng.randint(2, 4)
        r = Parameter(kind, "%s **%s" % (type, p),
                      ["%s %s_values[%d][%d];" % (type, p, n, m), "%s *%s[%d];" % (type, p, n)],
                      "a." + p, "autodiff::active(&a.{0}[0], &s.{0}[0])".format(p))
        r.items = [Array("%s[%d]" % (p, k), type, m) for k in range(n)]
        r.visit = ["for (auto &row : %s_values)" % p, "for (auto &e : row)", "v(e, 1);"]
        r.link = ["for (int i = 0; i < %d; ++i)" % n, "%s[i] = %s_values[i];" % (p, p)]
        return r

    def view(self, kind, p, type):
        n = self.rng.randint(2, 5)
        name = self.function.name("View")
        self.function.types.append(
            ["struct %s {" % name, "%s *data;" % type, "int size;", "%s scale;" % type, "};"])
        way = self.rng.choice(["*", "&"])
        text = p + "->" if way == "*" else p + "."
        address = "&" if way == "*" else ""
        r = Parameter(kind, "%s %s%s" % (name, way, p),
                      ["%s %s_values[%d];" % (type, p, n), "%s %s;" % (name, p)],
                      address + "a." + p,
                      "autodiff::active({1}a.{0}, {1}s.{0})".format(p, address))
        r.items = [Array(text + "data", type, n), Scalar(text + "scale", type),
                   Integer(text + "size", n, n)]
        r.visit = visit_array(p + "_values", 1) + ["v(%s.scale, 1);" % p]
        r.link = ["{0}.data = {0}_values;".format(p), "%s.size = %d;" % (p, n)]
        return r
