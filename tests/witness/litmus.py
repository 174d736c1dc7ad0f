"""Litmus text, Khronos's .test and Vulkan .litmus files, as programs of program.py, by README.md of the formats alone. Beyond the published
format, a .litmus file may have ".cas reg, loc, compared, stored" and other comparisons (blt, bge...).
"""

import re

from program import Thread

SCOPES = {"sg": "subgroup", "wg": "workgroup", "qf": "queue_family", "dv": "device",
          "scopesg": "subgroup", "scopewg": "workgroup", "scopeqf": "queue_family", "scopedev": "device"}
MODIFY = {"add", "sub", "and", "or", "xor", "umax", "umin", "max"}
ARITHMETIC = {"mov", "add", "sub", "mul", "and", "or", "xor"}
BRANCHES = {"beq": "eq", "bne": "ne", "blt": "lt", "ble": "le", "bgt": "gt", "bge": "ge"}


class Invalid(Exception):
    pass


class Program:
    def __init__(self):
        self.threads, self.references, self.initial, self.system_order = [], {}, {}, []
        self.asks, self.condition, self.filter = None, None, None  # exists, forall or ~exists; trees
        self.lines = []  # of a .test: (line, satisfiable, chains, races: True, False or None)
        self.left_out = 0  # such lines that constrain something else
        self.taken = []  # of a .test: what a read must read, (thread, operation, value)
        self.groups = {}  # of a shader: the threads of each workgroup
        self.everything = False  # are all registers and locations asked for?

    def name(self, reference, location=None):
        if reference not in self.references:
            self.references[reference] = location or reference
            self.initial.setdefault(location or reference, 0)
        return reference

    def terms(self):
        return terms_of(self.condition) | terms_of(self.filter)

    def asked_registers(self, thread):
        asked = {term[2] for term in self.terms() if term[0] == "register" and term[1] == thread}
        if self.everything and self.threads[thread].shown is not None:
            asked |= self.threads[thread].shown
        elif self.everything:
            for instruction in self.threads[thread].code:
                if instruction[0] == "set":
                    asked.add(instruction[1])
                elif instruction[0] == "operation" and instruction[1].get("load"):
                    asked.add(instruction[1]["load"])
            asked |= self.threads[thread].registers.keys()
        return sorted(asked)

    def asked_locations(self):
        asked = {self.references[term[1]] for term in self.terms() if term[0] == "location"}
        return sorted(asked | (set(self.initial) if self.everything else set()))


def terms_of(tree):
    if tree is None:
        return set()
    if tree[0] in ("register", "location"):
        return {tree}
    return set().union(*(terms_of(part) for part in tree[1:] if isinstance(part, tuple)), set())


def operation(text):
    """{"facts": ...} of tokens that dots part, and the operation of a read-modify-write."""
    tokens = text.split(".")
    known, facts, modify = set(), [], None
    for token in tokens:
        if token in SCOPES:
            facts.append(("scope", SCOPES[token]))
        elif re.fullmatch(r"sc[0-3]", token):
            facts.append(("storage_class", int(token[2])))
        elif re.fullmatch(r"semsc[0-3]", token):
            facts.append(("semantics", int(token[5])))
        elif token in MODIFY or token in ("cas", "xchg"):
            modify = token
        elif token == "acq_rel":
            known |= {"acq", "rel"}
        elif token in ("st", "ld", "rmw", "atom", "membar", "cbar", "acq", "rel", "av", "vis", "semav", "semvis", "nonpriv",
                       "avdevice", "visdevice"):
            known.add(token)
        else:
            raise Invalid(f"unknown token {token}")
    if "rmw" in known:
        known |= {"ld", "st", "atom"}
    is_ordering = known & {"acq", "rel"}
    facts += [("atomic",)] if "atom" in known else []
    facts += [("fence",)] if "membar" in known or ("cbar" in known and is_ordering) else []
    facts += [("barrier",)] + [("execution", s) for n, *s in facts if n == "scope" for s in s] if "cbar" in known else []
    facts += [("acquire",)] if "acq" in known else []
    facts += [("release",)] if "rel" in known else []
    facts += [("make_available",)] if "semav" in known else []
    facts += [("make_visible",)] if "semvis" in known else []
    facts += [("available",)] if "av" in known or known >= {"atom", "st"} else []
    facts += [("visible",)] if "vis" in known or known >= {"atom", "ld"} else []
    facts += [("nonprivate",)] if known & {"nonpriv", "av", "vis", "atom"} else []
    facts += [("device_available",)] if "avdevice" in known else []
    facts += [("device_visible",)] if "visdevice" in known else []
    result = {"facts": facts, "modify": modify, "kinds": known}
    if "ld" in known:
        result["load"] = None
    if "st" in known:
        result["store"] = 0
    return result


# ---- Khronos's .test ----

def read_test(text):
    program, place, aliases, numbers = Program(), {"queue_family": 0, "workgroup": 0, "subgroup": 0}, {}, {}
    for at, line in enumerate(text.splitlines(), 1):
        line = line.split("//")[0].strip() if line.startswith("//") else line.strip()
        words = line.split()
        if not words:
            continue
        head = words[0]
        if head in ("NEWQF", "NEWWG", "NEWSG"):
            order = ["queue_family", "workgroup", "subgroup"]
            for scope in order[order.index({"NEWQF": "queue_family", "NEWWG": "workgroup", "NEWSG": "subgroup"}[head]):]:
                place[scope] += 1
        elif head == "NEWTHREAD":
            numbers[int(words[1]) if len(words) > 1 else len(program.threads)] = len(program.threads)
            program.threads.append(Thread({**place, "device": 0}))
        elif head == "SLOC":
            aliases[words[2]] = words[1]
        elif head == "SSW":
            program.system_order.append((int(words[1]), int(words[2])))
        elif head in ("SATISFIABLE", "NOSOLUTION"):
            read_verdict(program, at, line)
        else:
            read_test_operation(program, line, aliases)
    program.system_order = [(numbers[a], numbers[b]) for a, b in program.system_order]
    for alias, target in aliases.items():
        if alias in program.references:
            program.references[alias] = program.references[program.name(target)]
    program.initial = {location: 0 for location in program.references.values()}
    return program


def read_verdict(program, at, line):
    rest = line.split(None, 1)[1]
    chains = not rest.startswith("NOCHAINS")
    rest = rest.replace("NOCHAINS", "").replace(" ", "")
    races = {"consistent[X]": None, "consistent[X]&&#dr=0": False, "consistent[X]&&#dr>0": True, "#dr>0": True}
    if rest in races:
        program.lines.append((at, line.startswith("SATISFIABLE"), chains, races[rest]))
    else:
        program.left_out += 1


def read_test_operation(program, line, aliases):
    text, _, rest = line.partition(" ")
    result, thread = operation(text), program.threads[-1]
    if "cbar" in result["kinds"]:
        result["instance"] = f"i({int(rest)})"
    elif rest:
        match = re.fullmatch(r"\s*(\w+)\s*(?:=\s*(\d+)(?:\s+(\d+))?)?\s*", rest)
        if not match:
            raise Invalid(line)
        name, *values = match.groups()
        values = [int(value) for value in values if value is not None]
        result["reference"] = program.name(name)
        if "load" in result and values:
            program.taken.append((len(program.threads) - 1, len(thread.code), values.pop(0)))
        if "store" in result:
            # A write without a value writes one that no read of the file names.
            result["store"] = values[0] if values else 1000 + len(thread.code)
    thread.code.append(("operation", result))


# ---- Vulkan .litmus ----

def read_litmus(text):
    program = Program()
    text = re.sub(r'"[^"]*"', "", text)
    head, _, rest = text.partition("{")
    block, _, rest = rest.partition("}")
    registers = read_initial(program, block)
    while rest.lstrip().startswith("{"):
        block, _, rest = rest.partition("{")[2].partition("}")
        for item in filter(None, map(str.strip, block.split(";"))):
            match = re.fullmatch(r"ssw\s+(\d+)\s+(\d+)", item)
            if not match:
                raise Invalid(item)
            program.system_order.append((int(match[1]), int(match[2])))
    table, *questions = re.split(r"(~\s*exists|\bexists|\bforall|\bfilter)\b", rest)
    if not questions:
        raise Invalid("no condition")
    rows = [row for row in table.split(";") if row.strip()]
    for cell in rows[0].split("|"):
        program.threads.append(Thread(read_place(cell)))
    for row in rows[1:]:
        for number, cell in enumerate(row.split("|")):
            read_cell(program, program.threads[number], cell.strip())
    for thread, register, value in registers:
        program.threads[thread].registers[register] = value
    for word, condition in zip(questions[::2], questions[1::2]):
        tree = Condition(condition, program).tree
        if word == "filter":
            program.filter = tree
        else:
            program.asks, program.condition = word.replace(" ", ""), tree
    return program


def read_initial(program, block):
    registers = []
    for item in filter(None, map(str.strip, block.split(";"))):
        match = re.fullmatch(r"P(\d+)\s*:\s*(\w+)\s*=\s*(-?\w+)|(\w+)\s*=\s*(-?\w+)|(\w+)\s+aliases\s+(\w+)", item)
        if not match:
            raise Invalid(item)
        if match[1]:
            registers.append((int(match[1]), match[2], int(match[3], 0)))
        elif match[4]:
            program.name(match[4])
            program.initial[program.references[match[4]]] = int(match[5], 0)
        else:
            program.name(match[6], program.references[match[7]])
    return registers


def read_place(cell):
    place = {"device": 0}
    for level, number in re.findall(r"(sg|wg|qf)\s+(\d+)", cell):
        place[SCOPES[level]] = int(number)
    group = (place["queue_family"], place["workgroup"])
    # Numbers of smaller groups count within the larger.
    return {"device": 0, "queue_family": group[0], "workgroup": f"({group[0]},{group[1]})",
            "subgroup": f"({group[0]},{group[1]},{place['subgroup']})"}


def read_operand(text):
    return int(text, 0) if re.fullmatch(r"-?\d\w*", text) else text


def read_cell(program, thread, cell):
    match = re.match(r"(\w+)\s*:", cell)
    if match:
        thread.code.append(("label", match[1]))
        cell = cell[match.end():].strip()
    if not cell:
        return
    keyword, _, rest = cell.partition(" ")
    operands = [part.strip() for part in rest.split(",")] if rest.strip() else []
    if keyword == "goto":
        thread.code.append(("goto", operands[0]))
    elif keyword in BRANCHES:
        thread.code.append(("branch", BRANCHES[keyword], read_operand(operands[0]), read_operand(operands[1]), operands[2]))
    elif keyword in ARITHMETIC:
        values = [read_operand(operand) for operand in operands[1:]]
        thread.code.append(("set", operands[0], keyword, *(values if len(values) > 1 else values * 2)))
    else:
        read_operation(program, thread, keyword, operands)


def read_operation(program, thread, keyword, operands):
    result = operation(keyword)
    if "cbar" in result["kinds"]:
        place = thread.place["workgroup"]
        result["instance"] = f"i({int(operands[0])},{place})"
        if len(operands) == 3:
            result["quorum"] = (f"q({int(operands[1])},{place})", int(operands[2]))
    elif "load" in result:
        result["load"] = operands[0]
        result["reference"] = program.name(operands[1])
        if result["modify"] == "cas":
            result["compare"], result["store"] = read_operand(operands[2]), read_operand(operands[3])
        elif "store" in result:
            result["store"] = read_operand(operands[2])
            result["rmw"] = result["modify"] if result["modify"] in MODIFY else None
    elif "store" in result:
        result["reference"], result["store"] = program.name(operands[0]), read_operand(operands[1])
    thread.code.append(("operation", result))


# ---- conditions ----

class Condition:
    """tree: ("and", A, B), ("or", A, B), ("not", A), (COMPARISON, TERM, TERM); a term: ("register", THREAD, NAME), ("location", NAME), ("number", N)"""

    TOKEN = re.compile(r"\s*(/\\|\\/|~|\(|\)|==|!=|<=|>=|=|<|>|P\d+\s*:\s*\w+|-?\d\w*|\w+)")

    def __init__(self, text, program):
        self.tokens, at, text = [], 0, text.strip()
        while at < len(text):
            match = self.TOKEN.match(text, at)
            if not match:
                raise Invalid(f"condition: {text[at:]}")
            self.tokens.append(match[1])
            at = match.end()
        self.program, self.at = program, 0
        self.tree = self.either()
        if self.at != len(self.tokens):
            raise Invalid(f"condition: {self.tokens[self.at:]}")

    def take(self, token):
        if self.at < len(self.tokens) and self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def either(self):
        tree = self.both()
        while self.take("\\/"):
            tree = ("or", tree, self.both())
        return tree

    def both(self):
        tree = self.one()
        while self.take("/\\"):
            tree = ("and", tree, self.one())
        return tree

    def one(self):
        if self.take("~"):
            return ("not", self.one())
        if self.take("("):
            tree = self.either()
            if not self.take(")"):
                raise Invalid("condition: no )")
            return tree
        first, comparison, second = self.term(), self.tokens[self.at], None
        self.at += 1
        second = self.term()
        return ({"==": "=", "=": "="}.get(comparison, comparison), first, second)

    def term(self):
        token = self.tokens[self.at]
        self.at += 1
        match = re.fullmatch(r"P(\d+)\s*:\s*(\w+)", token)
        if match:
            return ("register", int(match[1]), match[2])
        if re.fullmatch(r"-?\d\w*", token):
            return ("number", int(token, 0))
        return ("location", self.program.name(token))
