#!/usr/bin/env python3
"""How the work of each subcommand grows with its input: instructions of the processor, as valgrind counts them, of inputs of n, 2n and
4n; the exponent is the logarithm of how the growth from 2n to 4n compares with that from n to 2n. So what a start costs does not count.
Inputs whose names end in "memory" are measured in kilobytes of memory instead, and the bound is megabytes at 4n.

    exponents.py COMMAND [NAME...]      of all inputs, or those whose names begin so; exit status 1 if one grows faster than it may
    exponents.py --input NAME N FILE    writes the input of this name and size to FILE, with an ending, which it prints

An exponent may be at most 1.2. Where a bound in words allows more, the input's row says which, and docs/evidence/performance.md why.
"""

import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MOST = 1.2


def module(body, extra="", local="1 1 1"):
    """A compute shader with a buffer of numbers and the given body; words of assembly."""
    return f"""; SPIR-V
OpCapability Shader
OpCapability VulkanMemoryModel
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %buffer %id
OpExecutionMode %main LocalSize {local}
OpDecorate %array ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%bool = OpTypeBool
%vector = OpTypeVector %uint 3
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%to_vector = OpTypePointer Input %vector
%private = OpTypePointer Function %uint
%buffer = OpVariable %to_block StorageBuffer
%id = OpVariable %to_vector Input
{extra}%main = OpFunction %void None %function
%entry = OpLabel
%ids = OpLoad %vector %id
%x = OpCompositeExtract %uint %ids 0
%p = OpAccessChain %to_uint %buffer %zero %x
{body}OpReturn
OpFunctionEnd
"""


def accesses(n):
    return module("".join(f"%a{i} = OpLoad %uint %p\n%b{i} = OpIAdd %uint %a{i} %one\nOpStore %p %b{i}\n" for i in range(n)))


def branches(n):
    return module("".join(f"%c{i} = OpIEqual %bool %x %zero\nOpSelectionMerge %m{i} None\nOpBranchConditional %c{i} %t{i} %m{i}\n"
                          f"%t{i} = OpLabel\nOpStore %p %one\nOpBranch %m{i}\n%m{i} = OpLabel\n" for i in range(n)))


def switch(n):
    cases = "".join(f" {i} %t{i}" for i in range(n))
    return module(f"OpSelectionMerge %m None\nOpSwitch %x %m{cases}\n" +
                  "".join(f"%t{i} = OpLabel\nOpStore %p %one\nOpBranch %m\n" for i in range(n)) + "%m = OpLabel\n")


def shared_variables(n):
    """Of Workgroup, each read by two invocations."""
    names = " ".join(f"%w{i}" for i in range(n))
    text = module("".join(f"%l{i} = OpLoad %uint %w{i}\n" for i in range(n)),
                  "%to_shared = OpTypePointer Workgroup %uint\n" + "".join(f"%w{i} = OpVariable %to_shared Workgroup\n" for i in range(n)), "2 1 1")
    return text.replace("%buffer %id\n", f"%buffer %id {names}\n", 1)


def functions(n):
    extra = "".join(f"%f{i} = OpFunction %void None %function\n%e{i} = OpLabel\nOpReturn\nOpFunctionEnd\n" for i in range(n))
    text = module("".join(f"%r{i} = OpFunctionCall %void %f{i}\n" for i in range(n)))
    return text + extra


def loops(n):
    """One after the other."""
    return module("".join(f"OpBranch %h{i}\n%h{i} = OpLabel\nOpLoopMerge %m{i} %c{i} None\nOpBranch %b{i}\n%b{i} = OpLabel\n"
                          f"%k{i} = OpIEqual %bool %x %one\nOpBranchConditional %k{i} %c{i} %m{i}\n%c{i} = OpLabel\n"
                          f"OpBranch %h{i}\n%m{i} = OpLabel\n" for i in range(n)))


def phis(n):
    ends = ["%entry"] + [f"%m{i}" for i in range(n)]
    return module("".join(f"OpSelectionMerge %m{i} None\nOpBranchConditional %c %t{i} %m{i}\n%t{i} = OpLabel\nOpBranch %m{i}\n"
                          f"%m{i} = OpLabel\n%v{i} = OpPhi %uint %one %t{i} %zero {ends[i]}\n" for i in range(n)), "%c = OpUndef %bool\n")


def buffers(n):
    """Each is of a descriptor of its own."""
    text = module("".join(f"%p{i} = OpAccessChain %to_uint %buffer{i} %zero %x\nOpStore %p{i} %one\n" for i in range(n)),
                  "".join(f"%buffer{i} = OpVariable %to_block StorageBuffer\n" for i in range(n)))
    return (text.replace('"main" %buffer %id', '"main" %buffer %id' + "".join(f" %buffer{i}" for i in range(n)))
            .replace("%void =", "".join(f"OpDecorate %buffer{i} DescriptorSet 0\nOpDecorate %buffer{i} Binding {i + 1}\n"
                                        for i in range(n)) + "%void =", 1))


def barriers(n, local="1 1 1"):
    body = "OpControlBarrier %two %two %all\nOpStore %p %one\n" * n
    return module(body, "%two = OpConstant %uint 2\n%all = OpConstant %uint 24904\n", local)


def source_lines(n):
    """Debug information of each instruction, and the text of the source; no memory is accessed."""
    body = "".join(f"OpLine %file {i + 1} 1\n%a{i} = OpIAdd %uint %x %one\n" for i in range(n))
    source = "\n".join("x + 1;" for _ in range(n))
    return module(body).replace("OpDecorate %array", f'%file = OpString "lines.comp"\nOpSource GLSL 450 %file "{source}"\nOpDecorate %array', 1)


def one_word(body):
    """Every invocation runs it, on one element of the buffer."""
    return module("%q = OpAccessChain %to_uint %buffer %zero %zero\n" + body)


def one_counter(scope="%one"):
    """Every invocation counts in one word, after a barrier."""
    body = f"OpControlBarrier %two %two %shared\n%c = OpAtomicIAdd %uint %q {scope} %zero %one\n"
    return module("%q = OpAccessChain %to_uint %buffer %zero %zero\n" + body,
                  "%two = OpConstant %uint 2\n%queue_family = OpConstant %uint 5\n%shared = OpConstant %uint 24840\n", "64 1 1")


ONE_WRITER = """%is_first = OpIEqual %bool %x %zero
OpSelectionMerge %m None
OpBranchConditional %is_first %t %m
%t = OpLabel
OpStore %q %one
OpBranch %m
%m = OpLabel
%v = OpLoad %uint %q
"""


def loads(n):
    return ("define void @f(ptr addrspace(1) %p) {\n" + "".join(f"  %v{i} = load i32, ptr addrspace(1) %p, align 4\n" for i in range(n)) +
            "  ret void\n}\n")


def findings(n):
    return ("define void @f(ptr addrspace(1) %p) {\n" + "  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0\n" * n +
            '  ret void\n}\n!0 = !{!"vulkan", !"nothing"}\n')


def calls(n):
    return "".join(f"define void @f{i}() {{\n  call void @f{(i + 1) % n}()\n  ret void\n}}\n" for i in range(n))


def nodes(n):
    return ("define void @f(ptr addrspace(1) %p) {\n" +
            "".join(f"  store i32 1, ptr addrspace(1) %p, align 4, !mmra !{i}\n" for i in range(n)) + "  ret void\n}\n" +
            "".join(f'!{i} = !{{!"vulkan", !"private"}}\n' for i in range(n)))


def kernel(n):
    """One thread that computes much."""
    return ("; @Threads: @k wg 0 wave 0\n; @Init: x = 0\n; @Exists: x = 0\n@x = addrspace(1) global i32 0\ndefine amdgpu_kernel void @k() {\n" +
            "  store atomic i32 0, ptr addrspace(1) @x monotonic, align 4\n" + "".join(f"  %v{i} = add i32 {i}, 1\n" for i in range(n)) +
            "  ret void\n}\n")


def attribute_groups(n):
    return ("".join(f"declare void @f{i}() #{i}\n" for i in range(n)) +
            "".join(f"attributes #{i} = {{ nounwind }}\n" for i in range(n)))


def blocks(n):
    return ("define void @f(ptr addrspace(1) %p, i1 %c) {\n  br label %b0\n" +
            "".join(f"b{i}:\n  fence release\n  store i32 1, ptr addrspace(1) %p, align 4\n  br i1 %c, label %b{i}, label %b{i + 1}\n"
                    for i in range(n)) + f"b{n}:\n  ret void\n}}\n")


def places(n):
    """Is refused at its last line, so that what is read counts, not what is executed."""
    return ('Vulkan places\n"names"\n{\n' + "".join(f"x{i} = 0;\n" for i in range(n)) + "}\n P0@sg 0, wg 0, qf 0 ;\n" +
            "".join(f" st.nonpriv.sc0 x{i}, 1 ;\n" for i in range(n)) + " nothing x ;\nexists (x0 == 1)\n")


def labels(n):
    return ('Vulkan labels\n"names"\n{\nx = 0;\n}\n P0@sg 0, wg 0, qf 0 ;\n' +
            "".join(f" L{i}: ;\n goto L{n - 1 - i} ;\n" for i in range(n)) + " goto nowhere ;\nexists (x == 1)\n")


def structures(n):
    """A variable of structures in structures, read and written whole."""
    types = ["%s0 = OpTypeStruct %uint\n"] + [f"%s{i} = OpTypeStruct %s{i - 1}\n" for i in range(1, n)]
    return module(f"%whole = OpLoad %s{n - 1} %variable\nOpStore %variable %whole\n",
                  "".join(types) + f"%to_s = OpTypePointer Private %s{n - 1}\n%null = OpConstantNull %s{n - 1}\n"
                  "%variable = OpVariable %to_s Private %null\n").replace("%buffer %id\n", "%buffer %id %variable\n", 1)


def selects(n):
    """A pointer is chosen of two, one after the other."""
    text = module("".join(f"%s{i} = OpSelect %to_uint %c {f'%s{i - 1}' if i else '%p'} %q\n" for i in range(n)) + f"OpStore %s{n - 1} %one\n",
                  "%c = OpUndef %bool\n")
    return (text.replace("OpCapability Shader\n", "OpCapability Shader\nOpCapability VariablePointersStorageBuffer\n", 1)
            .replace("%p = OpAccessChain", "%q = OpAccessChain %to_uint %buffer %zero %zero\n%p = OpAccessChain", 1))


def registers(n):
    return ('Vulkan registers\n"names"\n{\nx = 0;\n}\n P0@sg 0, wg 0, qf 0 ;\n' +
            "".join(f" ld.atom.dv.sc0 r{i}, x ;\n" for i in range(n)) + " nothing x ;\nexists (x == 1)\n")


def references(n):
    """The names of Khronos's tests."""
    return ("NEWWG\nNEWSG\nNEWTHREAD\n" + "".join(f"st.scopedev.sc0 x{i} = 1\n" for i in range(n)) + "nothing x\n")


def code(n):
    return "k:\n" + "".join("\tv_add_nc_u32 v1, v1, v2\n" for _ in range(n)) + "\ts_endpgm\n"


def code_labels(n):
    return "k:\n" + "".join(f"L{i}:\n\ts_cbranch_scc0 L{n - 1 - i}\n" for i in range(n)) + "\ts_endpgm\n"


def waits(n):
    return "k:\n" + "".join(f"\tglobal_load_b32 v{1 + i % 200}, v0, s[0:1]\n\ts_waitcnt vmcnt(0)\n" for i in range(n)) + "\ts_endpgm\n"


def entry_points(n):
    """Shaders of one module, each with a name of its own."""
    numbers = range(n)
    return ("OpCapability Shader\nOpMemoryModel Logical GLSL450\n" + "".join(f'OpEntryPoint GLCompute %m{i} "main{i}"\n' for i in numbers) +
            "".join(f"OpExecutionMode %m{i} LocalSize 1 1 1\n" for i in numbers) + "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n" +
            "".join(f"%m{i} = OpFunction %void None %fn\n%l{i} = OpLabel\nOpReturn\nOpFunctionEnd\n" for i in numbers))


def synchronized(n):
    """Stores that releases order, and loads behind acquires: each wait and each write-back is asked about."""
    body = "".join(f"OpAtomicStore %p %device %release %one\n%a{i} = OpAtomicLoad %uint %p %device %acquire\n"
                   f"%b{i} = OpIAdd %uint %a{i} %one\nOpStore %p %b{i} NonPrivatePointer\n" for i in range(n))
    return module(body, "%device = OpConstant %uint 5\n%release = OpConstant %uint 8260\n%acquire = OpConstant %uint 16450\n")


def recording(n):
    """The manifest of a folder: many descriptors of one memory, which has as many addresses; the shader uses one."""
    return ("spirv-mmra dispatch 1\nmodule module.spv\ngroups 1 1 1\n" +
            "".join(f"buffer 0 {i} 0 0x1+{i * 64} bytes.bin\naddress 7f{i * 64:010x} 0x1+{i * 64} bytes.bin\n" for i in range(n)))


def assembly(n):
    """A kernel with an argument, whose lanes read and write a buffer's words of their own."""
    return f"""k:
\ts_load_b64 s[2:3], s[0:1], 0x0
\tv_lshlrev_b32 v1, 2, v0
\ts_waitcnt lgkmcnt(0)
""" + "\tglobal_load_b32 v2, v1, s[2:3]\n\ts_waitcnt vmcnt(0)\n\tglobal_store_b32 v1, v2, s[2:3]\n\ts_barrier\n" * n + """\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_wavefront_size32 1
\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
    .max_flat_workgroup_size: 64
    .name: k
    .symbol: k.kd
...
\t.end_amdgpu_metadata
"""


def numbers(n):
    return "{" + ", ".join(str(i) for i in range(n)) + "}"


EQUAL_ROWS = "a bit for each pair of events, but equal rows of relations are there once"
RACE_CODE = ["race", "--mcpu=gfx1100", "--local=64"]
CONDITIONS = "an access has the conditions of all ways that may lead to it"
INPUTS = (  # name, text, ending, n, options before the file (or how n makes them), options after it, what the exponent may be and why
    ("translate accesses", accesses, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate branches", branches, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate switch", switch, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate functions", functions, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate entry-points", entry_points, "spv", 500, ["--no-validate", "--target=host"], ["-o", "-"], MOST, ""),
    ("translate loops", loops, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate phis", phis, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate buffers", buffers, "spv", 200, ["--no-validate"], ["-o", "-"], MOST, ""),
    ("translate barriers", barriers, "spv", 200, ["--no-validate", "--mcpu=gfx1100"], ["-o", "-"], MOST, ""),
    ("translate lines", source_lines, "spv", 200, ["--no-validate", "--explain"], ["-o", "-"], MOST, ""),
    ("check findings", findings, "ll", 500, ["check"], [], MOST, ""),
    ("check calls", calls, "ll", 500, ["check"], [], MOST, ""),
    ("check nodes", nodes, "ll", 500, ["check"], [], MOST, ""),
    ("check loads", loads, "ll", 1000, ["check"], [], MOST, ""),
    ("check attribute-groups", attribute_groups, "ll", 1000, ["check"], [], MOST, ""),
    ("check blocks", blocks, "ll", 200, ["check"], [], MOST, ""),
    ("litmus places", places, "litmus", 1000, ["litmus"], [], MOST, ""),
    ("litmus labels", labels, "litmus", 1000, ["litmus"], [], MOST, ""),
    ("litmus registers", registers, "litmus", 1000, ["litmus"], [], MOST, ""),
    ("litmus references", references, "test", 1000, ["litmus"], [], MOST, ""),
    ("litmus kernel", kernel, "ll", 500, ["litmus"], [], 2.0, "a bit for each instruction and register: whether it lives there"),
    ("litmus structures", structures, "spv", 20, ["litmus", "--translate", "--no-validate"], [], 2.0, "each is laid out, and is as deep as those in it"),
    ("litmus code-labels", code_labels, "s", 500, ["litmus", "--mcpu=gfx1100"], [], MOST, ""),
    ("cost code", code, "s", 500, ["cost", "--mcpu=gfx1100"], [], MOST, ""),
    ("cost labels", code_labels, "s", 500, ["cost", "--mcpu=gfx1100"], [], MOST, ""),
    ("cost waits", waits, "s", 500, ["cost", "--mcpu=gfx1100"], [], MOST, ""),
    ("cost l2", synchronized, "spv", 25, ["cost", "--no-validate", "--mcpu=gfx942"], [], MOST, ""),
    ("cost module", synchronized, "spv", 25, ["cost", "--no-validate", "--mcpu=gfx1100"], [], MOST, ""),
    ("cost branches", branches, "spv", 100, ["cost", "--no-validate", "--mcpu=gfx1100"], [], MOST, ""),
    ("race instructions", accesses, "spv", 100, ["race", "--no-validate"], [], MOST, ""),
    ("race buffers", buffers, "spv", 200, ["race", "--no-validate"], [], MOST, ""),
    ("race loops", loops, "spv", 200, ["race", "--no-validate"], [], MOST, ""),
    ("race functions", functions, "spv", 200, ["race", "--no-validate"], [], MOST, ""),
    ("race barriers", barriers, "spv", 200, ["race", "--no-validate"], [], MOST, ""),
    ("race groups", lambda n: (n, accesses(4)), "spv", 64, ["race", "--no-validate"], [], MOST, ""),
    ("race met-groups", lambda n: (n, barriers(2, "64 1 1")), "spv", 32, ["race", "--no-validate"], [], MOST, ""),
    ("race one-word", lambda n: (n, one_word("OpStore %q %x\n")), "spv", 512, ["race", "--no-validate"], [], MOST, ""),
    ("race one-writer", lambda n: (n, one_word(ONE_WRITER)), "spv", 512, ["race", "--no-validate"], [], MOST, ""),
    ("race counter", lambda n: (n, one_counter("%queue_family")), "spv", 16, ["race", "--no-validate", "--runs=1"], [], MOST, ""),
    ("race recording", recording, "folder", 250, ["race", "--no-validate"], [], MOST, ""),
    ("race assembly", assembly, "s", 20, RACE_CODE + ["--arg=4096"], [], MOST, ""),
    ("race inputs", lambda n: accesses(1), "spv", 16,
     lambda n: ["race", "--no-validate"] + [f"--input=member0[{i}]=7" for i in range(n)], [], MOST, ""),
    ("race values", lambda n: accesses(1), "spv", 500, lambda n: ["race", "--no-validate", "--input=member0=" + numbers(n)], [], MOST, ""),
    ("race arguments", lambda n: assembly(1), "s", 200, lambda n: RACE_CODE + ["--arg=65536" + numbers(n)], [], MOST, ""),
    ("prove accesses", accesses, "spv", 100, ["prove", "--no-validate"], [], MOST, ""),
    ("prove branches", branches, "spv", 50, ["prove", "--no-validate"], [], MOST, ""),
    ("prove loops", loops, "spv", 50, ["prove", "--no-validate"], [], 2.1, CONDITIONS),
    ("prove functions", functions, "spv", 50, ["prove", "--no-validate"], [], MOST, ""),
    ("prove barriers", barriers, "spv", 50, ["prove", "--no-validate"], [], 2.1, "each two accesses of a variable are a question"),
    ("prove buffers", buffers, "spv", 50, ["prove", "--no-validate"], [], MOST, ""),
    ("prove phis", phis, "spv", 50, ["prove", "--no-validate"], [], MOST, ""),
    ("litmus switch", switch, "spv", 50, ["litmus", "--no-validate", "--groups=1"], [], MOST, ""),
    ("litmus phis", phis, "spv", 50, ["litmus", "--no-validate", "--groups=1"], [], MOST, ""),
    ("litmus selects", selects, "spv", 50, ["litmus", "--no-validate", "--groups=1"], [], MOST, ""),
    ("race one-counter memory", lambda n: (n, one_counter()), "spv", 512, ["race", "--no-validate", "--runs=1"], [], 30, "no more than 100 bytes for each invocation, and what a start takes"),
    ("litmus barriers memory", barriers, "spv", 200, ["litmus", "--no-validate"], [], 100, EQUAL_ROWS),
    ("litmus buffers memory", buffers, "spv", 150, ["litmus", "--no-validate"], [], 60, EQUAL_ROWS),
    ("litmus shared memory", shared_variables, "spv", 125, ["litmus", "--no-validate"], [], 80, EQUAL_ROWS),
    ("litmus accesses", accesses, "spv", 50, ["litmus", "--no-validate", "--groups=1"], [], 2.3, "an event is related to each other one"),
    ("explain", lambda n: "never-available", "", 1, ["explain"], [], MOST, "it has no input that could grow"),
    ("report lines", source_lines, "spv", 200, ["report", "--no-validate", "--llc=false", "--opt=false"], ["-o", "page.html"], MOST, ""),
    ("report loops", loops, "spv", 200, ["report", "--no-validate", "--llc=false", "--opt=false"], ["-o", "page.html"], MOST, ""),
)


def write(path, text, ending):
    if ending == "folder":
        path.mkdir()
        write(path / "module.spv", accesses(1), "spv")
        (path / "bytes.bin").write_bytes(bytes(64))
        path = path / "dispatch.txt"
    path.write_text(text)
    if ending == "spv":
        assembly = path.with_suffix(".spvasm")
        path.rename(assembly)
        subprocess.run(["spirv-as", "--target-env", "vulkan1.3", assembly, "-o", path], check=True)


def measured(name, command, cwd):
    """What the run of a command cost, and its status."""
    if name.endswith("memory"):
        with subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_maxrss, process.returncode, ""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command, cwd=cwd, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found.group(1)) if found else None, done.returncode, done.stderr


def cost(name, command, directory, text, ending, before, after):
    groups = []
    if isinstance(text, tuple):
        groups, text = ["--groups", str(text[0])], text[1]
    directory.mkdir()
    path = directory / ("input." + ending) if ending else text
    if ending:
        write(path, text, ending)
    number, status, said = measured(name, [command] + before + [str(path)] + groups + after, directory)
    if not number or status in (2, 4, 5, 7) or status < 0:
        raise SystemExit("exponents.py: %s: %s: status %d %s" % (command, name, status, said[-600:]))
    return number


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    if sys.argv[1] == "--input":
        make, ending = next(row[1:3] for row in INPUTS if row[0] == sys.argv[2])
        write(pathlib.Path(f"{sys.argv[4]}.{ending}"), make(int(sys.argv[3])), ending)
        print(ending)
        return 0
    if not shutil.which("valgrind"):
        print("SKIPPED: valgrind is not installed", file=sys.stderr)
        return 77
    command, wanted, failures = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:], 0
    print("%-26s %8s %14s %14s %14s %9s" % ("input", "n", "at n", "at 2n", "at 4n", "exponent"))
    for name, make, ending, n, before, after, most, why in INPUTS:
        if wanted and not any(name.startswith(one) for one in wanted):
            continue
        with tempfile.TemporaryDirectory() as directory:
            counts = [cost(name, command, pathlib.Path(directory) / str(k), make(n * k), ending, before(n * k) if callable(before) else before,
                                   after) for k in (1, 2, 4)]
        grown = (counts[2] - counts[1]) / max(1, counts[1] - counts[0])
        exponent = math.log2(grown) if grown > 0 else 0.0
        too_much = counts[2] > most * 1024 if name.endswith("memory") else exponent > most
        failures += too_much
        print("%-26s %8d %14d %14d %14d %9.2f%s%s" % (name, n, *counts, exponent, "  TOO FAST" if too_much else "",
                                                      "  (%s)" % why if why else ""), flush=True)
    print("%d inputs grow faster than they may" % failures)
    return failures != 0


sys.exit(main())
