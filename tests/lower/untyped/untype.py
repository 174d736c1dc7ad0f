#!/usr/bin/env python3
"""Rewrites a disassembled module so that it says the same with SPV_KHR_untyped_pointers.

    untype.py MODULE.spvasm >OUTPUT      # of spirv-dis --raw-id

Every pointer into a storage class with an explicit layout becomes untyped: its variable, its access chains and its array
lengths say what its type said, and loads, stores and atomics stay as they are. Exit status 3: the module has no such
pointer, or one of its instructions has no untyped form or another meaning there.
"""

import re
import sys

CLASSES = ("StorageBuffer", "Uniform", "PushConstant", "PhysicalStorageBuffer", "Workgroup")
CHAINS = {"OpAccessChain": "OpUntypedAccessChainKHR", "OpInBoundsAccessChain": "OpUntypedInBoundsAccessChainKHR",
          "OpPtrAccessChain": "OpUntypedPtrAccessChainKHR",
          "OpInBoundsPtrAccessChain": "OpUntypedInBoundsPtrAccessChainKHR"}


class Unfit(Exception):
    """The module has no untyped form here."""


def parse(line):
    """Result (or None), opcode and operands."""
    words = re.findall(r'"(?:[^"\\]|\\.)*"|\S+', line.split(";")[0] if '"' not in line else line)
    if len(words) > 1 and words[1] == "=":
        return words[0], words[2], words[3:]
    return None, words[0] if words else "", words[1:]


def text_of(result, opcode, operands):
    return (result + " = " if result else "") + " ".join([opcode, *operands])


class Module:
    def __init__(self, lines):
        self.lines = [parse(line) for line in lines if parse(line)[1]]
        self.pointers = {}  # pointer type: (class, pointee)
        self.of_value = {}  # value: its type
        self.blocks = {o[0] for _, op, o in self.lines if op == "OpDecorate" and o[1] == "Block"}
        for result, opcode, operands in self.lines:
            if opcode == "OpTypePointer":
                self.pointers[result] = (operands[0], operands[1])
            elif result and not opcode.startswith("OpType") and operands:
                self.of_value[result] = operands[0]
        self.untyped = {name: "%untyped_" + where for name, (where, pointee) in self.pointers.items()
                        if where in CLASSES and (where != "Workgroup" or pointee in self.blocks or self.has_workgroup_blocks())}
        self.check()

    def has_workgroup_blocks(self):
        return any(where == "Workgroup" and pointee in self.blocks for where, pointee in self.pointers.values())

    def check(self):
        if not self.untyped:
            raise Unfit("no pointer")
        strides = {}
        for _, opcode, operands in self.lines:
            if opcode == "OpDecorate" and operands[0] in self.untyped:
                if strides.setdefault(self.untyped[operands[0]], operands[1:]) != operands[1:]:
                    raise Unfit("two strides")
            if opcode == "OpDecorate" and operands[1] == "BufferBlock":
                raise Unfit("BufferBlock")
            if opcode in ("OpPtrDiff", "OpCopyMemory", "OpCopyMemorySized") and any(
                    self.of_value.get(o) in self.untyped for o in operands):
                raise Unfit(opcode)
            if opcode == "OpExtInst" and any(self.of_value.get(o) in self.untyped for o in operands[3:]):
                raise Unfit("an extended instruction")
            if opcode.startswith("OpCooperativeMatrix") and any(self.of_value.get(o) in self.untyped for o in operands):
                raise Unfit("a stride in bytes")
        self.strides = strides

    def pointee(self, value):
        return self.pointers[self.of_value[value]][1]

    def rewrite(self, result, opcode, operands):
        """The lines in the place of one."""
        if result in self.untyped or opcode == "OpTypeForwardPointer" and operands[0] in self.untyped:
            return []
        if opcode == "OpName" and operands[0] in self.untyped or opcode == "OpDecorate" and operands[0] in self.untyped:
            return []
        if opcode == "OpVariable" and operands[0] in self.untyped:
            opcode, operands = "OpUntypedVariableKHR", operands[:2] + [self.pointee(result)] + operands[2:]
        elif opcode in CHAINS and self.of_value[operands[1]] in self.untyped:
            opcode, operands = CHAINS[opcode], [operands[0], self.pointee(operands[1])] + operands[1:]
        elif opcode == "OpArrayLength" and self.of_value[operands[1]] in self.untyped:
            opcode, operands = "OpUntypedArrayLengthKHR", [operands[0], self.pointee(operands[1])] + operands[1:]
        elif opcode == "OpBitcast" and operands[0] in self.untyped and self.of_value[operands[1]] in self.untyped:
            opcode = "OpCopyObject"
        return [(result, opcode, [self.untyped.get(o, o) for o in operands])]

    def declarations(self):
        used = [where for where in CLASSES if "%untyped_" + where in self.untyped.values()]
        return [("%untyped_" + where, "OpTypeUntypedPointerKHR", [where]) for where in used]

    def write(self):
        seen, alias, declared, out = {}, {}, False, []
        for line in self.lines:
            result, opcode, operands = line
            if opcode in ("OpExtension", "OpExtInstImport", "OpMemoryModel") and "SPV_KHR_untyped_pointers" not in str(out):
                out += ["OpCapability UntypedPointersKHR", 'OpExtension "SPV_KHR_untyped_pointers"']
            if (opcode.startswith(("OpType", "OpConstant")) or opcode == "OpUndef") and not declared:
                out += ["OpDecorate %s %s" % (name, " ".join(o)) for name, o in self.strides.items()]
                out += [text_of(*d) for d in self.declarations()]
                declared = True
            for made in self.rewrite(*line):
                made = (made[0], made[1], [alias.get(o, o) for o in made[2]])
                if made[1] == "OpTypeFunction":  # two may have become the same
                    key = " ".join(made[2])
                    if key in seen:
                        alias[made[0]] = seen[key]
                        continue
                    seen[key] = made[0]
                out.append(text_of(*made))
        return out


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    try:
        print("\n".join(Module([line for line in lines if not line.strip().startswith(";")]).write()))
    except Unfit as unfit:
        print("untype.py: %s: %s" % (sys.argv[1], unfit), file=sys.stderr)
        raise SystemExit(3) from None


main()
