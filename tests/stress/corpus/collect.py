#!/usr/bin/env python3
"""Compiles the compute shaders of public trees, for report.py.

    collect.py OUT TREE...

TREE is a checkout, or a folder of one: SPIRV-Cross's shaders*, glslang's Test, LLPC's shaderdb. Taken are .comp files (GLSL,
HLSL if the name says so, or SPIR-V assembly), .spvasm files with a GLCompute entry point, and the [CsGlsl] and [CsSpirv] parts
of LLPC's .pipe files. OUT gets NAME.spv of each that compiles, once however often the same bytes come, OUT/upgraded/NAME.spv
of each that `spirv-opt --upgrade-memory-model` changes, and OUT/collected.tsv with what became of every file. Nothing of it
belongs into this repository.
"""

import concurrent.futures
import hashlib
import os
import re
import subprocess
import sys
import tempfile

VULKAN = "vulkan1.3"


def run(command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    except subprocess.TimeoutExpired:
        return "takes more than a minute"
    if done.returncode == 0:
        return None
    lines = [line for line in done.stdout.decode(errors="replace").splitlines() if "rror" in line]
    return lines[0].strip() if lines else "status %d" % done.returncode


def pipe_parts(text):
    """The compute parts of one of LLPC's .pipe files, as (suffix, text)."""
    for part in re.finditer(r"^\[Cs(Glsl|Spirv)\]\s*\n(.*?)(?=^\[\w+\]\s*$|\Z)", text, re.M | re.S):
        yield (".comp" if part.group(1) == "Glsl" else ".spvasm"), part.group(2)


def candidates(tree):
    for folder, folders, files in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in ("reference", "baseResults", ".git"))
        for name in sorted(files):
            path = os.path.join(folder, name)
            if not name.endswith((".comp", ".spvasm", ".pipe")):
                continue
            with open(path, errors="replace") as file:
                text = file.read()
            if name.endswith(".pipe"):
                yield from ((path, suffix, part) for suffix, part in pipe_parts(text))
            elif "OpEntryPoint GLCompute" in text:
                yield path, ".spvasm", text
            elif name.endswith(".comp"):
                yield path, ".comp", text


def valid(binary):
    return not run(["spirv-val", "--target-env", VULKAN, "--scalar-block-layout", binary])


def assemble(source, text, binary):
    """In the version that the text states, else in the first that makes it valid; None, or why it does not assemble."""
    stated = re.search(r"^; Version: (1\.[0-6])$", text, re.M)
    for version in (stated.group(1) if stated else "1.3", "1.6"):
        failed = run(["spirv-as", "--target-env", "spv" + version, "--preserve-numeric-ids", source, "-o", binary])
        if not failed and valid(binary):
            break
    return failed


def compile_one(path, suffix, text, binary):
    """None, or why it does not compile."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix, dir=os.path.dirname(path) or ".") as source:
        source.write(text)
        source.flush()
        if suffix == ".spvasm":
            return assemble(source.name, text, binary)
        glslang = ["glslangValidator", "-V", "-S", "comp", "-o", binary, source.name]
        if os.path.basename(path).startswith("hlsl."):
            glslang += ["-D", "-e", "main"]
        failed = run(glslang + ["--target-env", VULKAN])
        # shaders for OpenGL have no bindings, and some rely on GLSL that the newest SPIR-V refuses
        return failed and run(glslang + ["--target-env", "vulkan1.1", "--amb", "--aml"])


def collect(out, tree, path, suffix, text):
    name = re.sub(r"[^\w.+-]", "_", os.path.relpath(path, os.path.dirname(tree.rstrip("/")))) + suffix.replace(".comp", "")
    binary = os.path.join(out, name + ".spv")
    failed = compile_one(path, suffix, text, binary)
    return name, binary, failed


def upgrade(out, name, binary):
    upgraded = os.path.join(out, "upgraded", name + ".spv")
    failed = run(["spirv-opt", "--upgrade-memory-model", binary, "-o", upgraded])
    if not failed and open(upgraded, "rb").read() != open(binary, "rb").read():
        return "upgraded"
    if os.path.exists(upgraded):
        os.unlink(upgraded)
    return failed or "not upgraded"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    out, trees = sys.argv[1], sys.argv[2:]
    os.makedirs(os.path.join(out, "upgraded"), exist_ok=True)
    seen = {}
    counts = {"sources": 0, "compiled": 0, "distinct": 0, "upgraded": 0}
    with open(os.path.join(out, "collected.tsv"), "w") as log, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [(tree, *found) for tree in trees for found in candidates(tree)]
        for name, binary, failed in pool.map(lambda source: collect(out, *source), sources):
            counts["sources"] += 1
            fate = failed
            if not failed:
                counts["compiled"] += 1
                digest = hashlib.sha256(open(binary, "rb").read()).hexdigest()
                if digest in seen:
                    os.unlink(binary)
                    fate = "the same as " + seen[digest]
                else:
                    seen[digest] = name
                    counts["distinct"] += 1
                    fate = upgrade(out, name, binary)
                    counts["upgraded"] += fate == "upgraded"
            log.write("%s\t%s\n" % (name, fate))
    print(", ".join("%d %s" % (number, what) for what, number in counts.items()))


if __name__ == "__main__":
    main()
