#!/usr/bin/env python3
"""Where types lie: the IR, litmus programs, LLVM and this file's own sums say the same.

Writes modules that store to every scalar of variables of random types (structs, arrays, matrices of both majors, vectors,
numbers of 8 to 64 bits, booleans), and compares the byte offsets of the stores:

    natural    types without decorations in Workgroup, Private and Function memory: as LLVM lays out an IR type of that
               shape, by the data layout of the translation
    explicit   blocks of buffers and Workgroup blocks with random Offset, ArrayStride and MatrixStride: their sums
    partial    the same types in Workgroup and Function memory, some decorations taken away: no two scalars may overlap

Everywhere the litmus program's offsets are the IR's, and the memory is as large as what is stored to it.

    run.py --command spirv-mmra --offsets litmus_offsets [--seed N] [--modules N] [--keep DIR]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

SCALARS = {
    "bool": (1, "i8", "OpTypeBool"),
    "i8": (1, "i8", "OpTypeInt 8 0"),
    "i16": (2, "i16", "OpTypeInt 16 0"),
    "i32": (4, "i32", "OpTypeInt 32 0"),
    "i64": (8, "i64", "OpTypeInt 64 0"),
    "f16": (2, "half", "OpTypeFloat 16"),
    "f32": (4, "float", "OpTypeFloat 32"),
    "f64": (8, "double", "OpTypeFloat 64"),
}
MOST_LEAVES = 40


class Scalar:
    def __init__(self, name):
        self.name = name
        self.size, self.llvm, self.spirv = SCALARS[name]
        self.align = self.size

    def leaves(self, offset, matrix):
        yield (), offset, self.size


class Vector:
    def __init__(self, component, count):
        self.component, self.count = component, count
        self.size, self.align = component.size * count, component.align
        self.llvm = f"<{count} x {component.llvm}>"

    def leaves(self, offset, step):
        for i in range(self.count):
            yield (i,), offset + i * (step or self.component.size), self.component.size


class Matrix:
    """`stride` and `row_major` are the decorations of the member that holds it."""

    def __init__(self, rng, column, count):
        self.column, self.count, self.align = column, count, column.align
        self.llvm = f"[{count} x {column.llvm}]"
        self.row_major = rng.random() < 0.5
        across = count if self.row_major else column.count
        self.stride = column.component.size * (across + rng.choice([0, 0, 1, 3]))
        self.size = self.stride * (column.count if self.row_major else count)

    def leaves(self, offset, _):
        for c in range(self.count):
            at = offset + c * (self.column.component.size if self.row_major else self.stride)
            for path, where, size in self.column.leaves(at, self.stride if self.row_major else 0):
                yield (c,) + path, where, size


class Array:
    def __init__(self, rng, element, length):
        self.element, self.length, self.align = element, length, element.align
        self.llvm = f"[{length} x {element.llvm}]"
        self.stride = -(-element.size // element.align) * element.align + rng.choice([0, 0, 1, 2]) * element.align
        self.size = self.stride * length

    def leaves(self, offset, step):
        for i in range(self.length):
            for path, where, size in self.element.leaves(offset + i * self.stride, step):
                yield (i,) + path, where, size


class Struct:
    def __init__(self, rng, members):
        self.members, self.offsets, self.size = members, [], 0
        self.align = max(member.align for member in members)
        self.llvm = "{ " + ", ".join(member.llvm for member in members) + " }"
        for member in members:
            at = -(-self.size // member.align) * member.align + rng.choice([0, 0, 0, 1, 3]) * member.align
            self.offsets.append(at)
            self.size = at + member.size

    def leaves(self, offset, _):
        for i, (member, at) in enumerate(zip(self.members, self.offsets)):
            for path, where, size in member.leaves(offset + at, 0):
                yield (i,) + path, where, size


def random_type(rng, depth, booleans):
    kind = rng.choice(["scalar", "vector", "matrix", "array", "struct"]) if depth else rng.choice(["scalar", "vector"])
    scalars = [name for name in SCALARS if booleans or name != "bool"]
    if kind == "struct":
        return random_struct(rng, depth - 1, booleans)
    if kind == "array":
        of_three = Vector(Scalar(rng.choice(["i16", "f32", "f64"])), 3)  # which its decorations pack closer than LLVM does
        element = of_three if rng.random() < 0.4 else random_type(rng, depth - 1, booleans)
        return Array(rng, element, rng.randint(1, 3))
    if kind == "matrix":
        column = Vector(Scalar(rng.choice(["f16", "f32", "f64"])), rng.randint(2, 4))
        return Matrix(rng, column, rng.randint(2, 4))
    component = Scalar(rng.choice(scalars))
    return Vector(component, rng.randint(2, 4)) if kind == "vector" else component


def random_struct(rng, depth, booleans):
    while True:
        struct = Struct(rng, [random_type(rng, depth, booleans) for _ in range(rng.randint(1, 4))])
        if len(list(struct.leaves(0, 0))) <= MOST_LEAVES:
            return struct


class Module:
    def __init__(self, rng):
        self.rng, self.known = rng, {}
        self.decorations, self.globals, self.locals, self.body, self.interface = [], [], [], [], []
        self.variables = []  # (name, kind, storage class, type)
        self.explicit_workgroup = rng.random() < 0.4

    def constant(self, value):
        return self.once(f"OpConstant {self.once('OpTypeInt 32 0')} {value}")

    def once(self, text):
        if text not in self.known:
            self.known[text] = self.new(text)
        return self.known[text]

    def new(self, text):
        name = f"%t{len(self.globals)}"
        self.globals.append(f"{name} = {text}")
        return name

    def type(self, type):
        if isinstance(type, Scalar):
            return self.once(type.spirv)
        if isinstance(type, Vector):
            return self.once(f"OpTypeVector {self.type(type.component)} {type.count}")
        if isinstance(type, Matrix):
            return self.once(f"OpTypeMatrix {self.type(type.column)} {type.count}")
        if isinstance(type, Array):
            name = self.new(f"OpTypeArray {self.type(type.element)} {self.constant(type.length)}")
            self.decorations.append(f"OpDecorate {name} ArrayStride {type.stride}")
            return name
        members = [self.type(member) for member in type.members]
        name = self.new("OpTypeStruct " + " ".join(members))
        for i, (member, offset) in enumerate(zip(type.members, type.offsets)):
            self.decorations.append(f"OpMemberDecorate {name} {i} Offset {offset}")
            while isinstance(member, Array):
                member = member.element
            if isinstance(member, Matrix):
                self.decorations.append(f"OpMemberDecorate {name} {i} MatrixStride {member.stride}")
                self.decorations.append(f"OpMemberDecorate {name} {i} {'RowMajor' if member.row_major else 'ColMajor'}")
        return name

    def add(self, name, kind, storage_class):
        type = random_struct(self.rng, 2 if kind != "partial" else 3, kind != "explicit")
        if kind != "explicit" and self.rng.random() < 0.5:
            type = Array(self.rng, type, 2)
        before = len(self.decorations)
        identity = self.type(type)
        if kind == "natural":
            del self.decorations[before:]
        elif kind == "partial" and len(self.decorations) > before:
            self.take_away(before)
        if kind == "explicit":
            self.decorations.append(f"OpDecorate {identity} Block")
        if storage_class == "StorageBuffer":
            self.decorations += [f"OpDecorate %{name} DescriptorSet 0", f"OpDecorate %{name} Binding 0"]
        pointer = self.new(f"OpTypePointer {storage_class} {identity}")
        variable = f"%{name} = OpVariable {pointer} {storage_class}"
        (self.locals if storage_class == "Function" else self.globals).append(variable)
        if storage_class != "Function":
            self.interface.append(f"%{name}")
        self.variables.append((name, kind, storage_class, type))
        self.store_all(name, storage_class, type)

    def take_away(self, first):
        """One of the decorations from the first on, or half of them."""
        if self.rng.random() < 0.6:
            del self.decorations[self.rng.randrange(first, len(self.decorations))]
        else:
            self.decorations[first:] = [text for text in self.decorations[first:] if self.rng.random() < 0.5]

    def store_all(self, name, storage_class, type):
        for number, (path, _, _) in enumerate(type.leaves(0, 0)):
            leaf = type
            for index in path:
                leaf = (leaf.members[index] if isinstance(leaf, Struct) else leaf.element if isinstance(leaf, Array)
                        else leaf.column if isinstance(leaf, Matrix) else leaf.component)
            scalar = self.once(leaf.spirv)
            value = self.once(f"OpConstantTrue {scalar}" if leaf.name == "bool" else f"OpConstant {scalar} 1")
            pointer = self.once(f"OpTypePointer {storage_class} {scalar}")
            indexes = " ".join(self.constant(index) for index in path)
            self.body.append(f"%{name}_{number} = OpAccessChain {pointer} %{name} {indexes}")
            self.body.append(f"OpStore %{name}_{number} {value}")

    def text(self):
        capabilities = ["Shader", "Int8", "Int16", "Int64", "Float16", "Float64", "VulkanMemoryModel",
                        "StorageBuffer8BitAccess", "StorageBuffer16BitAccess"]
        if self.explicit_workgroup:
            capabilities += ["WorkgroupMemoryExplicitLayoutKHR", "WorkgroupMemoryExplicitLayout8BitAccessKHR",
                             "WorkgroupMemoryExplicitLayout16BitAccessKHR"]
        function = self.once(f"OpTypeFunction {self.once('OpTypeVoid')}")
        lines = [f"OpCapability {name}" for name in capabilities]
        lines += ['OpExtension "SPV_KHR_workgroup_memory_explicit_layout"'] * self.explicit_workgroup
        lines += ["OpMemoryModel Logical Vulkan", f'OpEntryPoint GLCompute %main "main" {" ".join(self.interface)}',
                  "OpExecutionMode %main LocalSize 1 1 1"]
        lines += self.decorations + self.globals
        lines += [f"%main = OpFunction {self.once('OpTypeVoid')} None {function}", "%entry = OpLabel"]
        return "\n".join(lines + self.locals + self.body + ["OpReturn", "OpFunctionEnd", ""])


def random_module(rng):
    module = Module(rng)
    module.add("buffer", "explicit", "StorageBuffer")
    if module.explicit_workgroup:
        module.add("shared", "explicit", "Workgroup")
    else:
        module.add("shared", "natural", "Workgroup")
        module.add("mixed", "partial", "Workgroup")
    module.add("private", "natural", "Private")
    module.add("local", "natural", "Function")
    module.add("partial", "partial", "Function")
    return module


# ---- the witnesses ----

def stores_of_ir(ir):
    """(base, offset) of each store, in order, and the IR type of each base that is a variable."""
    where, types, stores = {}, {}, []
    for line in ir.splitlines():
        if found := re.match(r"(@\S+) = internal addrspace\(3\) global (.*) (?:poison|undef), align", line):
            types[found[1]] = found[2]
        elif found := re.match(r"\s+(%\S+) = alloca (.*?), align", line):
            types[found[1]] = found[2]
        elif found := re.match(r"\s+(%\S+) = getelementptr i8, ptr(?: addrspace\(\d\))? (\S+), i\d+ (\d+)$", line):
            base, offset = where.get(found[2], (found[2], 0))
            where[found[1]] = (base, offset + int(found[3]))
        elif found := re.match(r"\s+store \S+ \S+, ptr(?: addrspace\(\d\))? ([%@]\S+?),", line):
            stores.append(where.get(found[1], (found[1], 0)))
        elif re.match(r"\s+store ", line):
            found = re.search(r"getelementptr \(i8, ptr addrspace\(\d\) (@\S+), i\d+ (\d+)\)", line)
            stores.append((found[1], int(found[2])))
    return stores, types


class Llvm:
    """Asks LLVM for offsets and sizes: constants that it folds by the data layout of a translation."""

    def __init__(self, ir):
        self.questions = []
        self.head = "".join(line + "\n" for line in ir.splitlines() if re.match(r'target |%\S+ = type ', line))

    def ask(self, type, path):
        indexes = "".join(f", i32 {index}" for index in path)
        self.questions.append(f"ret i64 ptrtoint (ptr getelementptr ({type}, ptr null, {indexes[2:]}) to i64)")
        return len(self.questions) - 1

    def answer(self):
        text = self.head + "".join(f"define i64 @q{i}() {{\n  {q}\n}}\n" for i, q in enumerate(self.questions))
        run = subprocess.run(["opt-22", "-S", "-passes=instcombine"], input=text, capture_output=True, text=True, check=True)
        return [int(value) for value in re.findall(r"ret i64 (\d+)$", run.stdout, re.M)]


def overlap(places):
    places = sorted(places)
    return any(a + size > b for (a, size), (b, _) in zip(places, places[1:]))


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    return done.stdout


def judge(module, options, folder):
    """Messages about what is wrong, and how many offsets were compared."""
    source, binary, wrong, count = os.path.join(folder, "m.spvasm"), os.path.join(folder, "m.spv"), [], 0
    with open(source, "w", encoding="utf-8") as file:
        file.write(module.text())
    run(["spirv-as", "--target-env", "vulkan1.3", source, "-o", binary])
    ir = run([options.command, "translate", "--no-validate", binary, "-o", "-"])
    litmus = {}
    for line in run([options.offsets, binary]).splitlines():
        name, offset, size = line.split()
        litmus.setdefault(name.lstrip("%"), []).append((int(offset), int(size)))
    stores, types = stores_of_ir(ir)
    llvm, later = Llvm(ir), []
    for name, kind, storage_class, type in module.variables:
        leaves = list(type.leaves(0, 0))
        mine, stores = stores[:len(leaves)], stores[len(leaves):]
        offsets = [offset for _, offset in mine]
        places = [(offset, size) for offset, (_, _, size) in zip(offsets, leaves)]
        count += len(leaves)
        if len({base for base, _ in mine}) != 1 or len(mine) != len(leaves):
            wrong.append(f"{name}: stores of the IR go elsewhere: {mine}")
            continue
        if overlap(places):
            wrong.append(f"{name} ({kind}): scalars overlap: {places}")
        if kind == "explicit" and offsets != [where for _, where, _ in leaves]:
            wrong.append(f"{name}: {offsets}, and its decorations say {[where for _, where, _ in leaves]}")
        if storage_class in ("StorageBuffer", "Workgroup") and litmus.get(litmus_name(module, name)) != places:
            wrong.append(f"{name} ({kind}): the IR has {places}, litmus {litmus.get(litmus_name(module, name))}")
        if kind == "natural":
            later.append((name, "lies at", offsets, [llvm.ask(type.llvm, (0,) + path) for path, _, _ in leaves]))
        if mine[0][0] in types:
            later.append((name, "ends at", max(at + size for at, size in places), llvm.ask(types[mine[0][0]], (1,))))
    if stores:
        wrong.append(f"stores of no variable: {stores}")
    answers = llvm.answer()
    for name, what, ours, asked in later:
        if what == "lies at" and ours != [answers[i] for i in asked]:
            wrong.append(f"{name}: {ours}, and LLVM says {[answers[i] for i in asked]}")
        if what == "ends at" and ours > answers[asked]:
            wrong.append(f"{name}: what is stored ends at {ours}, and its memory at {answers[asked]}")
    return wrong, count


def litmus_name(module, name):
    """Names are not in the module: it has the number of the id, as the assembler gives them in order of appearance."""
    order = list(dict.fromkeys(re.findall(r"%[\w.]+", module.text())))
    return str(order.index("%" + name) + 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", default=os.path.join(os.environ.get("SMMRA_BUILD", "build/release"), "bin/spirv-mmra"))
    parser.add_argument("--offsets", default=os.path.join(os.environ.get("SMMRA_BUILD", "build/release"), "bin/litmus_offsets"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", type=int, default=40)
    parser.add_argument("--keep")
    options = parser.parse_args()
    failures = total = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for seed in range(options.seed, options.seed + options.modules):
            wrong, count = judge(random_module(random.Random(seed)), options, folder)
            total += count
            failures += bool(wrong)
            for message in wrong:
                print(f"FAIL: seed {seed}: {message}", file=sys.stderr)
    print(f"{options.modules} modules, {total} scalars ({failures} failures)")
    return failures != 0 or total == 0


if __name__ == "__main__":
    sys.exit(main())
