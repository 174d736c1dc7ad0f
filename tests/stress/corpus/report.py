#!/usr/bin/env python3
"""What becomes of the modules that collect.py left: the table of docs/evidence/comparing.md, and every module that is not as it should be.

    report.py [--bin build/release/bin] [--no-compare] [--keep DIR] MODULES...

MODULES are collect.py's OUT folders, or .spv files. Of each valid module for compute that uses none of the features that are
refused by intention: is it translated, do llvm-as, LLVM's verifier and llc accept it for each processor, and does it compute what
the Vulkan driver computes. Status 1 if anything crashes, if LLVM refuses a translation, or if fewer than 97 % translate.
"""

import argparse
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

GOAL = 0.97
PROCESSORS = ["gfx942", "gfx1100", "gfx1201"]
IMAGE_PROCESSORS = ["gfx1030", "gfx1100", "gfx1201"]  # gfx942 has no image instructions
REFUSED_BY_INTENTION = {  # capability: feature
    "Kernel": "Kernel modules",
    "RayQueryKHR": "ray query and tracing",
    "RayTracingKHR": "ray query and tracing",
    "RayTracingNV": "ray query and tracing",
    "CooperativeMatrixKHR": "cooperative matrices",
    "CooperativeMatrixNV": "cooperative matrices",
}
OTHER_STAGES = "other stages"
NAME_LENGTH = 127  # of what the comparer prints of a name

arguments = None


class Module:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-len(".spv")]
        self.feature = None    # one of the features that are refused by intention
        self.valid = True
        self.status = None     # of the translator
        self.message = ""
        self.rejected = []     # (tool, message) of LLVM's that did not accept the translation
        self.outcome = None    # of the comparer, and why
        self.reason = ""


def run(command, seconds=120):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 124, "takes more than %d s" % seconds
    return done.returncode, (done.stderr or done.stdout).decode(errors="replace")


def first_line(text):
    lines = [line for line in text.splitlines() if "rror" in line] or text.splitlines() or [""]
    return lines[0].strip()


def classify(module):
    done = subprocess.run(["spirv-dis", "--no-color", "--raw-id", module.path], stdout=subprocess.PIPE, check=False)
    text = done.stdout.decode(errors="replace")
    capabilities = set(re.findall(r"OpCapability (\w+)", text))
    stages = set(re.findall(r"OpEntryPoint (\w+)", text))
    module.feature = next((REFUSED_BY_INTENTION[name] for name in sorted(capabilities) if name in REFUSED_BY_INTENTION), None)
    if stages != {"GLCompute"}:
        module.feature = module.feature or OTHER_STAGES
    module.valid = run(["spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", module.path])[0] == 0
    return "OpTypeImage" in text or "OpTypeSampler" in text


def accept(module, ir, processor):
    for tool in (["llvm-as-22", ir, "-o", os.devnull], ["opt-22", "-passes=verify", "-disable-output", ir],
                 ["llc-22", "-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + processor, ir, "-filetype=null"]):
        status, message = run(tool)
        if status:
            module.rejected.append(("%s %s" % (tool[0], processor), first_line(message)))
            return


def translate(module, folder):
    images = classify(module)
    if module.feature or not module.valid:
        return module
    ir = os.path.join(folder, module.name + ".ll")
    module.status, message = run([os.path.join(arguments.bin, "spirv-mmra"), "--llvm=22", module.path, "-o", ir])
    module.message = re.sub(r"^.*? error: (word \d+: )?", "", first_line(message))
    if module.status == 0:
        for processor in IMAGE_PROCESSORS if images else PROCESSORS:
            accept(module, ir, processor)
    return module


def compare(modules):
    by_name = {module.name[:NAME_LENGTH]: module for module in modules}
    command = [os.path.join(arguments.bin, "compare"), "-j", str(os.cpu_count()), "--report"]
    for start in range(0, len(modules), 100):
        done = subprocess.run(command + [module.path for module in modules[start:start + 100]],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        for line in done.stdout.decode(errors="replace").splitlines():
            found = re.match(r"(equal|nothing-compared|different|schedule|refused|not-translated|lacking|not-comparable)\s+([^:]+)(?:: (.*))?$", line)
            if found and found.group(2)[:NAME_LENGTH] in by_name:
                module = by_name[found.group(2)[:NAME_LENGTH]]
                module.outcome = "not-comparable" if found.group(1) == "lacking" else found.group(1)
                module.reason = found.group(3) or ""


def summarize(reason):
    """A reason without what differs from module to module."""
    return re.sub(r"%?\b\d+\b", "N", re.sub(r"%\w+", "%ID", reason))


def table(modules):
    asked = [module for module in modules if module.valid and not module.feature]
    translated = [module for module in asked if module.status == 0]
    accepted = [module for module in translated if not module.rejected]
    outcomes = collections.Counter(module.outcome for module in translated)
    rows = [("modules", len(modules)), ("not valid for Vulkan 1.3", sum(not module.valid for module in modules)),
            ("of a feature that is refused by intention", sum(module.valid and bool(module.feature) for module in modules)),
            ("asked for", len(asked)), ("translated", len(translated)),
            ("refused by name", sum(module.status == 4 for module in asked)),
            ("not valid, as the translator says", sum(module.status == 3 for module in asked)),
            ("accepted by llvm-as, the verifier and llc", len(accepted))]
    if not arguments.no_compare:
        rows += [("compared: " + outcome, outcomes[outcome]) for outcome in
                 ("equal", "nothing-compared", "different", "schedule", "not-comparable")]
    for what, number in rows:
        print("| %s | %d |" % (what, number))
    return asked, translated


def details(modules, asked, translated):
    print("\nrefused by intention:", dict(collections.Counter(m.feature for m in modules if m.valid and m.feature)))
    for title, reasons in (
            ("refused by name", [m.message for m in asked if m.status == 4]),
            ("not comparable", [m.reason for m in translated if m.outcome == "not-comparable"])):
        print("\n%s:" % title)
        for reason, number in collections.Counter(map(summarize, reasons)).most_common():
            print("  %3d %s" % (number, reason))
    for module in asked:
        if module.status not in (0, 4):
            print("FAILED %s: status %d: %s" % (module.name, module.status, module.message))
        for tool, message in module.rejected:
            print("REJECTED %s: %s: %s" % (module.name, tool, message))
        if module.outcome not in (None, "equal", "not-comparable"):
            print("%s %s: %s" % (module.outcome, module.name, module.reason))


def main():
    global arguments
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", default="build/release/bin")
    parser.add_argument("--no-compare", action="store_true")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("modules", nargs="+")
    arguments = parser.parse_args()
    paths = [path for given in arguments.modules
             for path in (sorted(glob.glob(os.path.join(given, "*.spv"))) if os.path.isdir(given) else [given])]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        modules = list(pool.map(lambda path: translate(Module(path), folder), paths))
    if not arguments.no_compare:
        compare([module for module in modules if module.status == 0])
    asked, translated = table(modules)
    details(modules, asked, translated)
    crashed = [module for module in asked if module.status not in (0, 3, 4)]
    share = len(translated) / max(1, len(asked))
    print("\n%.1f %% of %d translate" % (100 * share, len(asked)))
    sys.exit(bool(crashed) or any(module.rejected for module in translated) or share < GOAL)


if __name__ == "__main__":
    main()
