#!/usr/bin/env python3
"""agree.py SPIRV-MMRA FOLDER COUNT [SEED]: asks race and the explorer about random small programs.

A wave writes x, in global or shared memory, and hands on that it did, through a barrier, a flag, or both, in either
order; another one reads x. Waits, bits, write-backs and invalidations come and go. race must find the accesses to x unordered exactly where
the explorer (litmus kernel.s) finds an execution in which the reader sees the flag and x is old. Where both accesses to
x are spelled as atomics that reach each other, they are no race, whatever is old: these programs are left out.
"""

import json
import random
import subprocess
import sys

OLD, NINE = ("gfx90a", "gfx942", "gfx1030"), ("gfx90a", "gfx942")
PROCESSORS = ("gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201")


class Words:
    """What a processor spells how."""

    def __init__(self, name):
        self.name, self.wide = name, name in NINE
        self.load = "global_load_dword" if name in OLD else "global_load_b32"
        self.store = "global_store_dword" if name in OLD else "global_store_b32"
        self.local_load = "ds_read_b32" if name in OLD else "ds_load_b32"
        self.local_store = "ds_write_b32" if name in OLD else "ds_store_b32"
        self.load_bits = {"gfx90a": ["", " glc"], "gfx942": ["", " sc0", " sc1"], "gfx1030": ["", " glc", " glc dlc"],
                          "gfx1100": ["", " glc"], "gfx1201": ["", " scope:SCOPE_SE", " scope:SCOPE_DEV"]}[name]
        self.store_bits = {"gfx942": ["", " sc0", " sc1"], "gfx1201": ["", " scope:SCOPE_SE", " scope:SCOPE_DEV"]}.get(
            name, [""])
        self.waits = {"load": "s_wait_loadcnt 0x0", "store": "s_wait_storecnt 0x0", "local": "s_wait_dscnt 0x0"} \
            if name == "gfx1201" else {"load": "s_waitcnt vmcnt(0)", "local": "s_waitcnt lgkmcnt(0)",
                                       "store": "s_waitcnt vmcnt(0)" if self.wide else "s_waitcnt_vscnt null, 0x0"}
        self.barrier = ["s_barrier_signal -1", "s_barrier_wait -1"] if name == "gfx1201" else ["s_barrier"]
        self.drops = {"gfx90a": [["buffer_wbinvl1_vol"]], "gfx942": [["buffer_inv sc1"]],
                      "gfx1201": [["global_inv scope:SCOPE_SE"], ["global_inv scope:SCOPE_DEV"]]}.get(
            name, [["buffer_gl1_inv", "buffer_gl0_inv"], ["buffer_gl0_inv", "buffer_gl1_inv"], ["buffer_gl0_inv"],
                   ["buffer_gl1_inv"]])
        self.writes_back = ["buffer_wbl2 sc1"] if name == "gfx942" else []


def maybe(choose, lines):
    return lines if choose.random() < 0.7 else []


def are_atomics(w, far, store_bits, load_bits):
    """Whether the bits make the two accesses atomics to each other."""
    marks = len(w.store_bits) > 1
    return (load_bits == w.load_bits[-1] if far else load_bits != "") and (
        not marks or (store_bits == w.store_bits[-1] if far else store_bits != ""))


def make(choose, w):
    """The waves as lists of lines with their workgroup, which one reads the flag, and the mode; or None."""
    local = choose.random() < 0.2
    far = not local and choose.random() < 0.6
    relays = choose.choice(["", "", "writer", "reader"]) if far else ""
    wait = w.waits["local" if local else "store"]
    bits = choose.choice(w.store_bits), choose.choice(w.load_bits)
    if not local and are_atomics(w, far, *bits):
        return None
    write = [w.local_store + " v0, v1"] if local else [w.store + " v0, v1, s[4:5]" + bits[0]]
    read = [w.local_load + " v3, v0"] if local else [w.load + " v3, v0, s[4:5]" + bits[1]]
    flag = [w.store + " v0, v4, s[6:7]" + w.store_bits[-1]]
    look = [w.load + " v2, v0, s[6:7]" + w.load_bits[-1], w.waits["load"], "v_readfirstlane_b32 s8, v2",
            "s_cmp_eq_u32 s8, 0", "s_cbranch_scc1 END"]
    end = [w.waits["local" if local else "load"]]
    hands_on = maybe(choose, w.writes_back) + maybe(choose, [wait])
    drop = maybe(choose, choose.choice(w.drops)) if not local else []
    first = write + hands_on
    if relays == "reader":
        drop_again = maybe(choose, choose.choice(w.drops))
        waves = [(0, first + flag), (1, look + drop + maybe(choose, [w.waits["load"]]) + w.barrier),
                 (1, w.barrier + drop_again + read + end)]
    elif relays:
        waves = [(0, first + w.barrier), (0, w.barrier + hands_on + maybe(choose, w.writes_back) + maybe(choose, [wait]) +
                                          flag), (1, look + drop + read + end)]
    elif far:
        waves = [(0, first + flag), (1, look + drop + read + end)]
    else:
        waves = [(0, first + w.barrier), (0, w.barrier + drop + read + end)]
    looks = len(waves) - (2 if relays == "reader" else 1) if far else None
    return waves, looks, choose.random() < 0.5


def text_of(lines, number):
    return "\n".join("    " + line.replace("END", ".Lend%d" % number) for line in lines) + \
        "\n.Lend%d:\n    s_endpgm\n" % number


def directives(w, cu_mode):
    return ("    .amdhsa_kernel k\n        .amdhsa_user_sgpr_count 2\n        .amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
            "        .amdhsa_system_sgpr_workgroup_id_x 1\n        .amdhsa_group_segment_fixed_size 64\n" +
            ("" if w.wide else "        .amdhsa_workgroup_processor_mode %d\n" % (not cu_mode)) +
            "    .end_amdhsa_kernel\n")


def litmus_text(w, waves, looks, cu_mode):
    last = len(waves) - 1
    seen = "P%d:v2 == 1 and " % looks if looks else ""
    ask = "exists (%snot P%d:v3 == 42)" % (seen, last)
    head = "; @Memory: x, f\n" + "".join(
        "; @Wave: P%d = w%d, group %d, s[4:5] = &x, s[6:7] = &f, v1 = 42, v4 = 1\n" % (k, k, group)
        for k, (group, _) in enumerate(waves)) + "; @Output: %s\n" % ask
    return head + "".join("w%d:\n%s" % (k, text_of(lines, k)) for k, (_, lines) in enumerate(waves)) + \
        "k:\n    s_endpgm\n" + directives(w, cu_mode)


def kernel_text(w, waves, cu_mode):
    """The same as a grid: a wave finds out which one it is, and has one lane."""
    per_group = max(sum(group == g for group, _ in waves) for g in (0, 1))
    lanes = 64 if w.wide else 32
    group_register = "ttmp9" if w.name == "gfx1201" else "s2"
    load = ("s_load_dwordx4" if w.name in OLD else "s_load_b128") + " s[4:7], s[0:1], 0x0"
    kmcnt = "s_wait_kmcnt 0x0" if w.name == "gfx1201" else "s_waitcnt lgkmcnt(0)"
    lines = [load, kmcnt, "v_readfirstlane_b32 s8, v0", "s_bfe_u32 s8, s8, 0x%x" % (0xA0000),
             "s_lshr_b32 s8, s8, %d" % (lanes.bit_length() - 1), "s_lshl_b32 s9, %s, 1" % group_register,
             "s_or_b32 s8, s8, s9", "s_mov_b64 exec, 1" if w.wide else "s_mov_b32 exec_lo, 1", "v_mov_b32 v0, 0",
             "v_mov_b32 v1, 42", "v_mov_b32 v4, 1", "v_mov_b32 v2, 0", "v_mov_b32 v3, 0"]
    places, counts = [], [0, 0]
    for group, _ in waves:
        places.append(group * 2 + counts[group])
        counts[group] += 1
    for k, place in enumerate(places):
        lines += ["s_cmp_eq_u32 s8, %d" % place, "s_cbranch_scc1 w%d" % k]
    groups = 1 + max(group for group, _ in waves)
    text = "k:\n" + text_of(lines, 9) + "".join(
        "w%d:\n%s" % (k, text_of(body, k)) for k, (_, body) in enumerate(waves)) + directives(w, cu_mode) + \
        "    .amdgpu_metadata\namdhsa.kernels:\n  - .args:\n" + "".join(
            "      - .offset:         %d\n        .size:           8\n        .value_kind:     global_buffer\n" % offset
            for offset in (0, 8)) + "    .name:           k\n    .end_amdgpu_metadata\n"
    return text, groups, lanes * per_group


def main():
    command, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    choose = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 31)
    differ, weak = 0, 0
    for number in range(count):
        w = Words(PROCESSORS[number % len(PROCESSORS)])
        made = None
        while not made:
            made = make(choose, w)
        waves, looks, cu_mode = made
        litmus, kernel = folder + "/litmus.s", folder + "/kernel.s"
        with open(litmus, "w") as file:
            file.write(litmus_text(w, waves, looks, cu_mode))
        text, groups, size = kernel_text(w, waves, cu_mode)
        with open(kernel, "w") as file:
            file.write(text)
        asked = subprocess.run([command, "litmus", litmus, "--mcpu=" + w.name, "--json"], capture_output=True, text=True)
        ran = subprocess.run([command, "race", kernel, "--mcpu=" + w.name, "--runs", "1", "--groups", str(groups), "--local", str(size),
                              "--arg", "4", "--arg", "4", "--json"], capture_output=True, text=True)
        if asked.stdout.strip() in ("", "[]") or ran.stdout.strip() in ("", "[]"):
            sys.exit("program %d cannot be asked about: %s%s" % (number, asked.stderr, ran.stderr))
        found = [one for one in json.loads(ran.stdout)[0]["findings"] if "argument 1" not in one["place"]]
        old = json.loads(asked.stdout)[0]["condition"]
        weak += old is True
        if old is not bool(found):
            differ += 1
            print("%s%s, program %d: explorer %s, race %s" % (w.name, ", CU mode" if cu_mode and not w.wide else "",
                                                             number, old, [f["missing"] for f in found]))
            for group, lines in waves:
                print("    group %d: %s" % (group, "; ".join(lines)))
    print("%d programs, x may be old in %d, %d differ" % (count, weak, differ))
    sys.exit(differ > 0 or not 0 < weak < count)


main()
