#!/usr/bin/env python3
"""stages.py OUT TREE...: shaders of every stage that others wrote (glslang's Test, SPIRV-Cross's shaders*, LLPC's shaderdb):
compiles those that glslangValidator and spirv-as take, keeps what spirv-val calls valid for Vulkan 1.3, translates each
(--llvm 22), lets opt verify the IR, and llc compile it for SMMRA_TARGETS (default gfx1030 gfx1100 gfx1201; empty: none).
Prints, by stage, how many are valid, translate, are refused by which feature, and are rejected by LLVM. OUT keeps the
modules; SMMRA_COMMAND names the command, SMMRA_STAGES the stages (by the ends of files' names)."""
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys

COMMAND = os.environ.get("SMMRA_COMMAND", "build/release/bin/spirv-mmra")
TARGETS = os.environ.get("SMMRA_TARGETS", "gfx1030 gfx1100 gfx1201").split()
STAGES = os.environ.get("SMMRA_STAGES", "vert frag tesc tese geom task mesh rgen rint rahit rchit rmiss rcall").split()


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, errors="replace")
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "longer than 60 s")


def stage_of(path):
    words = path.name.split(".")
    return next((word for word in reversed(words) if word in STAGES), None)


def compile_one(path, output):
    """Whether it became a module."""
    text = path.read_text(errors="replace")
    if "OpCapability" in text and "OpMemoryModel" in text:
        return run("spirv-as", "--target-env", "spv1.6", str(path), "-o", str(output)).returncode == 0
    stage = stage_of(path)
    if not stage or "hlsl" in path.name:
        return False
    return run("glslangValidator", "-V", "--target-env", "vulkan1.3", "-S", stage, str(path), "-o",
               str(output)).returncode == 0


def models_of(module):
    names = re.findall(r"OpEntryPoint (\w+)", run("spirv-dis", str(module)).stdout)
    return "+".join(sorted(set(names)))


def judge(module):
    """(stage, verdict, detail)"""
    if run("spirv-val", "--target-env", "vulkan1.3", str(module)).returncode:
        return models_of(module), "invalid", ""
    stage = models_of(module)
    ir = module.with_suffix(".ll")
    done = run(COMMAND, "--no-validate", "--llvm", "22", str(module), "-o", str(ir))
    if done.returncode == 4:
        message = re.sub(r"^.*?error: (word \d+: )?", "", done.stderr.splitlines()[0])
        return stage, "refused", re.sub(r"%\d+", "%", message)
    if done.returncode:
        return stage, "crashed" if done.returncode < 0 or done.returncode > 6 else "failed", done.stderr[:300]
    verified = run("opt-22", "-passes=verify", "-disable-output", str(ir))
    if verified.returncode:
        return stage, "rejected", verified.stderr[:300]
    for target in TARGETS:
        compiled = run("llc-22", "-mcpu=" + target, "-filetype=null", str(ir))
        if compiled.returncode:
            return stage, "rejected", target + ": " + compiled.stderr[:300]
    return stage, "translated", ""


def main():
    out, trees = pathlib.Path(sys.argv[1]), sys.argv[2:]
    out.mkdir(parents=True, exist_ok=True)
    modules, seen = [], set()

    def collect(path):
        output = out / (re.sub(r"[^A-Za-z0-9._-]", "_", str(path))[-150:] + ".spv")
        return output if output.exists() or compile_one(path, output) else None

    paths = [path for tree in trees for path in sorted(pathlib.Path(tree).rglob("*"))
             if path.is_file() and "reference" not in path.parts and "baseResults" not in path.parts and
             stage_of(path)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("SMMRA_JOBS", "2"))) as pool:
        for output in pool.map(collect, paths):
            if output is None:
                continue
            digest = hashlib.sha256(output.read_bytes()).hexdigest()
            if digest not in seen:
                seen.add(digest)
                modules.append(output)
        verdicts = list(pool.map(judge, modules))
    counts = collections.Counter((stage, verdict) for stage, verdict, _ in verdicts)
    refused = collections.Counter(detail for _, verdict, detail in verdicts if verdict == "refused")
    print(f"{len(paths)} files, {len(modules)} modules")
    for stage in sorted({stage for stage, _ in counts}):
        valid = sum(count for (s, verdict), count in counts.items() if s == stage and verdict != "invalid")
        words = ", ".join(f"{counts[stage, verdict]} {verdict}" for verdict in
                          ("translated", "refused", "rejected", "failed", "crashed", "invalid") if counts[stage, verdict])
        print(f"{stage}: {valid} valid; {words}")
    valid = sum(1 for _, verdict, _ in verdicts if verdict != "invalid")
    translated = sum(1 for _, verdict, _ in verdicts if verdict == "translated")
    print(f"all: {valid} valid, {translated} translated and accepted ({100 * translated / max(valid, 1):.1f} %)")
    for detail, count in refused.most_common():
        print(f"{count:5} {detail}")
    for module, (stage, verdict, detail) in zip(modules, verdicts):
        if verdict in ("rejected", "failed", "crashed", "refused"):
            print(f"{verdict}: {module.name}: {stage}: {detail.splitlines()[0] if detail else ''}")


main()
