"""Two threads of which one hands a word to the other, in every combination of what may stand between: a flag or a barrier,
fences with their tags or none, tags and kinds of the payload's accesses, the memory that it is in. The model checker says
of each whether the reader may find another value, and the checker must say the same: it misses nothing but what is listed
below, with the reason, and says nothing where the model has no fault.

    pairs.py SPIRV-MMRA FOLDER
"""
import itertools, json, os, re, subprocess, sys

RULES = ("never-released", "never-acquired", "never-available", "never-visible", "half-barrier")
TAGS = {"": "", "nonprivate": '!{!"vulkan", !"nonprivate"}', "private": '!{!"vulkan", !"private"}',
        "global": '!{!"amdgpu-synchronize-as", !"global"}', "local": '!{!"amdgpu-synchronize-as", !"local"}',
        "none": '!{!"amdgcn-av", !"none"}'}


def tagged(names):
    """!mmra of the tags, in one node."""
    tags = [TAGS[name] for name in names if name]
    return f", !mmra !{{{', '.join(tags)}}}" if tags else ""


def access(kind, store, space, tag):
    """An access of @x: plain, or atomic at a scope."""
    scope = f' syncscope("{kind}") monotonic' if kind != "plain" else ""
    atomic = " atomic" if kind != "plain" else ""
    pointer = f"ptr addrspace({space}) @x{scope}, align 4{tagged([tag])}"
    return f"store{atomic} i32 1, {pointer}" if store else f"%v = load{atomic} i32, {pointer}"


def fence(ordering, scope, tags):
    return "" if tags is None else f'fence syncscope("{scope}") {ordering}{tagged(tags)}'


def program(shape):
    """The text for the model: a function for each thread. And for the checker also as one kernel."""
    how, space, (write, write_tag), (read, read_tag), released, acquired, scope = shape
    flag = f'ptr addrspace(1) @f syncscope("agent") monotonic, align 4{tagged(["nonprivate"])}'
    send = [access(write, True, space, write_tag), fence("release", scope, released)]
    take = [fence("acquire", scope, acquired), access(read, False, space, read_tag)]
    end = f"store i32 %v, ptr addrspace(1) @o, align 4{tagged(['private'])}"
    head = (f"; @Threads: @P0 wg 0 wave 0, @P1 wg {int(how == 'flag' and space == 1)} wave 1\n"
            'target triple = "amdgcn-amd-amdhsa"\n'
            f"@x = {'internal ' if space == 3 else ''}addrspace({space}) global i32 {'poison' if space == 3 else '0'}, align 4\n"
            "@f = addrspace(1) global i32 0, align 4\n@o = addrspace(1) global i32 0, align 4\n"
            "declare void @llvm.amdgcn.s.barrier() convergent\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n")
    if how == "flag":
        wait = [f"%r = load atomic i32, {flag}", "%c = icmp eq i32 %r, 1", "br i1 %c, label %then, label %end"]
        two = ("define void @P0() convergent {\n", *send, f"store atomic i32 1, {flag}", "ret void", "}",
               "define void @P1() convergent {\n", *wait, "then:", *take, "br label %end", "end:", "ret void", "}")
        one = ("define amdgpu_kernel void @k(i32 %n) convergent {", "%d = icmp eq i32 %n, 0",
               "br i1 %d, label %send, label %take", "send:", *send, f"store atomic i32 1, {flag}", "ret void",
               "take:", *wait, "then:", *take, end, "br label %end", "end:", "ret void", "}")
    else:
        meet = "call void @llvm.amdgcn.s.barrier()"
        two = ("define void @P0() convergent {", *send, meet, "ret void", "}",
               "define void @P1() convergent {", meet, *take, "ret void", "}")
        one = ("define amdgpu_kernel void @k() convergent {", "%t = call i32 @llvm.amdgcn.workitem.id.x()",
               "%d = icmp eq i32 %t, 0", "br i1 %d, label %send, label %meet", "send:", *send[:1], "br label %meet",
               "meet:", *send[1:], meet, *take, end, "ret void", "}")
    return [head + "\n".join(line for line in text if line) + "\n" for text in (two, one)]


def shapes():
    tags = ("nonprivate", "private", "")
    fences = (None, ["nonprivate"], ["nonprivate", "global"], ["nonprivate", "local"])
    for how, space, write, read, released, acquired in itertools.product(
            ("flag", "barrier"), (1, 3), tags, tags, fences, fences):
        yield how, space, ("plain", write), ("plain", read), released, acquired, "agent" if how == "flag" else "workgroup"
    kinds = ("plain", "workgroup", "agent")
    for write, read, released, acquired in itertools.product(kinds, kinds, (False, True), (False, True)):
        av = [["nonprivate"] + ["none"] * none for none in (released, acquired)]
        yield "flag", 1, (write, "nonprivate"), (read, "nonprivate"), av[0], av[1], "agent"


def reason(shape):
    """Why the checker is silent of a fault, or None."""
    how, _, (write, write_tag), (read, read_tag), released, acquired, _ = shape
    if write_tag == read_tag == "private":
        return "both accesses are private, as most of a shader's are: nothing says that they share anything"
    if write != "plain" or read != "plain":
        if write != "plain" and read != "plain":
            return "atomic accesses of too small a scope race, whatever is between them"
        return "an access that is atomic for its workgroup alone races with one that is for more"
    return None


def main():
    tool, folder = sys.argv[1:]
    made = list(shapes())
    names = []
    for number, shape in enumerate(made):
        for form, text in zip(("two", "one"), program(shape)):
            names.append(f"{number}-{form}.ll")
            with open(os.path.join(folder, names[-1]), "w") as file:
                file.write(text)
    checked = subprocess.run([tool, "check", *names], cwd=folder, capture_output=True, text=True)
    found = {}
    for line in (checked.stdout + checked.stderr).splitlines():
        match = re.match(r"([\w-]+\.ll):.*\[([\w-]+)\]$", line)
        if match and match[2] in RULES:
            found.setdefault(match[1], set()).add(match[2])
        elif ": error: " in line and not match:
            sys.exit(line)
    judged = subprocess.run([tool, "litmus", "--json", *[n for n in names if "two" in n]], cwd=folder, capture_output=True, text=True)
    faulty = {answer["file"]: bool(answer["findings"]) for answer in json.loads(judged.stdout)}
    counts = dict.fromkeys(("right", "wrong", "found", "silent", "listed", "false"), 0)
    for number, shape in enumerate(made):
        wrong = faulty[f"{number}-two.ll"]
        for form in ("two", "one"):
            said = f"{number}-{form}.ll" in found
            counts["wrong" if wrong else "right"] += 1
            counts["found"] += wrong and said
            if said and not wrong:
                counts["false"] += 1
                print(f"FALSE ALARM {number}-{form}: {shape}: {found[f'{number}-{form}.ll']}")
            elif wrong and not said:
                counts["listed" if reason(shape) else "silent"] += 1
                if not reason(shape):
                    print(f"SILENT {number}-{form}: {shape}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(bool(counts["silent"] or counts["false"]))


if __name__ == "__main__":
    main()
