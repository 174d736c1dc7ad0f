"""This module follows masks through the instructions and blocks of a pixel shader, until nothing changes."""
import itertools
import re

import masks
from masks import ALONE, ANY, HELD, OFF, ON, RUNNING, State

LOGIC = {
    "and": masks.bit_and, "or": masks.bit_or, "xor": masks.bit_xor,
    "andn2": lambda a, b: masks.bit_and(a, masks.bit_not(b)), "and_not1": lambda a, b: masks.bit_and(a, masks.bit_not(b)),
    "orn2": lambda a, b: masks.bit_or(a, masks.bit_not(b)), "or_not1": lambda a, b: masks.bit_or(a, masks.bit_not(b)),
    "nand": lambda a, b: masks.bit_not(masks.bit_and(a, b)), "nor": lambda a, b: masks.bit_not(masks.bit_or(a, b)),
    "xnor": lambda a, b: masks.bit_not(masks.bit_xor(a, b)),
}
LOGIC["andn1"] = LOGIC["and_not0"] = lambda a, b: masks.bit_and(masks.bit_not(a), b)
LOGIC["orn1"] = LOGIC["or_not0"] = lambda a, b: masks.bit_or(masks.bit_not(a), b)
SCALAR = re.compile(r"s_(%s)_b(32|64)$" % "|".join(sorted(LOGIC, key=len, reverse=True)))
SAVE = re.compile(r"s_(%s)_saveexec_b(32|64)$" % "|".join(sorted(LOGIC, key=len, reverse=True)))
WRITE_EXEC = re.compile(r"s_(%s)_wrexec_b(32|64)$" % "|".join(sorted(LOGIC, key=len, reverse=True)))
COMPARE = re.compile(r"v_cmp_")
COMPARE_EXEC = re.compile(r"v_cmpx_")
KEEPS_FIRST = re.compile(r"s_(cmp|cmpk|bitcmp|c?branch|wait|nop|sleep|endpgm|barrier|sendmsg$|setreg|clause|delay_alu|store|dcache|"
                         r"setprio|set_inst|inst_prefetch|ttrace|icache|code_end|round_mode|denorm_mode|version)")
ALSO_READS_FIRST = re.compile(r"(s_bitset|s_cmov|s_addk|s_mulk|s_cmovk|v_writelane|s_fmac|s_add_u32)")
CARRIES = re.compile(r"v_(add|sub|subrev)_co|v_div_scale|v_mad_(u64_u32|i64_i32|co)")
STORES = re.compile(r"(global|flat|buffer|tbuffer|image|scratch|ds)_(store|write|wb|inv|gl)|exp(ort)?$|s_|v_cmp")
SPILL = re.compile(r"v_(read|write)lane_b32$")
KEEPS_CONDITION = re.compile(r"(?!s_)|s_(implicit|mov|cselect|cmov|c?branch|load|buffer_load|wait|nop|delay_alu|clause|ff1|ff0|flbit|ctz|cls|clz|mul_i32|brev)")
TRUTHS = {("ne", "0"): True, ("eq", "1"): True, ("ne", "1"): False, ("eq", "0"): False}  # of a boolean in a vector register


class Program:
    def __init__(self, blocks, wave):
        self.blocks, self.wave = blocks, wave
        self.width = wave // 32
        self.live_in = {}
        self.find_liveness()

    # ---- registers ----

    def mask_name(self, registers):
        """The mask that the registers are, if there are as many as a mask has; pairs go by their first."""
        if len(registers) != self.width:
            return None
        if registers[0].startswith("exec"):
            return "exec"
        return registers[0] if registers[0].startswith(("s", "vcc", "ttmp")) else None

    def covers(self, name):
        """The registers of a mask."""
        if name == "exec":
            return {"exec_lo", "exec_hi"}
        if self.width == 1 or re.match(r"spill|v\d", name):
            return {name}
        if name == "vcc_lo":
            return {"vcc_lo", "vcc_hi"}
        match = re.match(r"(\D+)(\d+)$", name)
        return {name, "%s%d" % (match.group(1), int(match.group(2)) + 1)} if match else {name}

    def spill_name(self, instruction):
        """The lane of a vector register in which a scalar one is kept, with the scalar register."""
        vector, scalar, lane = ((0, 1, 2) if "write" in instruction.mnemonic else (1, 0, 2))
        if not instruction.operands[lane].isdigit():
            return None, []
        return "spill %s %s" % (instruction.operands[vector], instruction.operands[lane]), instruction.registers[scalar]

    def written(self, instruction):
        """Scalar registers, `exec` apart, and the vector registers that it writes."""
        m, registers = instruction.mnemonic, instruction.registers
        if COMPARE_EXEC.match(m):
            return {"exec_lo", "exec_hi"}, []
        found = set()
        if m.startswith("s_"):
            if registers and not KEEPS_FIRST.match(m):
                found.update(registers[0])
            if "saveexec" in m or "wrexec" in m:
                found.update(["exec_lo", "exec_hi"])
            return found, []
        if m == "v_readlane_b32" or m == "v_readfirstlane_b32" or COMPARE.match(m):
            return set(registers[0]), []
        if m.startswith("v_"):
            if CARRIES.match(m) and len(registers) > 1:
                found.update(registers[1])
            if m.startswith("v_swap"):
                return found, registers[0] + registers[1]
            return found, registers[0] if registers else []
        if STORES.match(m) or not registers:
            return found, []
        if "atomic" in m and not re.search(r"\b(glc|TH_ATOMIC_RETURN)|_rtn", instruction.text):
            return found, []
        return found, [register for register in registers[0] if register[0] == "v"]

    def read(self, instruction):
        """Scalar registers that it may read."""
        m, found = instruction.mnemonic, set()
        writes_first = not KEEPS_FIRST.match(m) if m.startswith("s_") else m.startswith(("v_cmp_", "v_read"))
        for i, registers in enumerate(instruction.registers):
            if i == 0 and writes_first and not ALSO_READS_FIRST.match(m):
                continue
            if i == 1 and CARRIES.match(m):
                continue
            found.update(registers)
        if "vccz" in m or "vccnz" in m or m.startswith("v_div_fmas"):
            found.update(["vcc_lo", "vcc_hi"])
        if m == "v_readlane_b32":
            found.add(self.spill_name(instruction)[0])
        return found

    def find_liveness(self):
        before = {block: set() for block in self.blocks}
        predecessors = {block: [] for block in self.blocks}
        summary = {}
        for block in self.blocks:
            for successor, _ in block.successors:
                predecessors[successor].append(block)
            uses, kills = set(), set()
            for instruction in block.instructions:
                uses |= self.read(instruction) - kills
                kills |= self.written(instruction)[0]
                if instruction.mnemonic == "v_writelane_b32":
                    kills.add(self.spill_name(instruction)[0])
            summary[block] = uses, kills
        todo = list(self.blocks)
        while todo:
            block = todo.pop()
            after = set().union(*(before[successor] for successor, _ in block.successors))
            uses, kills = summary[block]
            now = uses | (after - kills)
            if now != before[block]:
                before[block] = now
                todo += predecessors[block]
        self.live_in = before

    def enter(self, state, block):
        """The state with what the block, or one behind it, still reads."""
        wanted = self.live_in[block]
        return state.keep([name for name in (*state.names, *state.loose) if self.covers(name) & wanted])

    # ---- values ----

    def source(self, state, instruction, i):
        """A function of the row: the values of an operand; and whether it is a mask that is tracked."""
        operand = instruction.operands[i]
        if operand in ("0", "-1"):
            return (lambda row, value=(ON,) if operand == "-1" else (OFF,): value), True, False
        name = self.mask_name(instruction.registers[i])
        if name and state.has(name):
            return (lambda row: state.values(row, name)), True, name in state.lanes
        return (lambda row: ANY), False, False

    def clear(self, state, registers):
        if not registers:
            return state
        return state.without([name for name in (*state.names, *state.loose) if name != "exec" and self.covers(name) & registers])

    def step(self, state, instruction):
        """The state after the instruction."""
        m = instruction.mnemonic
        alone = state.alone if KEEPS_CONDITION.match(m) else self.condition(state, instruction)
        after = self.effect(state, instruction)
        if after.alone == alone:
            return after
        return State(after.names, after.rows, after.loose, after.lanes, after.stale, alone)

    def effect(self, state, instruction):
        m = instruction.mnemonic
        if COMPARE.match(m) or COMPARE_EXEC.match(m):
            return self.compare(state, instruction)
        if m.startswith(("v_cndmask_b32", "v_dual_cndmask_b32")):
            return self.boolean(state, instruction)
        if SPILL.match(m):
            return self.spill(state, instruction)
        scalars, vectors = self.written(instruction)
        if m.startswith("s_") and scalars:
            changed = self.scalar(state, instruction)
            if changed is not None:
                return changed
            if "exec_lo" in scalars:
                return self.clear(state, scalars).assign({"exec": lambda row: ANY}, True)
        spills = [name for name in (*state.names, *state.loose) if name in vectors or
                  name.startswith("spill") and name.split()[1] in vectors]
        return self.clear(state.without(spills), scalars)

    def put(self, state, instruction, changes, lanes):
        """Assigns; what else lay in the registers is gone."""
        scalars = self.written(instruction)[0]
        after = state.assign(changes, lanes)
        stale = [name for name in (*after.names, *after.loose)
                 if name not in changes and name != "exec" and self.covers(name) & scalars]
        return after.without(stale)

    def compare(self, state, instruction):
        truth = self.truth(state, instruction)

        def result(row):
            running = state.values(row, "exec")[0]
            return truth(row) if running == ON else ANY if running == ALONE else (running,)
        if COMPARE_EXEC.match(instruction.mnemonic):
            return state.assign({"exec": result}, True)
        name = self.mask_name(instruction.registers[0])
        return self.put(state, instruction, {name: result}, True) if name else self.clear(state, set(instruction.registers[0]))

    # ---- booleans in vector registers ----

    def boolean(self, state, instruction):
        """v_cndmask makes 0 or 1 of a mask, in the lanes that run."""
        name, (no, yes) = instruction.registers[0][0], instruction.operands[1:3]
        mask, known, _ = self.source(state, instruction, 3) if len(instruction.operands) > 3 else (None, False, False)
        if not known or (no, yes) not in (("0", "1"), ("0", "-1"), ("1", "0"), ("-1", "0")):
            return state.without([name])

        def values(row):
            if state.values(row, "exec")[0] not in RUNNING:
                return state.values(row, name)
            bits = {OFF if value == HELD else value for value in mask(row)}
            return bits if no == "0" else {masks.bit_not(value) for value in bits}
        return state.assign({name: values}, True)

    def truth(self, state, instruction):
        """A comparison's result where a lane runs: a function of the row."""
        match = re.match(r"v_cmpx?_(eq|ne)_[ui]32$", instruction.mnemonic)
        compared = instruction.operands[0 if COMPARE_EXEC.match(instruction.mnemonic) else 1:]
        for constant, register in (compared, compared[::-1]) if match and len(compared) == 2 else ():
            kept = TRUTHS.get((match.group(1), constant))
            if kept is not None and state.has(register):
                return lambda row: [value if kept else masks.bit_not(value) for value in state.values(row, register)]
        return lambda row: ANY

    def condition(self, state, instruction):
        """The condition code with which no live lane runs: it tells whether a mask of exactly those is empty."""
        match = re.match(r"s_cmp_(eq|lg)_u%d$" % self.wave, instruction.mnemonic)
        if not match or instruction.operands[1] != "0":
            return None
        name = self.mask_name(instruction.registers[0])
        if name not in state.names or name not in state.lanes:
            return None
        at = 1 + state.names.index(name)
        exact = all(row[at] == ON if row[0] and row[1] == ON else row[at] not in RUNNING for row in state.rows)
        return (match.group(1) == "eq") if exact else None

    # ---- scalar instructions ----

    def spill(self, state, instruction):
        place, registers = self.spill_name(instruction)
        if instruction.mnemonic.startswith("v_write"):
            if place and self.width == 1 and registers and state.has(registers[0]):
                return state.assign({place: lambda row: state.values(row, registers[0])}, registers[0] in state.lanes)
            return state.without([place]) if place else state
        if place and self.width == 1 and state.has(place):
            return self.put(state, instruction, {registers[0]: lambda row: state.values(row, place)}, place in state.lanes)
        return self.clear(state, set(registers))

    def scalar(self, state, instruction):
        """After a scalar instruction that computes masks; None if it does not, or nothing is known of what it reads."""
        m = instruction.mnemonic
        if m in ("s_mov_b64", "s_and_b64", "s_or_b64") and self.width == 1:
            return self.halves(state, instruction)
        if not m.endswith("_b%d" % self.wave):
            return None
        for pattern, form in ((SAVE, self.save), (WRITE_EXEC, self.save)):
            match = pattern.match(m)
            if match:
                return form(state, instruction, LOGIC[match.group(1)], pattern is WRITE_EXEC)
        target = self.mask_name(instruction.registers[0])
        if not target:
            return None
        match = SCALAR.match(m)
        if match:
            (a, a_known, a_lanes), (b, b_known, b_lanes) = self.source(state, instruction, 1), self.source(state, instruction, 2)
            logic = LOGIC[match.group(1)]
            if not (a_known or b_known) and target != "exec":
                return None
            return self.put(state, instruction, {target: lambda row: {logic(x, y) for x in a(row) for y in b(row)}},
                            a_lanes or b_lanes or target == "exec")
        if re.match(r"s_(mov|not|wqm|cselect|cmov)_b", m):
            return self.move(state, instruction, target)
        return None

    def move(self, state, instruction, target):
        m, sources = instruction.mnemonic, range(1, len(instruction.operands))
        if m.startswith("s_cmov"):
            sources = range(0, 2)
        given = [self.source(state, instruction, i) for i in sources]
        if not any(known for _, known, _ in given) and target != "exec":
            return None
        lanes = any(lane for _, _, lane in given) or target == "exec"
        values = lambda row: {value for value_of, _, _ in given for value in value_of(row)}
        if m.startswith("s_cselect") and state.alone is not None:
            values = lambda row: self.select(state, row, *[value_of(row) for value_of, _, _ in given])
            lanes = lanes or all(known for _, known, _ in given)  # else it chooses a number
        if m.startswith("s_not"):
            return self.put(state, instruction, {target: lambda row: {masks.bit_not(value) for value in values(row)}}, lanes)
        if m.startswith("s_wqm"):
            return self.put(state, instruction,
                            {target: lambda row: {one for value in values(row) for one in masks.bit_whole(value)}}, lanes)
        return self.put(state, instruction, {target: values}, lanes)

    @staticmethod
    def select(state, row, if_set, if_clear):
        """One of two, by whether no live lane runs."""
        alone, others = (if_set, if_clear) if state.alone else (if_clear, if_set)
        if row[0] and row[1] == ON:
            return set(others)
        return set(others) | {ALONE if value == ON and not row[0] else value for value in alone}

    def save(self, state, instruction, logic, only_result):
        """s_..._saveexec: the old mask is kept, the new one is computed of the operand and the old one."""
        target = self.mask_name(instruction.registers[0])
        source, _, _ = self.source(state, instruction, 1)
        old = lambda row: state.values(row, "exec")
        new = lambda row: {logic(x, y) for x in source(row) for y in old(row)}
        # the two are of one moment: both are assigned from the same row, but each choice of the new one on its own
        changes = {"exec": new}
        if target and target != "exec":
            changes[target] = old
        after = state.assign(changes, True)
        if only_result and target:
            at_exec, at = 1, 1 + after.names.index(target)
            rows = frozenset(row[:at] + (row[at_exec],) + row[at + 1:] for row in after.rows)
            after = State(after.names, rows, after.loose, after.lanes, after.stale)
        scalars = set(instruction.registers[0])
        return after.without([name for name in (*after.names, *after.loose)
                              if name not in changes and name != "exec" and self.covers(name) & scalars])

    def halves(self, state, instruction):
        """A ballot of 64 bits in a program whose masks have 32: its lower half is a mask."""
        combine = LOGIC.get(instruction.mnemonic[2:-4], lambda a: a)
        pairs, changes, lanes = instruction.registers[1:], {}, set()
        for half, target in enumerate(instruction.registers[0]):
            sources = [registers[half].replace("exec_lo", "exec") for registers in pairs if len(registers) == 2]
            if not any(state.has(source) for source in sources):
                continue
            given = [lambda row, source=source: state.values(row, source) for source in sources]
            changes[target] = lambda row, given=given: {combine(*bits) for bits in itertools.product(*(one(row) for one in given))}
            lanes |= {target} if state.lanes & set(sources) else set()
        after = self.clear(state.assign(changes, True), set(instruction.registers[0]) - set(changes))
        after.lanes = after.lanes - (set(changes) - lanes)
        return after

    # ---- lanes that stop being live ----

    def ends_here(self, block):
        """Whether the block ends all lanes: no memory is touched behind it."""
        return bool(block.last) and block.last.mnemonic == "s_endpgm" and all(
            re.match(r"(s_implicit_def|s_mov_b(32|64)|exp(ort)?|s_endpgm|s_nop|s_wait\w*|s_delay_alu)$", one.mnemonic) for one in block.instructions)

    def demotion(self, block):
        """Of a block that ends with a demotion: where the live mask is updated, and its name. LLVM ends the wave there if no lane
        is left; what stands between the two comes from before the demotion, so that lanes leave at the branch."""
        last = block.last
        if not last or last.mnemonic != "s_cbranch_scc0" or not any(taken and self.ends_here(to) for to, taken in block.successors):
            return None, None
        for at in range(len(block.instructions) - 2, -1, -1):
            instruction = block.instructions[at]
            if re.match(r"s_(andn2|and_not1)_b%d$" % self.wave, instruction.mnemonic):
                return at, self.mask_name(instruction.registers[0])
            if instruction.mnemonic.startswith("s_") and not re.match(r"s_(implicit|mov|nop|wait|delay|load|clause)", instruction.mnemonic):
                break
        return None, None

    def leaves_live(self, state, instruction):
        """Whether lanes leave the live mask here, and no other."""
        mask = self.source(state, instruction, 1)[0]
        return all(value == ON if row[0] else value != ON for row in state.rows for value in mask(row))

    def update(self, state, instruction):
        """The live mask is updated: what leaves it is held back from here on."""
        mask, gone = self.source(state, instruction, 1)[0], self.source(state, instruction, 2)[0]
        target = self.mask_name(instruction.registers[0])

        def values(row):
            for value in mask(row):
                for leaves in gone(row):
                    yield value if leaves != ON else HELD if value != OFF else OFF
        return self.put(state, instruction, {target: lambda row: set(values(row))}, True)

    @staticmethod
    def settle(state, name):
        """Lanes that are not in the live mask any more are not live."""
        if not state.has(name):
            state = state.assign({name: lambda row: ANY}, True)
        rows = {(row[0] and value == ON, *row[1:]) for row in state.rows for value in state.values(row, name)}
        loose = {mask: {False: values[False] | values[True], True: values[True]} for mask, values in state.loose.items()}
        return State(state.names, frozenset(rows), loose, state.lanes, state.stale)

    # ---- blocks ----

    def leave(self, state, block, successor, taken):
        """The state on an edge: branches on whole masks say something of each lane."""
        last = block.last
        m = last.mnemonic if last else ""
        for name, mask in (("exec", "exec"), ("vcc", "vcc_lo")):
            if m == "s_cbranch_%sz" % name and taken or m == "s_cbranch_%snz" % name and not taken:
                state = state.where(mask, ON)
        return self.enter(state, successor) if state.rows else None

    def solve(self, watch=None):
        """The state before each block that can be reached. `watch(state, block, at)` sees each instruction in the end."""
        before = {self.blocks[0]: State.first()}
        todo, order = [self.blocks[0]], {block: i for i, block in enumerate(self.blocks)}
        while todo:
            todo.sort(key=lambda block: -order[block])
            block = todo.pop()
            state = self.through(before[block], block)
            for successor, taken in block.successors:
                edge = self.leave(state, block, successor, taken)
                if edge is None:
                    continue
                joined = masks.join(before.get(successor), edge)
                if successor not in before or not joined.same(before[successor]):
                    before[successor] = joined
                    if successor not in todo:
                        todo.append(successor)
        if watch:
            for block in self.blocks:
                if block in before:
                    self.through(before[block], block, watch)
        return before

    def through(self, state, block, watch=None):
        demotes_at, live = self.demotion(block)
        for at, instruction in enumerate(block.instructions):
            if watch:
                watch(state, block, at)
            if at == demotes_at:
                state = self.update(state, instruction)
            elif demotes_at is not None and instruction is block.last:
                state = self.settle(state, live)
            else:
                state = self.wear(state, self.step(state, instruction), instruction)
        return state

    # ---- vector registers whose helpers were left behind ----

    def wear(self, before, after, instruction):
        """Vector registers are stale that were written while helpers were held back, and those computed of them. What an atomic
        returns to a helper is undefined anyway."""
        vectors = self.written(instruction)[1]
        if not vectors:
            return after
        sources = {register for i, registers in enumerate(instruction.registers) if i for register in registers}
        held = HELD in before.of_helpers()
        bad = "atomic" not in instruction.mnemonic and (held or sources & before.stale)
        stale = after.stale | set(vectors) if bad else after.stale - set(vectors)
        return State(after.names, after.rows, after.loose, after.lanes, stale, after.alone)
