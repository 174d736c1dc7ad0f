#!/usr/bin/env python3
"""Which writes to memory may lanes execute that are no live invocations? Reads assembly of pixel shaders, as llc prints it.

    live.py [--private] FILE.s...

Of each mask of lanes (exec, vcc, a scalar register or a pair of them) it is known whether all lanes in it are live. At the
beginning all in exec are. s_wqm adds helper invocations; a demotion or an end removes lanes from the register that keeps the live
ones, so that afterwards that register alone is known. Where paths meet, what all of them know is known. It prints each write
that stands where exec may have others, and how many writes there are; the status is 1 if one was printed. With --private buffer
instructions are not looked at, as they may access private memory."""
import re
import sys

WRITES = re.compile(r"(global|flat|buffer|tbuffer|image)_(store|atomic)")
BRANCH = re.compile(r"s_c?branch\w*\s+(\.\w+)")


def names(operand):
    """The registers of an operand; a pair that is a mask has the name of its first."""
    found = re.fullmatch(r"([sv])\[(\d+):(\d+)\]", operand)
    if found:
        return [found[1] + str(i) for i in range(int(found[2]), int(found[3]) + 1)]
    return [re.sub(r"_lo$|_hi$", "", operand)]


class Masks:
    """The registers that hold live lanes alone, and those that hold exactly the live lanes."""

    def __init__(self, live=(), exact=()):
        self.live, self.exact = set(live), set(exact)

    def meet(self, other):
        return Masks(self.live & other.live, self.exact & other.exact)

    def __eq__(self, other):
        return self.live == other.live and self.exact == other.exact

    def is_live(self, operand):
        return operand == "0" or names(operand)[0] in self.live

    def put(self, operand, live, exact=False):
        for name in names(operand):
            self.live.discard(name)
            self.exact.discard(name)
        if live:
            self.live.add(names(operand)[0])
        if exact:
            self.exact.add(names(operand)[0])

    def step(self, mnemonic, operands):
        to, sources = operands[0], operands[1:]
        negated = "andn2" in mnemonic or "and_not1" in mnemonic
        if "saveexec" in mnemonic:
            old, both = (self.is_live("exec"), "exec" in self.exact), (self.is_live("exec"), self.is_live(sources[0]))
            self.put(to, *old)
            self.put("exec", both[1] if negated else any(both) if mnemonic.startswith("s_and_") else all(both))
        elif mnemonic.startswith("v_cmpx"):
            self.exact.discard("exec")
        elif mnemonic.startswith("v_cmp_"):
            self.put(to, self.is_live("exec"))
        elif mnemonic.startswith("s_mov_b"):
            self.put(to, self.is_live(sources[0]), names(sources[0])[0] in self.exact)
        elif negated and names(to)[0] in self.exact and names(to) == names(sources[0]) and to != "exec":
            self.live, self.exact = {names(to)[0]}, {names(to)[0]}  # these lanes are live no more
        elif negated:
            self.put(to, self.is_live(sources[0]))
        elif mnemonic.startswith("s_and_b"):
            self.put(to, any(map(self.is_live, sources)))
        elif mnemonic.startswith(("s_or_b", "s_xor_b")):
            self.put(to, all(map(self.is_live, sources)))
        elif not mnemonic.startswith(("s_cmp", "s_bitcmp", "s_wait", "s_delay", "s_clause")):
            self.put(to, False)
            if mnemonic.startswith("v_") and len(sources) > 1 and re.match(r"s[\d\[]|vcc", sources[0]):
                self.put(sources[0], False)  # the carry of an addition


def parse(text):
    """Each shader: its blocks, which end before a label or behind a branch, as (labels, lines)."""
    for shader in re.findall(r"^[\w.]+:\s+; @.*?^\.Lfunc_end", text, re.M | re.S):
        blocks = [([], [])]
        for line in shader.split("\n")[1:]:
            line = line.split(";")[0].strip()
            label = re.fullmatch(r"(\.\w+):", line)
            if label:
                blocks.append(([label[1]], []))
            elif line and not line.startswith("."):
                blocks[-1][1].append(line)
                if BRANCH.match(line):
                    blocks.append(([], []))
        yield blocks


def check(blocks, private):
    at = {label: i for i, (labels, _) in enumerate(blocks) for label in labels}
    known = {0: Masks(["exec"], ["exec"])}
    work, bad, writes = [0], set(), set()
    while work:
        block = work.pop()
        masks = Masks(known[block].live, known[block].exact)
        leads = [block + 1]
        for number, line in enumerate(blocks[block][1]):
            mnemonic, _, rest = line.partition(" ")
            mnemonic = re.sub(r"_e(32|64)$", "", mnemonic)
            branch = BRANCH.match(line)
            if branch:
                leads = [at[branch[1]]] if mnemonic == "s_branch" else [at[branch[1]], block + 1]
            elif mnemonic == "s_endpgm":
                leads = []
                break
            elif WRITES.match(mnemonic):
                if private and mnemonic.startswith("buffer_"):
                    continue
                writes.add((block, number))
                (bad.discard if masks.is_live("exec") else bad.add)((block, number))
            elif rest and mnemonic[:2] in ("s_", "v_"):
                masks.step(mnemonic, [part.strip() for part in rest.split(",")])
        for following in leads:
            if following >= len(blocks):
                continue
            met = known[following].meet(masks) if following in known else masks
            if following not in known or met != known[following]:
                known[following] = Masks(met.live, met.exact)
                work.append(following)
    return len(writes), [blocks[block][1][number] for block, number in sorted(bad)]


def main():
    found, private = False, sys.argv[1] == "--private"
    for name in sys.argv[1 + private :]:
        with open(name, encoding="utf-8") as file:
            for blocks in parse(file.read()):
                writes, bad = check(blocks, private)
                print(f"{name}: {writes} writes")
                for line in bad:
                    found = True
                    print(f"{name}: other lanes than live ones may execute: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
