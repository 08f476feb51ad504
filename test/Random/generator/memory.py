"""Memory: allocations, copies, pointers, objects, globals, containers."""

from .scope import Array, Integer, Object, Scalar
from .statements import construct


class Memory:
    """Mixed into Body."""

    def fill_array(self, a, count=None, more=0):
        """COUNT is the text of the size where that may be larger, by MORE."""
        i = self.name("i")
        self.scope.push()
        self.scope.add(Integer(i, 0, a.size + more - 1))
        value = self.value(a.type, 1)
        self.scope.pop()
        return [
            "for (int %s = 0; %s < %s; ++%s)" % (i, i, count or a.size, i),
            "%s[%s] = %s;" % (a.text, i, value)]

    def with_buffer(self, declaration, a, release):
        """A buffer that lives in a block of its own."""
        lines = ["{", declaration] + self.fill_array(a)
        result, self.result = self.result, None  # no return before the release
        loops, self.loops = self.loops, 0
        self.scope.push()
        self.scope.add(a)
        lines += self.statements(self.rng.randint(1, 3))
        text, type = self.target(lines)
        lines.append("%s = %s;" % (text, self.tame_element(a, type)))
        self.scope.pop()
        self.result, self.loops = result, loops
        return lines + ([release] if release else []) + ["}"]

    def tame_element(self, a, type):
        return "0.6f * %s + 0.4f * (%s)" % (
            self.as_type(type, self.element(a), a.type), self.value(type, 1))

    def new_array(self, low=2, high=6):
        return Array(self.name("a"), self.number_type(), self.rng.randint(low, high))

    @construct("malloc and free", 1)
    def malloc(self):
        a = self.new_array()
        way = self.rng.choice(["malloc({n} * sizeof({t}))", "calloc({n}, sizeof({t}))"])
        text = way.format(n=a.size, t=a.type)
        return self.with_buffer(
            "{0} *{1} = static_cast<{0} *>(std::{2});".format(a.type, a.text, text),
            a, "std::free(%s);" % a.text)

    @construct("new and delete", 1)
    def new(self):
        a = self.new_array()
        return self.with_buffer(
            "{0} *{1} = new {0}[{2}];".format(a.type, a.text, a.size),
            a, "delete[] %s;" % a.text)

    @construct("unique_ptr", 0.5)
    def unique_ptr(self):
        a = self.new_array()
        return self.with_buffer(
            "std::unique_ptr<{0}[]> {1}(new {0}[{2}]);".format(a.type, a.text, a.size), a, "")

    @construct("vector", 0.7)
    def vector(self):
        a = self.new_array()
        if self.rng.random() < 0.5:
            return self.with_buffer(
                "std::vector<%s> %s(%d);" % (a.type, a.text, a.size), a, "")
        values = ["%s.push_back(%s);" % (a.text, self.value(a.type, 1)) for _ in range(a.size)]
        return self.with_buffer(
            "std::vector<%s> %s; %s" % (a.type, a.text, " ".join(values)), a, "")

    @construct("std::array", 0.7)
    def std_array(self):
        a = self.new_array()
        values = self.values(a.type, a.size)
        line = "std::array<%s, %d> %s = {%s};" % (a.type, a.size, a.text, values)
        return ["{", line] + self.block_with([a]) + ["}"]

    def block_with(self, items):
        self.scope.push()
        for item in items:
            self.scope.add(item)
        lines = self.statements(self.rng.randint(1, 3))
        text, type = self.target(lines)
        for a in items:
            if isinstance(a, Array):
                lines.append("%s = %s;" % (text, self.tame_element(a, type)))
        self.scope.pop()
        return lines

    @construct("variable length array", 0.7)
    def variable_length(self):
        a, n = self.new_array(), self.name("n")
        lines = ["{", "int %s = %d + %s;" % (n, a.size, self.integer(0, 2))]
        lines.append("%s %s[%s];" % (a.type, a.text, n))
        return lines + self.fill_array(a, n, 2) + self.block_with([a]) + ["}"]

    @construct("two-dimensional array", 1.5)
    def matrix(self):
        n, m, type = self.rng.randint(2, 3), self.rng.randint(2, 4), self.number_type()
        name, i, j = self.name("m"), self.name("i"), self.name("i")
        lines = ["%s %s[%d][%d];" % (type, name, n, m)]
        lines += ["for (int %s = 0; %s < %d; ++%s)" % (i, i, n, i)]
        lines += ["for (int %s = 0; %s < %d; ++%s)" % (j, j, m, j)]
        self.scope.push()
        self.scope.add(Integer(i, 0, n - 1))
        self.scope.add(Integer(j, 0, m - 1))
        lines += ["%s[%s][%s] = %s;" % (name, i, j, self.value(type))]
        self.scope.pop()
        for row in range(n):
            self.scope.add(Array("%s[%d]" % (name, row), type, m))
        self.scope.add(Array("%s[%s]" % (name, self.integer(0, n - 1)), type, m))
        return lines

    @construct("memcpy of numbers", 1)
    def memcpy(self):
        lines = []
        a = self.some_array(lines, 2)
        b = self.some_array(lines, 2, a.type)
        if a.text == b.text:
            b = Array(self.name("a"), a.type, a.size)
            lines.append("%s %s[%d];" % (b.type, b.text, b.size))
            lines += self.fill_array(b)
            self.scope.add(b)
        n = min(a.size, b.size)
        count = self.rng.choice([str(n), self.integer(0, n)])
        copy = "memcpy" if a.own and b.own and a.text != b.text else "memmove"
        return lines + ["std::%s(%s, %s, (%s) * sizeof(%s));" % (
            copy, a.pointer, b.pointer, count, a.type)]

    @construct("memmove that overlaps", 1)
    def memmove(self):
        lines = []
        a = self.some_array(lines, 3)
        n = self.rng.randint(1, a.size - 1)
        ends = ["&%s[1]" % a.text, a.pointer]
        self.rng.shuffle(ends)
        return lines + ["std::memmove(%s, %s, %d * sizeof(%s));" % (ends[0], ends[1], n, a.type)]

    @construct("memset", 1)
    def memset(self):
        lines = []
        a = self.some_array(lines, 2)
        return lines + ["std::memset(%s, 0, %s * sizeof(%s));" % (
            a.pointer, "(%s)" % self.integer(0, a.size), a.type)]

    @construct("copy of an object", 1.5)
    def copy_object(self):
        lines = []
        o = self.some_object(lines)
        c = Object(self.name("s"), o.type)
        way = self.rng.randrange(3)
        if way == 0:
            lines.append("%s %s = %s;" % (o.type.name, c.text, o.text))
        elif way == 1:
            lines.append("%s %s; %s = %s;" % (o.type.name, c.text, c.text, o.text))
        else:
            lines.append("%s %s; std::memcpy(&%s, &%s, sizeof(%s));" % (
                o.type.name, c.text, c.text, o.text, c.text))
        self.scope.add(c)
        lines += self.assign()
        return lines + (["%s = %s;" % (o.text, c.text)] if self.rng.random() < 0.4 else [])

    @construct("array of objects", 1)
    def objects(self):
        n, type = self.rng.randint(2, 4), self.rng.choice(self.structures)
        name, i = self.name("s"), self.name("i")
        o = Object("%s[%s]" % (name, i), type)
        lines = ["%s %s[%d];" % (type.name, name, n)]
        self.scope.push()
        self.scope.add(Integer(i, 0, n - 1))
        lines += ["for (int %s = 0; %s < %d; ++%s) {" % (i, i, n, i)] + self.fill_object(o) + ["}"]
        self.scope.pop()
        for k in range(n):
            self.scope.add(Object("%s[%d]" % (name, k), type))
        if self.rng.random() < 0.4:
            lines.append("std::swap(%s[0], %s[%d]);" % (name, name, n - 1))
        return lines

    # Pointers and references.

    @construct("pointer into an array", 1)
    def pointer(self):
        lines = []
        a = self.some_array(lines, 2)
        p = self.name("p")
        k = self.rng.randint(0, a.size - 1)
        lines.append("%s *%s = %s;" % (a.type, p, self.rng.choice(
            ["&%s[%d]" % (a.text, k), "%s + %d" % (a.pointer, k)])))
        self.scope.add(Array(p, a.type, a.size - k))
        self.scope.add(Scalar("*" + p, a.type))
        return lines + self.update()

    @construct("pointer chosen by data", 1)
    def pointer_choice(self):
        lines = []
        a = self.some_array(lines, 2)
        b = self.some_array(lines, 2, a.type)
        p = self.name("p")
        lines.append("%s *%s = %s ? %s : %s;" % (a.type, p, self.condition(), a.pointer, b.pointer))
        self.scope.add(Array(p, a.type, min(a.size, b.size)))
        return lines + self.update()

    @construct("array of pointers", 0.7)
    def pointer_array(self):
        lines = []
        a = self.some_array(lines, 2)
        b = self.some_array(lines, 2, a.type)
        p = self.name("p")
        lines.append("%s *%s[2] = {%s, %s};" % (a.type, p, a.pointer, b.pointer))
        self.scope.add(Array("%s[%s]" % (p, self.integer(0, 1)), a.type, min(a.size, b.size)))
        return lines + self.update()

    @construct("pointer to a scalar", 0.7)
    def pointer_scalar(self):
        lines = self.declare()
        s = self.scope.frames[-1][-1]
        p = self.name("p")
        lines.append("%s *%s = &%s;" % (s.type, p, s.text))
        self.scope.add(Scalar("*" + p, s.type))
        return lines + self.update()

    @construct("reference", 1)
    def reference(self):
        lines = []
        a = self.some_array(lines)
        r = self.name("r")
        lines.append("%s &%s = %s;" % (a.type, r, self.element(a)))
        self.scope.add(Scalar(r, a.type))
        return lines + self.update()

    @construct("two buffers that change places", 0.7)
    def double_buffer(self):
        lines, rng = [], self.rng
        size, type = rng.randint(2, 5), self.number_type()
        if self.iterations * size * 3 > 120:
            return self.assign()
        a, b = Array(self.name("a"), type, size), Array(self.name("a"), type, size)
        p, q, t, i = self.name("p"), self.name("p"), self.name("i"), self.name("i")
        lines = ["%s %s[%d], %s[%d];" % (type, a.text, size, b.text, size)]
        lines += self.fill_array(a) + self.fill_array(b)
        lines += ["%s *%s = %s, *%s = %s;" % (type, p, a.text, q, b.text)]
        lines += ["for (int %s = 0; %s < %s; ++%s) {" % (t, t, self.integer(1, 3), t)]
        lines += ["for (int %s = 0; %s < %d; ++%s)" % (i, i, size, i)]
        self.scope.push()
        self.scope.add(Integer(i, 0, size - 1))
        lines += ["%s[%s] = 0.5f * %s[(%s + 1) %% %d] + 0.5f * (%s);" % (
            q, i, p, i, size, self.value(type))]
        self.scope.pop()
        lines += ["std::swap(%s, %s);" % (p, q), "}"]
        self.scope.add(Array(p, type, size))
        return lines

    @construct("linked nodes", 0.5)
    def linked(self):
        n, type = self.rng.randint(2, 4), self.number_type()
        name, p, i = self.name("l"), self.name("p"), self.name("i")
        lines = ["struct %sNode { %s value; %sNode *next; };" % (name, type, name)]
        lines += ["%sNode %s[%d];" % (name, name, n)]
        lines += ["for (int %s = 0; %s < %d; ++%s) {" % (i, i, n, i)]
        self.scope.push()
        self.scope.add(Integer(i, 0, n - 1))
        lines += ["%s[%s].value = %s;" % (name, i, self.value(type))]
        self.scope.pop()
        lines += ["%s[%s].next = %s + 1 < %d ? &%s[%s + 1] : nullptr;" % (name, i, i, n, name, i)]
        lines += ["}"]
        head = "for (%sNode *%s = %s; %s; %s = %s->next) {" % (name, p, name, p, p, p)
        lines += self.loop(n, head, [Scalar("%s->value" % p, type)])
        self.scope.add(Scalar("%s[%d].value" % (name, n - 1), type))
        return lines

    @construct("object with a pointer", 0.7)
    def view(self):
        lines = []
        a = self.some_array(lines, 2)
        v = self.name("w")
        lines += ["struct %sView { %s *data; int size; %s scale; };" % (v, a.type, a.type)]
        lines += ["%sView %s = {%s, %d, %s};" % (v, v, a.pointer, a.size, self.value(a.type, 1))]
        self.scope.add(Array(v + ".data", a.type, a.size))
        self.scope.add(Scalar(v + ".scale", a.type))
        return lines + self.update()

    # Globals.

    @construct("table of constants", 1)
    def table(self):
        a = self.new_array()
        values = ", ".join(self.literal(a.type, -1, 1) for _ in range(a.size))
        line = "static const %s %s[%d] = {%s};" % (a.type, a.text, a.size, values)
        a = a._replace(writable=False)
        if self.rng.random() < 0.5:
            self.function.globals.append(line)
            line = ""
        self.scope.add(a)
        lines = [line] if line else []
        text, type = self.target(lines)
        use = "%s = 0.5f * %s * (%s);" % (text, self.element(a), self.value(type))
        return lines + [use]

    @construct("global that is written", 0.7)
    def written_global(self):
        a = self.new_array()
        self.function.globals.append("static %s %s[%d];" % (a.type, a.text, a.size))
        lines = self.fill_array(a)
        return lines + ["{"] + self.block_with([a]) + ["}"]

    @construct("long double", 0.3)
    def long_double(self):
        lines = []
        text, type = self.target(lines)
        v = self.name("v")
        self.note("long double")
        return lines + ["{", "long double %s = %s;" % (v, self.value("D")),
                        "%s = %s * 0.4L + %s * %s * 0.3L;" % (v, v, v, v),
                        "%s = (%s)%s;" % (text, type, v), "}"]
