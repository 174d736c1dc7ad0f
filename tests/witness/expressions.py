"""Expressions over what a thread reads: numbers of 32 bits, kept so that equal ones are one object.

An expression has parts: ("number", N), ("none",) for a register that nothing has set, ("read", EVENT), (OPERATION, A, B), or
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


class Expression:
    """Equal ones are one object: make them with make()."""

    __slots__ = ("parts",)
    made = {}

    def __init__(self, parts):
        self.parts = parts

    def __getitem__(self, at):
        return self.parts[at]


def make(*parts):
    expression = Expression.made.get(parts)
    if expression is None:
        expression = Expression.made[parts] = Expression(parts)
    return expression


ZERO, ONE, NONE = make("number", 0), make("number", 1), make("none")
MOST_SAMPLES = 1500
LEAVES = {"number", "none", "read"}
OPPOSITE = {"ne": "eq", "ge": "lt", "gt": "le", "uge": "ult", "ugt": "ule"}


def number(value):
    return make("number", value & MASK)


def parts_of(expression):
    """The expression and all in it, operands first."""
    found, stack = {}, [(expression, False)]
    while stack:
        e, is_done = stack.pop()
        if is_done:
            found[e] = True
        elif e not in found:
            stack.append((e, True))
            if e[0] not in LEAVES:
                stack += [(operand, False) for operand in e[1:]]
    return list(found)


def reads_of(expression):
    return [e for e in parts_of(expression) if e[0] == "read"]


def evaluate(parts, values):
    """The value of the last of the parts, by those of reads, in values."""
    value = dict(values)
    for e in parts:
        kind = e[0]
        if kind == "number":
            value[e] = e[1]
        elif kind == "none":
            value[e] = 0
        elif kind == "choose":
            value[e] = value[e[2 if value[e[1]] else 3]]
        elif kind != "read":
            value[e] = OPERATIONS[kind](value[e[1]], value[e[2]])
    return value[parts[-1]]


def interesting(parts):
    """Small numbers, and those around constants."""
    numbers = {0, 1, 2, 3}
    for e in parts:
        if e[0] == "number":
            numbers |= {e[1], (e[1] + 1) & MASK, (e[1] - 1) & MASK}
    return sorted(numbers)


def results_of(expression):
    """What a choice may come to."""
    found, stack = {}, [expression]
    while stack:
        e = stack.pop()
        if e not in found:
            found[e] = e[0] != "choose"
            if e[0] == "choose":
                stack += e[2:]
    return [e for e, is_result in found.items() if is_result]


class Expressions:
    def __init__(self):
        self.order = {}  # of conditions, by the time at which they were made
        self.needed = {}

    # ---- without what does not matter ----

    def simplify(self, expression):
        """A dependency is one if another value read gives another value: 1 + r - r is 1."""
        if expression not in self.needed:
            result = expression
            for read in self.idle_reads(expression):
                result = self.replace(result, read)
            self.needed[expression] = result
        return self.needed[expression]

    def idle_reads(self, expression):
        """The reads of which no value makes a difference. Of choices with too many reads, whatever they read counts."""
        parts = parts_of(expression)
        reads = [e for e in parts if e[0] == "read"]
        if all(e[0] != "choose" for e in parts):
            return [read for read in reads if not self.matters(parts, read, reads)]
        if not self.is_shared(expression, parts) or len(interesting(parts)) ** len(reads) > MOST_SAMPLES:
            return []
        return [read for read in reads if not self.matters(parts, read, reads)]

    @staticmethod
    def is_shared(expression, parts):
        """Do two conditions, or a condition and a result, have a read in common? If not, each read of each makes a difference."""
        seen = set()
        for part in {e[1] for e in parts if e[0] == "choose"} | set(results_of(expression)):
            reads = set(reads_of(part))
            if seen & reads:
                return True
            seen |= reads
        return False

    @staticmethod
    def matters(parts, read, reads):
        """Does another value of this read give another value of the last part? Tried on small values, those around constants, and random ones."""
        numbers, chance = interesting(parts), random.Random(1)
        samples = [tuple(chance.getrandbits(32) for _ in reads) for _ in range(20)]
        samples += [tuple(chance.choice(numbers) for _ in reads) for _ in range(40)]
        if len(numbers) ** len(reads) <= MOST_SAMPLES:
            samples += itertools.product(numbers, repeat=len(reads))
        for sample in samples:
            values = dict(zip(reads, sample))
            first = evaluate(parts, values)
            for other in {0, 1, values[read] ^ 1, (values[read] + 1) & MASK, chance.getrandbits(32), chance.choice(sample)}:
                if evaluate(parts, {**values, read: other}) != first:
                    return True
        return False

    def replace(self, expression, read, value=ZERO):
        """With a number in place of a read."""
        done = {}
        for e in parts_of(expression):
            if e == read:
                done[e] = value
            elif e[0] in LEAVES:
                done[e] = e
            else:
                operands = [done[operand] for operand in e[1:]]
                done[e] = self.choose(*operands) if e[0] == "choose" else self.apply(e[0], *operands)
        return done[expression]

    # ---- making ----

    def leaf(self, operation, a, b):
        a, b = (ZERO if e == NONE else e for e in (a, b))
        if a[0] == b[0] == "number":
            return number(OPERATIONS[operation](a[1], b[1]))
        return self.simplify(make(operation, a, b))

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
        return a if a == b else make("choose", condition, a, b)

    def condition(self, expression):
        """The expression as a decision: 1 or 0 in each leaf, its own conditions among those that are ordered."""
        if expression[0] == "choose":
            return self.choose(expression[1], self.condition(expression[2]), self.condition(expression[3]))
        if expression[0] == "number":
            return ONE if expression[1] else ZERO
        if expression == NONE:
            return ZERO
        if expression[0] in OPPOSITE:
            return self.negated(self.condition(make(OPPOSITE[expression[0]], *expression[1:])))
        self.order.setdefault(expression, len(self.order))
        return make("choose", expression, ONE, ZERO)

    def choose(self, condition, a, b):
        """condition: a number, one that is ordered, or a decision that condition() has made."""
        if condition[0] == "number":
            return a if condition[1] else b
        if condition[0] != "choose":
            self.order.setdefault(condition, len(self.order))
            condition = make("choose", condition, ONE, ZERO)
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
