"""Small compute shaders as lists of statements, written twice: as SPIR-V assembly, for the model checker, and as code of program.py, for the
witness, without anything of the translator between the two.

    ("load", REGISTER, VARIABLE, ACCESS)            ("store", VARIABLE, VALUE, ACCESS)             plain
    ("read", REGISTER, VARIABLE, SCOPE, ORDER)      ("write", VARIABLE, VALUE, SCOPE, ORDER)       atomic
    ("modify", OPERATION, REGISTER, VARIABLE, VALUE, SCOPE, ORDER)                                 add, or, and, xchg
    ("compare", REGISTER, VARIABLE, COMPARED, VALUE, SCOPE, ORDER, ORDER)                          if equal, if not
    ("fence", SCOPE, ORDER)  ("barrier", SCOPE, ORDER)  ("set", REGISTER, OPERATION, A, B)  ("return",)
    ("if", (COMPARISON, A, B), THEN, ELSE)  ("loop", BODY)  ("break", (COMPARISON, A, B))          out of the innermost loop

ACCESS: "private", "nonprivate" or a scope, for availability or visibility there. ORDER: a set of acquire, release, available, visible and of storage
classes 0 (buffers), 1 (shared memory), 2 (images); empty is relaxed. VALUE: a number, a register, or "me", the number of the
invocation. A variable's class is in VARIABLES.
"""

import litmus
from program import Thread

VARIABLES = {"x": 0, "y": 0, "f": 0, "t": 0, "g": 0, "s": 1, "m": 2}
SCOPE_NUMBERS = {"device": 1, "workgroup": 2, "subgroup": 3, "queue_family": 5}
CLASS_BITS = {0: 0x40, 1: 0x100, 2: 0x800}
COMPARISONS = {"eq": "OpIEqual", "ne": "OpINotEqual", "ult": "OpULessThan", "uge": "OpUGreaterThanEqual"}
ARITHMETIC = {"add": "OpIAdd", "sub": "OpISub", "xor": "OpBitwiseXor", "mul": "OpIMul", "and": "OpBitwiseAnd"}
MODIFY = {"add": "OpAtomicIAdd", "or": "OpAtomicOr", "and": "OpAtomicAnd", "xchg": "OpAtomicExchange"}


class Shader:
    def __init__(self, subgroup, subgroups, groups, body, observed):
        """observed: the registers that each invocation stores to the buffer o at its end"""
        self.subgroup, self.local, self.groups = subgroup, subgroup * subgroups, groups
        self.count = self.local * groups
        self.body = body
        self.observed = observed

    def place(self, number):
        group, local = divmod(number, self.local)
        return {"device": 0, "queue_family": 0, "workgroup": group, "subgroup": f"({group},{local // self.subgroup})"}

    # ---- for the witness ----

    def program(self):
        program = litmus.Program()
        program.everything = True
        for name in ("x", "y", "f", "t", "g", "m"):
            program.name(name)
        for group in range(self.groups):
            program.name(f"s@{group}")
        for slot in range(self.count * len(self.observed)):
            program.name(f"o{slot}")
        for number in range(self.count):
            thread = Thread(self.place(number))
            Lowering(self, number, thread.code, program)
            program.threads.append(thread)
            program.groups.setdefault(number // self.local, []).append(number)
        return program


def order_facts(order, fails=False):
    prefix = "fails_" if fails else ""
    names = {"acquire": "acquire", "release": "release", "available": "make_available", "visible": "make_visible"}
    facts = [(prefix + names[word],) for word in sorted(order & names.keys())]
    return facts + [(prefix + "semantics", c) for c in sorted(c for c in order if isinstance(c, int))]


class Lowering:
    """One invocation: its number is known."""

    def __init__(self, shader, number, code, program):
        self.shader, self.number, self.code, self.program = shader, number, code, program
        self.labels, self.sites = 0, 0
        self.observed = {register: 0 for register in shader.observed}
        self.all_of(shader.body, None)
        self.code.append(("label", "end"))
        for at, register in enumerate(shader.observed):
            slot = number * len(shader.observed) + at
            self.add([("storage_class", 0)], store=register, reference=f"o{slot}")

    def value(self, value):
        return self.number if value == "me" else value

    def label(self):
        self.labels += 1
        return f"l{self.labels}"

    def reference(self, variable):
        return f"s@{self.number // self.shader.local}" if variable == "s" else variable

    def add(self, facts, **operation):
        self.code.append(("operation", {"facts": facts, **operation}))

    def all_of(self, statements, out):
        for statement in statements:
            getattr(self, "do_" + statement[0])(out, *statement[1:])

    def access(self, variable, access, own):
        facts = [("storage_class", VARIABLES[variable])]
        if access != "private":
            facts.append(("nonprivate",))
        if access in SCOPE_NUMBERS:
            facts += [(own,), ("scope", access)]
        return facts

    def do_load(self, out, register, variable, access):
        self.add(self.access(variable, access, "visible"), load=register, reference=self.reference(variable))

    def do_store(self, out, variable, value, access):
        self.add(self.access(variable, access, "available"), store=self.value(value), reference=self.reference(variable))

    def atomic(self, variable, scope, order, *own):
        return [("atomic",), ("nonprivate",), ("storage_class", VARIABLES[variable]), ("scope", scope)] + [(o,) for o in own] + order_facts(order)

    def do_read(self, out, register, variable, scope, order):
        self.add(self.atomic(variable, scope, order, "visible"), load=register, reference=self.reference(variable))

    def do_write(self, out, variable, value, scope, order):
        self.add(self.atomic(variable, scope, order, "available"), store=self.value(value), reference=self.reference(variable))

    def do_modify(self, out, operation, register, variable, value, scope, order):
        self.add(self.atomic(variable, scope, order, "available", "visible"), load=register, store=self.value(value),
                 rmw=None if operation == "xchg" else operation, reference=self.reference(variable))

    def do_compare(self, out, register, variable, compared, value, scope, order, unequal):
        facts = self.atomic(variable, scope, order, "available", "visible") + order_facts(unequal, True)
        self.add(facts, load=register, compare=self.value(compared), store=self.value(value), reference=self.reference(variable))

    def do_fence(self, out, scope, order):
        self.add([("fence",), ("scope", scope)] + order_facts(order))

    def do_barrier(self, out, scope, order):
        self.sites += 1
        facts = [("barrier",), ("execution", "workgroup"), ("scope", scope)] + ([("fence",)] if order else []) + order_facts(order)
        self.add(facts, gathers=(self.sites, self.number // self.shader.local))

    def do_set(self, out, register, operation, a, b):
        self.code.append(("set", register, operation, self.value(a), self.value(b)))

    def do_return(self, out):
        # What is observed is stored by all who end, so that outcomes are of one shape.
        self.code.append(("goto", "end"))

    def do_if(self, out, condition, then, otherwise):
        comparison, a, b = condition
        other, end = self.label(), self.label()
        then_label = self.label()
        self.code += [("branch", comparison, self.value(a), self.value(b), then_label), ("goto", other), ("label", then_label)]
        self.all_of(then, out)
        self.code += [("goto", end), ("label", other)]
        self.all_of(otherwise, out)
        self.code.append(("label", end))

    def do_loop(self, out, body):
        head, end = self.label(), self.label()
        self.code.append(("label", head))
        self.all_of(body, end)
        self.code += [("goto", head), ("label", end)]

    def do_break(self, out, condition):
        comparison, a, b = condition
        self.code.append(("branch", comparison, self.value(a), self.value(b), out))


# ---- SPIR-V ----

HEAD = """; @Config: {subgroup}, {subgroups}, {groups}
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability GroupNonUniform
OpCapability ImageBuffer
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %group %local {interface}
OpExecutionMode %main LocalSize {local} 1 1
OpDecorate %group BuiltIn WorkgroupId
OpDecorate %local BuiltIn LocalInvocationIndex
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %row ArrayStride 4
OpDecorate %out_block Block
OpMemberDecorate %out_block 0 Offset 0
{names}
%void = OpTypeVoid
%none = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%vector = OpTypeVector %uint 3
%texel = OpTypeVector %uint 4
{constants}
%row = OpTypeArray %uint %c{slots}
%block = OpTypeStruct %uint
%out_block = OpTypeStruct %row
%buffer_ptr = OpTypePointer StorageBuffer %block
%out_ptr = OpTypePointer StorageBuffer %out_block
%buffer_uint = OpTypePointer StorageBuffer %uint
%shared_uint = OpTypePointer Workgroup %uint
%image_type = OpTypeImage %uint Buffer 0 0 0 2 R32ui
%image_ptr = OpTypePointer UniformConstant %image_type
%texel_ptr = OpTypePointer Image %uint
%input_vector = OpTypePointer Input %vector
%input_uint = OpTypePointer Input %uint
%own_uint = OpTypePointer Function %uint
%zero = OpConstantNull %uint
%group = OpVariable %input_vector Input
%local = OpVariable %input_uint Input
{variables}
"""


class Assembly:
    def __init__(self, shader):
        self.shader, self.lines, self.ids, self.registers = shader, [], 0, set()
        self.constants = {0, 1, shader.local, max(shader.count * len(shader.observed), 1)}

    def text(self):
        head = []
        self.lines = head
        self.put("OpBranch %begin")
        self.put("%begin = OpLabel")
        group = self.new("OpLoad %vector %group")
        first = self.new(f"OpCompositeExtract %uint {group} 0")
        local = self.new("OpLoad %uint %local")
        product = self.new(f"OpIMul %uint {first} {self.constant(self.shader.local)}")
        self.put(f"%me = OpIAdd %uint {product} {local}")
        # A loop that goes round once, so that a return stores what is observed.
        self.all_of(self.shader.body, None)
        self.observe()
        self.put("OpReturn")
        self.put("OpFunctionEnd")
        return self.head() + "\n".join(["%main = OpFunction %void None %none", "%entry = OpLabel"] + self.own() + self.lines) + "\n"

    def own(self):
        return [f"%r_{name} = OpVariable %own_uint Function %zero" for name in sorted(self.registers)]

    def head(self):
        buffers = ["x", "y", "f", "t", "g"]
        names = [f'OpName %{name} "{name}"' for name in [*buffers, "o", "s", "m"]]
        binding = [f"OpDecorate %{name} DescriptorSet 0\nOpDecorate %{name} Binding {at}" for at, name in enumerate([*buffers, "o", "m"])]
        variables = [f"%{name} = OpVariable %buffer_ptr StorageBuffer" for name in buffers]
        variables += ["%o = OpVariable %out_ptr StorageBuffer", "%s = OpVariable %shared_uint Workgroup %zero", "%m = OpVariable %image_ptr UniformConstant"]
        text = HEAD.format(subgroup=self.shader.subgroup, subgroups=self.shader.local // self.shader.subgroup, groups=self.shader.groups,
                           local=self.shader.local, names="\n".join(binding), slots=max(self.shader.count * len(self.shader.observed), 1),
                           interface=" ".join(f"%{name}" for name in [*buffers, "o", "s", "m"]), variables="\n".join(variables),
                           constants="\n".join(f"%c{value} = OpConstant %uint {value}" for value in sorted(self.constants)))
        # Names stand before decorations.
        return text.replace("OpDecorate %group", "\n".join(names) + "\nOpDecorate %group", 1)

    def put(self, line):
        self.lines.append(line)

    def new(self, text):
        self.ids += 1
        self.put(f"%v{self.ids} = {text}")
        return f"%v{self.ids}"

    def label(self):
        self.ids += 1
        return f"%l{self.ids}"

    def constant(self, value):
        self.constants.add(value)
        return f"%c{value}"

    def value(self, value):
        if value == "me":
            return "%me"
        if isinstance(value, int):
            return self.constant(value)
        self.registers.add(value)
        return self.new(f"OpLoad %uint %r_{value}")

    def keep(self, register, value):
        self.registers.add(register)
        self.put(f"OpStore %r_{register} {value}")

    def semantics(self, order):
        bits = sum(CLASS_BITS[c] for c in order if isinstance(c, int))
        bits |= 8 if order >= {"acquire", "release"} else 2 if "acquire" in order else 4 if "release" in order else 0
        bits |= (0x2000 if "available" in order else 0) | (0x4000 if "visible" in order else 0)
        return self.constant(bits)

    def scope(self, scope):
        return self.constant(SCOPE_NUMBERS[scope])

    def pointer(self, variable):
        if variable == "s":
            return "%s"
        if variable == "m":
            return self.new(f"OpImageTexelPointer %texel_ptr %m {self.constant(0)} {self.constant(0)}")
        return self.new(f"OpAccessChain %buffer_uint %{variable} {self.constant(0)}")

    def observe(self):
        for at, register in enumerate(self.shader.observed):
            first = self.new(f"OpIMul %uint %me {self.constant(len(self.shader.observed))}")
            slot = self.new(f"OpIAdd %uint {first} {self.constant(at)}")
            value = self.value(register)
            self.put(f"OpStore {self.new(f'OpAccessChain %buffer_uint %o {self.constant(0)} {slot}')} {value}")

    def all_of(self, statements, out):
        for statement in statements:
            getattr(self, "do_" + statement[0])(out, *statement[1:])

    def access(self, access, own, word):
        if access == "private":
            return ""
        if access == "nonprivate":
            return f"NonPrivate{word}"
        return f"Make{word}{own}|NonPrivate{word} {self.scope(access)}"

    def do_load(self, out, register, variable, access):
        if variable == "m":
            image = self.new("OpLoad %image_type %m")
            four = self.new(f"OpImageRead %texel {image} {self.constant(0)} {self.access(access, 'Visible', 'Texel')}")
            self.keep(register, self.new(f"OpCompositeExtract %uint {four} 0"))
        else:
            self.keep(register, self.new(f"OpLoad %uint {self.pointer(variable)} {self.access(access, 'Visible', 'Pointer')}"))

    def do_store(self, out, variable, value, access):
        value = self.value(value)
        if variable == "m":
            image = self.new("OpLoad %image_type %m")
            four = self.new(f"OpCompositeConstruct %texel {value} {value} {value} {value}")
            self.put(f"OpImageWrite {image} {self.constant(0)} {four} {self.access(access, 'Available', 'Texel')}")
        else:
            self.put(f"OpStore {self.pointer(variable)} {value} {self.access(access, 'Available', 'Pointer')}")

    def do_read(self, out, register, variable, scope, order):
        self.keep(register, self.new(f"OpAtomicLoad %uint {self.pointer(variable)} {self.scope(scope)} {self.semantics(order)}"))

    def do_write(self, out, variable, value, scope, order):
        value = self.value(value)
        self.put(f"OpAtomicStore {self.pointer(variable)} {self.scope(scope)} {self.semantics(order)} {value}")

    def do_modify(self, out, operation, register, variable, value, scope, order):
        value = self.value(value)
        self.keep(register, self.new(f"{MODIFY[operation]} %uint {self.pointer(variable)} {self.scope(scope)} {self.semantics(order)} {value}"))

    def do_compare(self, out, register, variable, compared, value, scope, order, unequal):
        compared, value = self.value(compared), self.value(value)
        self.keep(register, self.new(f"OpAtomicCompareExchange %uint {self.pointer(variable)} {self.scope(scope)} {self.semantics(order)} "
                                     f"{self.semantics(unequal)} {value} {compared}"))

    def do_fence(self, out, scope, order):
        self.put(f"OpMemoryBarrier {self.scope(scope)} {self.semantics(order)}")

    def do_barrier(self, out, scope, order):
        self.put(f"OpControlBarrier {self.constant(2)} {self.scope(scope)} {self.semantics(order)}")

    def do_set(self, out, register, operation, a, b):
        self.keep(register, self.new(f"{ARITHMETIC[operation]} %uint {self.value(a)} {self.value(b)}"))

    def do_return(self, out):
        self.observe()
        self.put("OpReturn")
        self.put(f"{self.label()} = OpLabel")

    def condition(self, condition):
        comparison, a, b = condition
        return self.new(f"{COMPARISONS[comparison]} %bool {self.value(a)} {self.value(b)}")

    def do_if(self, out, condition, then, otherwise):
        value, yes, no, end = self.condition(condition), self.label(), self.label(), self.label()
        self.put(f"OpSelectionMerge {end} None")
        self.put(f"OpBranchConditional {value} {yes} {no}")
        for label, statements in ((yes, then), (no, otherwise)):
            self.put(f"{label} = OpLabel")
            self.all_of(statements, out)
            self.put(f"OpBranch {end}")
        self.put(f"{end} = OpLabel")

    def do_loop(self, out, body):
        head, inside, go_on, end = (self.label() for _ in range(4))
        self.put(f"OpBranch {head}")
        self.put(f"{head} = OpLabel")
        self.put(f"OpLoopMerge {end} {go_on} None")
        self.put(f"OpBranch {inside}")
        self.put(f"{inside} = OpLabel")
        self.all_of(body, end)
        self.put(f"OpBranch {go_on}")
        self.put(f"{go_on} = OpLabel")
        self.put(f"OpBranch {head}")
        self.put(f"{end} = OpLabel")

    def do_break(self, out, condition):
        value, behind = self.condition(condition), self.label()
        self.put(f"OpBranchConditional {value} {out} {behind}")
        self.put(f"{behind} = OpLabel")


def assembly(shader):
    return Assembly(shader).text()
