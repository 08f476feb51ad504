"""Statements: control flow, local memory, in-place updates, pointers.

Each construct is a method that returns lines, registered with its weight. A
construct makes what it needs itself (an array, an object), so that it can stand
anywhere; one that needs a loop around it is only written inside of one.
"""

from .scope import Array, Integer, Object, Scalar

CONSTRUCTS = {}


def construct(name, weight=1.0, loop=False):
    """Registers a method of Body as a construct."""

    def register(method):
        CONSTRUCTS[name] = (method.__name__, weight, loop)
        return method

    return register


class Statements:
    """Mixed into Body; lines of nested statements are indented when rendered."""

    # Something to work on.

    def some_array(self, lines, least=1, type=None):
        found = [
            a
            for a in self.scope.arrays(writable=True)
            if a.size >= least and (type is None or a.type == type)
        ]
        if found and self.rng.random() < 0.8:
            return self.rng.choice(found)
        size = max(least, self.rng.randint(2, 6))
        a = Array(self.name("a"), type or self.number_type(), size)
        values = self.values(a.type, size)
        lines.append("%s %s[%d] = {%s};" % (a.type, a.text, size, values))
        return self.scope.add(a)

    def values(self, type, count):
        return ", ".join(self.value(type, self.rng.choice([0, 0, 1])) for _ in range(count))

    def some_object(self, lines, type=None):
        found = [
            o
            for o in self.scope.all(Object, writable=True)
            if type is None or o.type is type
        ]
        if found and self.rng.random() < 0.7:
            return self.rng.choice(found)
        o = Object(self.name("s"), type or self.rng.choice(self.structures))
        lines.append("%s %s = {};" % (o.type.name, o.text))
        lines += self.fill_object(o)
        return self.scope.add(o)

    def fill_object(self, o):
        lines = ["%s%s = %s;" % (o.text, p, self.value(t, 1)) for p, t in o.type.numbers()]
        lines += ["%s%s = %s;" % (o.text, p, self.integer(0, 3)) for p in o.type.integers()]
        return lines

    def target(self, lines):
        """A number that may be assigned to, with its type."""
        rng = self.rng
        scalars, arrays = self.scope.scalars(True), self.scope.arrays(True)
        if arrays and rng.random() < 0.5:
            a = rng.choice(arrays)
            return self.element(a), a.type
        if scalars:
            s = rng.choice(scalars)
            return s.text, s.type
        lines += self.declare()
        s = self.scope.frames[-1][-1]
        return s.text, s.type

    # Plain statements.

    @construct("declaration", 3)
    def declare(self):
        s = Scalar(self.name("v"), self.number_type())
        line = "%s %s = %s;" % (s.type, s.text, self.value(s.type, 3))
        self.scope.add(s)
        return [line]

    @construct("assignment", 5)
    def assign(self):
        lines = []
        text, type = self.target(lines)
        return lines + ["%s = %s;" % (text, self.value(type, 3))]

    @construct("update in place", 5)
    def update(self):
        lines = []
        text, type = self.target(lines)
        e = self.expression(type)
        way = self.rng.randrange(4)
        if way == 0:
            line = "%s += 0.25f * (%s);" % (text, self.tame(e).text)
        elif way == 1:
            line = "%s *= %s;" % (text, self.tame(e, 1).text)
        elif way == 2:
            line = "%s -= 0.125f * (%s);" % (text, self.tame(e).text)
        else:
            line = "%s /= 1.25f + fabs(%s);" % (text, self.tame(e).text)
        return lines + [line]

    @construct("neighbours in place", 2)
    def neighbours(self):
        lines = []
        a = self.some_array(lines, 2)
        i = self.name("i")
        way = self.rng.choice(["%s + 1", "%s"])
        bounds = (0, a.size - 1) if way != "%s" else (1, a.size)
        other = "%s + 1" % i if way != "%s" else "%s - 1" % i
        self.scope.push()
        self.scope.add(Integer(i, bounds[0], bounds[1] - 1))
        body = "%s[%s] = 0.5f * %s[%s] + 0.5f * (%s);" % (
            a.text, i, a.text, other, self.value(a.type))
        self.scope.pop()
        return lines + [
            "for (int %s = %d; %s < %d; ++%s)" % (i, bounds[0], i, bounds[1], i), body]

    @construct("swap", 1)
    def swap(self):
        lines = []
        a = self.some_array(lines, 2)
        i, j = self.integer(0, a.size - 1), self.integer(0, a.size - 1)
        if self.rng.random() < 0.5:
            return lines + ["std::swap(%s[%s], %s[%s]);" % (a.text, i, a.text, j)]
        t = self.name("v")
        return lines + [
            "{",
            "%s %s = %s[%s];" % (a.type, t, a.text, i),
            "%s[%s] = %s[%s];" % (a.text, i, a.text, j),
            "%s[%s] = %s;" % (a.text, j, t),
            "}"]

    # Branches.

    @construct("if", 3)
    def branch(self):
        lines = ["if (%s) {" % self.condition()] + self.block()
        while self.rng.random() < 0.25:
            lines += ["} else if (%s) {" % self.condition()] + self.block(1)
        if self.rng.random() < 0.5:
            lines += ["} else {"] + self.block()
        return lines + ["}"]

    @construct("switch", 1)
    def switch(self, fallthrough=False):
        count = self.rng.randint(2, 5)
        lines = ["switch (%s) {" % self.integer(0, count)]
        labels = list(range(count))
        self.rng.shuffle(labels)
        for n, label in enumerate(labels):
            last = n == count - 1
            if not fallthrough and not last and self.rng.random() < 0.15:
                lines.append("case %d:" % label)
                continue
            lines += ["case %d: {" % label] + self.block(1) + ["}"]
            if last or not (fallthrough and (n == 0 or self.rng.random() < 0.4)):
                lines.append("break;")
        if self.rng.random() < 0.6:
            lines += ["default: {"] + self.block(1) + ["}"]
        return lines + ["}"]

    @construct("switch with fallthrough", 0.7)
    def switch_fallthrough(self):
        return self.switch(fallthrough=True)

    @construct("early return", 0.4)
    def early_return(self):
        if self.result is None:
            return self.assign()
        return ["if (%s)" % self.condition(), self.return_statement()]

    # Loops.

    def loop(self, count, head, extra=(), tail=(), size=None):
        """A loop of at most COUNT iterations around a block."""
        if self.iterations * count > 120:
            return self.assign()
        self.iterations *= count
        self.loops += 1
        self.scope.push()
        for item in extra:
            self.scope.add(item)
        lines = [head] + self.statements(size or self.rng.randint(1, 3)) + list(tail)
        self.scope.pop()
        self.loops -= 1
        self.iterations //= count
        return lines + ["}"]

    def trip_count(self):
        """An upper bound, and the text of a number of iterations below it."""
        high = self.rng.randint(2, 5)
        if self.rng.random() < 0.4:
            return high, str(high)
        return high, self.integer(0, high)

    @construct("for", 4)
    def for_up(self):
        high, count = self.trip_count()
        i = self.name("i")
        head = "for (int %s = 0; %s < %s; ++%s) {" % (i, i, count, i)
        return self.loop(high, head, [Integer(i, 0, high - 1)])

    @construct("for over an array", 3)
    def for_array(self):
        lines = []
        a = self.some_array(lines)
        i = self.name("i")
        kind = self.rng.choice(["int", "unsigned", "long", "unsigned char"])
        head = "for (%s %s = 0; %s < %d; %s++) {" % (kind, i, i, a.size, i)
        line = "%s[%s] = %s;" % (a.text, i, self.value(a.type, 1))
        return lines + self.loop(a.size, head, [Integer("int(%s)" % i, 0, a.size - 1)], [line])

    @construct("for down", 1)
    def for_down(self):
        high, count = self.trip_count()
        i = self.name("i")
        head = "for (int %s = %s - 1; %s >= 0; --%s) {" % (i, count, i, i)
        return self.loop(high, head, [Integer(i, 0, high - 1)])

    @construct("for with stride", 1)
    def for_stride(self):
        high, step, i = self.rng.randint(4, 9), self.rng.randint(2, 3), self.name("i")
        head = "for (int %s = %d; %s < %d; %s += %d) {" % (
            i, self.rng.randrange(2), i, high, i, step)
        return self.loop((high + step - 1) // step, head, [Integer(i, 0, high - 1)])

    @construct("triangular loops", 1)
    def triangular(self):
        n, i, j = self.rng.randint(2, 4), self.name("i"), self.name("i")
        if self.iterations * n * n > 120:
            return self.assign()
        inner = self.rng.choice(["0; %s <= %s", "0; %s < %s"]) % (j, i)
        lines = ["for (int %s = 0; %s < %d; ++%s) {" % (i, i, n, i)]
        self.scope.push()
        self.scope.add(Integer(i, 0, n - 1))
        lines += self.statements(1) if self.rng.random() < 0.5 else []
        head = "for (int %s = %s; ++%s) {" % (j, inner, j)
        self.iterations *= n
        lines += self.loop(n, head, [Integer(j, 0, n - 1)])
        self.iterations //= n
        self.scope.pop()
        return lines + ["}"]

    @construct("while", 1.5)
    def while_value(self):
        v, k, n = self.name("v"), self.name("i"), self.rng.randint(2, 6)
        type = self.number_type()
        lines = ["%s %s = %s;" % (type, v, self.value(type)), "int %s = 0;" % k]
        self.scope.add(Scalar(v, type, False))
        self.scope.add(Integer(k, 0, n))
        condition = "%s < %d && T(fabs(%s) > %s)" % (k, n, v, self.literal(type, 0.05, 0.4))
        if self.rng.random() < 0.5:
            condition = "T(fabs(%s) > %s) && %s < %d" % (v, self.literal(type, 0.05, 0.4), k, n)
        tail = ["%s *= %s;" % (v, self.literal(type, 0.4, 0.8)), "++%s;" % k]
        return lines + self.loop(n, "while (%s) {" % condition, (), tail)

    @construct("do while", 1.5)
    def do_while(self):
        k, n = self.name("i"), self.rng.randint(1, 5)
        lines = ["int %s = 0;" % k]
        self.scope.add(Integer(k, 0, n))
        body = self.loop(n, "do {", (), ["++%s;" % k])
        if body[0] != "do {":
            return lines + body
        test = "%s < %d" % (k, n)
        if self.rng.random() < 0.6:
            test += " && " + self.condition()
        return lines + body[:-1] + ["} while (%s);" % test]

    @construct("loop without a condition", 0.7)
    def for_ever(self):
        k, n = self.name("i"), self.rng.randint(1, 5)
        first = "if (%s >= %d)" % (k, n)
        if self.rng.random() < 0.5:
            first = "if (%s >= %d || %s)" % (k, n, self.condition())
        lines = ["int %s = 0;" % k]
        self.scope.add(Integer(k, 0, n))
        return lines + self.loop(n, "for (;;) {", (), [first, "break;", "++%s;" % k])

    @construct("walking pointer", 1)
    def walk(self):
        lines = []
        a = self.some_array(lines)
        p, start = self.name("p"), self.rng.randint(0, 1) if a.size > 1 else 0
        head = "for (%s *%s = %s + %d; %s != %s + %d; ++%s) {" % (
            a.type, p, a.pointer, start, p, a.pointer, a.size, p)
        return lines + self.loop(a.size, head, [Scalar("*" + p, a.type)])

    @construct("range for", 1)
    def range_for(self):
        a = Array(self.name("a"), self.number_type(), self.rng.randint(2, 5))
        e = self.name("r")
        values = self.values(a.type, a.size)
        lines = ["%s %s[%d] = {%s};" % (a.type, a.text, a.size, values)]
        self.scope.add(a)
        head = "for (%s &%s : %s) {" % (a.type, e, a.text)
        return lines + self.loop(a.size, head, [Scalar(e, a.type)])

    @construct("break", 1, loop=True)
    def break_loop(self):
        return ["if (%s) {" % self.condition()] + self.block(1) + ["break;", "}"]

    @construct("continue", 0.7)
    def continue_loop(self):
        high, i = self.rng.randint(2, 5), self.name("i")
        head = "for (int %s = 0; %s < %d; ++%s) {" % (i, i, high, i)
        if self.iterations * high > 120:
            return self.assign()
        self.scope.push()
        self.scope.add(Integer(i, 0, high - 1))
        skip = self.condition()
        first = self.assign()
        self.scope.pop()
        # The block before `continue` may not mention what it declares itself.
        lines = self.loop(high, head, [Integer(i, 0, high - 1)])
        return [lines[0], "{"] + first + ["}", "if (%s)" % skip, "continue;"] + lines[1:]

    @construct("loop with several exits", 1)
    def several_exits(self):
        high, i, found = self.rng.randint(3, 6), self.name("i"), self.name("i")
        lines = ["int %s = 0;" % found]
        head = "for (int %s = 0; %s < %d; ++%s) {" % (i, i, high, i)
        if self.iterations * high > 120:
            return self.assign()
        self.scope.push()
        self.scope.add(Integer(i, 0, high - 1))
        exits = []
        for n in (1, 2):
            exits += ["if (%s) {" % self.condition()] + self.block(1)
            exits += ["%s = %d;" % (found, n), "break;", "}"]
        if self.result is not None and self.rng.random() < 0.4:
            exits += ["if (%s)" % self.condition(), self.return_statement()]
        self.scope.pop()
        body = self.loop(high, head, [Integer(i, 0, high - 1)])
        self.scope.add(Integer(found, 0, 2))
        return lines + [body[0]] + body[1:-1] + exits + ["}"]

    @construct("exit from two loops", 0.7)
    def exit_two_loops(self):
        n, m = self.rng.randint(2, 4), self.rng.randint(2, 4)
        i, j, stop = self.name("i"), self.name("i"), self.name("b")
        if self.iterations * n * m > 120:
            return self.assign()
        lines = ["bool %s = false;" % stop]
        lines.append("for (int %s = 0; %s < %d && !%s; ++%s) {" % (i, i, n, stop, i))
        self.scope.push()
        self.scope.add(Integer(i, 0, n - 1))
        self.iterations *= n
        head = "for (int %s = 0; %s < %d; ++%s) {" % (j, j, m, j)
        tail = ["if (%s) {" % self.condition(), "%s = true;" % stop, "break;", "}"]
        lines += self.loop(m, head, [Integer(j, 0, m - 1)], tail)
        self.iterations //= n
        self.scope.pop()
        return lines + ["}"]

    @construct("trip count from data", 1)
    def data_trip(self):
        n, i = self.name("n"), self.name("i")
        high = self.rng.randint(2, 5)
        text = "1 + T(int(fabs(%s) * 4)) %% %d" % (self.leaf("D").text, high)
        self.scope.add(Integer(n, 1, high))
        head = "for (int %s = 0; %s < %s; ++%s) {" % (i, i, n, i)
        return ["const int %s = %s;" % (n, text)] + self.loop(
            high, head, [Integer(i, 0, high - 1)])
