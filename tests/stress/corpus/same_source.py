#!/usr/bin/env python3
"""same_source.py TOOL FIRST SECOND: what two compilers of WGSL make of the same programs, held against each other.

TOOL is spirv-mmra. FIRST and SECOND are commands that compile {in} to the SPIR-V {out}. The entry point is called
dawn_entry_point, as Dawn calls each. For naga a program that calls naga::front::wgsl::parse_str and
naga::back::spv::write_vec does; for Tint one that dispatches the program by Dawn under `spirv-mmra record`, and copies
the module.spv of its dispatch. Prints for each program of same_source.wgsl and both directions the status and what
litmus says.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def programs():
    head, *parts = re.split(r"^// ---- (.*)\n", (pathlib.Path(__file__).with_suffix(".wgsl")).read_text(), flags=re.M)
    declarations = [line for line in head.split("\n") if "var<" in line]
    for name, body in zip(parts[::2], parts[1::2]):
        used = [line for line in declarations if re.search(r"\b%s\b" % re.search(r"> (\w+):", line)[1], body)]
        yield name, "\n".join(used) + "\n" + body.replace("fn main(", "fn dawn_entry_point(")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    tool, *compilers = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs():
            source = pathlib.Path(folder, name + ".wgsl")
            source.write_text(text)
            made = [f"{folder}/{name}-{k}.spv" for k in range(2)]
            done = [subprocess.run(["sh", "-c", command.replace("{in}", str(source)).replace("{out}", to)],
                                   check=False).returncode for command, to in zip(compilers, made)]
            if any(done):
                print(name, "is not compiled by command", 1 + [bool(one) for one in done].index(True))
                continue
            groups = 2 if "workgroup_id" in text else 1
            for a, b in (made, made[::-1]):
                got = subprocess.run([tool, "litmus", a, "--against", b, "--no-validate", f"--groups={groups}"],
                                     capture_output=True, text=True, check=False)
                said = (got.stdout or got.stderr).split("\n")[0]
                print(name, "first" if a == made[0] else "second", got.returncode, said.rsplit(".spv: ")[-1])


main()
