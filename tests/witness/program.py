"""A program of threads, unrolled: operations with the conditions under which they are executed and the values that they store, as
facts for program.lp and the models.

Code is a list of instructions: ("operation", {...}), ("set", REGISTER, OPERATION, A, B), ("branch", OPERATION, A, B, LABEL), ("goto", LABEL),
("label", LABEL), ("end",). Operands are numbers or names of registers. An operation has the facts of its model that have one
argument or two under "facts" ([("atomic",), ("scope", "device")]), and what it does: "load": REGISTER or None, "store": OPERAND, "rmw": an operation
of the value read and OPERAND, "compare": an operand that must have been read for a store, "reference"; of a control barrier "instance", "quorum": (ID, NUMBER),
"gathers": (INSTRUCTION, WORKGROUP), "count": (REGISTER, WORKGROUP).
"""

from expressions import Expressions, LEAVES, MASK, NONE, ONE, OPERATIONS, ZERO, make, number, signed

MOST_VALUES = 200


class TooLarge(Exception):
    pass


class Thread:
    def __init__(self, place):
        self.place = place  # {scope: instance}
        self.code = []
        self.registers = {}  # initial values
        self.shown = None  # the registers of an outcome; all, if it is None


class Node:
    def __init__(self):
        self.edges = []  # (predecessor, its condition's negation or not) as (guard, registers)


class Unrolled:
    """One thread, its loops unrolled."""

    def __init__(self, number_, thread, rounds, expressions):
        self.number, self.thread, self.rounds, self.x = number_, thread, rounds, expressions
        self.code = thread.code
        self.labels = {i[1]: at for at, i in enumerate(self.code) if i[0] == "label"}
        self.operations = []  # (name, guard, instruction, expressions)
        self.barriers = []  # (name, guard, registers)
        self.branches = []  # (node, guard)
        self.cuts = {}  # where the thread is cut off: its condition
        self.end, self.final = ZERO, {}
        self.find_loops()
        self.run()

    def find_loops(self):
        """Last backward jump to each head."""
        self.loops = {}
        for at, instruction in enumerate(self.code):
            if instruction[0] in ("goto", "branch") and self.labels[instruction[-1]] <= at:
                self.loops[self.labels[instruction[-1]]] = at

    def ahead(self, at):
        """The instances of control barriers that the thread may come to from here on."""
        seen, stack, found = set(), [at], set()
        while stack:
            at = stack.pop()
            if at in seen or at == len(self.code):
                continue
            seen.add(at)
            instruction = self.code[at]
            if instruction[0] == "operation" and "instance" in instruction[1]:
                found.add(instruction[1]["instance"])
            if instruction[0] == "operation" and "count" in instruction[1]:
                found.add(f"any({instruction[1]['count'][1]})")
            if instruction[0] in ("goto", "branch"):
                stack.append(self.labels[instruction[-1]])
            if instruction[0] not in ("goto", "end"):
                stack.append(at + 1)
        return sorted(found)

    def move(self, node, to):
        """The node behind a step, or None where the loop is cut off. A node: where, and the round of each loop around it."""
        at, rounds = node
        rounds = dict(rounds)
        if to <= at:
            rounds[to] = rounds.get(to, 0) + 1
            if rounds[to] >= self.rounds:
                return None
            rounds = {head: round_ for head, round_ in rounds.items() if not to < head <= at}
        return to, tuple(sorted((head, r) for head, r in rounds.items() if head <= to <= self.loops[head]))

    def steps(self, node):
        """(node, True or False where it depends on a branch) of what may come next."""
        at = node[0]
        if at == len(self.code) or self.code[at][0] == "end":
            return []
        instruction = self.code[at]
        if instruction[0] == "goto":
            return [(self.move(node, self.labels[instruction[1]]), None)]
        if instruction[0] == "branch":
            return [(self.move(node, self.labels[instruction[4]]), True), (self.move(node, at + 1), False)]
        return [(self.move(node, at + 1), None)]

    def ordered(self):
        """All nodes, each behind what leads to it."""
        start, incoming, stack = (0, ()), {(0, ()): 0}, [(0, ())]
        while stack:
            for step, _ in self.steps(stack.pop()):
                if step is not None:
                    if step not in incoming:
                        incoming[step] = 0
                        stack.append(step)
                    incoming[step] += 1
        ready, result = [start], []
        while ready:
            node = ready.pop()
            result.append(node)
            for step, _ in self.steps(node):
                if step is not None:
                    incoming[step] -= 1
                    if not incoming[step]:
                        ready.append(step)
        return result

    def merge(self, edges):
        guard, registers = edges[0]
        registers = dict(registers)
        for other, values in edges[1:]:
            for name in registers.keys() | values.keys():
                registers[name] = self.x.choose(other, values.get(name, NONE), registers.get(name, NONE))
            guard = self.x.either(guard, other)
        return guard, registers

    def operand(self, registers, operand):
        return number(operand) if isinstance(operand, int) else registers.get(operand, NONE)

    def run(self):
        start = {name: number(value) for name, value in self.thread.registers.items()}
        edges = {(0, ()): [(ONE, start)]}
        ends = []
        for node in self.ordered():
            guard, registers = self.merge(edges.pop(node, [(ZERO, {})]))
            instruction = self.code[node[0]] if node[0] < len(self.code) else ("end",)
            decision = None
            if instruction[0] == "end":
                ends.append((guard, registers))
            elif instruction[0] == "set":
                a, b = (self.operand(registers, o) for o in instruction[3:])
                registers[instruction[1]] = a if instruction[2] == "mov" else self.x.apply(instruction[2], a, b)
            elif instruction[0] == "branch":
                a, b = (self.operand(registers, o) for o in instruction[2:4])
                decision = self.x.condition(self.x.apply(instruction[1], a, b))
                self.branches.append((node, self.x.simplify(guard)))
            elif instruction[0] == "operation":
                self.operate(node, guard, registers, instruction[1])
            for step, way in self.steps(node):
                passed = guard if way is None else self.x.both(guard, decision if way else self.x.negated(decision))
                if passed == ZERO:
                    continue
                if step is None:
                    self.cuts[node[0]] = self.x.either(self.cuts.get(node[0], ZERO), passed)
                else:
                    edges.setdefault(step, []).append((passed, registers if way is None else dict(registers)))
        if ends:
            self.end, self.final = self.merge(ends)

    def operate(self, node, guard, registers, operation):
        guard = self.x.simplify(guard)
        if guard == ZERO:
            return
        name = f"e({self.number},{len(self.operations)})"
        expressions, read = {}, make("read", name)
        if "store" in operation:
            value = self.operand(registers, operation["store"])
            value = self.x.apply(operation["rmw"], read, value) if operation.get("rmw") else value
            expressions["stores"] = self.x.simplify(self.x.replace(value, NONE, ZERO))
        if "compare" in operation:
            compared = self.x.apply("eq", read, self.operand(registers, operation["compare"]))
            expressions["compares"] = self.x.simplify(compared)
        if "count" in operation:
            counted = registers[operation["count"][0]]
            if counted[0] != "number":
                raise TooLarge("a branch decides how many barriers come before one")
            operation = {**operation, "instance": f"n({counted[1]},{operation['count'][1]})"}
        if "gathers" in operation:
            site, group = operation["gathers"]
            rounds = "".join(f",{number_}" for loop in node[1] for number_ in loop)
            operation = {**operation, "instance": f"b({site},{group}{rounds})"}
        if "quorum" in operation:
            self.barriers.append((name, guard, dict(registers)))
        self.operations.append((name, guard, operation, expressions, node))
        if operation.get("load") is not None:
            registers[operation["load"]] = read


    def beginning(self, node):
        """The operations that a way begins with, up to a branch, something computed, or its end: as they are in self.operations."""
        own = {operation[4]: operation for operation in self.operations}
        while node is not None and node[0] < len(self.code) and self.code[node[0]][0] in ("operation", "label", "goto"):
            if node in own:
                yield own[node]
            node = self.steps(node)[0][0]

    def alike(self):
        """(name, guard) of the stores with which both ways of a branch begin: guard is the branch's own."""
        for node, guard in self.branches:
            ways = [step for step, _ in self.steps(node)]
            for first, second in zip(*map(self.beginning, ways)):
                is_store = "store" in first[2] and "load" not in first[2] and "compare" not in first[2]
                if not is_store or first[0] == second[0] or first[2:4] != second[2:4]:
                    break
                if self.x.simplify(self.x.either(first[1], second[1])) != guard:
                    break
                yield first[0], guard
                yield second[0], guard


class Facts:
    """The facts of a program; rounds: how often each loop goes round."""

    def __init__(self, program, rounds):
        self.program, self.x = program, Expressions()
        self.lines, self.names, self.may = [], {}, {}
        self.threads = [Unrolled(n, thread, rounds, self.x) for n, thread in enumerate(program.threads)]
        self.roots = []
        self.find_values()
        self.write_program()
        self.write_operations()
        self.write_ends()

    def fact(self, name, *arguments):
        self.lines.append(f"{name}({','.join(map(str, arguments))})." if arguments else f"{name}.")

    # ---- values ----

    def find_values(self):
        """What each read may read, by as many rounds as there are reads: no value depends on itself."""
        stores, loads = {}, []
        for thread in self.threads:
            for name, _, operation, expressions, _ in thread.operations:
                if "load" in operation:
                    loads.append((name, self.program.references[operation["reference"]]))
                if "stores" in expressions:
                    stores.setdefault(self.program.references[operation["reference"]], []).append(expressions["stores"])
        starts = {location: set() if value is None else {value & MASK} for location, value in self.program.initial.items()}
        self.read_values = {name: starts[location] for name, location in loads}
        for _ in range(len(loads) + 1):
            self.may = {}
            written = {location: set().union(*map(self.values, values)) for location, values in stores.items()}
            found = {name: starts[location] | written.get(location, set()) for name, location in loads}
            if found == self.read_values:
                break
            self.read_values = found
        self.may = {}

    def values(self, expression):
        if expression not in self.may:
            self.may[expression] = self.values_of(expression)
            if len(self.may[expression]) > MOST_VALUES:
                raise TooLarge("too many values")
        return self.may[expression]

    def values_of(self, expression):
        kind = expression[0]
        if kind == "number":
            return {expression[1]}
        if kind == "none":
            return {None}
        if kind == "read":
            return self.read_values[expression[1]]
        if kind == "choose":
            decision = self.values(expression[1])
            taken = self.values(expression[2]) if decision - {0} else set()
            return taken | self.values(expression[3]) if 0 in decision else set(taken)
        if expression[1] == expression[2]:
            return {OPERATIONS[kind](a, a) for a in self.values(expression[1])}
        return {OPERATIONS[kind](a, b) for a in self.values(expression[1]) for b in self.values(expression[2])}

    @staticmethod
    def term(value):
        return "none" if value is None else signed(value)

    def expression(self, expression):
        """The number that stands for an expression; its facts are written once."""
        if expression in self.names:
            return self.names[expression]
        operands = [] if expression[0] in LEAVES else [self.expression(e) for e in expression[1:]]
        name = self.names[expression] = len(self.names)
        if expression[0] in ("number", "none"):
            self.fact("constant", name, self.term(None if expression == NONE else expression[1]))
        elif expression[0] == "read":
            self.fact("is_read", name, expression[1])
        elif expression[0] == "choose":
            self.fact("choose", name, *operands)
        else:
            self.write_rows(name, expression, operands)
        return name

    def write_rows(self, name, expression, operands):
        operation, a, b = expression.parts
        for u in self.values(a):
            for w in self.values(b):
                value = self.term(OPERATIONS[operation](u, w))
                if b[0] == "number":
                    self.fact("row", name, operands[0], self.term(u), value)
                elif a[0] == "number":
                    self.fact("row", name, operands[1], self.term(w), value)
                elif a != b or u == w:
                    self.fact("row", name, operands[0], self.term(u), operands[1], self.term(w), value)

    # ---- facts ----

    def write_program(self):
        for number_, thread in enumerate(self.program.threads):
            for scope, instance in thread.place.items():
                self.fact("part", number_, scope, instance)
        for name, location in self.program.references.items():
            self.fact("refers", quoted(name), quoted(location))
        for location, value in self.program.initial.items():
            self.fact("initial", quoted(location), "undefined" if value is None else self.term(value & MASK))
        for first, second in self.program.system_order:
            self.fact("system_order", first, second)

    def write_operations(self):
        waits = any(thread.cuts for thread in self.threads)
        for thread in self.threads:
            behind = []
            for at, (name, guard, operation, expressions, node) in enumerate(thread.operations):
                self.fact("operation", name, thread.number, at)
                self.write_place(name, guard, behind)
                for fact, *arguments in operation["facts"]:
                    self.fact(fact, name, *arguments)
                if "load" in operation:
                    self.fact("load", name)
                if "store" in operation:
                    self.fact("store", name)
                    self.fact("stores", name, self.expression(expressions["stores"]))
                if "compares" in expressions:
                    self.fact("compares", name, self.expression(expressions["compares"]))
                if "reference" in operation:
                    self.fact("at", name, quoted(operation["reference"]))
                if "instance" in operation:
                    self.fact("instance", name, operation["instance"])
                if "quorum" in operation:
                    self.fact("quorum", name, *operation["quorum"])
                if "gathers" in operation:
                    for partner in self.program.groups[operation["gathers"][1]]:
                        self.fact("partner", name, partner)
                if "quorum" in operation or "gathers" in operation or ("instance" in operation and waits):
                    behind.append(name)
                    for instance in thread.ahead(node[0] + 1):
                        self.fact("ahead", name, instance)
            for name, guard in thread.alike():
                self.fact("alike", name, self.expression(guard))
            self.write_stops(thread, behind)

    def write_place(self, name, guard, behind):
        if guard != ONE:
            self.fact("condition", name, self.expression(guard))
        for barrier in behind:
            self.fact("behind", name, barrier)

    def write_stops(self, thread, behind):
        end = f"end({thread.number})"
        if thread.end != ZERO:
            self.fact("stop", end, thread.number, "end")
            self.write_place(end, self.x.simplify(thread.end), behind)
            self.write_registers(thread, end, thread.final, ZERO)
        for name, _, registers in thread.barriers:
            self.fact("stop", name, thread.number, "barrier")
            self.write_registers(thread, name, registers, NONE)
        for at, guard in sorted(thread.cuts.items()):
            name = f"cut({thread.number},{at})"
            self.fact("cut", name, thread.number)
            self.write_place(name, self.x.simplify(guard), behind)
            for instance in thread.ahead(at):
                self.fact("ahead", name, instance)

    def write_registers(self, thread, stop, registers, unset):
        for register in self.program.asked_registers(thread.number):
            value = self.x.simplify(self.x.replace(registers.get(register, NONE), NONE, unset))
            self.fact("result", stop, f"register({thread.number},{quoted(register)})", self.expression(value))

    def write_ends(self):
        for location in self.program.asked_locations():
            self.fact("location", quoted(location))

    def text(self):
        return "\n".join(self.lines) + "\n"


def quoted(name):
    return f'"{name}"'
