#!/usr/bin/env python3
"""Records what AMD's driver submits for a shader of this folder, as small as it executes the same:

    SMMRA_BUILD=build/release tests/run/submissions/recordings/record.py turn gfx1100 [newest]

writes turn-gfx1100.txt. The words that the shader changes are at DATA there; submissions.sh says what they become."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
build = pathlib.Path(os.environ["SMMRA_BUILD"]).resolve()
GROUPS = 2
SIZES = {"texels": 128} # of workgroups; else 256
SETTINGS = {"texels": ["--compute-queue", "--size=16,16,1", "--filter=linear", "--address-mode=repeat"]}


def record(name, processor, driver, folder):
    recording = folder / "recording"
    subprocess.run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", here / f"{name}.comp", "-o", folder / "a.spv"], check=True)
    subprocess.run([here.parent / "with_radv.sh", build / "bin/compare", "-j", "1", f"--groups={GROUPS},1,1", *SETTINGS.get(name, []), folder / "a.spv"], check=False,
                   env=os.environ | {"SMMRA_RADV": driver, "SMMRA_SUBMISSION_PROCESSOR": processor, "SMMRA_SUBMISSION_RECORD": str(recording)})
    return recording.read_text()


def play(name, text, data, folder):
    (folder / "smaller").write_text(text)
    run = subprocess.run([build / "bin/submission", "--races", f"--print={data}:{GROUPS * SIZES.get(name, 256)}", folder / "smaller"],
                         capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr.replace("smaller", "")


def shortened(before, lines, after, same):
    """Lines without those that make no difference."""
    if same(before + after):
        return []
    if len(lines) == 1:
        return lines
    second = shortened(before + lines[:len(lines) // 2], lines[len(lines) // 2:], after, same)
    return shortened(before, lines[:len(lines) // 2], second + after, same) + second


def main():
    name, processor = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        text = record(name, processor, sys.argv[3] if len(sys.argv) > 3 else "installed", folder)
        # The descriptor of the one buffer: an address of 48 bits, no stride, its size, and what raw buffers have last.
        low, high = re.search(r"\b([0-9a-f]{8}) 0000(8[0-9a-f]{3}) [0-9a-f]{8} 3[0-9a-f]{4}fac", text).groups()
        data = f"0xffff{high}{low}"
        whole = play(name, text, data, folder)
        lines = shortened([], text.splitlines(), [], lambda some: play(name, "\n".join(some), data, folder) == whole)
        (here / f"{name}-{processor}.txt").write_text(f"; recorded by record.py; DATA {data}\n" + "\n".join(lines) + "\n")


main()
