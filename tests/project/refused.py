#!/usr/bin/env python3
"""What SPIR-V has and spirv-mmra refuses, found by asking it: a module for each capability and instruction of the newest grammar.

    refused.py [--write]    compares the list of README.md with what the command refuses, or writes it there

spirv/later_names.txt and the installed grammar name them. A module declares the capability, or has the instruction in its function; each must be
translated, or be refused by a message that has its name. SMMRA_BUILD names the build tree.
"""

import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "spirv"))
from known_grammar import CAPABILITIES
BUILD = pathlib.Path(os.environ.get("SMMRA_BUILD", ROOT / "build/release"))
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- refused\.py: capabilities -->\n).*?(\n<!-- end -->)", re.DOTALL)
# Capabilities that no Vulkan module has are left out of the list: those of OpenCL and of vendors without a Vulkan extension here.
ELSEWHERE = re.compile(r"(INTEL|ALTERA|ARM|QCOM|SAMSUNG|AMD)$")


LATER = set(re.findall(r"(\w+)=\d", (ROOT / "spirv/later_names.txt").read_text(encoding="utf-8")))


def grammar_directory():
    """That of the newest headers, where tests/project/newest.sh has put them: no part of the library reads these."""
    newest = ROOT / "build/newest/tree/usr/include/spirv/unified1"
    if newest.exists():
        return newest
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    return pathlib.Path(re.search(r"^SMMRA_SPIRV_GRAMMAR_DIR:\w+=(.*)$", cache, re.MULTILINE)[1])


def named():
    """Numbers and names of the newest grammar: {"Capability": {1: "Shader"}, "Instruction": {}}."""
    core = json.loads((grammar_directory() / "spirv.core.grammar.json").read_text(encoding="utf-8"))
    names = {"Capability": {}, "Instruction": {}}
    capabilities = next(kind for kind in core["operand_kinds"] if kind["kind"] == "Capability")
    for item in capabilities["enumerants"]:
        names["Capability"].setdefault(item["value"], item["enumerant"])
    for item in core["instructions"]:
        names["Instruction"].setdefault(item["opcode"], item["opname"])
    for line in (ROOT / "spirv/later_names.txt").read_text(encoding="utf-8").splitlines():
        kind, *pairs = line.split()
        for name, number in (pair.split("=") for pair in pairs):
            names.get(kind, {}).setdefault(int(number), name)
    return names


def instruction(opcode, *operands):
    return struct.pack(f"<{1 + len(operands)}I", (1 + len(operands)) << 16 | opcode, *operands)


def module(capability=None, opcode=None):
    """A compute shader that does nothing but what is asked about."""
    parts = [struct.pack("<5I", 0x07230203, 0x00010600, 0, 100, 0), instruction(17, 1)]
    if capability is not None:
        parts.append(instruction(17, capability))
    parts += [instruction(14, 0, 1), instruction(15, 5, 3, 0x6E69616D, 0), instruction(16, 3, 17, 1, 1, 1),
              instruction(19, 1), instruction(33, 2, 1), instruction(54, 1, 3, 0, 2), instruction(248, 4)]
    if opcode is not None:
        parts.append(instruction(opcode))
    return b"".join(parts + [instruction(253), instruction(56)])


def answers(folder, modules):
    """The messages about each module; None: it was translated."""
    for name, data in modules.items():
        (folder / f"{name}.spv").write_bytes(data)
    (folder / "out").mkdir()
    done = subprocess.run([BUILD / "bin/spirv-mmra", "--no-validate", "--out-dir", folder / "out", *sorted(folder.glob("*.spv"))],
                          text=True, capture_output=True, check=False, timeout=300)
    about = {name: None if (folder / "out" / f"{name}.ll").exists() else "" for name in modules}
    for line in done.stderr.splitlines():
        path, separator, message = line.partition(".spv: error: ")
        if separator:
            about[pathlib.Path(path).name] += message
    return about


def ask(names):
    """The capabilities that are refused, and what is wrong with the answers."""
    modules = {name: module(capability=number) for number, name in names["Capability"].items()}
    modules |= {name: module(opcode=number) for number, name in names["Instruction"].items() if name in LATER}
    with tempfile.TemporaryDirectory() as name:
        about = answers(pathlib.Path(name), modules)
    wrong = [f"{name}: {message or 'translated'}" for name, message in about.items()
             if (name not in message if message is not None else name in names["Instruction"].values())]
    return [name for name in names["Capability"].values() if about[name] is not None], wrong


def main():
    names = named()
    refused, wrong = ask(names)
    listed = sorted(name for name in refused if not ELSEWHERE.search(name) and name in LATER | CAPABILITIES)
    text = textwrap.fill(", ".join(f"`{name}`" for name in listed) + ".", 120, break_long_words=False, break_on_hyphens=False)
    readme = README.read_text(encoding="utf-8")
    found = BLOCK.search(readme)
    if not found:
        wrong.append("README.md has no place for the list of refused capabilities")
    elif sys.argv[1:] == ["--write"]:
        README.write_text(BLOCK.sub(lambda m: m[1] + text + m[2], readme), encoding="utf-8")
    elif found[0] != found[1] + text + found[2]:
        wrong.append("README.md lists other capabilities as refused than the command refuses; refused.py --write writes the list")
    print("\n".join(["FAIL: " + line for line in wrong] + [
        f"{len(names['Capability'])} capabilities, {len(refused)} refused, each by its name ({len(wrong)} failures)"]))
    return 1 if wrong else 0


sys.exit(main())
