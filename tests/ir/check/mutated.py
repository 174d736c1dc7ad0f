"""Typed mistakes in translations that are right: an operand of another type, another type, width or address space, a value before
its definition, a phi's wrong block. LLVM 22 and the checker must agree on each: none that LLVM rejects is taken, and none that it
takes is rejected.

    mutated.py CHECKER COUNT SEED FILE.ll ...
"""
import collections, concurrent.futures, pathlib, random, re, subprocess, sys, tempfile

RULES = ("operand-type", "block-structure", "dominance", "signature", "convergence-token")
TYPES = ["i1", "i8", "i16", "i32", "i64", "half", "float", "double", "ptr", "ptr addrspace(1)", "ptr addrspace(3)",
         "<2 x i32>", "<3 x i32>", "<4 x i32>", "<2 x float>", "<4 x float>", "{ i32, i1 }", "[2 x i32]"]
TYPE = r"(?<![\w.%@!\"-])(?:ptr addrspace\(\d\)|ptr|i\d+|half|float|double|<\d+ x (?:i\d+|half|float|double)>)(?![\w.\"])"
LOCAL = r"%(?:[\w.$-]+|\"[^\"]*\")"


def instructions(lines):
    return [i for i, line in enumerate(lines) if line.startswith("  ") and not line.lstrip().startswith(";")]


def replace_one(random, line, pattern, choose):
    found = list(re.finditer(pattern, line))
    if not found:
        return None
    match = random.choice(found)
    return line[:match.start()] + choose(match) + line[match.end():]


def body_around(lines, index):
    first = index
    while not lines[first].startswith("define"):
        first -= 1
    last = index
    while lines[last] != "}":
        last += 1
    return lines[first:last]


def another_type(random, lines, index):
    return replace_one(random, lines[index], TYPE, lambda match: random.choice(TYPES))


def another_operand(random, lines, index):
    names = sorted(set(re.findall(LOCAL, "\n".join(body_around(lines, index)))))
    head, equals, tail = lines[index].rpartition(" = ")
    tail = replace_one(random, tail, LOCAL, lambda match: random.choice(names))
    return tail and head + equals + tail


def operand_with_its_type(random, lines, index):
    typed = re.findall(rf"({TYPE}) ({LOCAL})", "\n".join(body_around(lines, index)))
    if not typed:
        return None
    return replace_one(random, lines[index], rf"({TYPE}) ({LOCAL})", lambda match: " ".join(random.choice(typed)))


def constant_operand(random, lines, index):
    values = ["0", "1", "-1", "1.0", "null", "true", "poison", "zeroinitializer", "<i32 1, i32 2>", "splat (i32 1)"]
    return replace_one(random, lines[index], rf"(?<= ){LOCAL}(?=,|$| )", lambda match: random.choice(values))


def another_opcode(random, lines, index):
    kinds = [["add", "fadd", "and", "shl", "frem", "udiv"], ["trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "sitofp", "bitcast",
             "inttoptr", "ptrtoint", "addrspacecast"], ["icmp eq", "fcmp oeq"],
             ["atomicrmw add", "atomicrmw fadd", "atomicrmw xchg", "atomicrmw umax"]]
    for kind in kinds:
        pattern = r"(?<== )(?:" + "|".join(kind) + r")(?: (?:nuw|nsw|exact|contract|fast))*(?= )"
        changed = replace_one(random, lines[index], pattern, lambda match: random.choice(kind))
        if changed:
            return changed
    return None


MUTATIONS = [another_type, another_operand, operand_with_its_type, constant_operand, another_opcode]


def mutate(random, text):
    lines = text.split("\n")
    where = instructions(lines)
    for _ in range(50):
        index = random.choice(where)
        how = random.choice(MUTATIONS + ["move"])
        if how == "move":
            other = random.choice(where)
            if index != other:
                lines.insert(other, lines.pop(index))
                return "move", "\n".join(lines)
            continue
        changed = how(random, lines, index)
        if changed and changed != lines[index]:
            lines[index] = changed
            return how.__name__, "\n".join(lines)
    return None


def verdicts(checker, text):
    llvm = subprocess.run(["llvm-as-22", "-o", "/dev/null", "-"], input=text, capture_output=True, text=True)
    own = subprocess.run([checker, "check", "-"], input=text, capture_output=True, text=True)
    rejected = own.returncode == 3 or any(f"[{rule}]" in own.stdout for rule in RULES)
    return llvm, own, rejected


def judge(task):
    checker, name, how, text, keep = task
    llvm, own, rejected = verdicts(checker, text)
    if own.returncode not in (0, 1, 3):
        return how, f"{name}: {how}: the checker's status is {own.returncode}", text
    if bool(llvm.returncode) == rejected:
        return how, None, llvm.returncode
    said = llvm.stderr if llvm.returncode else own.stdout + own.stderr
    which = "taken" if llvm.returncode else "rejected"
    return how, f"{name}: {how}: {which} alone by the checker: {said[:600]}", text


def main():
    checker, count, seed, *paths = sys.argv[1:]
    chance = random.Random(int(seed))
    texts = {path: pathlib.Path(path).read_text() for path in sorted(paths)}
    tasks = []
    while len(tasks) < int(count):
        path = chance.choice(list(texts))
        made = mutate(chance, texts[path])
        if made:
            tasks.append((checker, path, *made, None))
    counts, rejected, wrong = collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for how, message, detail in pool.map(judge, tasks):
            counts[how] += 1
            if message:
                wrong += 1
                print(message)
                pathlib.Path(f"disagreed-{wrong}.ll").write_text(detail)
            else:
                rejected += bool(detail)
    print(", ".join(f"{how}: {n}" for how, n in sorted(counts.items())))
    print(f"{len(tasks)} mutations, {rejected} rejected by both, {wrong} by one alone")
    sys.exit(wrong > 0 or rejected * 4 < len(tasks))


main()
