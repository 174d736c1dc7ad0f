"""Expressions over what a thread reads: numbers of 32 bits, kept so that equal ones are one object.

An expression is a tuple: ("number", N), ("none",) for a register that nothing has set, ("read", EVENT), (OPERATION, A, B), or
("choose", CONDITION, A, B). Choices stand at the top, in
the order in which the thread came to their conditions (binary decision diagrams), so that where two branches meet again
nothing of the condition is left.
"""

import itertools
import random

MASK = 0xFFFFFFFF


def signed(value):
    return value - (1 << 32) if value >> 31 else value


OPERATIONS = {
    "add": lambda a, b: (a + b) & MASK,
    "sub": lambda a, b: (a - b) & MASK,
    "mul": lambda a, b: (a * b) & MASK,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(signed(a) < signed(b)),
    "le": lambda a, b: int(signed(a) <= signed(b)),
    "gt": lambda a, b: int(signed(a) > signed(b)),
    "ge": lambda a, b: int(signed(a) >= signed(b)),
    "ult": lambda a, b: int(a < b),
    "ule": lambda a, b: int(a <= b),
    "ugt": lambda a, b: int(a > b),
    "uge": lambda a, b: int(a >= b),
    "umod": lambda a, b: a % b if b else 0,
    "max": lambda a, b: a if signed(a) > signed(b) else b,
    "umax": max,
    "umin": min,
}

ZERO, ONE, NONE = ("number", 0), ("number", 1), ("none",)
OPPOSITE = {"ne": "eq", "ge": "lt", "gt": "le", "uge": "ult", "ugt": "ule"}


def number(value):
    return ("number", value & MASK)


def reads_of(expression, found=None):
    found = set() if found is None else found
    if expression[0] == "read":
        found.add(expression)
    elif expression[0] not in ("number", "none"):
        for operand in expression[1:]:
            reads_of(operand, found)
    return found


def evaluate(expression, values):
    kind = expression[0]
    if kind == "number":
        return expression[1]
    if kind == "none":
        return 0
    if kind == "read":
        return values[expression]
    if kind == "choose":
        return evaluate(expression[2 if evaluate(expression[1], values) else 3], values)
    return OPERATIONS[kind](evaluate(expression[1], values), evaluate(expression[2], values))


class Expressions:
    def __init__(self):
        self.order = {}  # of conditions, by the time at which they were made
        self.needed = {}

    # ---- without what does not matter ----

    def samples(self, expression, reads):
        """Values for the reads: small ones, all combinations if these are few, and others at random."""
        numbers = {1, 2, 3}
        stack = [expression]
        while stack:
            e = stack.pop()
            if e[0] == "number":
                numbers |= {e[1], (e[1] + 1) & MASK, (e[1] - 1) & MASK}
            elif e[0] not in ("read", "none"):
                stack += e[1:]
        numbers = sorted(numbers)
        if len(numbers) ** len(reads) <= 2000:
            yield from itertools.product(numbers, repeat=len(reads))
        chance = random.Random(1)
        for _ in range(200):
            yield tuple(chance.choice(numbers) if chance.random() < 0.7 else chance.getrandbits(32) for _ in reads)

    def matters(self, expression, read, reads):
        """Does another value of this read give another value of the expression?"""
        chance = random.Random(2)
        for sample in self.samples(expression, reads):
            values = dict(zip(reads, sample))
            first = evaluate(expression, values)
            others = [0, 1, 2, values[read] ^ 1, (values[read] + 1) & MASK, chance.getrandbits(32)] + [v for v in sample]
            for other in others:
                if evaluate(expression, {**values, read: other}) != first:
                    return True
        return False

    def replace(self, expression, read):
        """With 0 in place of a read that does not matter."""
        if expression == read:
            return ZERO
        if expression[0] in ("number", "none", "read"):
            return expression
        operands = [self.replace(operand, read) for operand in expression[1:]]
        return self.choose(*operands) if expression[0] == "choose" else self.apply(expression[0], *operands)

    def simplify(self, expression):
        """A dependency is one if another value read gives another value: 1 + r - r is 1."""
        if expression in self.needed:
            return self.needed[expression]
        result = expression
        for read in sorted(reads_of(expression), key=str):
            reads = sorted(reads_of(result), key=str)
            if read in reads and not self.matters(result, read, reads):
                result = self.replace(result, read)
        self.needed[expression] = result
        return result

    # ---- making ----

    def leaf(self, operation, a, b):
        a, b = (ZERO if e == NONE else e for e in (a, b))
        if a[0] == b[0] == "number":
            return number(OPERATIONS[operation](a[1], b[1]))
        return self.simplify((operation, a, b))

    def apply(self, operation, a, b):
        """An operation on the leaves of choices."""
        top = self.first(a, b)
        if top is None:
            return self.leaf(operation, a, b)
        a1, a0 = self.parts(a, top)
        b1, b0 = self.parts(b, top)
        return self.node(top, self.apply(operation, a1, b1), self.apply(operation, a0, b0))

    def first(self, *expressions):
        conditions = [e[1] for e in expressions if e[0] == "choose"]
        return min(conditions, key=self.order.get) if conditions else None

    @staticmethod
    def parts(expression, condition):
        if expression[0] == "choose" and expression[1] == condition:
            return expression[2], expression[3]
        return expression, expression

    @staticmethod
    def node(condition, a, b):
        return a if a == b else ("choose", condition, a, b)

    def condition(self, expression):
        """The expression as a decision: 1 or 0 in each leaf, its own conditions among those that are ordered."""
        if expression[0] == "choose":
            return self.choose(expression[1], self.condition(expression[2]), self.condition(expression[3]))
        if expression[0] == "number":
            return ONE if expression[1] else ZERO
        if expression == NONE:
            return ZERO
        if expression[0] in OPPOSITE:
            return self.negated(self.condition((OPPOSITE[expression[0]], *expression[1:])))
        self.order.setdefault(expression, len(self.order))
        return ("choose", expression, ONE, ZERO)

    def choose(self, condition, a, b):
        """condition: a number, one that is ordered, or a decision that condition() has made."""
        if condition[0] == "number":
            return a if condition[1] else b
        if condition[0] != "choose":
            self.order.setdefault(condition, len(self.order))
            condition = ("choose", condition, ONE, ZERO)
        if a == b:
            return a
        top = self.first(condition, a, b)
        c1, c0 = self.parts(condition, top)
        a1, a0 = self.parts(a, top)
        b1, b0 = self.parts(b, top)
        return self.node(top, self.choose(c1, a1, b1), self.choose(c0, a0, b0))

    def both(self, a, b):
        return self.choose(a, b, ZERO)

    def either(self, a, b):
        return self.choose(a, ONE, b)

    def negated(self, a):
        return self.choose(a, ZERO, ONE)
