"""Calls: helpers that are written for the call, and the call."""

from .scope import Array, Integer, Object, Scalar
from .statements import construct


class Calls:
    """Mixed into Body."""

    def helper(self, result, parameters, items, size=None, name=None):
        """A function of its own; None if helpers are nested deeply enough."""
        name = name or self.name("h")
        body = self.inner(result, items)
        lines = body.statements(size or self.rng.randint(1, 2))
        if result:
            lines.append(body.return_statement())
        noinline = self.rng.random() < 0.4
        if noinline:
            self.note("call that is not inlined")
        head = "%sstatic %s %s(%s) {" % (
            "[[gnu::noinline]] " if noinline else "", result or "void", name, parameters)
        self.function.helpers.append([head] + lines + ["}"])
        return name

    def call_expression(self, type, depth):
        """Calls as parts of expressions."""
        from .expressions import Expression

        if self.depth >= 2:
            return self.leaf(type)
        self.note("call of a function of numbers")
        x, y = self.name("x"), self.name("x")
        name = self.helper(type, "%s %s, %s %s" % (type, x, type, y),
                           [Scalar(x, type), Scalar(y, type)])
        return Expression("%s(%s, %s)" % (name, self.value(type, 1), self.value(type, 1)), 2)

    @construct("call of a function of numbers", 1.5)
    def call_numbers(self):
        lines = []
        text, type = self.target(lines)
        return lines + ["%s = %s;" % (text, self.call_expression(type, 1).text)]

    @construct("call that updates an array", 1.5)
    def call_update(self):
        if self.depth >= 2:
            return self.neighbours()
        lines = []
        a = self.some_array(lines, 2)
        p, n, x, i = self.name("p"), self.name("n"), self.name("x"), self.name("i")
        least = min(2, a.size)
        body = self.inner(None, [Array(p, a.type, least), Integer(n, least, 6), Scalar(x, a.type)])
        body.scope.push()
        body.scope.add(Array(p, a.type, least))
        loop = ["for (int %s = 0; %s < %s; ++%s)" % (i, i, n, i),
                "%s[%s] = 0.5f * %s[%s] + 0.5f * (%s);" % (p, i, p, i, body.value(a.type))]
        lines_of_body = body.statements(self.rng.randint(0, 2)) + loop
        name = self.name("h")
        noinline = "[[gnu::noinline]] " if self.rng.random() < 0.5 else ""
        self.function.helpers.append(
            ["%sstatic void %s(%s *%s, int %s, %s %s) {"
             % (noinline, name, a.type, p, n, a.type, x)]
            + lines_of_body + ["}"])
        return lines + ["%s(%s, %d, %s);" % (name, a.pointer, a.size, self.value(a.type, 1))]

    @construct("call that reads an array", 1)
    def call_read(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        a = self.some_array(lines, 2)
        p, s, i, n = self.name("p"), self.name("v"), self.name("i"), self.name("n")
        body = self.inner(a.type, [Array(p, a.type, 2, False)])
        body.scope.add(Scalar(s, a.type))
        body.scope.push()
        element = Scalar("%s[%s]" % (p, i), a.type, False)
        body.scope.add(element)
        name = self.name("h")
        noinline = "[[gnu::noinline]] " if self.rng.random() < 0.5 else ""
        helper = ["%sstatic %s %s(const %s *%s, int %s) {" % (noinline, a.type, name, a.type, p, n),
                  "%s %s = %s;" % (a.type, s, self.literal(a.type)),
                  "for (int %s = 0; %s < %s; ++%s)" % (i, i, n, i),
                  "%s = 0.5f * %s + 0.5f * (%s) * (%s);" % (
                      s, s, element.text, body.value(a.type))]
        body.scope.pop()
        self.function.helpers.append(helper + [body.return_statement(), "}"])
        text, type = self.target(lines)
        call = "%s(%s, %d)" % (name, a.pointer, a.size)
        return lines + ["%s = %s;" % (text, self.as_type(type, call, a.type))]

    @construct("object by value and returned", 1.5)
    def call_object(self):
        if self.depth >= 2:
            return self.copy_object()
        lines = []
        o = self.some_object(lines)
        s, x = self.name("s"), self.name("x")
        inner = self.inner(o.type.name, [Object(s, o.type), Scalar(x, "D")])
        inner.result_object = s
        name = self.name("h")
        body = inner.statements(self.rng.randint(1, 2)) + inner.assign()
        noinline = "[[gnu::noinline]] " if self.rng.random() < 0.5 else ""
        self.function.helpers.append(
            ["%sstatic %s %s(%s %s, D %s) {" % (noinline, o.type.name, name, o.type.name, s, x)]
            + body + ["return %s;" % s, "}"])
        call = "%s(%s, %s)" % (name, o.text, self.value("D", 1))
        if self.rng.random() < 0.5:
            return lines + ["%s = %s;" % (o.text, call)]
        c = Object(self.name("s"), o.type)
        lines.append("const %s %s = %s;" % (o.type.name, c.text, call))
        self.scope.add(c._replace(writable=False))
        return lines + self.assign()

    @construct("object by reference", 1)
    def call_reference(self):
        if self.depth >= 2:
            return self.copy_object()
        lines = []
        o = self.some_object(lines)
        s, x = self.name("s"), self.name("x")
        way = self.rng.choice(["&", "*"])
        text = s if way == "&" else "(*%s)" % s
        name = self.helper(None, "%s %s%s, D %s" % (o.type.name, way, s, x),
                           [Object(text, o.type), Scalar(x, "D")])
        call = "%s(%s%s, %s);" % (name, "" if way == "&" else "&", o.text, self.value("D", 1))
        return lines + [call]

    @construct("two results through pointers", 1)
    def call_outputs(self):
        if self.depth >= 2:
            return self.assign()
        lines = self.declare()
        first = self.scope.frames[-1][-1]
        lines += self.declare()
        second = self.scope.frames[-1][-1]
        p, r, x = self.name("p"), self.name("r"), self.name("x")
        name = self.helper(None, "%s *%s, %s &%s, D %s" % (first.type, p, second.type, r, x),
                           [Scalar("*" + p, first.type), Scalar(r, second.type), Scalar(x, "D")])
        return lines + ["%s(&%s, %s, %s);" % (name, first.text, second.text, self.value("D", 1))]

    @construct("recursion", 1)
    def recursion(self, mutual=False):
        if self.depth >= 2:
            return self.assign()
        lines = []
        a = self.some_array(lines, 2)
        names = [self.name("h"), self.name("h")] if mutual else [self.name("h")]
        p, n, x = self.name("p"), self.name("n"), self.name("x")
        const = self.rng.choice(["const ", ""])
        parameters = "%s%s *%s, int %s, %s %s" % (const, a.type, p, n, a.type, x)
        head = "static %s {name}(%s)" % (a.type, parameters)
        text = [head.format(name=names[-1]) + ";"] if mutual else []
        for k, name in enumerate(names):
            items = [Array(p, a.type, 1, not const), Scalar(x, a.type), Integer(n, 1, 6)]
            body = self.inner(a.type, items)
            text += [head.format(name=name) + " {", "if (%s <= 0)" % n, "return %s;" % x]
            text += body.statements(self.rng.randint(0, 2))
            again = "%s(%s + 1, %s - 1, %s)" % (
                names[(k + 1) % len(names)], p, n, body.value(a.type))
            text += ["return 0.5f * (%s) + 0.5f * %s;" % (body.value(a.type), again)
                     if self.rng.random() < 0.5 else "return %s;" % again, "}"]
        self.function.helpers.append(text)
        t, type = self.target(lines)
        call = "%s(%s, %d, %s)" % (names[0], a.pointer, min(a.size, 4), self.value(a.type, 1))
        return lines + ["%s = 0.5f * %s;" % (t, self.as_type(type, call, a.type))]

    @construct("mutual recursion", 0.7)
    def mutual_recursion(self):
        return self.recursion(mutual=True)

    @construct("function passed as an argument", 0.7)
    def call_argument(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        text, type = self.target(lines)
        x, y = self.name("x"), self.name("x")
        inner = self.helper(type, "%s %s" % (type, x), [Scalar(x, type)], 1)
        outer = self.name("h")
        self.function.helpers.append([
            "static {0} {1}({0} (*function)({0}), {0} {2}) {{".format(type, outer, y),
            "return 0.5f * function({0}) + 0.5f * {1} * function(0.5f * {0});".format(
                y, self.literal(type)), "}"])
        return lines + ["%s = %s(%s, %s);" % (text, outer, inner, self.value(type))]

    @construct("function pointer known at compile time", 0.7)
    def call_pointer(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        text, type = self.target(lines)
        x, g = self.name("x"), self.name("g")
        name = self.helper(type, "%s %s" % (type, x), [Scalar(x, type)], 1)
        return lines + ["%s (*%s)(%s) = %s;" % (type, g, type, name),
                        "%s = %s(%s);" % (text, g, self.value(type))]

    @construct("function pointer from a table", 0.5)
    def call_table(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        text, type = self.target(lines)
        x, g = self.name("x"), self.name("g")
        names = [self.helper(type, "%s %s" % (type, x), [Scalar(x, type)], 1) for _ in range(3)]
        table = "static %s (*const %s[])(%s) = {%s};" % (type, g, type, ", ".join(names))
        return lines + [table, "%s = %s[%s](%s);" % (text, g, self.integer(0, 2), self.value(type))]

    @construct("lambda", 1)
    def call_lambda(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        text, type = self.target(lines)
        x, g = self.name("x"), self.name("g")
        self.scope.push()
        self.scope.add(Scalar(x, type))
        kept = self.result, self.loops, self.result_object
        self.result, self.loops, self.result_object = type, 0, None
        body = self.statements(self.rng.randint(1, 2)) + [self.return_statement()]
        self.result, self.loops, self.result_object = kept
        self.scope.pop()
        lines += ["auto %s = [&](%s %s) -> %s {" % (g, type, x, type)] + body + ["};"]
        return lines + ["%s = %s(%s);" % (text, g, self.value(type))]

    @construct("function template", 0.5)
    def call_template(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        a = self.some_array(lines, 2)
        h = self.name("h")
        self.function.helpers.append([
            "template <class X, int N> static X %s(const X *p, X s) {" % h,
            "for (int i = 0; i < N; ++i)", "s = X(0.5) * s + X(0.4) * sin(p[i] * s);",
            "return s;", "}"])
        text, type = self.target(lines)
        call = "%s<%s, %d>(%s, %s)" % (h, a.type, a.size, a.pointer, self.value(a.type, 1))
        return lines + ["%s = %s;" % (text, self.as_type(type, call, a.type))]

    @construct("member functions", 0.7)
    def call_member(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        type, c, o = self.number_type(), self.name("C"), self.name("o")
        inner = self.inner(type, [Scalar("total", type), Scalar("x", type), Integer("count", 0, 6)])
        body = inner.statements(1)
        self.function.helpers.append([
            "class %s {" % c, "%s total;" % type, "int count = 0;", "public:",
            "explicit {0}({1} start) : total(start) {{}}".format(c, type),
            "%s &add(%s x) {" % (c, type), "++count;",
            "total = 0.5f * total + 0.5f * x * x;", "return *this;", "}",
            "%s value(%s x) {" % (type, type)] + body + [inner.return_statement(), "}", "};"])
        text, target = self.target(lines)
        lines.append("{0} {1} = {0}({2});".format(c, o, self.value(type, 1)))
        lines.append("%s.add(%s).add(%s);" % (o, self.value(type, 1), self.value(type, 1)))
        call = "%s.value(%s)" % (o, self.value(type, 1))
        return lines + ["%s = %s;" % (text, self.as_type(target, call, type))]

    @construct("function that returns a pointer", 0.7)
    def call_pick(self):
        if self.depth >= 2:
            return self.assign()
        lines = []
        a = self.some_array(lines, 2)
        b = self.some_array(lines, 2, a.type)
        h, p = self.name("h"), self.name("p")
        noinline = "[[gnu::noinline]] " if self.rng.random() < 0.3 else ""
        self.function.helpers.append([
            "%sstatic %s *%s(%s *a, %s *b, int k) {" % (noinline, a.type, h, a.type, a.type),
            "return k > 0 ? a + k %% 2 : b + 1;" % () if self.rng.random() < 0.5
            else "return k %% 2 ? a : b;" % (), "}"])
        lines.append("%s *%s = %s(%s, %s, %s);" % (
            a.type, p, h, a.pointer, b.pointer, self.integer(0, 3)))
        self.scope.add(Scalar("*" + p, a.type))
        return lines + self.update()

    @construct("standard algorithm", 0.7)
    def algorithm(self):
        lines = []
        a = self.some_array(lines, 2)
        text, type = self.target(lines)
        begin, end = a.pointer, "%s + %d" % (a.pointer, a.size)
        way = self.rng.randrange(6)
        if way == 0:
            call = "std::accumulate(%s, %s, %s)" % (begin, end, self.value(a.type, 1))
        elif way == 1:
            call = "std::inner_product(%s, %s, %s, %s)" % (begin, end, begin, self.literal(a.type))
        elif way == 2:
            e = self.name("x")
            self.scope.push()
            self.scope.add(Scalar(e, a.type, False))
            value = self.value(a.type, 1)
            self.scope.pop()
            return lines + ["std::transform(%s, %s, %s, [&](%s %s) -> %s { return %s; });" % (
                begin, end, begin, a.type, e, a.type, value)]
        elif way == 3:
            return lines + ["std::fill(%s, %s, %s);" % (begin, end, self.value(a.type))]
        elif way == 4:
            return lines + ["std::reverse(%s, %s);" % (begin, end)]
        else:
            return lines + ["std::rotate(%s, %s + 1, %s);" % (begin, begin, end)]
        return lines + ["%s = 0.3f * sin(%s);" % (text, self.as_type(type, call, a.type))]
