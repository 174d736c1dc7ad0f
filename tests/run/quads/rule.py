"""The rule of the quad, read in machine code: lanes that are not live leave no trace, and quads are whole where they are read.

    rule.py [--wave64] [--maximal] STEM...

Prints a line for each instruction that breaks the rule, and the number of instructions that guards cost.

- A lane that is not live (a helper, or one that was demoted) writes no memory and exports nothing.
- It is in no number that is made of a mask (a ballot, a count, a lane to read from), in no vote, and is not the first lane; unless
  the shader asks for maximal reconvergence.
- An instruction that reads the other lanes of a quad runs with the quad's helpers, and so did those that computed its operands."""
import argparse
import re
import sys

from assembly import read_function
from flow import CARRIES, Program
from masks import HELD, ON, RUNNING

WRITES = re.compile(r"(global|flat|buffer|tbuffer|image)_(store|atomic)|image_bvh_store|ds_(add|sub|inc|dec|ordered|append|consume)")
# the sampler compares coordinates of a quad's four lanes, also of those that do not run
COMPARES_QUAD = re.compile(r"image_(sample(?!\w*_(l|lz|d|cd)(_|$))|get_lod|gather4(?!\w*_(l|lz)(_|$)))")
READS_QUAD = re.compile(r".*(quad_perm:|swizzle\(QUAD_PERM)|(lds|ds)_param_load")
EXPORT = re.compile(r"exp(ort)?$")
MASK_ONLY = re.compile(r"s_(\w+_(saveexec|wrexec)|and|or|xor|andn2|and_not1|orn2|or_not1|nand|nor|xnor|not|mov|cmov|wqm|cselect|"
                       r"andn1|and_not0|orn1|or_not0)_b(32|64)$")
FIRST_LANE = re.compile(r"(%[-\w.$]+) = [^\n]*@llvm\.amdgcn\.readfirstlane")
FROM_CONSTANT = re.compile(r"(getelementptr|load) .*ptr addrspace\(4\) ")
INTO_INDEX = re.compile(r"\s*(%[-\w.$]+) = (?:bitcast|sext|zext|add|mul|shl|or) ")
VOTE = re.compile(r"s_cbranch_vccn?z$")


class Report:
    def __init__(self):
        self.findings, self.into, self.out_of, self.skips = [], 0, 0, 0
        self.instructions, self.writes, self.demotions, self.most_rows = 0, 0, 0, 0
        self.guarded = []  # for each guard the line of its instruction, those of writes, that of its end or None

    @property
    def cost(self):
        return self.into + self.out_of + self.skips


def only_indexes(ir, name):
    """Whether the value does nothing but choose among what lies in constant memory."""
    for line in ir.split("\n"):
        _, equals, used = line.partition(" = ")
        if not re.search(r"%s(?![-\w.$])" % re.escape(name), used if equals else line):
            continue
        into = INTO_INDEX.match(line)
        if not (into and only_indexes(ir, into.group(1))) and not FROM_CONSTANT.match(used):
            return False
    return True


class Asked:
    """The optimized IR tells a vote from a branch on a value that all lanes share, and a lane that the shader reads from a loop over
    the values that lanes have, and from the index of a descriptor, which is the same in all lanes (SPIR-V, "Dynamically Uniform")."""

    def __init__(self, ir="", maximal=False):
        self.counts_lanes = not maximal
        self.votes = self.counts_lanes and "@llvm.amdgcn.ballot" in ir
        self.reads_first = self.counts_lanes and not all(only_indexes(ir, name) for name in FIRST_LANE.findall(ir))
        self.demotes = bool(re.search(r"call void @llvm\.amdgcn\.(kill|wqm\.demote)\(", ir))


class Rule:
    def __init__(self, program, asked):
        self.program, self.asked, self.report = program, asked, Report()

    def find(self, instruction, what):
        self.report.findings.append("%s: %r" % (what, instruction))

    def watch(self, state, block, at):
        instruction, report = block.instructions[at], self.report
        m, helpers = instruction.mnemonic, state.of_helpers()
        report.instructions += not m.startswith(("s_delay_alu", "s_nop", "s_clause", "s_implicit_def"))
        report.most_rows = max(report.most_rows, len(state.rows))
        self.count_guards(state, block, at)
        if at == self.program.demotion(block)[0]:
            report.demotions += 1
            if not self.program.leaves_live(state, instruction):
                self.find(instruction, "lanes leave a mask that is not the live one")
        if WRITES.match(m):
            report.writes += 1
            if helpers & set(RUNNING):
                self.find(instruction, "lanes that are not live write memory")
        if EXPORT.match(m) and not instruction.operands[0].startswith(("null", "prim")) and helpers & set(RUNNING):
            self.find(instruction, "lanes that are not live are exported")
        if m.startswith("s_swappc"):
            self.find(instruction, "a call, which is not followed")
        self.read_quad(state, instruction, helpers)
        if self.asked.counts_lanes:
            self.use_as_number(state, instruction)
        if self.asked.votes and VOTE.match(m) and "vcc_lo" in state.lanes and ON in state.of_helpers("vcc_lo"):
            self.find(instruction, "lanes that are not live vote")
        if self.asked.reads_first and m == "v_readfirstlane_b32" and ON in helpers and not self.tries_values(block, at):
            self.find(instruction, "a lane that is not live may be the first")

    def read_quad(self, state, instruction, helpers):
        reads = READS_QUAD.match(instruction.text)
        if not reads and not COMPARES_QUAD.match(instruction.mnemonic):
            return
        if reads and HELD in helpers:
            self.find(instruction, "a quad is read without its helpers")
        if any(register in state.stale for registers in instruction.registers[1:2] for register in registers):
            self.find(instruction, "a quad is read whose helpers did not compute it")

    def use_as_number(self, state, instruction):
        """A mask with a bit for each lane is read by something that makes a number of it."""
        m = instruction.mnemonic
        if MASK_ONLY.match(m) or m.startswith(("s_cbranch", "v_writelane", "v_readlane")):
            return
        registers = instruction.registers
        first = 0 if re.match(r"s_(cmp|bitcmp|store)|global_|flat_|buffer_|image_|exp", m) else 1
        last = len(registers) - 1 if re.match(r"v_(cndmask|dual_cndmask|add_co_ci|sub_co_ci|subrev_co_ci|div_fmas)", m) else len(registers)
        for operand in registers[first + bool(CARRIES.match(m)):last]:
            name = {"exec_lo": "exec"}.get(operand[0], operand[0]) if operand else None
            if name and name[0] != "v" or name == "vcc_lo":
                used = name in state.lanes and state.has(name)
            else:
                used = False  # a boolean in a vector register is the lane's own
            if used and ON in state.of_helpers(name):
                self.find(instruction, "lanes that are not live are in a number")
                return

    def tries_values(self, block, at):
        """Whether the value is compared with that of each lane, in a loop that takes one value after the other."""
        wanted = set(block.instructions[at].registers[0])
        compared = any(re.match(r"v_cmpx?_eq", one.mnemonic) and wanted & {name for names in one.registers for name in names}
                       for one in block.instructions[at + 1:])
        return compared and any(other.last and other.last.mnemonic == "s_cbranch_execnz" and (block, True) in other.successors
                                for other in self.program.blocks)

    def count_guards(self, state, block, at):
        """Into what live lanes alone execute, and back; a branch behind it that skips the rest."""
        instruction, guarded = block.instructions[at], self.report.guarded
        open_here = bool(guarded) and guarded[-1][2] is None
        exports = EXPORT.match(instruction.mnemonic) and "off, off, off, off" not in instruction.text
        if (WRITES.match(instruction.mnemonic) or exports) and open_here:
            guarded[-1][1].append(instruction.line)
        if "exec_lo" not in self.program.written(instruction)[0]:
            return
        before, now = state.of_helpers(), self.program.step(state, instruction).of_helpers()
        if ON in before and ON not in now and HELD in now:
            self.report.into += 1
            following = block.instructions[at + 1:at + 2]
            self.report.skips += bool(following) and following[0].mnemonic == "s_cbranch_execz"
            guarded.append([instruction.line, [], None])
        if ON not in before and HELD in before and ON in now:
            self.report.out_of += 1
            if open_here:
                guarded[-1][2] = instruction.line


def judge(text, wave=32, asked=None):
    asked = asked or Asked()
    program = Program(read_function(text), wave)
    rule = Rule(program, asked)
    program.solve(rule.watch)
    rule.report.guarded = [guard for guard in rule.report.guarded if guard[1]]
    if asked.demotes and not rule.report.demotions:
        rule.report.findings.append("no demotion is recognized")
    return rule.report


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--wave64", action="store_true")
    parser.add_argument("--maximal", action="store_true")
    parser.add_argument("stems", nargs="+", help="STEM.s is judged, as STEM.ll asks for it")
    arguments = parser.parse_args()
    found = 0
    for stem in arguments.stems:
        with open(stem + ".s", encoding="utf-8") as file, open(stem + ".ll", encoding="utf-8") as ir:
            report = judge(file.read(), 64 if arguments.wave64 else 32, Asked(ir.read(), arguments.maximal))
        found += len(report.findings)
        for finding in report.findings:
            print("%s: %s" % (stem, finding))
        print("%s: %d instructions, %d writes, %d demotions, guards: %d in, %d out, %d branches; at most %d combinations" % (
            stem, report.instructions, report.writes, report.demotions, report.into, report.out_of, report.skips, report.most_rows))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
