#!/usr/bin/env python3
"""Random compute shaders, and changed ones, against `prove`.

attack.py COMMAND COUNT SEED [DIRECTORY]           COUNT random shaders
attack.py COMMAND COUNT SEED DIRECTORY SHADER...   COUNT mutants of compute shaders in GLSL: a line dropped, or a
                                                   number, an operator or a built-in changed
attack.py --runs COMMAND COUNT SEED MODULE...      COUNT random runs of each module of which something is
                                                   proven: grid, order, subgroups, numbers of blocks that are only
                                                   read, and what buffers hold

A random shader has accesses of shared memory and of two buffers at random indexes, barriers, branches and loops, with
numbers of push constants in them. What `prove` calls proven runs in `race` with several numbers and grids: a race, or a
barrier that not all come to, is a contradiction. What it calls refuted must be shown by the run that it names. The
shader of a contradiction is kept in DIRECTORY. It counts too for how many `race` shows a fault. Exit status 1: there
are contradictions, `prove` has no verdict, nothing was proven, or nothing had a fault.
"""
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

GROUP = 8
ORDERS = 4  # of each choice of inputs
# Random shaders and mutants run with these options.
RANDOM_RUNS = [[f"--groups={groups},1,1", f"--input=P.n={n}", f"--input=P.m={m}"] for groups in (1, 2, 3)
               for n, m in ((0, 0), (1, 2), (3, 1), (8, 4), (5, 7), (2, 16))]
MUTANT_RUNS = [["--groups=1,1,1"], ["--groups=2,1,1"], ["--groups=3,1,1"], ["--groups=1,1,1", "--runs=4"]]


class Shader:
    """The text of one shader, made of random statements."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.counters = []
        self.loads = 0
        self.depth = 1
        # Most accesses are then of an own element, and barriers stand between.
        self.careful = self.random.random() < 0.75
        self.takes_tickets = self.random.random() < 0.4

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def leaf(self):
        own = self.random.choice(["l", "l", "l", "g", "w"])
        return self.random.choice([own, own, own, "p.n", "p.m", f"{self.random.randrange(9)}u"] + self.counters)

    def index(self, depth=0):
        """An index: most are of forms that shaders have."""
        if depth == 2 or self.random.random() < 0.25:
            return self.leaf()
        form, others = self.random.choice([
            ("({} ^ {})", ["1u", "2u", "4u", "7u", "p.n"]), ("({} & {})", ["1u", "3u", "7u", "15u"]),
            ("({} * {})", ["2u", "3u", "4u", "8u", "p.m"]), ("({} >> {})", ["1", "2"]), ("({} % {})", ["2u", "3u", "8u"]),
            (f"({GROUP - 1}u - l)", [""]), ("({} + {})", [self.leaf()]), ("({} + {})", [self.leaf()])
        ])
        return form.format(self.index(depth + 1), self.random.choice(others))

    def own(self):
        """An element that no other invocation of the same form has."""
        if self.random.random() < 0.3:
            return "a.v[g & 1023u]"
        index = self.random.choice(["l", "l", "l ^ 1u", "l ^ 5u", "7u - l", "(l + 3u) & 7u", "l * 2u", "l + 8u",
                                    "l * 4u + 1u"])
        return f"s[{index}]"

    def place(self, written):
        """An element of an array, which the array has."""
        if self.careful and self.random.random() < (0.9 if written else 0.5):
            return self.own()
        array = self.random.choice(["s", "s", "s", "a", "b"])
        index = self.index()
        return f"s[({index}) & 63u]" if array == "s" else f"{array}.v[({index}) & 1023u]"

    def ticket(self):
        """A number that atomics add to, and mostly nothing else; t has the last one that was found."""
        number = self.random.choice(["k", "k", "d.k[0]", "d.k[1]", "d.k[l & 1u]"])
        kind = self.random.random()
        if kind < 0.6:
            self.put(f"t = atomicAdd({number}, {self.random.choice(['1u', '1u', '1u', '2u', 'p.n'])});")
        elif kind < 0.8:
            self.put(f"if (l == {self.random.choice([0, 0, GROUP - 1])}u) {number} = "
                     f"{self.random.choice(['0u', '0u', 'p.n', 'x'])};")
        elif kind < 0.85:
            self.put(f"atomicExchange({number}, 0u);")
        if kind < 0.6 or kind > 0.85:
            array = self.random.choice(["s[8u + t]", "a.v[t]", "a.v[t + 1u]", "a.v[w * 64u + t]"])
            self.put(f"{array} = x;")

    def condition(self, uniform):
        if self.takes_tickets and self.random.random() < 0.4:
            return self.random.choice(["k > 1u", "k == p.n", "k < 12u", "s[0] > 20u", "d.k[0] < 9u"])
        if uniform:
            return self.random.choice(["p.n > 2u", "p.m == 1u", "(p.n & 1u) == 0u", "p.n < p.m", "w == 0u"] +
                                      [f"{c} > 1u" for c in self.counters])
        return self.random.choice(["l < 4u", "l == 0u", "(l & 1u) == 0u", "g < p.n", "l < p.m", "l > p.n", "l != 3u"] +
                                  [f"l < {c}" for c in self.counters])

    def barrier(self):
        self.put(self.random.choice(["barrier();", "barrier();", "memoryBarrierBuffer(); barrier();",
                                     "memoryBarrierShared(); barrier();",
                                     "memoryBarrier(); barrier(); memoryBarrier();",
                                     "groupMemoryBarrier(); barrier();", "memoryBarrierShared();"]))

    def loop(self):
        name = f"i{len(self.counters)}"
        start, condition, step = self.random.choice([("0u", "{} < 3u", "{}++"), ("1u", "{} < 8u", "{} <<= 1"),
                                                     ("4u", "{} > 0u", "{} >>= 1"), ("0u", "{} < p.n", "{}++"),
                                                     ("l", "{} < 24u", f"{{}} += {GROUP}u"),
                                                     ("1u", "{} <= p.m", "{} *= 2")])
        self.put(f"for (uint {name} = {start}; {condition.format(name)}; {step.format(name)}) {{")
        self.counters.append(name)
        self.block(self.random.randrange(1, 4))
        if self.random.random() < 0.15:
            leave = self.random.choice(["break", "continue"])
            self.put(f"    if ({self.condition(self.random.random() < 0.6)}) {leave};")
        self.counters.pop()
        self.put("}")

    def block(self, count):
        self.depth += 1
        self.statements(count)
        self.depth -= 1

    def statements(self, count):
        for _ in range(count):
            if self.careful and self.random.random() < 0.6:
                self.put("barrier();")
            kind = 9 if self.takes_tickets and self.random.random() < 0.4 else self.random.randrange(20)
            if kind < 5:
                self.put(f"{self.place(True)} = x + {self.random.randrange(100)}u;")
            elif kind < 9:
                self.put(f"x += {self.place(False)};")
            elif kind < 10 and self.takes_tickets:
                self.ticket()
            elif kind < 10:
                self.put(f"atomicAdd({self.place(True)}, 1u);")
            elif kind < 15:
                self.barrier()
            elif kind < 17 and self.depth < 4:
                self.put(f"if ({self.condition(self.random.random() < (0.8 if self.careful else 0.4))}) {{")
                self.block(self.random.randrange(1, 3))
                self.put("}")
            elif kind < 19 and self.depth < 3:
                self.loop()
            elif self.depth < 3 and self.random.random() < 0.2:
                self.put(f"if ({self.condition(self.random.random() < 0.5)}) return;")

    def text(self):
        self.statements(self.random.randrange(4, 12))
        self.put("if (x == 12345u) c.v[g] = x;")
        return "\n".join([
            "#version 450", f"layout(local_size_x = {GROUP}) in;", "layout(push_constant) uniform P { uint n, m; } p;",
            "layout(binding = 0) buffer A { uint v[1024]; } a;", "layout(binding = 1) buffer B { uint v[1024]; } b;",
            "layout(binding = 2) buffer C { uint v[1024]; } c;", "layout(binding = 3) buffer D { uint k[2]; } d;",
            "shared uint s[64], k;", "void main() {",
            "    uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x, w = gl_WorkGroupID.x, x = g, t = l;"
        ] + self.lines + ["}", ""])


CHANGES = [("<", "<="), ("<=", "<"), (" + ", " - "), (" * ", " + "), ("^", "|"), ("&", "|"), ("==", "!="), (">>", "<<"),
           (" + 1", " + 2"), ("0;", "1;"), (" 1;", " 2;"), (".x", ".y"), ("atomicAdd(", "min("), ("barrier();", ""),
           ("memoryBarrierShared();", ""), ("memoryBarrierBuffer();", ""),
           ("gl_LocalInvocationID", "gl_WorkGroupID"), ("gl_GlobalInvocationID", "gl_LocalInvocationID")]


def mutant(shaders, seed):
    """One of the shaders with one change that is seen."""
    choose = random.Random(seed)
    while True:
        path = choose.choice(shaders)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        first = next((i for i, line in enumerate(lines) if "void " in line or "shared " in line), 0)
        number = choose.randrange(first, len(lines))
        old, new = choose.choice(CHANGES)
        changed = lines[number].replace(old, new, 1) if choose.random() < 0.85 else ""
        if changed != lines[number] and (changed or lines[number].strip().endswith(";")):
            return path, "\n".join(lines[:number] + [changed] + lines[number + 1:]), f"{path}:{number + 1}: {changed}"


def prove(command, path):
    """The verdicts of the three questions, or None."""
    run = subprocess.run([command, "prove", "--json", path], capture_output=True, text=True, check=False)
    try:
        answer = json.loads(run.stdout)
    except json.JSONDecodeError:
        return None, run.stderr
    if not answer:
        return None, run.stderr
    answer = answer[0] if isinstance(answer, list) else answer
    answer = answer.get("files", [answer])[0] if "files" in answer else answer
    verdicts = {name: answer[name] for name in ("barriers", "within_workgroup", "between_workgroups")}
    return verdicts, answer["run"]


def race(command, path, options):
    """What `race` shows: "race", "barrier" or "", and its text."""
    run = subprocess.run([command, "race", path, "--timeout=10", *options], capture_output=True, text=True, check=False)
    text = run.stdout + run.stderr
    if "divergent-barrier" in text or "do not come to" in text:
        return "barrier", text
    return ("race" if "data race" in text and run.returncode == 1 else ""), text


def judge(command, path, verdicts, shown_by, runs):
    """The first contradiction, of a proof by a run or of a refutation by its own; whether a run shows a fault."""
    proven = {name: of["verdict"] == "proven" for name, of in verdicts.items()}
    faulty = any(of["verdict"] == "refuted" for of in verdicts.values())
    if faulty:
        run = subprocess.run([command, "race", path, *shlex.split(shown_by or "")], capture_output=True, text=True,
                             check=False)
        if run.returncode != 1:
            return f"refuted, but race {shown_by} ends with status {run.returncode}\n{run.stdout}", True
    for options in runs:
        shown, text = race(command, path, options)
        faulty |= shown != ""
        if shown == "barrier" and proven["barriers"]:
            return f"barrier: {options}\n{text}", True
        if shown == "race" and options[0] == "--groups=1,1,1" and proven["within_workgroup"]:
            return f"within: {options}\n{text}", True
        several = "one workgroup along x" not in str(verdicts["between_workgroups"]["assumed"])
        if shown == "race" and proven["within_workgroup"] and proven["between_workgroups"] and several:
            return f"between: {options}\n{text}", True
        if faulty and not any(proven.values()):
            break
    return None, faulty


class Module:
    """A module of which something is proven: the verdicts, and what a run may give it."""

    def __init__(self, path, verdicts):
        self.path = path
        self.proven = {name: of["verdict"] == "proven" for name, of in verdicts.items()}
        assumed = str(verdicts["between_workgroups"]["assumed"])
        self.one = [axis for axis in "xyz" if f"one workgroup along {axis}" in assumed]
        self.runs = self.failures = 0
        self.read(subprocess.run(["spirv-dis", "--raw-id", path], capture_output=True, text=True, errors="replace",
                                 check=True).stdout)

    def read(self, text):
        """The integers, alone in a block, of push constants and uniform blocks (BLOCK.MEMBER or VARIABLE.MEMBER), and
        the buffers."""
        names = dict(re.findall(r'OpName (%\d+) "([^"]+)"', text))
        members = {(block, int(at)): name
                   for block, at, name in re.findall(r'OpMemberName (%\d+) (\d+) "([^"]+)"', text)}
        integers = set(re.findall(r"(%\d+) = OpTypeInt 32", text))
        pointers = dict(re.findall(r"(%\d+) = OpTypePointer \w+ (%\d+)", text))
        structures = {block: fields.split() for block, fields in re.findall(r"(%\d+) = OpTypeStruct (.*)", text)}
        written = set(re.findall(r"OpDecorate (%\d+) BufferBlock", text))
        self.numbers, self.buffers = [], {}
        for variable, pointer, place in re.findall(
                r"(%\d+) = OpVariable (%\d+) (PushConstant|Uniform|StorageBuffer)\b", text):
            block = pointers.get(pointer)
            name = names.get(variable) or names.get(block)
            if name and (place == "StorageBuffer" or block in written):
                self.buffers[name] = 1 << 14
                continue
            for at, field in enumerate(structures.get(block, [])):
                if field in integers and name and (block, at) in members:
                    self.numbers.append(f"{name}.{members[block, at]}")

    def options(self, choose, directory):
        """Of one run: most grids and numbers are small, where accesses meet; two of three have buffers of random
        numbers. Where a proof takes one workgroup along a dimension for granted, there is one."""
        groups = ",".join("1" if axis in self.one else str(choose.choice([1, 1, 1, 2, 2, 3, 4])) for axis in "xyz")
        size = choose.choice([2, 5, 9, 65, 300])
        options = [f"--groups={groups}", f"--runs={ORDERS}", f"--seed={choose.randrange(1000)}", "--steps=20",
                   f"--subgroup={choose.choice([4, 8, 32, 64])}"
                   ] + [f"--input={name}={choose.randrange(size)}" for name in self.numbers]
        for at, (name, length) in enumerate(self.buffers.items() if choose.randrange(3) else []):
            path = os.path.join(directory, str(at))
            with open(path, "wb") as file:
                most = choose.choice([2, 64, 1 << 32])
                file.write(b"".join(choose.randrange(most).to_bytes(4, "little") for _ in range(length // 4)))
            options.append(f"--data={name}={path}")
        return options

    def run(self, command, choose, directory):
        """The options and the output of one run. The buffers without a runtime array are as long as `race` says."""
        state = choose.getstate()
        while True:
            choose.setstate(state)
            options = self.options(choose, directory)
            done = subprocess.run([command, "race", "--json", "--no-validate", "--no-prove", self.path, "--timeout=5",
                                   *options], capture_output=True, text=True, check=False)
            length = re.search(r"--data: (\w+): it is (\d+) bytes long", done.stderr)
            if not length or self.buffers.get(length[1]) == int(length[2]):
                return options, done
            self.buffers[length[1]] = int(length[2])

    def is_wrong(self, answer):
        """Whether a run shows what is proven not to be. A race within a workgroup is one in any grid."""
        if answer.get("fault_rule") == "divergent-barrier" and self.proven["barriers"]:
            return True
        for finding in answer["findings"] if answer.get("race") else []:
            groups = [re.search(r"workgroup (\d+)", place["message"]) for place in finding["places"][:2]]
            if finding["rule"] == "race" and len(groups) == 2 and all(groups):
                is_within = groups[0][1] == groups[1][1]
                if self.proven["within_workgroup" if is_within else "between_workgroups"]:
                    return True
        return False


def run_proven(command, count, seed, paths):
    """Random runs of what is proven; the exit status. A module is left out after a dozen runs more without an answer
    than with one."""
    modules, contradictions = [], 0
    for path in paths:
        verdicts, _ = prove(command, path)
        if verdicts and any(of["verdict"] == "proven" for name, of in verdicts.items() if name != "barriers"):
            modules.append(Module(path, verdicts))
    print(f"{len(modules)} of {len(paths)} modules have something proven", flush=True)
    directory = tempfile.mkdtemp()
    for number in range(2 * count):
        for module in modules:
            if module.failures >= 12 + module.runs or module.runs >= count:
                continue
            options, done = module.run(command, random.Random(f"{seed} {number} {module.path}"), directory)
            answers = json.loads(done.stdout) if done.returncode in (0, 1, 6) else []
            judged = sum(answer.get("race") is not None for answer in answers)
            module.runs += judged
            module.failures += max(len(answers), 1) - judged
            if any(module.is_wrong(answer) for answer in answers):
                contradictions += 1
                print(f"CONTRADICTION {module.path} {' '.join(options)}: {done.stdout[:1500]}", flush=True)
        runs = [module.runs for module in modules]
        print(f"round {number + 1}: {sum(runs)} runs with an answer, {sum(n >= count for n in runs)} modules with "
              f"{count}, {sum(module.failures for module in modules)} without an answer, "
              f"{contradictions} contradictions", flush=True)
        if all(n >= count for n in runs):
            break
    for module in modules:
        if module.runs < count:
            print(f"{module.path}: {module.runs} runs, {module.failures} without an answer")
    return contradictions != 0 or not sum(runs)


def main():
    if sys.argv[1] == "--runs":
        sys.exit(run_proven(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]))
    command, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kept = sys.argv[4] if len(sys.argv) > 4 else tempfile.mkdtemp()
    os.makedirs(kept, exist_ok=True)
    tally, contradictions, faulty_count, unread, invalid = {}, 0, 0, 0, 0
    for number in range(seed, seed + count):
        source, path = os.path.join(kept, f"{number}.comp"), os.path.join(kept, f"{number}.spv")
        origin, text, change = mutant(sys.argv[5:], number) if sys.argv[5:] else (".", Shader(number).text(), "")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        compiled = subprocess.run(["glslangValidator", "-V", "-g", "--target-env", "vulkan1.3",
                                   f"-I{os.path.dirname(origin) or '.'}", "-o", path, source],
                                  capture_output=True, text=True, check=False)
        if compiled.returncode:
            if not change:
                sys.exit(f"{source}: {compiled.stdout}")
            invalid += 1
            os.remove(source)
            continue
        verdicts, shown_by = prove(command, path)
        if verdicts is None:
            unread += 1
            print(f"{source}: prove has no verdict: {shown_by[:300]}")
            continue
        key = tuple(of["verdict"] for of in verdicts.values())
        contradiction, faulty = judge(command, path, verdicts, shown_by, MUTANT_RUNS if change else RANDOM_RUNS)
        faulty_count += faulty
        tally[key, faulty] = tally.get((key, faulty), 0) + 1
        if contradiction:
            contradictions += 1
            print(f"CONTRADICTION {source} {change}: {contradiction[:1500]}")
        else:
            os.remove(source)
            os.remove(path)
    print("barriers / within / between, and whether race shows a fault:")
    for (key, faulty), times in sorted(tally.items()):
        print(f"{times:6} {' / '.join(key)}, {'faulty' if faulty else 'none seen'}")
    proven = sum(times for (key, _), times in tally.items() if key[1] == "proven")
    print(f"{count} shaders: {proven} proven within a workgroup, {faulty_count} faulty, "
          f"{contradictions} contradictions, {unread} unread, {invalid} not valid GLSL")
    sys.exit(contradictions != 0 or unread != 0 or not proven or not faulty_count)


main()
