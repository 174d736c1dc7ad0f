#!/usr/bin/env python3
"""Random compute shaders whose subgroup operations stand where control flow diverges, and what each invocation computes.

    tangles.py write FOLDER COUNT SEED    FOLDER/N.comp, and FOLDER/N: a recorded dispatch without its module, with what is left behind it
    tangles.py judge RACE.json            what race says of these dispatches: exit status 1 if a byte differs
    tangles.py outcome FOLDER/N SAID      what litmus says of one, with --outcomes: exit status 1 if it is not that alone

The numbers come from an interpreter of the program, which knows lanes and masks alone: an operation is one of the lanes that come to it
together, and lanes that parted come together again behind the `if` or the loop (SPV_KHR_maximal_reconvergence).
"""

import json
import pathlib
import random
import re
import struct
import sys

SUBGROUP, SUBGROUPS, WORD = 4, 2, 0xFFFFFFFF
SIZE = SUBGROUP * SUBGROUPS

HEAD = """#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = %d) in;
layout(set = 0, binding = 0) buffer Left { uint left[%d]; };
void main() {
    uint lane = gl_SubgroupInvocationID, me = gl_LocalInvocationIndex, v = me * 7u + 3u;
""" % (SIZE, SIZE)


def bits(lanes):
    return sum(1 << lane % SUBGROUP for lane in lanes)


def total(values):
    return sum(values) & WORD


# name: GLSL of the operand x, and what lane `at` gets of x by lane, of the lanes that are there
OPERATIONS = {
    "add": ("subgroupAdd({})", lambda x, at: total(x.values())),
    "least": ("subgroupMin({})", lambda x, at: min(x.values())),
    "before": ("subgroupExclusiveAdd({})", lambda x, at: total(n for k, n in x.items() if k < at)),
    "up to": ("subgroupInclusiveAdd({})", lambda x, at: total(n for k, n in x.items() if k <= at)),
    "pairs": ("subgroupClusteredAdd({}, 2u)", lambda x, at: total(n for k, n in x.items() if k // 2 == at // 2)),
    "first": ("subgroupBroadcastFirst({})", lambda x, at: x[min(x)]),
    "last": ("subgroupShuffle({}, subgroupBallotFindMSB(subgroupBallot(true)))", lambda x, at: x[max(x)]),
    "elect": ("({} & 1u) + (subgroupElect() ? 2u : 0u)", lambda x, at: (x[at] & 1) + 2 * (at == min(x))),
    "ballot": ("subgroupBallot(({} & 1u) == 1u).x", lambda x, at: bits(k for k, n in x.items() if n & 1)),
    "count": ("subgroupBallotExclusiveBitCount(subgroupBallot(({} & 1u) == 1u))",
              lambda x, at: sum(1 for k, n in x.items() if n & 1 and k < at)),
    "any": ("(subgroupAny(({} & 3u) == 1u) ? 5u : 6u)", lambda x, at: 5 if any(n & 3 == 1 for n in x.values()) else 6),
    "all": ("(subgroupAll(({} & 3u) != 1u) ? 8u : 9u)", lambda x, at: 8 if all(n & 3 != 1 for n in x.values()) else 9),
    "alike": ("(subgroupAllEqual({} & 1u) ? 11u : 13u)", lambda x, at: 11 if len({n & 1 for n in x.values()}) == 1 else 13),
}
CONDITIONS = { # of lane, v
    "lane < 2u": lambda lane, v: lane < 2,
    "lane != 1u": lambda lane, v: lane != 1,
    "(lane & 1u) == 1u": lambda lane, v: lane & 1 == 1,
    "(v & 1u) == 0u": lambda lane, v: v & 1 == 0,
    "(v & 6u) != 2u": lambda lane, v: v & 6 != 2,
    "me < 4u": None, # the first subgroup: no lane parts from another
}
ROUNDS = {"2u": lambda lane: 2, "lane": lambda lane: lane, "3u - lane": lambda lane: 3 - lane}


def holds(condition, member, v):
    test = CONDITIONS[condition]
    return test(member % SUBGROUP, v[member]) if test else member < SUBGROUP


# ---- programs: statements as tuples ----

def block(rng, depth, uniform):
    return [statement(rng, depth, uniform) for _ in range(rng.randrange(1, 4))]


def statement(rng, depth, uniform):
    kind = rng.choice(["op", "op", "op", "if", "if", "for", "barrier"] if depth else ["op"])
    if kind == "if":
        condition = rng.choice(list(CONDITIONS))
        return "if", condition, block(rng, depth - 1, False), block(rng, depth - 1, False) if rng.randrange(3) == 0 else []
    if kind == "for":
        count = rng.choice(list(ROUNDS))
        return "for", count, block(rng, depth - 1, uniform and count == "2u")
    if kind == "barrier" and uniform:
        return ("barrier",)
    return "op", rng.choice(list(OPERATIONS)), rng.choice(["v", "lane + 5u", "v >> 1u"])


def text(program, indent=1):
    pad = "    " * indent
    for s in program:
        if s[0] == "op":
            yield f"{pad}v = v * 31u + {OPERATIONS[s[1]][0].format('(' + s[2] + ')')};"
        elif s[0] == "barrier":
            yield f"{pad}barrier();"
        elif s[0] == "if":
            yield f"{pad}if ({s[1]}) {{"
            yield from text(s[2], indent + 1)
            if s[3]:
                yield f"{pad}}} else {{"
                yield from text(s[3], indent + 1)
            yield f"{pad}}}"
        else:
            yield f"{pad}for (uint i{indent} = 0u; i{indent} < {s[1]}; i{indent}++) {{"
            yield from text(s[2], indent + 1)
            yield f"{pad}}}"


def operand(of, member, v):
    return {"v": v[member], "lane + 5u": member % SUBGROUP + 5, "v >> 1u": v[member] >> 1}[of]


def run(program, members, v):
    for s in program if members else []:
        if s[0] == "op":
            x = {m: operand(s[2], m, v) for m in members}
            for m, n in {m: OPERATIONS[s[1]][1](x, m) for m in members}.items():
                v[m] = (v[m] * 31 + n) & WORD
        elif s[0] == "if":
            yes = [m for m in members if holds(s[1], m, v)]
            run(s[2], yes, v)
            run(s[3], [m for m in members if m not in yes], v)
        elif s[0] == "for":
            left, done = members, 0
            while left := [m for m in left if done < ROUNDS[s[1]](m % SUBGROUP)]:
                run(s[2], left, v)
                done += 1


def write(folder, count, seed):
    for number in range(count):
        rng = random.Random(seed * 100003 + number)
        program = block(rng, 3, True) + [("op", "add", "v")]
        v = [m * 7 + 3 for m in range(SIZE)]
        for first in range(0, SIZE, SUBGROUP):
            run(program, list(range(first, first + SUBGROUP)), v)
        recorded = folder / str(number)
        recorded.mkdir(parents=True)
        (folder / f"{number}.comp").write_text(HEAD + "\n".join(text(program)) + "\n    left[me] = v;\n}\n")
        (recorded / "before").write_bytes(bytes(4 * SIZE))
        (recorded / "after").write_bytes(struct.pack(f"<{SIZE}I", *v))
        (recorded / "dispatch.txt").write_text(
            f"spirv-mmra dispatch 1\nmodule module.spv\nentry main\ngroups 1 1 1\nsubgroup {SUBGROUP}\n"
            "buffer 0 0 0 1+0 before\nafter 0 0 0 1+0 after\n")


def judge(answers):
    known = unknown = wrong = 0
    for answer in answers:
        if answer["unknown"]:
            unknown += 1
        elif answer.get("compared") != 4 * SIZE or answer["different"] or answer["race"] or answer["fault"]:
            wrong += 1
            print(f"{answer['file']}: {json.dumps(answer)[:600]}")
        else:
            known += 1
    print(f"{known} known {unknown} unknown {wrong} wrong")
    return 1 if wrong else 0


def outcome(recorded, said):
    wanted = struct.unpack(f"<{SIZE}I", (recorded / "after").read_bytes())
    numbers = re.findall(r"\[0\]\[(\d+)\] = (\d+)", said)
    return 0 if numbers == [(str(i), str(n)) for i, n in enumerate(wanted)] else 1


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "outcome":
        sys.exit(outcome(pathlib.Path(sys.argv[2]), open(sys.argv[3]).read()))
    else:
        sys.exit(judge(json.load(open(sys.argv[2]))))
