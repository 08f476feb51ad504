"""The body of one function under construction."""

from .calls import Calls
from .expressions import Expressions
from .memory import Memory
from .scope import Array, Object, Scalar, Scope
from .statements import CONSTRUCTS, Statements


class Body(Expressions, Statements, Memory, Calls):
    """result: D, F, the name of a structure, or None for no result.
    function: the Function it belongs to, which has the helpers, the globals,
    the structures and the count of constructs.
    """

    def __init__(self, function, result, items, depth=0):
        self.function = function
        self.rng = function.rng
        self.single = function.single
        self.structures = function.structures
        self.result = result
        self.result_object = None
        self.depth = depth  # of helpers
        self.nesting = 0  # of statements
        self.loops = 0
        self.iterations = 1
        self.scope = Scope()
        for item in items:
            self.scope.add(item)

    def inner(self, result, items):
        return Body(self.function, result, items, self.depth + 1)

    def name(self, prefix):
        return self.function.name(prefix)

    def note(self, construct):
        self.function.note(construct)

    def return_statement(self):
        if self.result is None:
            return "return;"
        if self.result_object:
            return "return %s;" % self.result_object
        return "return %s;" % self.value(self.result)

    def block(self, size=None):
        """Statements with names of their own, without the braces."""
        self.scope.push()
        lines = self.statements(size or self.rng.randint(1, 2))
        self.scope.pop()
        return lines

    def statements(self, size, wanted=()):
        """SIZE statements; the constructs that are WANTED are among them."""
        plan = list(wanted) + [None] * (size - len(wanted))
        self.rng.shuffle(plan)
        lines = []
        for name in plan:
            lines += self.statement(name)
        return lines

    SIMPLE = ["declaration", "assignment", "update in place"]

    def statement(self, name=None):
        if name is None:
            names = [
                n for n, (_, _, loop) in CONSTRUCTS.items() if self.loops or not loop
            ]
            # Deeply nested statements are simple ones.
            if self.nesting >= 3 or self.rng.random() < 0.25 * self.nesting + 0.2 * self.depth:
                names = self.SIMPLE
            weights = [CONSTRUCTS[n][1] for n in names]
            name = self.rng.choices(names, weights)[0]
        method, _, loop = CONSTRUCTS[name]
        if loop and not self.loops:
            head = self.name("i")
            lines = ["for (int %s = 0; %s < 4; ++%s) {" % (head, head, head)]
            self.loops += 1
            self.scope.push()
            lines += self.statement("assignment") + self.statement(name)
            self.scope.pop()
            self.loops -= 1
            return lines + ["}"]
        self.note(name)
        self.nesting += 1
        lines = getattr(self, method)()
        self.nesting -= 1
        return lines

    def final_value(self, type):
        """A sum over what is in scope, so that little of it is useless."""
        parts = [s for s in self.scope.all(Scalar)]
        self.rng.shuffle(parts)
        terms = ["%s * %s" % (self.literal(type), self.as_type(type, s.text, s.type))
                 for s in parts[:4]]
        arrays = self.scope.all(Array)
        self.rng.shuffle(arrays)
        for a in arrays[:4]:
            e = self.element(a)
            terms.append("%s * %s" % (self.literal(type), self.as_type(type, e, a.type)))
        objects = self.scope.all(Object)
        self.rng.shuffle(objects)
        for o in objects[:3]:
            path, own = self.rng.choice(list(o.type.numbers()))
            terms.append("%s * %s" % (
                self.literal(type), self.as_type(type, o.text + path, own)))
        return " + ".join(terms) or self.literal(type)
