#!/usr/bin/env python3
"""What Vulkan's memory model says of litmus programs, by clingo and the rules of vulkan.lp. README.md has the lines it prints.

    witness.py [OPTIONS] FILE...
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import ir
import litmus
from program import Facts, TooLarge, quoted

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ("racy", "holds", "passes_filter", "bounded", "held", "hung", "divergent")


def term(tree, program):
    if tree[0] == "register":
        return f'register({tree[1]},{quoted(tree[2])})'
    return quoted(program.references[tree[1]])


class Rules:
    """Condition and filter as rules: holds, passes_filter."""

    def __init__(self, program):
        self.program, self.lines, self.count = program, [], 0
        if program.condition:
            self.lines.append(f"holds :- {self.rule(program.condition)}.")
        self.lines.append(f"passes_filter :- {self.rule(program.filter)}." if program.filter else "passes_filter.")

    def value(self, tree, variable):
        return "" if tree[0] == "number" else f"final({term(tree, self.program)},{variable}), "

    def rule(self, tree):
        self.count += 1
        name = f"c({self.count})"
        if tree[0] == "and":
            self.lines.append(f"{name} :- {self.rule(tree[1])}, {self.rule(tree[2])}.")
        elif tree[0] == "or":
            self.lines += [f"{name} :- {self.rule(part)}." for part in tree[1:]]
        elif tree[0] == "not":
            self.lines.append(f"{name} :- not {self.rule(tree[1])}.")
        else:
            first, second = (str(t[1]) if t[0] == "number" else v for t, v in zip(tree[1:], "XY"))
            body = f"{self.value(tree[1], 'X')}{self.value(tree[2], 'Y')}{first} {tree[0]} {second}"
            none = "".join(f", {v} != none" for t, v in zip(tree[1:], "XY") if t[0] != "number")
            self.lines.append(f"{name} :- {body}{none}.")
        return name


def solve(text, model, outcomes):
    """The answer sets, of which each shown one is another: a list of lists of atoms; or None if there is none."""
    command = ["clingo", "--outf=2", "--project=show", "-n", "0", "-V0", "--warn=no-atom-undefined",
               str(HERE / "program.lp"), str(HERE / f"{model}.lp"), "-"]
    shown = "".join(f"#show {flag}/0.\n" for flag in FLAGS) + ("#show outcome/2.\noutcome(V, W) :- final(V, W).\n" if outcomes else "#show.\n")
    run = subprocess.run(command, input=text + shown, capture_output=True, text=True, check=False)
    if run.returncode not in (10, 20, 30):
        raise RuntimeError(run.stderr or run.stdout)
    calls = json.loads(run.stdout)["Call"]
    return [witness["Value"] for witness in calls[-1].get("Witnesses", [])]


class Verdict:
    def __init__(self, program, models):
        self.program = program
        self.flags = [{flag for flag in model if flag in FLAGS} for model in models]
        self.models = models

    def ended(self):
        return [flags for flags in self.flags if "bounded" not in flags and "passes_filter" in flags]

    def race(self):
        flags = self.ended() if self.program.filter else self.flags
        return any("racy" in entry for entry in flags)

    def condition(self):
        if not self.program.condition:
            return None
        if self.program.asks == "forall":
            return all("holds" in flags for flags in self.ended())
        holds = any("holds" in flags for flags in self.ended())
        return not holds if self.program.asks == "~exists" else holds

    def has(self, flag):
        return any(flag in flags for flags in self.flags)

    def outcomes(self):
        found = []
        for flags, model in zip(self.flags, self.models):
            if "bounded" not in flags:
                found.append(dict(sorted(outcome(atom) for atom in model if atom.startswith("outcome("))))
        return [dict(entry) for entry in sorted({tuple(entry.items()) for entry in found}, key=str)]


def outcome(atom):
    match = re.fullmatch(r'outcome\((?:register\((\d+),"([^"]*)"\)|"([^"]*)"),(\w+|-?\d+)\)', atom)
    name = f"P{match[1]}:{match[2]}" if match[1] is not None else match[3]
    return name, int(match[4]) if match[4][-1].isdigit() else None


def word(value):
    return {True: "yes", False: "no", None: "-"}.get(value, value)


def judge(program, options, chains=None):
    program.everything = options.outcomes
    facts = Facts(program, options.rounds)
    text = facts.text() + "\n".join(Rules(program).lines) + "\n"
    text += "".join(f":- not read_value(e({thread},{at}),{value}).\n" for thread, at, value in program.taken)
    text += "undefined_reads.\n" if options.model == "amdgpu" else ""
    text += "letter.\n" if options.letter else ""
    text += "chains.\n" if (chains if chains is not None else not options.no_chains) else ""
    text += "fr_needs_locord.\n" if options.fr_needs_locord else ""
    if options.facts:
        print(text)
    return Verdict(program, solve(text, options.model, options.outcomes))


def judge_test(path, program, options):
    result = []
    for line, satisfiable, chains, races in program.lines:
        verdict = judge(program, options, chains)
        found = any(races is None or ("racy" in flags) == races for flags in verdict.flags)
        result.append({"file": str(path), "line": line, "satisfiable": found, "expected": satisfiable})
    return result


def judge_litmus(path, program, options):
    verdict = judge(program, options)
    result = {"file": str(path), "race": verdict.race(), "condition": verdict.condition(), "executions": bool(verdict.ended()),
              "bounded": verdict.has("bounded"), "held": verdict.has("held"), "hung": verdict.has("hung"), "divergent": verdict.has("divergent")}
    if options.outcomes:
        result["outcomes"] = verdict.outcomes()
    return [result]


def judge_file(path, options):
    options = argparse.Namespace(**{**vars(options), "model": options.model or ("amdgpu" if path.endswith(".ll") else "vulkan")})
    try:
        text = pathlib.Path(path).read_text()
        if path.endswith(".test"):
            return judge_test(path, litmus.read_test(text), options)
        if path.endswith(".ll"):
            return judge_litmus(path, ir.read_ir(text, options.llvm), options)
        return judge_litmus(path, litmus.read_litmus(text), options)
    except ir.Unsupported as why:
        return [{"file": str(path), "unsupported": str(why)}]
    except (litmus.Invalid, TooLarge, RuntimeError) as why:
        return [{"file": str(path), "error": str(why)}]


def line(result):
    words = []
    for name, value in result.items():
        if name == "outcomes":
            words.append("outcomes=" + json.dumps(value))
        elif name not in ("file", "line"):
            words.append(f"{name}={word(value)}")
    where = f":{result['line']}" if "line" in result else ""
    return f"{result['file']}{where}: {' '.join(words)}"


def defaults(**changes):
    """The options of the command, for callers."""
    return argparse.Namespace(**{"model": None, "rounds": 3, "outcomes": False, "facts": False, "llvm": "document", "letter": False,
                                 "no_chains": False, "fr_needs_locord": False, **changes})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=["vulkan", "amdgpu"], help="default: amdgpu for .ll, else vulkan")
    parser.add_argument("--rounds", type=int, default=3, help="how often a loop goes round (default 3)")
    parser.add_argument("--outcomes", action="store_true", help="all final values of registers and memory")
    parser.add_argument("--json", action="store_true", help="an object in each line")
    parser.add_argument("--no-chains", action="store_true", help="a device without availability and visibility chains")
    parser.add_argument("--fr-needs-locord", action="store_true", help="from-reads as in Dartagnan's suite")
    parser.add_argument("--llvm", choices=["document", "24", "draft"], default="document", help="AMDGPU: the model's revision")
    parser.add_argument("--letter", action="store_true", help="AMDGPU: the letter of the document, without choice A5")
    parser.add_argument("--facts", action="store_true", help="print the facts too")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    failed = False
    for path in options.files:
        for result in judge_file(path, options):
            failed |= "error" in result or "unsupported" in result
            print(json.dumps(result) if options.json else line(result), flush=True)
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
