#!/usr/bin/env python3
"""Khronos's conformance tests on the driver that build.sh makes, beside the same driver without the library.

    conformance.py DEQP_VK ICD LIST [EVERY]    runs every EVERY-th case of LIST (1 if not said); DEQP_VK: the program of the tests,
                                               which finds its data beside it

LIST has a case a line, as external/vulkancts/mustpass/main/vk-default/*.txt of VK-GL-CTS. Each case runs twice, side by side: with
LVP_SMMRA=off and with LVP_SMMRA=log, whose messages say which cases have a stage that is left to the driver's own way. A program that
ends within a case, or says nothing for five minutes, is started again behind it. Cases that the program does not know count as failed.
Prints each case whose results differ and a row of the table of README.md; the exit status is 1 if a case does worse with the library.
"""

import collections
import concurrent.futures
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading

SILENCE = 300  # seconds
GOOD = {"Pass", "QualityWarning", "CompatibilityWarning"}
Outcome = collections.namedtuple("Outcome", "result translated refused")


def lines_of(process):
    """The lines of a process; None, if it says nothing for too long."""
    lines = queue.Queue()

    def read():
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=SILENCE)
        except queue.Empty:
            yield None
            return
        if not line:
            return
        yield line


def run_once(program, icd, mode, cases, outcomes):
    """Runs cases until the program ends, and adds what each came to. The case within which it ended is the last."""
    with tempfile.TemporaryDirectory() as work:
        (pathlib.Path(work) / "list").write_text("\n".join(cases) + "\n", encoding="utf-8")
        command = [program, f"--deqp-caselist-file={work}/list", "--deqp-log-filename=/dev/null", f"--deqp-shadercache-filename={work}/cache"]
        environment = dict(os.environ, VK_ICD_FILENAMES=icd, LVP_SMMRA=mode)
        process = subprocess.Popen(command, cwd=pathlib.Path(program).parent, env=environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        case, said = None, ""
        for line in lines_of(process):
            if line is None:
                outcomes[case] = Outcome("Hang", 0, 0)
                process.kill()
                break
            if begin := re.match(r"Test case '(.+)'\.\.", line):
                case, said = begin[1], ""
                outcomes[case] = Outcome("Crash", 0, 0)
            elif case and (end := re.match(r"  (\w+) \(", line)):
                refused = len(re.findall(r"spirv-mmra: (?!a stage is translated|\d+ stages translated)", said))
                outcomes[case] = Outcome(end[1], said.count("a stage is translated"), refused)
            said += line
        process.wait()


def run(program, icd, mode, cases):
    outcomes = {}
    while left := [case for case in cases if case not in outcomes]:
        before = len(outcomes)
        run_once(program, icd, mode, left, outcomes)
        if len(outcomes) == before:
            print(f"{len(left)} cases are not known to the program, with {mode}: {left[0]}", flush=True)
            for case in left:
                outcomes[case] = Outcome("Absent", 0, 0)
    return outcomes


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__.split("\n\n")[1])
    program, icd = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    every = int(sys.argv[4]) if len(sys.argv) == 5 else 1
    cases = [line for line in pathlib.Path(sys.argv[3]).read_text(encoding="utf-8").split() if line][::every]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        without, ours = pool.map(lambda mode: run(program, icd, mode, cases), ("off", "log"))
    worse = 0
    counts = collections.Counter()
    for case in cases:
        old, new = without[case], ours[case]
        counts[old.result] += 1
        counts["translated"] += new.result in GOOD and new.translated > 0
        counts["refused"] += new.refused > 0
        if old.result != new.result:
            worse += old.result in GOOD
            print(f"{case}: {old.result} without the library, {new.result} with it", flush=True)
    passed = sum(counts[result] for result in GOOD)
    failed = len(cases) - passed - counts["NotSupported"]
    print(f"| {len(cases)} | {counts['NotSupported']} | {passed} | {failed} | {worse} | {counts['translated']} | {counts['refused']} |")
    return worse > 0


if __name__ == "__main__":
    sys.exit(main())
