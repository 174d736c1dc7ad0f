#!/usr/bin/env python3
"""Random small shaders of atomics, plain accesses and barriers, and what `race` and `litmus` say of them.

    commuting.py write FOLDER COUNT SEED   writes COUNT shaders
    commuting.py compare ONE OTHERS        where ONE (`race --json`) says that orders are alike and nothing is wrong, the others (`race` in
                                           many orders, or `litmus`) have no race and no other fault, either
"""
import json
import pathlib
import random
import sys

HEAD = """#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) coherent buffer B { uint a, b, c; };
shared uint s;
void main() {
    uint me = gl_LocalInvocationIndex, all = gl_GlobalInvocationID.x, v = 0u;
    if (me == 0u) s = 1u;
    barrier();
"""
OPERATIONS = ["atomicAdd", "atomicAdd", "atomicAdd", "atomicMax", "atomicOr", "atomicExchange"]
BARRIERS = ["barrier();", "memoryBarrierBuffer();", "memoryBarrierBuffer(); barrier();", "memoryBarrier();",
            "memoryBarrierShared(); barrier();"]


def statement(draw, uses):
    word = draw.choice(["a", "a", "b", "s"])
    kind = draw.random()
    if kind < 0.5:
        call = f"{draw.choice(OPERATIONS[:3] if draw.random() < 0.7 else OPERATIONS)}({word}, me + {draw.randint(1, 2)}u);"
        return f"v += {call}" if uses and draw.random() < 0.2 else call
    if kind < 0.8:
        return draw.choice(BARRIERS)
    one = draw.choice([f"c = {word} + v;", f"v += {word};", f"{word} = 3u;", f"if (v > 1u) atomicAdd({word}, 4u);"])
    return f"if ({draw.choice(['me', 'me', 'all'])} == {draw.randint(0, 1)}u) {{ {one} }}"


def write(folder, count, seed):
    for number in range(count):
        draw = random.Random(seed * 100003 + number)
        uses = draw.random() < 0.4
        body = [statement(draw, uses) for _ in range(draw.randint(3, 6))]
        text = HEAD + "".join(f"    {line}\n" for line in body) + "}\n"
        pathlib.Path(folder, f"commuting-{seed}-{number}.comp").write_text(text, encoding="utf-8")


def read(path):
    answers = {}
    for answer in json.loads(pathlib.Path(path).read_text(encoding="utf-8")):
        answers.setdefault(answer["file"], []).append(answer)
    return answers


def is_wrong(answer):
    return answer.get("race") is True or bool(answer.get("fault")) or bool(answer.get("depends_on_order"))


def compare(one, others):
    """Prints how many have no race in any order, and of how many of these the others say that there is none."""
    alike = {name for name, (answer,) in read(one).items() if answer["orders_alike"] and not is_wrong(answer)}
    told = set()
    for name, answers in read(others).items():
        for answer in answers if name in alike else []:
            if is_wrong(answer):
                sys.exit(f"FAIL: {name}: there is a race, though orders are alike: {json.dumps(answer)[:600]}")
            told |= {name} if answer.get("race") is False else set()
    print(len(alike), len(told))


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        compare(*sys.argv[2:])
