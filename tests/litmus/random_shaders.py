#!/usr/bin/env python3
"""Random small compute shaders, as SPIR-V assembly of the Vulkan memory model, and what litmus and race say about them.

    random_shaders.py write FOLDER COUNT SEED    FOLDER/SEED-0.spvasm, ...: a role for each invocation, one code for all; messages and
                                                 phases that are right, or wrong in one thing
    random_shaders.py compare LITMUS.json RACE.json [--show]    exit status 1 if race has a race, or another fault, that litmus excludes
    random_shaders.py lost BEFORE.json RACE.json                exit status 1 if a module has no race any more
"""

import json
import pathlib
import random
import sys

DEVICE, WORKGROUP, SUBGROUP, QUEUE_FAMILY = 1, 2, 3, 5
ACQUIRE, RELEASE, ACQUIRE_RELEASE = 0x2, 0x4, 0x8
UNIFORM, SHARED = 0x40, 0x100
AVAILABLE, VISIBLE = 0x2000, 0x4000
POINTER_AVAILABLE, POINTER_VISIBLE, NONPRIVATE = 0x8, 0x10, 0x20
LENGTH = 4 # of an array

HEAD = """; @Config: {subgroup}, {subgroups}, {groups}
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability GroupNonUniform
OpCapability GroupNonUniformBallot
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %group %local %subgroup_lane %data %flags %shared %shared_flag
OpExecutionMode %main LocalSize {local} 1 1
OpDecorate %group BuiltIn WorkgroupId
OpDecorate %local BuiltIn LocalInvocationIndex
OpDecorate %subgroup_lane BuiltIn SubgroupLocalInvocationId
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
OpDecorate %flags DescriptorSet 0
OpDecorate %flags Binding 1
OpDecorate %data_block Block
OpMemberDecorate %data_block 0 Offset 0
OpMemberDecorate %data_block 1 Offset 16
OpDecorate %flag_block Block
OpMemberDecorate %flag_block 0 Offset 0
OpDecorate %row ArrayStride 4
%void = OpTypeVoid
%none = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%vector = OpTypeVector %uint 3
%pair = OpTypeVector %uint 2
{constants}
%row = OpTypeArray %uint %c{length}
%shared_row = OpTypeArray %uint %c{length}
%data_block = OpTypeStruct %row %pair
%flag_block = OpTypeStruct %row
%data_ptr = OpTypePointer StorageBuffer %data_block
%flag_ptr = OpTypePointer StorageBuffer %flag_block
%shared_ptr = OpTypePointer Workgroup %shared_row
%buffer_uint = OpTypePointer StorageBuffer %uint
%buffer_pair = OpTypePointer StorageBuffer %pair
%shared_uint = OpTypePointer Workgroup %uint
%input_vector = OpTypePointer Input %vector
%input_uint = OpTypePointer Input %uint
%own_uint = OpTypePointer Function %uint
%group = OpVariable %input_vector Input
%local = OpVariable %input_uint Input
%subgroup_lane = OpVariable %input_uint Input
%data = OpVariable %data_ptr StorageBuffer
%flags = OpVariable %flag_ptr StorageBuffer
%shared = OpVariable %shared_ptr Workgroup
%shared_flag = OpVariable %shared_uint Workgroup
"""


class Shader:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.ids, self.constants, self.variables = [], 0, set(), []
        self.subgroup, self.subgroups, self.groups = self.random.choice(
            [(1, 1, 2), (1, 1, 2), (1, 2, 1), (1, 2, 1), (2, 1, 1), (1, 3, 1), (1, 1, 3), (2, 1, 2), (1, 2, 2)])
        self.size = self.subgroup * self.subgroups
        self.count = self.size * self.groups
        self.data_shared = self.groups == 1 and self.random.random() < 0.5
        self.flag_shared = self.groups == 1 and self.random.random() < 0.4
        self.left = 9 if self.count < 4 else 8 # accesses of all invocations

    # ---- words ----

    def constant(self, value):
        self.constants.add(value)
        return f"%c{value}"

    def new(self, text):
        self.ids += 1
        self.lines.append(f"%v{self.ids} = {text}")
        return f"%v{self.ids}"

    def put(self, text):
        self.lines.append(text)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def scope(self):
        return DEVICE if not self.chance(3) else self.random.choice([WORKGROUP, QUEUE_FAMILY, SUBGROUP, WORKGROUP])

    def classes(self):
        if self.chance(6):
            return self.random.choice([UNIFORM, SHARED, UNIFORM | SHARED])
        return (SHARED if self.data_shared else UNIFORM) | (SHARED if self.flag_shared else UNIFORM)

    def semantics(self, order):
        bits = order | self.classes()
        if order & (RELEASE | ACQUIRE_RELEASE) and not self.chance(3):
            bits |= AVAILABLE
        if order & (ACQUIRE | ACQUIRE_RELEASE) and not self.chance(3):
            bits |= VISIBLE
        return bits

    # ---- accesses ----

    def index(self):
        """Of an array: a number, one's own, or the neighbour's."""
        which = self.random.randrange(4)
        if which < 2:
            return self.constant(self.random.randrange(2))
        if which == 2:
            return "%me"
        return self.new(f"OpUMod %uint {self.new('OpIAdd %uint %me ' + self.constant(1))} {self.constant(self.count)}")

    def data_pointer(self):
        index = self.index()
        if self.data_shared:
            return self.new(f"OpAccessChain %shared_uint %shared {index}")
        return self.new(f"OpAccessChain %buffer_uint %data {self.constant(0)} {index}")

    def flag_pointer(self):
        if self.flag_shared:
            return "%shared_flag"
        return self.new(f"OpAccessChain %buffer_uint %flags {self.constant(0)} {self.constant(0 if not self.chance(4) else 1)}")

    def access(self, write):
        """The memory operands of a plain access."""
        if self.chance(12):
            return ""
        if not self.chance(3):
            return "NonPrivatePointer"
        kind = "MakePointerAvailable|NonPrivatePointer" if write else "MakePointerVisible|NonPrivatePointer"
        return f"{kind} {self.constant(self.scope())}"

    def plain(self):
        if not self.data_shared and self.chance(8): # two components at once
            pointer = self.new(f"OpAccessChain %buffer_pair %data {self.constant(1)}")
            if self.chance(2):
                value = self.new(f"OpCompositeConstruct %pair {self.constant(1)} %me")
                self.put(f"OpStore {pointer} {value} {self.access(True)}")
                return None
            pair = self.new(f"OpLoad %pair {pointer} {self.access(False)}")
            return self.new(f"OpCompositeExtract %uint {pair} {self.random.randrange(2)}")
        if not self.data_shared and self.chance(8):
            pointer = self.new(f"OpAccessChain %buffer_uint %data {self.constant(1)} {self.constant(self.random.randrange(2))}")
        else:
            pointer = self.data_pointer()
        if self.chance(2):
            self.put(f"OpStore {pointer} {self.constant(1 + self.random.randrange(2))} {self.access(True)}")
            return None
        return self.new(f"OpLoad %uint {pointer} {self.access(False)}")

    def atomic(self):
        pointer, scope = self.flag_pointer(), self.constant(self.scope())
        ordered = not self.chance(4)
        which = self.random.randrange(6)
        if which < 2:
            semantics = self.semantics(RELEASE) if ordered else 0
            self.put(f"OpAtomicStore {pointer} {scope} {self.constant(semantics)} {self.constant(1 + self.random.randrange(2))}")
            return None
        if which < 4:
            semantics = self.semantics(ACQUIRE) if ordered else 0
            return self.new(f"OpAtomicLoad %uint {pointer} {scope} {self.constant(semantics)}")
        semantics = self.constant(self.semantics(ACQUIRE_RELEASE) if ordered else 0)
        if which == 4:
            return self.new(f"OpAtomicIAdd %uint {pointer} {scope} {semantics} {self.constant(1)}")
        unequal = self.constant(0)
        return self.new(f"OpAtomicCompareExchange %uint {pointer} {scope} {semantics} {unequal} {self.constant(1)} {self.constant(0)}")

    def fence(self):
        order = self.random.choice([RELEASE, ACQUIRE, ACQUIRE_RELEASE])
        self.put(f"OpMemoryBarrier {self.constant(self.scope())} {self.constant(self.semantics(order))}")

    def barrier(self):
        semantics = self.semantics(ACQUIRE_RELEASE) if not self.chance(8) else 0
        scope = self.constant(self.scope() if semantics else WORKGROUP)
        self.put(f"OpControlBarrier {self.constant(WORKGROUP)} {scope} {self.constant(semantics)}")

    # ---- control flow ----

    def inside(self, condition, body):
        then, end = self.label(), self.label()
        self.put(f"OpSelectionMerge {end} None")
        self.put(f"OpBranchConditional {condition} {then} {end}")
        self.put(f"{then} = OpLabel")
        body()
        self.put(f"OpBranch {end}")
        self.put(f"{end} = OpLabel")

    def wait(self):
        """Goes round until the flag is set."""
        head, body, go_on, end = (self.label() for _ in range(4))
        self.put(f"OpBranch {head}")
        self.put(f"{head} = OpLabel")
        semantics = self.constant(self.semantics(ACQUIRE) if not self.chance(4) else 0)
        pointer = "%shared_flag" if self.flag_shared else "%first_flag"
        value = self.new(f"OpAtomicLoad %uint {pointer} {self.constant(DEVICE)} {semantics}")
        unset = self.new(f"OpIEqual %bool {value} {self.constant(0)}")
        self.put(f"OpLoopMerge {end} {go_on} None")
        self.put(f"OpBranchConditional {unset} {body} {end}")
        self.put(f"{body} = OpLabel")
        self.put(f"OpBranch {go_on}")
        self.put(f"{go_on} = OpLabel")
        self.put(f"OpBranch {head}")
        self.put(f"{end} = OpLabel")

    def label(self):
        self.ids += 1
        return f"%l{self.ids}"

    def repeat(self, times, body):
        """A loop that counts in a variable of its own."""
        self.ids += 1
        counter = f"%n{self.ids}"
        self.variables.append(f"{counter} = OpVariable %own_uint Function")
        head, test, inner, go_on, end = (self.label() for _ in range(5))
        self.put(f"OpStore {counter} {self.constant(0)}")
        self.put(f"OpBranch {head}")
        self.put(f"{head} = OpLabel")
        self.put(f"OpLoopMerge {end} {go_on} None")
        self.put(f"OpBranch {test}")
        self.put(f"{test} = OpLabel")
        value = self.new(f"OpLoad %uint {counter}")
        less = self.new(f"OpULessThan %bool {value} {self.constant(times)}")
        self.put(f"OpBranchConditional {less} {inner} {end}")
        self.put(f"{inner} = OpLabel")
        body()
        self.put(f"OpBranch {go_on}")
        self.put(f"{go_on} = OpLabel")
        self.put(f"OpStore {counter} {self.new('OpIAdd %uint ' + value + ' ' + self.constant(1))}")
        self.put(f"OpBranch {head}")
        self.put(f"{end} = OpLabel")

    def statements(self, count, weight):
        """Some accesses; what is behind a read is often done only if it has seen something. Each is done `weight` times."""
        while count > 0 and self.left >= weight:
            count -= 1
            self.left -= weight
            what = self.random.randrange(10)
            if what == 0 and self.chance(8):
                self.barrier() # which perhaps not all come to
                continue
            if what == 0 and weight == 1 and self.chance(4):
                self.wait()
                continue
            if what == 0:
                self.fence()
                continue
            value = self.plain() if what < 5 else self.atomic()
            if value and count and not self.chance(3):
                condition = self.new(f"OpINotEqual %bool {value} {self.constant(0)}")
                self.inside(condition, lambda: self.statements(count, weight))
                return
            if value and self.chance(4) and self.left >= weight: # a number from another invocation chooses the element
                self.left -= weight
                index = self.new(f"OpUMod %uint {value} {self.constant(LENGTH)}")
                if self.chance(6): # beyond the array, and what is behind it, if the number is not 0
                    index = self.new(f"OpIMul %uint {index} {self.constant(LENGTH + 2)}")
                chain = f"%shared_uint %shared {index}" if self.data_shared else f"%buffer_uint %data {self.constant(0)} {index}"
                self.put(f"OpStore {self.new('OpAccessChain ' + chain)} {self.constant(1)} {self.access(True)}")

    def clear_shared(self):
        """Shared memory is undefined at first: one invocation writes it, and a barrier follows."""
        if not (self.data_shared or self.flag_shared):
            return
        first = self.new(f"OpIEqual %bool %me {self.constant(0)}")

        def body():
            for i in range(LENGTH if self.data_shared else 0):
                pointer = self.new(f"OpAccessChain %shared_uint %shared {self.constant(i)}")
                self.put(f"OpStore {pointer} {self.constant(0)} NonPrivatePointer")
            if self.flag_shared:
                self.put(f"OpStore %shared_flag {self.constant(0)} NonPrivatePointer")
        self.inside(first, body)
        semantics = ACQUIRE_RELEASE | SHARED | AVAILABLE | VISIBLE
        self.put(f"OpControlBarrier {self.constant(WORKGROUP)} {self.constant(WORKGROUP)} {self.constant(semantics)}")

    def roles(self):
        """Each invocation does something of its own; perhaps a barrier for all of a workgroup, and more."""
        for _ in range(self.random.choice([1, 1, 2])):
            for number in range(self.count):
                mine = self.new(f"OpIEqual %bool %me {self.constant(number)}")
                self.inside(mine, lambda: self.statements(1 + self.random.randrange(3), 1))
            if self.chance(2):
                self.barrier()

    def one_code(self):
        """All do the same, in phases, perhaps in a loop."""
        for _ in range(2 + self.random.randrange(2)):
            if self.chance(6) and self.left >= 2 * self.count:
                self.repeat(2, lambda: self.statements(1, 2 * self.count))
            elif self.chance(6) and self.subgroup > 1:
                self.new(f"OpGroupNonUniformBroadcastFirst %uint {self.constant(SUBGROUP)} %me")
            else:
                self.statements(1 + self.random.randrange(2), self.count)
            if self.left >= self.count and not self.chance(3):
                self.barrier()

    # ---- messages: right, but for one thing at most ----

    def right(self, good, bad):
        """The one, or where the mistake is the other."""
        self.choices += 1
        return bad if self.choices == self.mistake else good

    def reach(self):
        """A scope that has all invocations, or that has not."""
        good = self.random.choice([DEVICE, QUEUE_FAMILY] + [WORKGROUP] * (self.groups == 1))
        return self.right(good, SUBGROUP if self.groups == 1 else self.random.choice([WORKGROUP, SUBGROUP]))

    def order(self, direction, made):
        """The semantics of one side of a message: release with MakeAvailable, or acquire with MakeVisible."""
        bits = direction | (SHARED if self.data_shared else UNIFORM)
        bits = self.right(bits, direction | (UNIFORM if self.data_shared else SHARED))
        if self.flag_shared != self.data_shared: # what a fence orders has the class of the flag too
            bits |= SHARED if self.flag_shared else UNIFORM
        return bits | self.right(0 if self.by_access else made, 0)

    def payload(self, write, index):
        operands = "NonPrivatePointer"
        if self.by_access:
            operands = f"{'MakePointerAvailable' if write else 'MakePointerVisible'}|NonPrivatePointer {self.constant(self.reach())}"
        operands = self.right(operands, "")
        chain = f"%shared_uint %shared {index}" if self.data_shared else f"%buffer_uint %data {self.constant(0)} {index}"
        pointer = self.new("OpAccessChain " + chain)
        if write:
            self.put(f"OpStore {pointer} {self.constant(1)} {operands}")
        else:
            self.new(f"OpLoad %uint {pointer} {operands}")

    def flag_of(self, number):
        return "%shared_flag" if self.flag_shared else self.new(f"OpAccessChain %buffer_uint %flags {self.constant(0)} {self.constant(number)}")

    def publish(self, number, value):
        pointer, semantics, scope = self.flag_of(number), self.order(RELEASE, AVAILABLE), self.reach()
        if self.chance(3):
            self.put(f"OpMemoryBarrier {self.constant(scope)} {self.constant(semantics)}")
            semantics = 0
        semantics = self.constant(self.right(semantics, 0))
        if self.chance(3):
            self.new(f"OpAtomicExchange %uint {pointer} {self.constant(scope)} {semantics} {self.constant(value)}")
        else:
            self.put(f"OpAtomicStore {pointer} {self.constant(scope)} {semantics} {self.constant(value)}")

    def receive(self, number, value, body):
        pointer, semantics, scope = self.flag_of(number), self.order(ACQUIRE, VISIBLE), self.reach()
        fence = self.chance(3)
        own = self.constant(self.right(0 if fence else semantics, 0))
        if self.chance(4):
            seen = self.new(f"OpAtomicIAdd %uint {pointer} {self.constant(scope)} {own} {self.constant(0)}")
        else:
            seen = self.new(f"OpAtomicLoad %uint {pointer} {self.constant(scope)} {own}")

        def inner():
            if fence and self.right(True, False):
                self.put(f"OpMemoryBarrier {self.constant(scope)} {self.constant(semantics)}")
            body()
        self.inside(self.new(f"OpIEqual %bool {seen} {self.constant(value)}"), inner)

    def only(self, number, body):
        self.inside(self.new(f"OpIEqual %bool %me {self.constant(number)}"), body)

    def messages(self):
        """The first invocation writes and says so; the second reads, or writes, and perhaps says so to the third."""
        self.choices, self.mistake = 0, self.random.randrange(1, 24) # some are not reached: then there is no mistake
        self.by_access = self.chance(3)
        element, last = self.constant(self.random.randrange(2)), self.chance(2)
        more = self.count > 2 and not self.chance(3)

        def send():
            self.payload(True, element)
            self.publish(0, 1)

        def take():
            self.payload(last, element)
            if more:
                self.publish(0 if self.flag_shared else 1, 2)
        self.only(0, send)
        self.only(1, lambda: self.receive(0, 1, take))
        if more:
            self.only(2, lambda: self.receive(0 if self.flag_shared else 1, 2, lambda: self.payload(self.chance(2), element)))

    def phases(self):
        """Each invocation writes an element of its own; behind a barrier its neighbour reads it."""
        self.choices, self.mistake, self.by_access = 0, self.random.randrange(1, 16), self.chance(3)
        neighbour = self.new(f"OpUMod %uint {self.new('OpIAdd %uint %in_group ' + self.constant(1))} {self.constant(self.size)}")
        for phase in range(2):
            self.payload(True, "%in_group" if phase == 0 else neighbour)
            semantics = self.order(ACQUIRE_RELEASE, AVAILABLE | VISIBLE)
            semantics = self.constant(self.right(semantics, 0))
            scope = self.constant(self.right(WORKGROUP, SUBGROUP))
            if self.right(True, False):
                self.put(f"OpControlBarrier {self.constant(WORKGROUP)} {scope} {semantics}")
            self.payload(False, neighbour if phase == 0 else "%in_group")
            if phase == 0 and self.right(True, False):
                self.put(f"OpControlBarrier {self.constant(WORKGROUP)} {scope} {semantics}")

    def text(self):
        form = self.random.randrange(4)
        if form == 0:
            while self.count < 2:
                self.subgroup, self.size, self.count = 2, 2, 2 * self.groups
        if form == 1 and self.groups > 1:
            self.groups, self.count = 1, self.size
        self.clear_shared()
        if form == 0:
            self.messages()
        elif form == 1:
            self.phases()
        elif form == 2:
            self.roles()
        else:
            self.left += self.count
            self.one_code()
        body, self.lines = self.lines, []
        self.put("%main = OpFunction %void None %none")
        self.put("%entry = OpLabel")
        self.lines += self.variables
        self.put("%where = OpLoad %vector %group")
        self.put("%in_group = OpLoad %uint %local")
        self.put("%number = OpCompositeExtract %uint %where 0")
        self.put(f"%before = OpIMul %uint %number {self.constant(self.size)}")
        self.put("%me = OpIAdd %uint %before %in_group")
        self.put(f"%first_flag = OpAccessChain %buffer_uint %flags {self.constant(0)} {self.constant(0)}")
        constants = self.constants | {LENGTH}
        head = HEAD.format(subgroup=self.subgroup, subgroups=self.subgroups, groups=self.groups, local=self.size, length=LENGTH,
                           constants="\n".join(f"%c{value} = OpConstant %uint {value}" for value in sorted(constants)))
        return head + "\n".join(self.lines + body + ["OpReturn", "OpFunctionEnd"]) + "\n"


def write(folder, count, seed):
    for number in range(int(count)):
        text = Shader(f"{seed}-{number}").text()
        (pathlib.Path(folder) / f"{seed}-{number}.spvasm").write_text(text)


# ---- what was said ----

# what race calls a fault, and litmus
FAULTS = {"an access out of bounds": {"out-of-bounds"}, "divergent barrier": {"divergent-barrier"}, "endless loop": {"endless-loop", "deadlock"}}


def faults_of(runs):
    """The faults of runs, as sets of which litmus must have one."""
    names = {run["fault"].split(":")[0].split(",")[0] for run in runs if run["fault"]}
    return {name: FAULTS.get(name, {"undefined-behaviour"}) for name in names}


def compare(all_runs, one_run, show):
    answers = {answer["file"]: answer for answer in json.load(open(all_runs))}
    runs = {}
    for answer in json.load(open(one_run)):
        runs.setdefault(answer["file"], []).append(answer)
    counts = dict.fromkeys(("compared", "racy", "found", "faulty", "unknown", "mixed", "missed"), 0)
    wrong = []
    for file, answer in answers.items():
        here = runs.get(file, [])
        found, mixed = any(run["race"] for run in here), not here or any(run["race"] is None for run in here)
        faults = faults_of(here)
        said = {finding["fault"] for finding in answer.get("findings", [])} # none: no time to begin
        known = answer["race"] is not None and answer["race"] != "unknown" and "unknown" not in said
        counts["compared"] += 1
        counts["mixed"] += mixed
        counts["unknown"] += not known
        counts["racy"] += answer["race"] is True
        counts["found"] += answer["race"] is True and found
        counts["faulty"] += bool(faults)
        if known and found and answer["race"] is False:
            wrong.append((file, "a race"))
        # beyond a race litmus need not look
        wrong += [(file, name) for name, names in faults.items() if known and not names & said and not answer["race"]]
        missed = answer["race"] is True and not found and not mixed
        counts["missed"] += missed
        if show and missed:
            print(f"{file}: not found")
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    for file, what in wrong:
        print(f"FAIL: {file}: {what}, which litmus excludes")
    return 1 if wrong else 0


def lost(before, now):
    racy = [{run["file"] for run in json.load(open(path)) if run["race"]} for path in (before, now)]
    return 1 if racy[0] - racy[1] else 0


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(*sys.argv[2:5])
    elif sys.argv[1] == "lost":
        sys.exit(lost(*sys.argv[2:4]))
    else:
        sys.exit(compare(sys.argv[2], sys.argv[3], "--show" in sys.argv))
