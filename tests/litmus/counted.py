#!/usr/bin/env python3
"""Random compute shaders whose invocations count in one word, meet at barriers of this or other memory, and read the word plainly.

    counted.py write FOLDER COUNT SEED    FOLDER/G-N.comp, of G workgroups
    counted.py compare ALL.json RUNS.json    what litmus and race say of the same files: exit status 1 if race misses a race or invents one
"""

import json
import pathlib
import random
import sys

CLASSES = {"buffer": "Buffer", "shared": "Shared", "image": "Image"}
SCOPES = ["Device", "Workgroup", "Subgroup"]


def semantics(rng, kind, orders):
    """Classes, and what is done to them; 0, 0 is relaxed."""
    order = rng.choice(orders)
    if not order:
        return "0, 0"
    classes = {CLASSES[kind]} if rng.random() < 0.6 else set(rng.sample(sorted(CLASSES.values()), rng.randrange(1, 3)))
    made = []
    if order != "Acquire" and rng.random() < 0.8:
        made.append("gl_SemanticsMakeAvailable")
    if order != "Release" and rng.random() < 0.8:
        made.append("gl_SemanticsMakeVisible")
    return f"{' | '.join('gl_StorageSemantics' + c for c in sorted(classes))}, {' | '.join(['gl_Semantics' + order, *made])}"


class Shader:
    def __init__(self, rng):
        self.rng = rng
        self.explicit = rng.random() < 0.6 # the Vulkan memory model, else GLSL450
        self.kind = rng.choice(["buffer", "buffer", "buffer", "shared", "image"])

    def scope(self, kind):
        scopes = SCOPES[1:] if kind == "shared" else SCOPES
        return "gl_Scope" + self.rng.choices(scopes, [6, 2, 1][-len(scopes):])[0]

    def atomic(self):
        """On the word: a count, or a load or store."""
        name = "at, ivec2(0)" if self.kind == "image" else "at"
        image, prefix = self.kind == "image", "imageAtomic" if self.kind == "image" else "atomic"
        what = self.rng.choice(["Add", "Add", "Add", "Exchange", "Load", "Store"])
        if not self.explicit:
            what = "Exchange" if what in ("Load", "Store") else what
            return f"v += {prefix}{what}({name}, 1u);"
        orders = {"Load": [None, "Acquire"], "Store": [None, "Release"]}.get(what, [None, "Acquire", "Release", "AcquireRelease"])
        scope = self.fixed if self.rng.random() < 0.9 else self.scope(self.kind)
        tail = f"{scope}, {semantics(self.rng, self.kind, orders)}"
        value = "" if what == "Load" else "1u, "
        call = f"{prefix}{what}({name}, {value}{tail});"
        return call if what == "Store" else f"v += {call}"

    def plain(self):
        word = self.rng.choice(["at", "at", "at", "other"]) if self.kind != "image" else "at"
        if self.rng.random() < 0.75:
            return "v += imageLoad(at, ivec2(0)).x;" if self.kind == "image" else f"v += {word};"
        return "imageStore(at, ivec2(0), uvec4(2u));" if self.kind == "image" else f"{word} = 2u;"

    def meeting(self):
        if not self.explicit:
            memory = {"buffer": "memoryBarrierBuffer();", "shared": "memoryBarrierShared();", "image": "memoryBarrierImage();"}
            before = self.rng.choice(["", "", "memoryBarrier();", memory[self.rng.choice(sorted(memory))]])
            return f"{before} barrier(); {self.rng.choice(['', before])}"
        orders = [None, "AcquireRelease", "AcquireRelease", "AcquireRelease"]
        said = semantics(self.rng, self.kind, orders)
        memory = self.rng.choice(["gl_ScopeWorkgroup", "gl_ScopeWorkgroup", "gl_ScopeDevice"])
        return f"controlBarrier(gl_ScopeWorkgroup, {memory}, {said});"

    def fence(self):
        if not self.explicit:
            return self.rng.choice(["memoryBarrier();", "memoryBarrierBuffer();", "memoryBarrierShared();", "groupMemoryBarrier();"])
        said = semantics(self.rng, self.kind, ["Acquire", "Release", "AcquireRelease"])
        return f"memoryBarrier({self.scope(self.kind)}, {said});"

    def guarded(self):
        who = self.rng.choice(["me == 0u", "me == 1u", "me == 2u", "me < 2u", "me > 0u", "true"])
        make = self.rng.choices([self.atomic, self.plain, self.fence], [5, 3, 1])[0]
        said = make()
        return f"    if ({who}) {{ {said} }}"

    def flagged(self):
        """The first of two workgroups counts and sets a flag; the second, where it sees it, reads."""
        said = [self.guarded().replace("me > 0u", "me < 2u").replace("true", "me < 2u") for _ in range(2)]
        store, load = ("Release", "Acquire") if self.rng.random() < 0.8 else (None, None)
        flag = self.rng.choice(["gl_ScopeDevice", "gl_ScopeDevice", "gl_ScopeWorkgroup"])
        return [*said, f"    {self.meeting()}" if self.rng.random() < 0.5 else "",
                f"    if (me == {self.rng.randrange(2)}u) atomicStore(flag, 1u, {flag}, {semantics(self.rng, self.kind, [store])});",
                f"    if (me > 1u && atomicLoad(flag, {flag}, {semantics(self.rng, self.kind, [load])}) == 1u) {{",
                f"    {self.atomic() if self.rng.random() < 0.3 else ''}", f"    {self.plain()}", "    }"]

    def text(self, with_flag=False):
        if with_flag:
            self.explicit, self.kind = True, self.rng.choice(["buffer", "image"])
        self.fixed = self.scope(self.kind)
        lines = ["#version 450"]
        lines += ["#extension GL_KHR_memory_scope_semantics : require"] if self.explicit else []
        lines += ["#pragma use_vulkan_memory_model"] if self.explicit else []
        lines += [f"layout(local_size_x = {2 if with_flag else 3}) in;"]
        how = self.rng.choice(["nonprivate", "devicecoherent", "workgroupcoherent", "nonprivate"] if self.explicit else ["coherent", "coherent", ""])
        if self.kind == "image":
            lines += [f"layout(binding = 0, r32ui) uniform {how} uimage2D at;"]
        elif self.kind == "buffer":
            lines += [f"layout(binding = 0) {how} buffer V {{ uint at, other; }};"]
        else:
            lines += ["shared uint at, other;"]
        lines += ["layout(binding = 1) buffer R { uint result[4]; uint flag; };", "void main() {",
                  "    uint me = gl_GlobalInvocationID.x, v = 0u;"]
        if self.kind == "shared": # nobody reads what nobody wrote
            lines += ["    if (me == 0u) { at = 0u; other = 0u; }", f"    {self.whole()}"]
        lines += self.flagged() if with_flag else []
        for part in range(0 if with_flag else self.rng.randrange(2, 4)):
            lines += [self.guarded() for _ in range(self.rng.randrange(1, 3))]
            lines += [f"    {self.meeting()}"] if part < 2 else []
        return "\n".join([*lines, "    result[me] = v;", "}", ""])

    def whole(self):
        if not self.explicit:
            return "barrier();"
        return ("controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease | "
                "gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);")


def write(folder, count, seed):
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    for number in range(count):
        one = number % 4 == 3
        (folder / f"{2 if one else 1}-{number}.comp").write_text(Shader(random.Random(f"{seed} {number}")).text(one))


def verdicts(path):
    """By file: whether an execution or a run has a race; None: it is not known."""
    said = {}
    for answer in json.loads(pathlib.Path(path).read_text()):
        race, before = answer["race"] if answer["race"] in (True, False) else None, said.get(answer["file"], False)
        said[answer["file"]] = True if race or before else None if race is None or before is None else False
    return said


def compare(every, runs):
    every, runs = verdicts(every), verdicts(runs)
    told = [name for name in every if every[name] is not None and runs[name] is not None]
    wrong = [name for name in told if every[name] != runs[name]]
    print(len(told), sum(every[name] for name in told), sum(every[name] and runs[name] for name in told))
    for name in wrong:
        print(f"FAIL: {name}: {'race misses a race' if every[name] else 'race has a race, which litmus excludes'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(compare(*sys.argv[2:4]))
