#!/usr/bin/env python3
"""Whether what stands after an acquire is read after it, in the ISA.

    order_in_isa.py IR_PASSES PROGRAMS SEED [--without]

Makes small random programs of plain non-private loads, from global and local memory, and acquires of every kind, at
places that tell them apart; applies mmra/passes/workarounds.c; compiles with llc-22, with opt -O2 before it and without;
and finds each place in the ISA. Every load after an acquire must be there, after the acquire, by a vector or LDS load.
--without leaves out the workarounds, to see that LLVM needs them: then the exit status is 1."""
import random
import re
import subprocess
import sys

TARGETS = ("gfx942", "gfx1100", "gfx1201")
WIDTHS = {"i32": 4, "<2 x i32>": 8, "<4 x i32>": 16}
BYTES = {"dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16, "b32": 4, "b64": 8, "b96": 12, "b128": 16}
SPACES = {"global": ("1", "%q"), "local": ("3", "%l")}
LOAD = re.compile(r"(global_load|ds_read2st64|ds_read2|ds_read|ds_load_2addr_stride64|ds_load_2addr|ds_load)_(\w+)\s")
ATOMIC = re.compile(r"(global_atomic|ds_wrxchg|ds_storexchg)")


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} fails:\n{done.stderr}\n{text}")
    return done.stdout


def address(lines, number, space, offset):
    lines.append(f"%p{number} = getelementptr i8, ptr addrspace({SPACES[space][0]}) {SPACES[space][1]}, i32 {offset}")
    return f"ptr addrspace({SPACES[space][0]}) %p{number}"


def add_load(rng, lines, number):
    space = rng.choice(("global", "global", "global", "local"))
    kind = rng.choice(("i32", "i32", "i32", "<2 x i32>", "<4 x i32>"))
    width = WIDTHS[kind]
    offset = rng.randrange(5) * width
    pointer = address(lines, number, space, offset)
    lines.append(f"%v{number} = load {kind}, {pointer}, align {rng.choice((width, width, 4))}, !mmra !0")
    if kind == "i32":
        return ("load", space, offset, width), [f"%v{number}"]
    parts = [f"%e{number}_{i}" for i in range(width // 4)]
    lines.extend(f"{part} = extractelement {kind} %v{number}, i32 {i}" for i, part in enumerate(parts))
    return ("load", space, offset, width), parts


def add_acquire(rng, lines, number):
    what = rng.choice(("fence", "load", "load", "exchange", "compare"))
    scope = f'syncscope("{rng.choice(("agent", "workgroup"))}")'
    space = "global" if what == "compare" else rng.choice(("global", "local"))
    offset = 1024 + 16 * number
    if what == "fence":
        lines.append(f"fence {scope} acquire, !mmra !0")
        return ("fence", None, 0, 0), []
    pointer = address(lines, number, space, offset)
    if what == "load":
        lines.append(f"%v{number} = load atomic i32, {pointer} {scope} acquire, align 4, !mmra !0")
    elif what == "exchange":
        lines.append(f"%v{number} = atomicrmw xchg {pointer}, i32 %t {scope} acquire, align 4, !mmra !0")
    else:
        lines.append(f"%w{number} = cmpxchg {pointer}, i32 %t, i32 7 {scope} acquire acquire, align 4, !mmra !0")
        lines.append(f"%v{number} = extractvalue {{ i32, i1 }} %w{number}, 0")
    return ("acquire", space, offset, 4), [f"%v{number}"]


def make_program(rng):
    lines, operations, values = [], [], []
    for number in range(rng.randint(4, 8)):
        operation, loaded = (add_load if rng.random() < 0.6 else add_acquire)(rng, lines, number)
        operations.append(operation)
        values += loaded
    lines.append("%s0 = add i32 0, 0")
    for i, value in enumerate(values):
        lines += [f"%m{i} = mul i32 %s{i}, 31", f"%s{i + 1} = add i32 %m{i}, {value}"]
    body = "\n  ".join(lines)
    return operations, f"""define amdgpu_kernel void @k(ptr addrspace(1) %q, ptr addrspace(3) %l, ptr addrspace(1) %out) {{
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  {body}
  store i32 %s{len(values)}, ptr addrspace(1) %out, align 4
  ret void
}}
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{{!"vulkan", !"nonprivate"}}
"""


def number_after(name, line):
    found = re.search(name + r":(\d+)", line)
    return int(found.group(1)) if found else 0


def places(isa):
    """(space, first byte, bytes) of each vector load and atomic, in order."""
    found = []
    for line in isa[isa.index("\nk:"):isa.index("s_endpgm")].splitlines():
        line = line.split(";")[0].strip()
        load = LOAD.match(line)
        atomic = ATOMIC.match(line)
        if atomic:
            found.append(("global" if "global" in atomic.group(1) else "local", number_after("offset", line), 4))
        if not load:
            continue
        space = "global" if load.group(1) == "global_load" else "local"
        if "2" not in load.group(1):
            found.append((space, number_after("offset", line), BYTES[load.group(2)]))
            continue
        unit = BYTES[load.group(2)]
        step = unit * (64 if "64" in load.group(1) else 1)
        found += [(space, number_after(f"offset{i}", line) * step, unit) for i in (0, 1)]
    return found


def last_place(found, space, byte):
    return max((i for i, (s, first, size) in enumerate(found) if s == space and first <= byte < first + size), default=-1)


def fault(operations, found):
    for i, (what, space, offset, _) in enumerate(operations):
        if what == "load":
            continue
        acquired = last_place(found, space, offset) if what == "acquire" else 0  # after a fence: a vector load at all
        if acquired < 0:
            return f"the acquire at {offset} is not there"
        for later, where, first, width in operations[i + 1:]:
            for byte in range(first, first + width, 4) if later == "load" else ():
                if last_place(found, where, byte) < acquired:
                    return f"{where} byte {byte} is not read after the {what} of {space} byte {offset}"
    return None


def main():
    passes, programs, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    faults = 0
    for _ in range(programs):
        operations, text = make_program(rng)
        if "--without" not in sys.argv:
            text = run([passes, "workarounds"], text)
        target = rng.choice(TARGETS)
        for optimized in (False, True):
            options = ["-mtriple=amdgcn-amd-amdhsa", f"-mcpu={target}", "-o", "-"]
            ir = run(["opt-22", "-O2", "-S"] + options, text) if optimized else text
            wrong = fault(operations, places(run(["llc-22"] + options, ir)))
            if wrong:
                faults += 1
                print(f"{target}{' after opt -O2' if optimized else ''}: {wrong}\n{text}")
    print(f"{programs} programs, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
