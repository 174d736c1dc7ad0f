"""Makes split barriers of halved ones, as compilers of today do not know them all: an OpControlBarrier that releases alone becomes an arrival,
one that acquires alone a wait.

  split.py MODULE.spvasm [arrive | wait]    these are left without semantics
"""

import re
import sys

RELEASE, ACQUIRE = 4, 2


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    without = sys.argv[2:]
    values = {name: int(value) for name, value in re.findall(r"^ *(%\w+) = OpConstant %\w+ (\d+)$", text, re.MULTILINE)}
    zero = next(name for name, value in values.items() if value == 0)

    def half(match):
        scopes, semantics = match.groups()
        kind = {RELEASE: "Arrive", ACQUIRE: "Wait"}.get(values[semantics] & (RELEASE | ACQUIRE))
        if not kind:
            return match[0]
        return f"OpControlBarrier{kind}INTEL{scopes} {zero if kind.lower() in without else semantics}"

    text = re.sub(r"OpControlBarrier((?: %\w+){2}) (%\w+)", half, text)
    text = re.sub(r"^( *OpCapability Shader)$", r"\1\n OpCapability SplitBarrierINTEL", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^(.* OpExtInstImport )", r' OpExtension "SPV_INTEL_split_barrier"\n\1', text, count=1, flags=re.MULTILINE)
    print(text, end="")


main()
