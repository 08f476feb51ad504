"""Numeric expressions: well-typed, bounded, and smooth where they are taken.

An expression is its text and a bound on its magnitude. T(...) marks what the
run decides by a number (a condition, a cast to an integer): in the copy in long
double it also records the decision, so that differences of the primal are taken
only between points that decide alike.
"""

from typing import NamedTuple

from .scope import LIMIT, IntegerArray


class Expression(NamedTuple):
    text: str
    bound: float


# name, text, bound as a function of the argument's bound.
UNARY = [
    ("sin", "sin({})", lambda b: 1),
    ("cos", "cos({})", lambda b: 1),
    ("tan", "tan({0.4} * sin({}))", lambda b: 0.5),
    ("tanh", "tanh({})", lambda b: 1),
    ("atan", "atan({})", lambda b: 1.6),
    ("exp", "exp(-({0}) * ({0}))", lambda b: 1),
    ("exp", "exp({0.3} * ({}))", lambda b: 2.718 ** (0.3 * b)),
    ("exp2", "exp2({0.4} * ({}))", lambda b: 2 ** (0.4 * b)),
    ("expm1", "expm1({0.3} * ({}))", lambda b: 2.718 ** (0.3 * b)),
    ("log", "log({1.3} + ({0}) * ({0}))", lambda b: 1 + b),
    ("log2", "log2({1.4} + ({0}) * ({0}))", lambda b: 1 + b),
    ("log1p", "log1p(({0}) * ({0}))", lambda b: 1 + b),
    ("sqrt", "sqrt({0.7} + ({0}) * ({0}))", lambda b: 1 + b),
    ("cbrt", "cbrt({1.2} + ({0}) * ({0}))", lambda b: 1 + b),
    ("sinh", "sinh({0.4} * ({}))", lambda b: 2.718 ** (0.4 * b)),
    ("cosh", "cosh({0.4} * ({}))", lambda b: 2.718 ** (0.4 * b)),
    ("asin", "asin({0.5} * sin({}))", lambda b: 0.6),
    ("acos", "acos({0.6} * cos({}))", lambda b: 2.3),
    ("asinh", "asinh({})", lambda b: 1 + b),
    ("atanh", "atanh({0.5} * sin({}))", lambda b: 0.6),
    ("erf", "erf({})", lambda b: 1),
    ("fabs", "fabs({})", lambda b: b),
    ("floor", "floor({0.9} * ({}))", lambda b: b + 1),
    ("round", "round({1.1} * ({}))", lambda b: 1.1 * b + 1),
]

BINARY = [
    ("atan2", "atan2({a}, {1.2} + ({b}) * ({b}))", lambda a, b: 1.6),
    ("hypot", "hypot({a}, {1.1} + fabs({b}))", lambda a, b: a + b + 1.1),
    ("pow", "pow({1.2} + ({a}) * ({a}), {0.4} * ({b}))", lambda a, b: (1.2 + a * a) ** (0.4 * b)),
    ("fmax", "fmax({a}, {b})", max),
    ("fmin", "fmin({a}, {b})", max),
    ("fdim", "fdim({a}, {b})", lambda a, b: a + b),
    ("copysign", "copysign({0.4} + fabs({a}), {b})", lambda a, b: a + 0.4),
    ("std::max", "max({a}, {b})", max),
    ("std::min", "min({a}, {b})", max),
]


class Expressions:
    """Mixed into Body: needs rng, scope, single, note(), call_expression()."""

    def literal(self, type, low=0.2, high=1.2):
        text = "%.4g" % self.rng.uniform(low, high)
        if "." not in text:
            text += ".0"
        return text + ("f" if type == "F" else "")

    def number_type(self):
        return "F" if self.single and self.rng.random() < 0.45 else "D"

    def as_type(self, type, text, own):
        if type == own:
            return text
        self.note("cast F to D" if type == "D" else "cast D to F")
        # Not F(x): (F(x)) * (y) would be a cast of *y.
        return "((%s)%s)" % (type, text)

    def integer(self, low, high):
        """An integer expression whose value is in [low, high]."""
        rng = self.rng
        count = high - low + 1
        fits = [i.text for i in self.scope.integers() if low <= i.low and i.high <= high]
        others = [i.text for i in self.scope.integers() if i.low >= 0]
        arrays = [a for a in self.scope.all(IntegerArray) if low <= a.low and a.high <= high]
        choice = rng.random()
        if fits and choice < 0.5:
            return rng.choice(fits)
        if arrays and choice < 0.6:
            a = rng.choice(arrays)
            self.note("index from memory")
            return "%s[%s]" % (a.text, self.integer(0, a.size - 1))
        if others and choice < 0.85:
            text = "(%s + %d) %% %d" % (rng.choice(others), rng.randrange(count), count)
            return text if low == 0 else "%d + %s" % (low, text)
        if choice > 0.95:
            self.note("cast number to int")
            text = "T(int(fabs(%s) * 3)) %% %d" % (self.leaf("D").text, count)
            return text if low == 0 else "%d + %s" % (low, text)
        return str(rng.randint(low, high))

    def element(self, array):
        return "%s[%s]" % (array.text, self.integer(0, array.size - 1))

    def leaf(self, type):
        rng = self.rng
        choice = rng.random()
        if choice < 0.1:
            return Expression(self.literal(type), 1.2)
        if choice < 0.15 and self.scope.integers():
            i = rng.choice(self.scope.integers())
            self.note("cast int to number")
            return Expression("(%s)%s * %s" % (type, i.text, self.literal(type, 0.05, 0.2)), 1)
        arrays = self.scope.arrays()
        scalars = self.scope.scalars()
        if arrays and (choice < 0.6 or not scalars):
            a = rng.choice(arrays)
            return Expression(self.as_type(type, self.element(a), a.type), LIMIT)
        if scalars:
            s = rng.choice(scalars)
            return Expression(self.as_type(type, s.text, s.type), LIMIT)
        return Expression(self.literal(type), 1.2)

    def sum(self, type, depth):
        a, b = self.expression(type, depth - 1), self.expression(type, depth - 1)
        p, q = self.literal(type), self.literal(type)
        text = "%s * (%s) %s %s * (%s)" % (p, a.text, self.rng.choice("+-"), q, b.text)
        return Expression(text, 1.2 * (a.bound + b.bound))

    def product(self, type, depth):
        a, b = self.expression(type, depth - 1), self.expression(type, depth - 1)
        return Expression("(%s) * (%s)" % (a.text, b.text), a.bound * b.bound)

    def quotient(self, type, depth):
        a, b = self.expression(type, depth - 1), self.expression(type, depth - 1)
        c = self.literal(type, 1.1, 1.9)
        return Expression("(%s) / (%s + (%s) * (%s))" % (a.text, c, b.text, b.text), a.bound)

    def fill(self, type, text, **parts):
        """Replaces {0.4} by a literal of TYPE, {a} by a part."""
        out, rest = "", text
        while "{" in rest:
            before, _, rest = rest.partition("{")
            key, _, rest = rest.partition("}")
            if key in parts:
                key = parts[key]
            elif key in ("", "0"):
                key = parts["a"]
            elif type == "F":
                key += "f"
            out += before + key
        return out + rest

    def unary(self, type, depth):
        name, text, bound = self.rng.choice(UNARY)
        self.note("math " + name)
        a = self.tame(self.expression(type, depth - 1))
        return Expression(self.fill(type, text, a=a.text), bound(a.bound))

    def binary(self, type, depth):
        name, text, bound = self.rng.choice(BINARY)
        self.note("math " + name)
        a = self.tame(self.expression(type, depth - 1))
        b = self.tame(self.expression(type, depth - 1))
        parts = {"a": "(%s)(%s)" % (type, a.text), "b": "(%s)(%s)" % (type, b.text)}
        return Expression(self.fill(type, text, **parts), bound(a.bound, b.bound))

    def ternary(self, type, depth):
        a, b = self.expression(type, depth - 1), self.expression(type, depth - 1)
        self.note("ternary")
        text = "(%s ? (%s)(%s) : (%s)(%s))" % (self.condition(), type, a.text, type, b.text)
        return Expression(text, max(a.bound, b.bound))

    def chain_of_casts(self, type, depth):
        a = self.expression(type, depth - 1)
        if not self.single:
            return a
        other = "F" if type == "D" else "D"
        self.note("cast there and back")
        return Expression("((%s)(%s)(%s))" % (type, other, a.text), a.bound)

    def expression(self, type, depth=2):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return self.leaf(type)
        kinds = [self.sum, self.product, self.quotient, self.unary, self.binary]
        kinds += [self.ternary, self.chain_of_casts, self.call_expression]
        kind = rng.choices(kinds, [6, 5, 2, 4, 2, 1, 0.7, 0.5])[0]
        return kind(type, depth)

    def tame(self, e, limit=LIMIT):
        if e.bound <= limit:
            return e
        way = self.rng.randrange(3)
        if way == 0 and e.bound < 12:
            return Expression("sin(%s)" % e.text, 1)
        if way == 1 and e.bound < 12:
            return Expression("tanh(%s)" % e.text, 1)
        return Expression("%.3gf * (%s)" % (limit / e.bound * 0.99, e.text), limit)

    def value(self, type, depth=2):
        """The text of a bounded value of TYPE."""
        return self.tame(self.expression(type, depth)).text

    def condition(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.3 and self.scope.integers():
            i = rng.choice(self.scope.integers())
            way = rng.randrange(3)
            if way == 0:
                return "%s %% 2 == %d" % (i.text, rng.randrange(2))
            sign = rng.choice(["<", ">=", "!="])
            return "%s %s %d" % (i.text, sign, rng.randint(i.low, i.high + 1))
        type = self.number_type()
        a = self.leaf(type).text
        b = self.literal(type, -0.8, 0.8) if rng.random() < 0.6 else self.leaf(type).text
        text = "T(%s %s %s)" % (a, rng.choice(["<", ">", "<="]), b)
        if choice > 0.9:
            other = "T(%s > %s)" % (self.leaf("D").text, self.literal("D", -0.8, 0.8))
            text = "(%s %s %s)" % (text, rng.choice(["&&", "||"]), other)
        return text
