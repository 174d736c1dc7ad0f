#!/usr/bin/env python3
"""Compiles the shaders of public trees, for report.py and stages.py.

    collect.py [--stages=comp,frag,...] [--no-upgrade] OUT TREE...

TREE is a checkout, or a folder of one: SPIRV-Cross's shaders*, glslang's Test, LLPC's shaderdb. Taken are files that are named
for one of the stages (GLSL, HLSL if the name says so, or SPIR-V assembly), .spvasm files, .spv files (then not the source
beside them), and the parts with GLSL and SPIR-V of LLPC's .pipe and of Amber's .amber files; without --stages those of every
stage. OUT gets NAME.spv of each that compiles, once however often the same bytes come, OUT/upgraded/NAME.spv of each that `spirv-opt
--upgrade-memory-model` changes, and OUT/collected.tsv with what became of every file. Nothing of it belongs into this
repository.
"""

import argparse
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

VULKAN = "vulkan1.3"
EXECUTION_MODELS = {
    "vert": ["Vertex"], "frag": ["Fragment"], "tesc": ["TessellationControl"], "tese": ["TessellationEvaluation"],
    "geom": ["Geometry"], "comp": ["GLCompute"], "task": ["TaskEXT", "TaskNV"], "mesh": ["MeshEXT", "MeshNV"],
    "rgen": ["RayGenerationKHR", "RayGenerationNV"], "rint": ["IntersectionKHR", "IntersectionNV"],
    "rahit": ["AnyHitKHR", "AnyHitNV"], "rchit": ["ClosestHitKHR", "ClosestHitNV"], "rmiss": ["MissKHR", "MissNV"],
    "rcall": ["CallableKHR", "CallableNV"],
}
PIPE_STAGES = {
    "vs": "vert", "fs": "frag", "tcs": "tesc", "tes": "tese", "gs": "geom", "cs": "comp", "computeshader": "comp",
    "task": "task", "mesh": "mesh", "rgen": "rgen", "sect": "rint", "ahit": "rahit", "chit": "rchit", "miss": "rmiss",
    "call": "rcall",
}
AMBER_STAGES = {
    "vertex": "vert", "fragment": "frag", "tessellation_control": "tesc", "tessellation_evaluation": "tese",
    "geometry": "geom", "compute": "comp", "ray_generation": "rgen", "intersection": "rint", "any_hit": "rahit",
    "closest_hit": "rchit", "miss": "rmiss", "callable": "rcall",
}
NAME_LENGTH = 200  # of a file that is made
HLSL_ENTRIES = ["main", "PixelShaderFunction", "VertexShaderFunction"]


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
    """The shaders in one of LLPC's .pipe files, as (stage, suffix, text)."""
    for number, part in enumerate(re.finditer(r"^\[(\w+?)(Glsl|Spirv)\]\s*\n(.*?)(?=^\[\w+\]\s*$|\Z)", text, re.M | re.S)):
        stage = PIPE_STAGES.get(part.group(1).lower())
        if stage:
            suffix = stage if part.group(2) == "Glsl" else "spvasm"
            yield stage, ".%d.%s" % (number, suffix), part.group(3)


def amber_parts(text):
    """The shaders in one of Amber's .amber files, as (stage, suffix, text)."""
    shader = re.compile(r"^SHADER +(\w+) +(\w+) +(GLSL|SPIRV-ASM)\b.*?\n(.*?)^END\b", re.M | re.S)
    for stage, name, language, part in shader.findall(text):
        if stage in AMBER_STAGES:
            suffix = AMBER_STAGES[stage] if language == "GLSL" else "spvasm"
            yield AMBER_STAGES[stage], ".%s.%s" % (name, suffix), part


PARTS = {".pipe": pipe_parts, ".amber": amber_parts}


def stage_of(name, stages):
    return next((word for word in reversed(name.split(".")) if word in stages), None)


def candidates(tree, stages):
    """(path, stage, suffix, text)"""
    entries = tuple("OpEntryPoint %s " % model for stage in stages for model in EXECUTION_MODELS[stage])
    for folder, folders, files in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in ("reference", "baseResults", ".git"))
        for name in sorted(files):
            path, stage = os.path.join(folder, name), stage_of(name, stages)
            if name.endswith(".spv"):
                yield path, stage, ".spv", ""
                continue
            parts = PARTS.get(os.path.splitext(name)[1])
            if not (stage or parts or name.endswith(".spvasm")) or name + ".spv" in files:
                continue
            with open(path, errors="replace") as file:
                text = file.read()
            if parts:
                yield from ((path, *part) for part in parts(text) if part[0] in stages)
            elif "OpEntryPoint " in text and "OpMemoryModel" in text:
                if any(entry in text for entry in entries):
                    yield path, stage, ".spvasm", text
            elif stage and not name.endswith((".h", ".hpp", ".cpp")):
                yield path, stage, "." + stage, text


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


def compile_glsl(path, stage, source, binary):
    glslang = ["glslangValidator", "-V", "-S", stage, "-o", binary, source]
    ways = [glslang]
    if "hlsl" in os.path.basename(path):
        ways = [glslang + ["-D", "-e", entry] for entry in HLSL_ENTRIES]
    failures = []
    for way in ways:
        # shaders for OpenGL have no bindings and locations, and some rely on GLSL that the newest SPIR-V refuses
        for more in (["--target-env", VULKAN], ["--target-env", "vulkan1.1", "--amb", "--aml"]):
            failures.append(run(way + more))
            if not failures[-1]:
                return None
    return failures[0]


def compile_one(path, stage, suffix, text, binary):
    """None, or why it does not compile."""
    if suffix == ".spv":
        shutil.copyfile(path, binary)
        return None
    with tempfile.NamedTemporaryFile("w", suffix=suffix, dir=os.path.dirname(path) or ".") as source:
        source.write(text)
        source.flush()
        if suffix.endswith(".spvasm"):
            return assemble(source.name, text, binary)
        return compile_glsl(path, stage, source.name, binary)


def collect(out, tree, path, stage, suffix, text):
    name = re.sub(r"[^\w.+-]", "_", os.path.relpath(path, os.path.dirname(tree.rstrip("/"))))
    if not name.endswith(suffix):
        name += suffix
    name = name[-NAME_LENGTH:].removesuffix(".spv")
    binary = os.path.join(out, name + ".spv")
    return name, binary, compile_one(path, stage, suffix, text, binary)


def upgrade(out, name, binary):
    upgraded = os.path.join(out, "upgraded", name + ".spv")
    failed = run(["spirv-opt", "--upgrade-memory-model", binary, "-o", upgraded])
    if not failed and open(upgraded, "rb").read() != open(binary, "rb").read():
        return "upgraded"
    if os.path.exists(upgraded):
        os.unlink(upgraded)
    return failed or "not upgraded"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--stages", default=",".join(EXECUTION_MODELS))
    parser.add_argument("--no-upgrade", action="store_true")
    parser.add_argument("out")
    parser.add_argument("trees", nargs="+")
    arguments = parser.parse_args()
    out, stages = arguments.out, arguments.stages.split(",")
    os.makedirs(os.path.join(out, "upgraded"), exist_ok=True)
    seen = {}
    counts = {"sources": 0, "compiled": 0, "distinct": 0, "upgraded": 0}
    with open(os.path.join(out, "collected.tsv"), "w") as log, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [(tree, *found) for tree in arguments.trees for found in candidates(tree, stages)]
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
                    fate = "compiled" if arguments.no_upgrade else upgrade(out, name, binary)
                    counts["upgraded"] += fate == "upgraded"
            elif os.path.exists(binary):
                os.unlink(binary)
            log.write("%s\t%s\n" % (name, fate))
    print(", ".join("%d %s" % (number, what) for what, number in counts.items()))


if __name__ == "__main__":
    main()
