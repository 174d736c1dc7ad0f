#!/usr/bin/env python3
"""objects.py SPIRV-MMRA FOLDER: what race says of code objects: alone, in bundles of clang-offload-bundler, in a program
of HIP; of which processor they are; and of bytes that are none. The containers are written here, by Clang's documentation
of the bundler."""

import json
import os
import random
import shutil
import struct
import subprocess
import sys

command, folder = sys.argv[1:3]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
failures = 0

KERNEL = """    .amdgcn_target "amdgcn-amd-amdhsa--{processor}"
    .text
    .globl {name}
    .p2align 8
    .type {name},@function
{name}:
{body}
    s_endpgm
    .section .rodata,"a",@progbits
    .amdhsa_kernel {name}
        .amdhsa_group_segment_fixed_size 256
        .amdhsa_next_free_vgpr 8
        .amdhsa_next_free_sgpr 16
        {accumulators}
        .amdhsa_user_sgpr_count 15
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .end_amdhsa_kernel
    .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .name:           data
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 64
    .name: {name}
    .private_segment_fixed_size: 0
    .sgpr_count: 16
    .symbol: {name}.kd
    .vgpr_count: 8
    .wavefront_size: 32
amdhsa.version:
  - 1
  - 2
    .end_amdgpu_metadata
"""
# Each workgroup stores to words of its own, or if it has no number to those of all.
STORE = {"gfx1100": "s_load_b64 s[4:5], s[0:1], null\n v_lshl_add_u32 v1, s15, 6, v0\n v_lshlrev_b32 v1, 2, v1\n"
                    "s_waitcnt lgkmcnt(0)\n global_store_b32 v1, v0, s[4:5]\n"
                    " v_lshlrev_b32 v2, 2, v0\n ds_store_b32 v2, v0",
         "gfx942": "s_load_dwordx2 s[4:5], s[0:1], 0x0\n s_mov_b32 s6, s15\n v_lshl_add_u32 v1, s6, 6, v0\n"
                   "v_lshlrev_b32 v1, 2, v1\n s_waitcnt lgkmcnt(0)\n global_store_dword v1, v0, s[4:5]"}


def fail(text):
    global failures
    failures += 1
    print("FAILED:", text)


def assemble(name, processor, body):
    with open(name + ".s", "w", encoding="utf-8") as file:
        file.write(KERNEL.format(name=name, processor=processor, body=body,
                                 accumulators=".amdhsa_accum_offset 8" if processor == "gfx942" else ""))
    subprocess.run(["clang-22", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + processor, "-c", name + ".s", "-o",
                    name + ".o"], check=True)
    with open(name + ".o", "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def bundle(entries):
    """The header is: a magic word, how many entries; of each its place, its size and its name. Then what they hold."""
    header = 24 + 8 + sum(24 + len(name) for name, _ in entries)
    table, content = b"", b""
    for name, data in entries:
        at = header + len(content)
        table += struct.pack("<QQQ", at, len(data), len(name)) + name
        content += data
    return b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(entries)) + table + content


def race(path, *options, environment=None):
    return subprocess.run([command, "race", path, *options], capture_output=True, text=True, check=False,
                          env=dict(os.environ, **(environment or {})))


def expect(status, words, path, *options, environment=None):
    got = race(path, *options, environment=environment)
    if got.returncode != status or words not in got.stdout + got.stderr:
        fail(f"race {path} {' '.join(options)}: status {got.returncode}, not {status} with \"{words}\": "
             f"{(got.stdout + got.stderr)[:600]}")


GRID = ["--local", "64", "--groups", "2", "--arg", "512", "--lds", "4"]


def containers(right, wrong, other):
    host, empty = b"host-x86_64-unknown-linux--", b""
    hip = b"hipv4-amdgcn-amd-amdhsa--"
    expect(0, "no data race", "right.o", *GRID)
    expect(0, "right on gfx1100", "right.o", *GRID)
    expect(1, "data race", "wrong.o", *GRID)
    expect(0, "other on gfx942", "other.o", *GRID)
    write("one", bundle([(host, empty), (hip + b"gfx1100", right)]))
    expect(0, "right on gfx1100", "one", *GRID)
    write("two", bundle([(host, empty), (hip + b"gfx1100", wrong), (hip + b"gfx942:xnack-", other)]))
    expect(2, "has code for gfx1100, gfx942: --mcpu says for which", "two", *GRID)
    expect(1, "wrong on gfx1100", "two", "--mcpu=gfx1100", *GRID)
    expect(0, "other on gfx942", "two", "--mcpu=gfx942", *GRID)
    expect(2, "is code for gfx1100, gfx942, not for gfx1201 as --mcpu says", "two", "--mcpu=gfx1201", *GRID)
    expect(0, "other on gfx942", "two", "--entry", "other", *GRID)
    # Those of two source files, in a program.
    first = bundle([(host, empty), (hip + b"gfx1100", right)])
    write("fat", first + bytes(-len(first) % 4096) + bundle([(host, empty), (hip + b"gfx1100", wrong)]))
    with open("host.c", "w", encoding="utf-8") as file:
        file.write("int main(void) { return 0; }\n")
    subprocess.run(["cc", "-c", "host.c", "-o", "host.o"], check=True)
    expect(3, "holds no code of AMD's processors", "host.o", *GRID)
    subprocess.run(["objcopy", "--add-section", ".hip_fatbin=fat", "host.o", "program"], check=True)
    expect(0, "right on gfx1100", "program", *GRID)
    expect(1, "wrong on gfx1100", "program", "--entry", "wrong", *GRID)
    expect(3, "there is no kernel nobody", "program", "--entry", "nobody", *GRID)
    write("compressed", b"CCOB" + bytes(40))
    expect(4, "clang-offload-bundler --unbundle", "compressed", *GRID)
    write("package", b"\x10\xff\x10\xad" + bytes(40))
    expect(4, "llvm-offload-binary", "package", *GRID)


def linked():
    """What a linker has not filled in is refused where it runs, and a branch goes where it goes in assembly."""
    assemble("unlinked", "gfx1100", "s_add_u32 s4, s4, outside@rel32@lo+4")
    expect(4, "not supported: instruction not-linked:s_add_u32", "unlinked.o", *GRID)
    assemble("linked", "gfx1100", " s_mov_b32 s4, 3\n.Lagain:\n s_sub_u32 s4, s4, 1\n s_cmp_lg_u32 s4, 0\n"
             " s_cbranch_scc1 .Lagain\n s_branch .Lend\n s_add_u32 s4, s4, outside@rel32@lo+4\n.Lend:")
    # in each of the two waves of two workgroups one instruction, three rounds of three, and two
    expect(0, " 48 instructions", "linked.o", *GRID)


def calls():
    """The function stands before the kernel's code; what is added to the place of the next instruction is how far it is."""
    body = ("s_branch .Lmain\nf:\n s_waitcnt lgkmcnt(0)\n v_lshlrev_b32 v1, 2, v0\n s_setpc_b64 s[30:31]\n.Lmain:\n"
            " s_load_b64 s[4:5], s[0:1], null\n s_getpc_b64 s[2:3]\n.Lnext:\n s_add_u32 s2, s2, f-.Lnext\n"
            " s_addc_u32 s3, s3, -1\n {}\n global_store_b32 v1, v0, s[4:5]")
    assemble("calling", "gfx1100", body.format("s_swappc_b64 s[30:31], s[2:3]"))
    expect(0, "no data race", "calling.o", "--local", "64", "--groups", "1")
    assemble("idle", "gfx1100", body.format("s_waitcnt lgkmcnt(0)"))
    expect(1, "out of bounds", "idle.o", "--local", "64", "--groups", "1", "--arg", "256")


def processors(right):
    expect(2, "is code for gfx1100, not for gfx942 as --mcpu says", "right.o", "--mcpu=gfx942", *GRID)
    expect(2, "is code for gfx1100, not for gfx942 as --mcpu says", "right.s", "--mcpu=gfx942", *GRID)
    expect(0, "right on gfx1100", "right.s", *GRID)
    unknown = bytearray(right)
    unknown[48] = 0x20  # e_flags: gfx600
    write("unknown.o", bytes(unknown))
    expect(4, "not supported: processor 0x20 of ELF", "unknown.o", *GRID)


def names():
    """Each processor that race names, as the assembler writes it in an object."""
    said = race("right.o", "--mcpu=none").stderr
    known = [word.strip(" .,;\n") for word in said.split("takes ")[-1].split(", ")]
    if len(known) < 22:
        fail(f"few processors: {said}")
    for name in known:
        with open("plain.s", "w", encoding="utf-8") as file:
            file.write(KERNEL.format(name="plain", processor=name, body="s_nop 0", accumulators=".amdhsa_accum_offset 8"
                                     if name in ("gfx90a", "gfx942", "gfx950") else ""))
        subprocess.run(["clang-22", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + name, "-c", "plain.s", "-o", "plain.o"],
                       check=True)
        expect(0, f"plain on {name}", "plain.o", "--local", "64")
        expect(0, f"plain on {name}", "plain.s", "--local", "64")


def tools():
    expect(3, "there is no such command", "right.o", "--objdump", "no-such-objdump", *GRID)
    expect(3, "there is no such command", "right.o", *GRID, environment={"SMMRA_OBJDUMP": "no-such-objdump"})
    expect(3, "Debian's package llvm-22", "right.o", *GRID, environment={"PATH": folder})
    expect(0, "no data race", "right.o", "--objdump", "llvm-objdump-22", *GRID, environment={"SMMRA_OBJDUMP": "false"})


def answers():
    """The same words for assembly and object, but for lines of the assembly and places in the object."""
    for name, status in (("wrong", 1), ("right", 0)):
        found = []
        for end in (".s", ".o"):
            got = race(name + end, *GRID, "--json")
            one, = json.loads(got.stdout)
            found.append([one[key] for key in ("race", "instructions", "accesses", "kernel")] +
                         [(f["missing"], f["times"], f["place"]) for f in one["findings"]])
            if end == ".o" and one["findings"]:
                party = one["findings"][0]["accesses"][0]
                # after the six instructions before it, of 8, 8, 4 and 4 bytes
                if party["line"] != 0 or not party["instruction"].endswith("s[4:5] at 0x18"):
                    fail(f"{name}: {party}")
        if found[0] != found[1] or found[0][0] != status:
            fail(f"{name}: assembly {found[0]}, object {found[1]}")


def hostile(right, fat):
    """Bytes that are not what they should be: a message, and one of its exit statuses. `true` decodes nothing, so that
    this is about what reads ELF and bundles; a few go through LLVM's own."""
    chance = random.Random(1)
    for number in range(150):
        data = bytearray(right if number % 2 else fat)
        for _ in range(chance.choice((1, 2, 8))):
            region = chance.choice((64, 200, len(data)))
            at = len(data) - 1 - chance.randrange(region) if chance.random() < 0.5 else chance.randrange(region)
            data[at] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
        if number % 5 == 0:
            data = data[:chance.randrange(len(data))]
        write("hostile", bytes(data))
        tool = [] if number % 10 == 0 else ["--objdump", "true llvm-objdump"]
        got = race("hostile", "--mcpu=gfx1100", *tool, *GRID)
        if got.returncode not in (0, 1, 2, 3, 4):
            fail(f"hostile bytes {number}: status {got.returncode}: {got.stderr[:300]}")
            shutil.copy("hostile", f"hostile-{number}")


if not shutil.which("clang-22") or not shutil.which("llvm-objdump-22"):
    print("SKIPPED: clang-22 or llvm-objdump-22 is not installed")
    sys.exit(77)
right_object = assemble("right", "gfx1100", STORE["gfx1100"])
wrong_object = assemble("wrong", "gfx1100", STORE["gfx1100"].replace("v_lshl_add_u32 v1, s15, 6, v0",
                                                                      "v_lshl_add_u32 v1, 0, 6, v0"))
other_object = assemble("other", "gfx942", STORE["gfx942"])
containers(right_object, wrong_object, other_object)
processors(right_object)
linked()
calls()
names()
tools()
answers()
with open("fat", "rb") as fat_file:
    hostile(right_object, fat_file.read())
print(f"{failures} failures")
sys.exit(failures != 0)
