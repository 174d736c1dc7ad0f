#!/usr/bin/env python3
"""Random compute shaders as SPIR-V assembly: memory of many types, loops, switches, calls, private variables, atomics, barriers.

    random_modules.py FOLDER COUNT SEED    FOLDER/random-SEED.spvasm, ...: for the two front ends of SPIR-V (fronts.sh)
"""

import pathlib
import random
import sys

HEAD = """; @Config: 4, 1, 2
OpCapability Shader
OpCapability Int64
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %local %group %buffer %shared %private
OpExecutionMode %main LocalSize 4 1 1
OpDecorate %local BuiltIn LocalInvocationIndex
OpDecorate %group BuiltIn WorkgroupId
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpMemberDecorate %Block 1 Offset 64
OpMemberDecorate %Block 2 Offset 192
OpMemberDecorate %Block 3 Offset 576
OpMemberDecorate %Block 3 {major}
OpMemberDecorate %Block 3 MatrixStride 16
OpMemberDecorate %Block 4 Offset 640
OpMemberDecorate %Block 5 Offset 704
OpMemberDecorate %Pair 0 Offset 0
OpMemberDecorate %Pair 1 Offset 8
OpMemberDecorate %Pair 2 Offset 16
OpDecorate %words ArrayStride 4
OpDecorate %vectors ArrayStride 16
OpDecorate %pairs ArrayStride 48
OpDecorate %threes ArrayStride 8
OpDecorate %longs ArrayStride 8
OpDecorate %rest ArrayStride 4
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%none = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%long = OpTypeInt 64 0
%float = OpTypeFloat 32
%v2 = OpTypeVector %uint 2
%v3 = OpTypeVector %uint 3
%f3 = OpTypeVector %float 3
%matrix = OpTypeMatrix %f3 {columns}
{constants}
%words = OpTypeArray %uint %c16
%vectors = OpTypeArray %v3 %c8
%threes = OpTypeArray %int %c3
%Pair = OpTypeStruct %uint %v2 %threes
%pairs = OpTypeArray %Pair %c8
%longs = OpTypeArray %long %c8
%rest = OpTypeRuntimeArray %uint
%Block = OpTypeStruct %words %vectors %pairs %matrix %longs %rest
%zeros = OpConstantNull %v3
%own_words = OpTypeArray %uint %c8
%own_pair_threes = OpTypeArray %int %c3
%own_pair = OpTypeStruct %uint %v2 %own_pair_threes
%to_block = OpTypePointer StorageBuffer %Block
%to_uint = OpTypePointer StorageBuffer %uint
%to_int = OpTypePointer StorageBuffer %int
%to_long = OpTypePointer StorageBuffer %long
%to_float = OpTypePointer StorageBuffer %float
%to_v2 = OpTypePointer StorageBuffer %v2
%to_v3 = OpTypePointer StorageBuffer %v3
%to_f3 = OpTypePointer StorageBuffer %f3
%to_pair = OpTypePointer StorageBuffer %Pair
%to_shared = OpTypePointer Workgroup %own_words
%shared_uint = OpTypePointer Workgroup %uint
%to_private = OpTypePointer Private %own_words
%private_uint = OpTypePointer Private %uint
%function_uint = OpTypePointer Function %uint
%input_uint = OpTypePointer Input %uint
%input_v3 = OpTypePointer Input %v3
%callee = OpTypeFunction %uint %uint %function_uint
%local = OpVariable %input_uint Input
%group = OpVariable %input_v3 Input
%buffer = OpVariable %to_block StorageBuffer
%shared = OpVariable %to_shared Workgroup
%private = OpVariable %to_private Private
"""
BINARY = ["OpIAdd", "OpISub", "OpIMul", "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor"]
DIVISIONS = ["OpSMod", "OpSRem", "OpSDiv", "OpUDiv", "OpUMod"]
COMPARISONS = ["OpULessThan", "OpUGreaterThanEqual", "OpIEqual", "OpINotEqual", "OpSLessThan", "OpSGreaterThan"]
ATOMICS = ["OpAtomicIAdd", "OpAtomicUMax", "OpAtomicSMin", "OpAtomicXor", "OpAtomicExchange", "OpAtomicISub"]


class Module:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.ids, self.constants, self.depth = [], 0, set(), 0
        self.label = "entry"

    def constant(self, value):
        self.constants.add(value)
        return f"%c{value}"

    def new(self, text):
        self.ids += 1
        self.lines.append(f"%x{self.ids} = {text}")
        return f"%x{self.ids}"

    def do(self, text):
        self.lines.append(text)

    def begin(self, label):
        self.do(f"%{label} = OpLabel")
        self.label = label

    # ---- values: all are unsigned integers ----

    def index(self, count):
        """Mostly the invocation's own, so that not all accesses race."""
        choice = self.random.randrange(6)
        if choice == 0:
            return self.constant(self.random.randrange(count))
        value = self.value(1) if choice == 1 else self.me
        return self.new(f"OpUMod %uint {value} {self.constant(count)}")

    def load(self):
        kind, one = self.random.randrange(11), self.constant(1)
        if kind == 0:
            return self.new(f"OpLoad %uint {self.new(f'OpAccessChain %to_uint %buffer {self.constant(0)} {self.index(16)}')}")
        if kind == 1:
            vector = self.new(f"OpLoad %v3 {self.new(f'OpAccessChain %to_v3 %buffer {one} {self.index(8)}')}")
            turned = self.new(f"OpVectorShuffle %v2 {vector} {vector} {self.random.randrange(3)} {3 + self.random.randrange(3)}")
            return self.new(f"OpCompositeExtract %uint {turned} {self.random.randrange(2)}")
        if kind == 2:
            component = self.new(f"OpAccessChain %to_uint %buffer {one} {self.index(8)} {self.index(3)}")
            return self.new(f"OpLoad %uint {component}")
        if kind == 3:
            member = self.new(f"OpAccessChain %to_int %buffer {self.constant(2)} {self.index(8)} {self.constant(2)} {self.index(3)}")
            return self.new(f"OpBitcast %uint {self.new(f'OpLoad %int {member}')}")
        if kind == 4:
            pair = self.new(f"OpLoad %Pair {self.new(f'OpAccessChain %to_pair %buffer {self.constant(2)} {self.index(8)}')}")
            return self.new(f"OpCompositeExtract %uint {pair} 1 {self.random.randrange(2)}")
        if kind == 5:
            column = self.new(f"OpLoad %f3 {self.new(f'OpAccessChain %to_f3 %buffer {self.constant(3)} {self.constant(self.random.randrange(2))}')}")
            number = self.new(f"OpCompositeExtract %float {column} {self.random.randrange(3)}")
            return self.new(f"OpBitcast %uint {number}")
        if kind == 6:
            number = self.new(f"OpLoad %long {self.new(f'OpAccessChain %to_long %buffer {self.constant(4)} {self.index(8)}')}")
            down = self.new(f"OpShiftRightLogical %long {number} {self.constant(self.random.randrange(40))}")
            return self.new(f"OpUConvert %uint {down}")
        if kind == 7:
            length = self.new("OpArrayLength %uint %buffer 5")
            return length
        if kind == 8:
            return self.new(f"OpLoad %uint {self.new(f'OpAccessChain %shared_uint %shared {self.index(8)}')}")
        if kind == 9:
            return self.new(f"OpLoad %uint {self.new(f'OpAccessChain %private_uint %private {self.index(8)}')}")
        return self.new("OpLoad %uint %variable")

    def value(self, depth):
        choice = self.random.randrange(11)
        if depth == 0 or choice == 0:
            return self.random.choice([self.me, self.constant(self.random.randrange(9)), self.me])
        if choice < 4:
            return self.load()
        if choice == 4:
            yes, no = self.value(depth - 1), self.value(depth - 1)
            return self.new(f"OpSelect %uint {self.condition(depth - 1)} {yes} {no}")
        if choice == 5 and self.depth == 0:
            argument = self.value(depth - 1)
            return self.new(f"OpFunctionCall %uint %called {argument} %variable")
        if choice == 6:
            amount = self.new(f"OpBitwiseAnd %uint {self.value(depth - 1)} {self.constant(15)}")
            return self.new(f"{self.random.choice(['OpShiftLeftLogical', 'OpShiftRightLogical', 'OpShiftRightArithmetic'])} %uint {self.value(depth - 1)} {amount}")
        if choice == 7:
            divisor = self.constant(self.random.choice([3, 7, 4294967291]))
            return self.new(f"{self.random.choice(DIVISIONS)} %uint {self.value(depth - 1)} {divisor}")
        if choice == 8:
            at, count = self.constant(self.random.randrange(20)), self.constant(self.random.randrange(12))
            return self.new(self.random.choice([f"OpBitFieldUExtract %uint {self.value(depth - 1)} {at} {count}",
                                                f"OpBitFieldSExtract %uint {self.value(depth - 1)} {at} {count}",
                                                f"OpBitFieldInsert %uint {self.value(depth - 1)} {self.me} {at} {count}"]))
        return self.new(f"{self.random.choice(BINARY)} %uint {self.value(depth - 1)} {self.value(depth - 1)}")

    def condition(self, depth):
        return self.new(f"{self.random.choice(COMPARISONS)} %bool {self.value(depth)} {self.value(depth)}")

    # ---- statements ----

    def store(self):
        kind, value = self.random.randrange(10), self.value(2)
        if kind == 0:
            self.do(f"OpStore {self.new(f'OpAccessChain %to_uint %buffer {self.constant(0)} {self.index(16)}')} {value}")
        elif kind == 1:
            vector = self.new(self.random.choice([f"OpCompositeConstruct %v3 {value} {self.value(1)} {self.me}",
                                                  f"OpCompositeInsert %v3 {value} %zeros {self.random.randrange(3)}"]))
            self.do(f"OpStore {self.new(f'OpAccessChain %to_v3 %buffer {self.constant(1)} {self.index(8)}')} {vector}")
        elif kind == 2:
            member = self.new(f"OpAccessChain %to_int %buffer {self.constant(2)} {self.index(8)} {self.constant(2)} {self.index(3)}")
            self.do(f"OpStore {member} {self.new(f'OpBitcast %int {value}')}")
        elif kind == 3:
            one = self.new(f"OpAccessChain %to_pair %buffer {self.constant(2)} {self.index(8)}")
            other = self.new(f"OpAccessChain %to_pair %buffer {self.constant(2)} {self.index(8)}")
            if self.random.randrange(2):
                self.do(f"OpCopyMemory {one} {other}")
            else:
                pair = self.new(f"OpLoad %Pair {other}")
                self.do(f"OpStore {one} {self.new(f'OpCompositeInsert %Pair {value} {pair} 0')}")
        elif kind == 4:
            element = self.new(f"OpAccessChain %to_float %buffer {self.constant(3)} {self.index(2)} {self.index(3)}")
            self.do(f"OpStore {element} {self.new(f'OpConvertUToF %float {value}')}")
        elif kind == 5:
            place = self.new(f"OpAccessChain %to_long %buffer {self.constant(4)} {self.index(8)}")
            wide = self.new(f"OpIMul %long {self.new(f'OpUConvert %long {value}')} {self.new(f'OpUConvert %long {self.value(1)}')}")
            self.do(f"OpStore {place} {wide}")
        elif kind == 6:
            place = self.new(f"OpAccessChain %to_uint %buffer {self.constant(5)} {self.index(4)}")
            self.new(f"{self.random.choice(ATOMICS)} %uint {place} {self.constant(1)} {self.constant(0)} {value}")
        elif kind == 7:
            self.do(f"OpStore {self.new(f'OpAccessChain %shared_uint %shared {self.index(8)}')} {value}")
        elif kind == 8:
            self.do(f"OpStore {self.new(f'OpAccessChain %private_uint %private {self.index(8)}')} {value}")
        else:
            self.do(f"OpStore %variable {value}")

    def labels(self, *names):
        self.ids += 1
        return [f"{name}{self.ids}" for name in names]

    def branch(self, depth):
        yes, no, after = self.labels("yes", "no", "after")
        condition = self.condition(1)
        self.do(f"OpSelectionMerge %{after} None")
        self.do(f"OpBranchConditional {condition} %{yes} %{no}")
        values, froms = [], []
        for label in (yes, no):
            self.begin(label)
            self.statements(depth - 1, 2)
            values.append(self.value(1))
            froms.append(self.label)
            self.do(f"OpBranch %{after}")
        self.begin(after)
        phi = self.new(f"OpPhi %uint {values[0]} %{froms[0]} {values[1]} %{froms[1]}")
        self.do(f"OpStore %variable {phi}")

    def switch(self, depth):
        first, second, other, after = self.labels("first", "second", "other", "after")
        value = self.new(f"OpUMod %uint {self.value(1)} {self.constant(4)}")
        self.do(f"OpSelectionMerge %{after} None")
        self.do(f"OpSwitch {value} %{other} 0 %{first} 2 %{second}")
        for label, next_ in ((first, self.random.choice([second, after])), (second, after), (other, after)):
            self.begin(label)
            self.statements(depth - 1, 1)
            self.do(f"OpBranch %{next_}")
        self.begin(after)

    def loop(self, depth):
        head, body, onward, after = self.labels("head", "body", "onward", "after")
        counter = self.labels("counter")[0]
        before, count = self.label, self.random.randrange(1, 4)
        limit = self.random.choice([self.constant(count), self.new(f"OpUMod %uint {self.me} {self.constant(count)}")])
        self.do(f"OpBranch %{head}")
        self.begin(head)
        self.do(f"%{counter} = OpPhi %uint {self.constant(0)} %{before} %{counter}_next %{onward}")
        more = self.new(f"OpULessThan %bool %{counter} {limit}")
        self.do(f"OpLoopMerge %{after} %{onward} None")
        self.do(f"OpBranchConditional {more} %{body} %{after}")
        self.begin(body)
        self.statements(depth - 1, 2)
        self.do(f"OpBranch %{onward}")
        self.begin(onward)
        self.do(f"%{counter}_next = OpIAdd %uint %{counter} {self.constant(1)}")
        self.do(f"OpBranch %{head}")
        self.begin(after)

    def statements(self, depth, most):
        for _ in range(self.random.randrange(1, most + 1)):
            choice = self.random.randrange(7)
            if depth and choice == 0:
                self.branch(depth)
            elif depth and choice == 1:
                self.loop(depth)
            elif depth and choice == 2:
                self.switch(depth)
            else:
                self.store()

    def write(self):
        self.me, self.depth = "%argument", 1
        self.do("%called = OpFunction %uint None %callee")
        self.do("%argument = OpFunctionParameter %uint")
        self.do("%variable = OpFunctionParameter %function_uint")
        self.begin("called_entry")
        self.statements(1, 2)
        self.do(f"OpReturnValue {self.value(2)}")
        self.do("OpFunctionEnd")
        callee = "\n".join(self.lines).replace("%variable", "%pointer")
        self.lines, self.depth = [], 0
        self.do("%main = OpFunction %void None %none")
        self.begin("entry")
        self.do("%variable = OpVariable %function_uint Function")
        invocation = self.new("OpLoad %uint %local")
        place_of_group = self.new("OpLoad %v3 %group")
        place = self.new(f"OpIMul %uint {self.new(f'OpCompositeExtract %uint {place_of_group} 0')} {self.constant(4)}")
        self.me = self.new(f"OpIAdd %uint {invocation} {place}")
        for i in range(8):
            self.do(f"OpStore {self.new(f'OpAccessChain %private_uint %private {self.constant(i)}')} {self.random.choice([self.me, self.constant(i)])}")
        self.do(f"OpStore %variable {self.me}")
        for start in (0, 4):
            own = self.new(f"OpIAdd %uint {invocation} {self.constant(start)}")
            self.do(f"OpStore {self.new(f'OpAccessChain %shared_uint %shared {own}')} {self.me}")
        for _ in range(self.random.randrange(2, 4)):
            if self.random.randrange(4):
                self.do(f"OpControlBarrier {self.constant(2)} {self.constant(2)} {self.constant(264)}")
            self.statements(2, 4)
        self.do("OpReturn")
        self.do("OpFunctionEnd")
        used = sorted(self.constants | {0, 1, 2, 3, 4, 5, 8, 16})
        head = HEAD.format(constants="\n".join(f"%c{value} = OpConstant %uint {value}" for value in used),
                           major=self.random.choice(["ColMajor", "RowMajor"]), columns=2)
        return head + callee + "\n" + "\n".join(self.lines) + "\n"


def main(folder, count, seed):
    for number in range(int(seed), int(seed) + int(count)):
        pathlib.Path(folder, f"random-{number}.spvasm").write_text(Module(number).write())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
