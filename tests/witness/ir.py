"""LLVM IR with the comments of a litmus test, as programs of program.py: what docs/reference/models.md says under "IR as litmus tests", but for images,
calls, addresses that are computed and accesses of several sizes, which are refused (Unsupported).
"""

import re

from litmus import Condition, Invalid, Program
from program import Thread

SCOPES = ["singlethread", "wavefront", "workgroup", "cluster", "agent", "system"]
SPACES = {0: ["global", "local"], 1: ["global"], 3: ["local"], 4: ["global"], 5: [], 7: ["global"], 8: ["global"]}
TYPE = r"(?:i\d+)"
POINTER = r"ptr(?: addrspace\((\d+)\))?"
ATOMIC = r'(?: syncscope\("([\w-]*)"\))? (unordered|monotonic|acquire|release|acq_rel|seq_cst)'
ARITHMETIC = {"add", "sub", "mul", "and", "or", "xor"}
COMPARISONS = {"eq": "eq", "ne": "ne", "slt": "lt", "sle": "le", "sgt": "gt", "sge": "ge", "ult": "ult", "ule": "ule", "ugt": "ugt", "uge": "uge"}


class Unsupported(Exception):
    pass


class Reader:
    def __init__(self, text, revision):
        self.revision = revision
        self.program, self.tags, self.spaces = Program(), {}, {}
        self.lines = [line.strip() for line in text.splitlines()]
        self.read_metadata()
        self.read_heads()
        self.read_functions()
        for kind, text_ in self.questions:
            self.program.asks = kind
            self.program.condition = Condition(text_, self.program).tree

    # ---- heads, globals, annotations ----

    def read_metadata(self):
        raw = dict(re.findall(r"^(![\d]+) = !\{(.*)\}$", "\n".join(self.lines), re.MULTILINE))
        for name in raw:
            self.tags[name] = self.tags_of(raw, name)

    def tags_of(self, raw, name):
        """All pairs in a list of lists."""
        words, pending = [], raw[name]
        while reference := re.search(r"!\d+", pending):
            pending = pending.replace(reference[0], raw[reference[0]], 1)
        words = re.findall(r'!"([^"]*)"', pending)
        return list(zip(words[::2], words[1::2]))

    def read_heads(self):
        self.places, self.questions, starts = {}, [], []
        for line in self.lines:
            match = re.match(r"; @(\w+):\s*(.*)", line)
            if not match:
                match = re.match(r"@(\w+) = .*?addrspace\((\d+)\) (?:global|constant) (\S+)", line)
                if match:
                    if not re.fullmatch(TYPE, match[3]):
                        raise Unsupported(f"a global of type {match[3]}")
                    self.program.name(match[1])
                    self.program.initial[match[1]] = None if "poison" in line or "undef" in line else 0
                    self.spaces[match[1]] = int(match[2])
                continue
            head, rest = match.groups()
            if head == "Threads":
                for part in rest.split(","):
                    words = part.split()
                    self.places[words[0][1:]] = dict(zip(words[1::2], words[2::2]))
            elif head == "Init":
                starts += re.findall(r"([\w\[\]]+) = (-?\d+)", rest)
            elif head == "SystemOrder":
                names = re.findall(r"@(\w+)", rest)
                self.system_order = list(zip(names[::2], names[1::2]))
            elif head in ("Exists", "Forall", "NotExists"):
                text = re.sub(r"\band\b", "/\\\\", re.sub(r"\bor\b", "\\\\/", rest.replace("%", "")))
                text = re.sub(r"\bnot\b", "~", text)
                self.questions.append(({"Exists": "exists", "Forall": "forall", "NotExists": "~exists"}[head], text))
            elif head not in ("Source",):
                raise Unsupported(f"@{head}")
        for name, value in starts:
            if name not in self.program.initial:
                raise Unsupported(name)
            self.program.initial[name] = int(value)

    system_order = []

    def place(self, name):
        given = self.places[name]
        agent, group = given.get("agent", "0"), given.get("wg", "0")
        # A place without a cluster: the workgroup is one of its own.
        cluster = f"(c,{given['cluster']})" if "cluster" in given else f"(w,{group})"
        group_ = f"({agent},{cluster},{group})"
        return {"system": 0, "agent": agent, "cluster": f"({agent},{cluster})", "workgroup": group_,
                "wavefront": f"({group_},{given.get('wave', '0')})", "singlethread": list(self.places).index(name)}

    # ---- code ----

    def read_functions(self):
        numbers = {name: n for n, name in enumerate(self.places)}
        threads = {}
        function = None
        for line in self.lines:
            match = re.match(r"define .*@(\w+)\(", line)
            if match:
                function = match[1] if match[1] in numbers else None
                if function:
                    self.thread = threads[function] = Thread(self.place(function))
                    self.blocks, self.block, self.own = {}, None, set()  # own: variables that are registers
                    self.thread.shown = self.own
            elif line == "}" and function:
                self.finish()
                function = None
            elif function and line and not line.startswith(";"):
                label = re.match(r'([\w.]+):', line)
                if label:
                    self.block = self.blocks[label[1]] = []
                else:
                    if self.block is None:
                        self.block = self.blocks["entry"] = []
                    self.block.append(re.sub(r"\s*;.*$", "", line))
        if len(threads) < len(numbers):
            raise Invalid("a thread without a function")
        self.program.threads = [threads[name] for name in self.places]
        for thread in self.program.threads:
            thread.code.insert(0, ("set", "#barriers", "mov", 0, 0))
        self.program.system_order = [(numbers[a], numbers[b]) for a, b in self.system_order]

    def finish(self):
        code = self.thread.code
        for name, block in self.blocks.items():
            code.append(("label", name))
            for line in block:
                self.read_line(name, line)
        if not self.own:
            self.thread.shown = None  # registers are what IR calls values

    def operand(self, text):
        text = text.strip()
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        return {"true": 1, "false": 0, "null": 0}.get(text, text.lstrip("%"))

    def copies(self, source, target):
        """The phis of a block, on the way from another."""
        result = []
        for line in self.blocks[target]:
            match = re.match(r"%([\w.]+) = phi \S+ (.*)", line)
            if match:
                for value, block in re.findall(r"\[\s*([^,\]]+),\s*%([\w.]+)\s*\]", match[2]):
                    if block == source:
                        value = self.operand(value)
                        result.append((match[1], value))
        first = [("set", f"{name}.next", "mov", value, value) for name, value in result]
        return first + [("set", name, "mov", f"{name}.next", f"{name}.next") for name, _ in result]

    def read_line(self, block, line):
        code = self.thread.code
        if match := re.match(r"br label %([\w.]+)", line):
            code.extend([*self.copies(block, match[1]), ("goto", match[1])])
        elif match := re.match(r"br i1 (\S+), label %([\w.]+), label %([\w.]+)", line):
            way = f"{block}.{len(code)}"
            code.append(("branch", "ne", self.operand(match[1]), 0, way))
            code.extend([*self.copies(block, match[3]), ("goto", match[3]), ("label", way)])
            code.extend([*self.copies(block, match[2]), ("goto", match[2])])
        elif line.startswith("ret"):
            code.append(("end",))
        elif re.match(r"%[\w.]+ = phi", line):
            pass
        elif match := re.match(rf"%([\w.]+) = alloca {TYPE}(, align \d+)?(, addrspace\(5\))?$", line):
            self.own.add(match[1])
        elif (match := re.match(rf"%([\w.]+) = load {TYPE}, {POINTER} %([\w.]+)(, align \d+)?$", line)) and match[3] in self.own:
            code.append(("set", match[1], "mov", match[3], match[3]))
        elif (match := re.match(rf"store {TYPE} ([^,]+), {POINTER} %([\w.]+)(, align \d+)?$", line)) and match[3] in self.own:
            value = self.operand(match[1])
            code.append(("set", match[3], "mov", value, value))
        elif match := re.match(rf"%([\w.]+) = ({'|'.join(ARITHMETIC)})(?: nuw| nsw)* {TYPE} ([^,]+), (.+)$", line):
            code.append(("set", match[1], match[2], self.operand(match[3]), self.operand(match[4])))
        elif match := re.match(rf"%([\w.]+) = icmp (\w+) {TYPE} ([^,]+), (.+)$", line):
            code.append(("set", match[1], COMPARISONS[match[2]], self.operand(match[3]), self.operand(match[4])))
        elif match := re.match(rf"%([\w.]+) = zext {TYPE} (\S+) to {TYPE}$", line):
            code.append(("set", match[1], "mov", self.operand(match[2]), self.operand(match[2])))
        elif match := re.match(r"%([\w.]+) = extractvalue .*%([\w.]+), (\d)", line):
            code.append(("set", match[1], "mov", f"{match[2]}.{match[3]}", f"{match[2]}.{match[3]}"))
        else:
            self.read_operation(line)

    def read_operation(self, line):
        tags = re.search(r", !mmra (!\d+|!\{.*\})$", line)
        tags = self.tags.get(tags[1], []) if tags else []
        line = re.sub(r", !mmra .*$", "", line)
        for reader in (self.plain, self.atomic, self.modify, self.exchange, self.fence, self.barrier, self.available, self.draft):
            result = reader(line)
            if result:
                self.add(*result, tags)
                return
        raise Unsupported(line)

    def access(self, space, name):
        if name.lstrip("@") not in self.program.references:
            raise Unsupported(f"an access by {name}")
        return {"reference": name.lstrip("@"), "space": int(space or 0)}

    def plain(self, line):
        match = re.match(rf"(?:%([\w.]+) = load|store)( volatile)? {TYPE}(?: ([^,]+))?, {POINTER} ([@%][\w.]+)(, align \d+)?$", line)
        if not match or " atomic" in line:
            return None
        result = {**self.access(match[4], match[5]), "facts": []}
        if match[1]:
            result["load"] = match[1]
        else:
            result["store"] = self.operand(match[3])
        if match[2] and self.revision in ("24", "draft"):
            scope = "workgroup" if result["space"] == 3 else "system"
            result["facts"].append(("visible" if match[1] else "available", scope))
        return result, "plain", None

    def atomic(self, line):
        match = re.match(rf"(?:%([\w.]+) = load|store) atomic(?: volatile)? {TYPE}(?: ([^,]+))?, {POINTER} ([@%][\w.]+){ATOMIC}, align \d+$", line)
        if not match:
            return None
        result = {**self.access(match[3], match[4]), "facts": [("atomic",)]}
        if match[1]:
            result["load"] = match[1]
        else:
            result["store"] = self.operand(match[2])
        return result, match[6], match[5]

    def modify(self, line):
        match = re.match(rf"(?:%([\w.]+) = )?atomicrmw(?: volatile)? (\w+) {POINTER} ([@%][\w.]+), {TYPE} ([^ ]+){ATOMIC}, align \d+$", line)
        if not match:
            return None
        result = {**self.access(match[3], match[4]), "facts": [("atomic",)], "load": match[1] or f"#{len(self.thread.code)}"}
        result["store"], result["rmw"] = self.operand(match[5]), None if match[2] == "xchg" else match[2]
        return result, match[7], match[6]

    def exchange(self, line):
        match = re.match(rf"%([\w.]+) = cmpxchg(?: weak)?(?: volatile)? {POINTER} ([@%][\w.]+), {TYPE} ([^,]+), {TYPE} ([^ ]+){ATOMIC} (\w+), align \d+$", line)
        if not match:
            return None
        compared = self.operand(match[4])
        result = {**self.access(match[2], match[3]), "facts": [("atomic",)], "load": f"{match[1]}.0", "compare": compared,
                  "store": self.operand(match[5]), "then": ("set", f"{match[1]}.1", "eq", f"{match[1]}.0", compared)}
        if match[8] in ("acquire", "seq_cst"):
            result["facts"].append(("fails_acquire",))
        return result, match[7], match[6]

    @staticmethod
    def fence(line):
        match = re.match(rf"fence{ATOMIC}$", line)
        return ({"facts": [("fence",)]}, match[2], match[1]) if match else None

    def barrier(self, line):
        match = re.match(r"(?:tail )?call void @(?:llvm\.amdgcn\.s\.barrier\(\)|spirv_mmra\.litmus\.barrier\(i32 (\d+)\))", line)
        if not match:
            return None
        place = self.thread.place["workgroup"]
        result = {"facts": [("barrier",)]}
        if match[1]:
            result["instance"] = f"i({match[1]},{place})"
        else:
            result["counted"] = place
        return result, "plain", None

    def available(self, line):
        match = re.match(rf'(?:%([\w.]+) = )?call \S+ @llvm\.amdgcn\.av\.(?:global\.)?(load|store)\.\S+\({POINTER} (@\w+)(?:, \w+ ([^,]+))?, metadata !\{{!"([\w-]*)"\}}\)', line)
        if not match:
            return None
        result = {**self.access(match[3], match[4]), "facts": [("visible" if match[1] else "available", match[6] or "system")]}
        if match[1]:
            result["load"] = match[1]
        else:
            result["store"] = self.operand(match[5])
        return result, "plain", None

    def draft(self, line):
        match = re.match(r"%([\w.]+) = call target\(\"amdgcn\.scope\"\) @llvm\.amdgcn\.scope\.(\w+)\(\)", line)
        if match:
            self.scopes[match[1]] = match[2]
            return {}, None, None
        match = re.match(rf"call void @llvm\.amdgcn\.make\.(ptr\.)?(available|visible)\((?:{POINTER} (@\w+), )?target\(\"amdgcn\.scope\"\) %([\w.]+)\)", line)
        if match:
            result = self.access(match[3], match[4]) if match[1] else {"space": 0}
            return {**result, "facts": [(f"make_{match[2]}",), ("scope", self.scopes[match[5]])]}, "plain", None
        match = re.match(rf"(?:%([\w.]+) = )?call \S+ @llvm\.amdgcn\.global\.(load\.visible|store\.available)\.\S+\({POINTER} (@\w+)(?:, \S+ ([^,]+))?, target\(\"amdgcn\.scope\"\) %([\w.]+)\)", line)
        if not match:
            return None
        result = {**self.access(match[3], match[4]), "facts": [("visible" if match[1] else "available", self.scopes[match[6]])]}
        result["load" if match[1] else "store"] = match[1] or self.operand(match[5])
        return result, "plain", None

    scopes = {}

    def add(self, result, ordering, scope, tags):
        """An operation with its annotations, as memory-order and scope say."""
        if not result:
            return
        facts = result["facts"]
        synchronizes = ordering in ("acquire", "release", "acq_rel", "seq_cst")
        scope, _, one = (scope or "system").partition("-one-as")
        if ("atomic",) in facts or ("fence",) in facts:
            facts.append(("scope", scope or "system"))
        if ("atomic",) in facts:
            facts += [("visible", scope)] * ("load" in result) + [("available", scope)] * ("store" in result)
        if ordering == "unordered":
            facts.append(("unordered",))
        if ordering == "seq_cst":
            facts.append(("seq_cst",))
        if ordering in ("acquire", "acq_rel", "seq_cst") and ("fence",) in facts or (ordering in ("acquire", "acq_rel", "seq_cst") and "load" in result):
            facts.append(("acquire",))
        if ordering in ("release", "acq_rel", "seq_cst") and (("fence",) in facts or "store" in result):
            facts.append(("release",))
        as_tags = [value for prefix, value in tags if prefix == "amdgpu-synchronize-as"]
        space = SPACES[result["space"]] if "space" in result else []
        if self.revision in ("24", "draft") and result.get("space") == 3 and ("atomic",) not in facts:
            facts += [("visible", "workgroup")] * ("load" in result) + [("available", "workgroup")] * ("store" in result)
        if synchronizes:
            if one and "space" not in result:
                raise Unsupported("a fence of one address space")
            facts += [("ordered", p) for p in (as_tags or (space if one else ["global", "local"])) if p in ("global", "local")]
        elif as_tags and space:
            space = [p for p in as_tags if p in ("global", "local")]
        facts += [("space", p) for p in space]
        if ("amdgcn-av", "none") in tags:
            facts.append(("av_none",))
        facts += [("tag", f'"{p}"', f'"{v}"') for p, v in tags if p not in ("amdgpu-synchronize-as",)]
        then, counted = result.pop("then", None), result.pop("counted", None)
        result.pop("space", None)
        if counted:
            result["count"] = ("#barriers", counted)
            self.thread.code.append(("set", "#barriers", "add", "#barriers", 1))
        if "reference" in result and "load" not in result and "store" not in result:
            facts.append(("at", f'"{result.pop("reference")}"'))
        self.thread.code.append(("operation", result))
        if then:
            self.thread.code.append(then)


def read_ir(text, revision="document"):
    return Reader(text, revision).program
