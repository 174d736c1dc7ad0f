#!/usr/bin/env python3
"""Machine code of translated shaders in shells that are made for them:

    shells.py [--mcpu=gfx1100] [--wave64] [--llvm=22] [--spirv-mmra=spirv-mmra] SHADER.spv STEM

A translation is a function (docs/guide/stages.md). The answer of `spirv-mmra --json` says which values its shell must give it, and which
it returns: from that this makes a shell for gfx1100, a fragment shader's also for gfx1030 and gfx1201. The shell is
linked to the translation; LLVM inlines the one into the other, optimizes, and leaves assembly: STEM.0.s of the first entry point,
and so on. The shells are as small as can be: a driver's own know state that these leave out."""
import argparse
import json
import os
import re
import subprocess
import sys

from body import Body
from geometry import Geometry
from pixel import Pixel
from primitives import Evaluation, Vertex
from rays import Called, Generation
from tokens import give_tokens
from workgroups import Control, Mesh, Task
from writer import Module, type_of

MAKERS = {
    "Vertex": Vertex, "TessellationControl": Control, "TessellationEvaluation": Evaluation, "Geometry": Geometry, "Fragment": Pixel,
    "RayGenerationKHR": Generation, "IntersectionKHR": Called, "AnyHitKHR": Called, "ClosestHitKHR": Called, "MissKHR": Called,
    "CallableKHR": Called, "TaskEXT": Task, "TaskNV": Task, "MeshEXT": Mesh, "MeshNV": Mesh,
}
RAY_FUNCTIONS = ["ray_trace.ll", "ray_queries.ll"]
OF_EVERY_STAGE = {"ray_queries.ll": "@smmra.ray.query.", "abort.ll": "@smmra.abort("}  # whose calls get nothing of the shell's own
TOOL_SECONDS = 300
SHELL = re.compile(r"^define (\w+) void @shell\(", re.M)
CALLABLE = "define amdgpu_gfx void @shell("


class Failure(Exception):
    """A tool complained; `step` names it, `status` is how it ended."""

    def __init__(self, step, text, status=None):
        super().__init__("%s: %s" % (step, text))
        self.step, self.status = step, status


def run(step, *command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=TOOL_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failure(step, "takes longer than %d s" % TOOL_SECONDS) from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["status %d" % done.returncode]
        raise Failure(step, next((line for line in lines if "rror" in line), lines[0]), done.returncode)
    return done.stdout


def translate(spirv_mmra, processor, shader, output, options=(), wave64=False, llvm="22"):
    """The entry points that shells can be made for."""
    answer = json.loads(run("translate", spirv_mmra, "--no-validate", "--llvm", llvm, "--mcpu=" + processor,
                            *(["--wave=64"] if wave64 else []), *options, "--json", shader, "-o", output))
    return [entry for entry in answer[0]["entry_points"] if entry["model"] in MAKERS]


def parameters_of(header):
    """The types of a definition or declaration, with `inreg`."""
    inside, depth, parts = header[header.index("(", header.index("@")) + 1:], 0, [""]
    for at, c in enumerate(inside):
        if c == ")" and not depth:
            break
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    words = [re.sub(r" (noundef|align \d+|%\S+)", "", part.strip()) for part in parts]
    return [word for word in words if word]


def header_of(text, keyword, name):
    found = re.search(r"^%s [^@\n]*@%s\(.*$" % (keyword, re.escape(name)), text, re.M)
    return found.group() if found else None


def agree(shell, body, name):
    """Whether the shell's declaration is of what the translation defines: the interface tells all of it."""
    name = '"%s"' % name
    defined = header_of(body, "define", name) or header_of(body, "define", name.strip('"'))
    declared = header_of(shell, "declare", name)
    if not defined or parameters_of(defined) != parameters_of(declared):
        raise Failure("interface", "the shell calls %s, the translation has %s" % (declared, defined))


def give_state(maker, text):
    """Defines what the translation calls and does not define. Each call, which stands in the shell by now, gets the shell's own
    values before its arguments."""
    for found in re.finditer(r"^declare amdgpu_gfx (.+?) @(smmra\.(?!ray\.query\.|abort\()[\w.]+)\(", text, re.M):
        result, name = found.groups()
        header = header_of(text, "declare", name)
        parameters = ["%s %%p%d" % (kind, i) for i, kind in enumerate(parameters_of(header))]
        given = maker.define(name, result, parameters)
        declared = header.replace("@%s(" % name, "@%s(%s" % (name, joined([type_of(one) for one in given], parameters)))
        text = text.replace("@%s(" % name, "@%s(%s" % (name, joined(given, parameters)))
        text = text.replace(header.replace("@%s(" % name, "@%s(%s" % (name, joined(given, parameters))), declared)
    return text


def joined(first, rest):
    return "".join(one + ", " for one in first) if rest else ", ".join(first)


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def inline_calls(path, llvm):
    """LLVM 23 inlines no function into a shader of gfx12 (docs/upstream/llvm-inline-into-gfx12-shader.md): meanwhile the shell has the
    convention of the functions that it calls."""
    text = give_tokens(read(path))
    convention = SHELL.search(text).group(1)
    write(path, SHELL.sub(CALLABLE, text))
    run("inline", "opt-" + llvm, "-S", "-passes=forceattrs,internalize,always-inline,globaldce", "-force-attribute=alwaysinline",
        "-internalize-public-api-list=shell", path, "-o", path)
    write(path, read(path).replace(CALLABLE, "define %s void @shell(" % convention))


def functions_of(maker, stem, names):
    """Copies of these files of this folder, for the shell's processor."""
    for name in names:
        text = read(os.path.join(os.path.dirname(os.path.abspath(__file__)), name))
        write("%s.%s" % (stem, name), text.replace("alwaysinline {", "alwaysinline %s {" % maker.module.attributes))
    return ["%s.%s" % (stem, name) for name in names]


def inline(maker, body, shell, stem, llvm):
    """The translation in its shell, as one function, in the file that is returned."""
    inlined, given = stem + ".inlined.ll", stem + ".given.ll"
    called = functions_of(maker, stem, [name for name, call in OF_EVERY_STAGE.items() if call in read(body)])
    run("link", "llvm-link-" + llvm, "-S", "--only-needed", shell, body, *called, "-o", inlined)
    inline_calls(inlined, llvm)
    text = read(inlined)
    if "@smmra." in text:
        maker.module = Module(maker.module.processor, maker.module.wave64)
        write(inlined, give_state(maker, text))
        write(given, maker.module.text())
        rays = functions_of(maker, stem, RAY_FUNCTIONS) if "@smmra.ray." in text else []
        run("link", "llvm-link-" + llvm, "-S", "--only-needed", inlined, given, *rays, "-o", inlined)
        inline_calls(inlined, llvm)
    return inlined


def compile_entry(entry, processor, body, stem, wave64=False, llvm="22"):
    """Leaves STEM.ll, optimized, and STEM.s of an entry point of the translation in the file `body`."""
    described = Body(entry)
    maker = MAKERS[entry["model"]](Module(processor, wave64), described)
    maker.write()
    shell = maker.module.text()
    write(stem + ".shell.ll", shell)
    agree(shell, read(body), described.function)
    inlined = inline(maker, body, stem + ".shell.ll", stem, llvm)
    run("opt", "opt-" + llvm, "-S", "-passes=internalize,default<O2>", "-internalize-public-api-list=shell", "-mcpu=" + processor,
        inlined, "-o", stem + ".ll")
    left = re.search(r"@(smmra\.[\w.]+)\(", read(stem + ".ll"))
    if left:
        raise Failure("shell", "nothing gives " + left.group(1))
    if re.search(r"call [^@\n]*@\"?%s\"?\(" % re.escape(described.function), read(stem + ".ll")):
        raise Failure("inline", "the translation was not inlined into its shell")
    run("llc", "llc-" + llvm, "-mcpu=" + processor, stem + ".ll", "-o", stem + ".s")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--wave64", action="store_true")
    parser.add_argument("--llvm", default="22", help="the version of LLVM's tools")
    parser.add_argument("--spirv-mmra", default="spirv-mmra")
    parser.add_argument("shader")
    parser.add_argument("stem", help="of the files that are made: STEM.0.s and so on, one for each entry point")
    arguments = parser.parse_args()
    body = arguments.stem + ".body.ll"
    try:
        for i, entry in enumerate(translate(arguments.spirv_mmra, arguments.mcpu, arguments.shader, body, (),
                                             arguments.wave64, arguments.llvm)):
            compile_entry(entry, arguments.mcpu, body, "%s.%d" % (arguments.stem, i), arguments.wave64, arguments.llvm)
    except (Failure, NotImplementedError) as failure:
        sys.exit("%s: %s" % (arguments.shader, failure))


if __name__ == "__main__":
    main()
