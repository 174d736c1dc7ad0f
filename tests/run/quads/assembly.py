"""Assembly of one function for AMD's processors: instructions with their registers, blocks, and where control goes."""
import re

REGISTER = re.compile(r"^[-|]*(?:(s|v|ttmp)(\d+)|(s|v|ttmp)\[(\d+):(\d+)\]|(vcc|exec)(_lo|_hi)?|(m0|scc|null))\|?(?:\.[lh])?$")
FORMS = re.compile(r"(_e32|_e64|_dpp8?|_sdwa|_e64_dpp8?)+$")
IMPLICIT = re.compile(r"; implicit-def: \$((?:_?sgpr\d+)+)")
BRANCH = re.compile(r"s_(c?)branch")


class Instruction:
    def __init__(self, text, line):
        self.text, self.line = text, line
        mnemonic, _, rest = text.partition(" ")
        self.full = mnemonic
        self.mnemonic = FORMS.sub("", mnemonic)
        self.operands = split_operands(rest)
        self.registers = [registers_of(operand) for operand in self.operands]
        self.target = self.operands[0] if BRANCH.match(mnemonic) else None

    def __repr__(self):
        return "line %d: %s" % (self.line, self.text)


def split_operands(text):
    """Between commas that stand in no brackets; what follows the last register after a blank are modifiers."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "[(") - (c in "])")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    parts = [part.strip() for part in parts if part.strip()]
    return [part if i < len(parts) - 1 else part.split(" ")[0] for i, part in enumerate(parts)]


def registers_of(operand):
    """Names of 32-bit registers: s4, v7, vcc_lo, exec_hi, m0."""
    operand = re.sub(r"^(-?\||abs\(|neg\()+|\)+$", "", operand)
    if operand.startswith("["):  # addresses of an image instruction that do not follow each other
        return [name for part in split_operands(operand[1:-1]) for name in registers_of(part)]
    match = REGISTER.match(operand)
    if not match:
        return []
    one, number, many, first, last, special, half, other = match.groups()
    if one:
        return [one + number]
    if many:
        return ["%s%d" % (many, i) for i in range(int(first), int(last) + 1)]
    if special:
        return [special + half] if half else [special + "_lo", special + "_hi"]
    return [other]


class Block:
    def __init__(self, name):
        self.name, self.instructions, self.successors = name, [], []

    @property
    def last(self):
        return self.instructions[-1] if self.instructions else None


def lines_of(text, function):
    """Numbered lines of the function, without comments. One that tells that a scalar register has no value any more, as LLVM left it
    to chance, becomes s_implicit_def."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        left = IMPLICIT.search(line) if inside else None
        for register in re.findall(r"\d+", left.group(1)) if left else ():
            yield number, "s_implicit_def s" + register
        line = re.split(r";|//", line)[0].strip()
        if line == function + ":":
            inside = True
        elif inside and line.startswith(".Lfunc_end"):
            return
        elif inside and line:
            yield number, line


def read_function(text, function="shell"):
    """Blocks in the order of the text; the first is where it begins. `successors` are pairs of a block and whether the
    branch at the end of the block was taken."""
    blocks = [Block(function)]
    for number, line in lines_of(text, function):
        if re.match(r"[.\w$]+:$", line):
            blocks.append(Block(line[:-1]))
        elif not line.startswith("."):
            for part in line.split(" :: "):  # two operations of one instruction
                instruction = Instruction(part.strip(), number)
                blocks[-1].instructions.append(instruction)
            if instruction.target or instruction.mnemonic == "s_endpgm":
                blocks.append(Block(None))
    named = {block.name: block for block in blocks if block.name}
    for block, following in zip(blocks, blocks[1:] + [None]):
        last = block.last
        if last and last.target:
            block.successors.append((named[last.target], True))
        ends = last and (last.mnemonic in ("s_endpgm", "s_branch", "s_setpc_b64", "s_trap_return"))
        if following and not ends:
            block.successors.append((following, False))
    return blocks
