"""breakages.py NUMBER <IR: prints the IR with that breakage: a barrier or a fence deleted, a release or acquire
weakened, a scope narrowed, a tag flipped. Fails if there are not so many."""
import re
import sys

SCOPES = ["", 'syncscope("agent") ', 'syncscope("workgroup") ', 'syncscope("wavefront") ']
WEAKER = {"acq_rel": ["acquire", "release"], "acquire": ["monotonic"], "release": ["monotonic"]}


def narrowed(line):
    scope = re.search(r'syncscope\("(agent|workgroup)"\) ', line)
    if scope:
        for narrower in SCOPES[SCOPES.index(scope[0]) + 1 :]:
            yield line.replace(scope[0], narrower)


def weakened(line, is_fence):
    for order, weaker in WEAKER.items():
        if re.search(rf"\b{order}\b", line):
            for one in weaker:
                if not (is_fence and one == "monotonic"):
                    yield re.sub(rf"\b{order}\b", one, line)


def flipped(line):
    for tag, other in ((r'"global"', '"local"'), (r'"local"', '"global"'), (r'"nonprivate"', '"private"')):
        if f', !{tag}' in line:
            yield line.replace(f', !{tag}', f', !{other}')


def breakages(lines):
    """Pairs of a line's number and what stands there instead."""
    for at, line in enumerate(lines):
        is_fence = line.lstrip().startswith("fence ")
        is_atomic = is_fence or re.match(r"\s+(%\S+ = )?(load atomic|store atomic|atomicrmw|cmpxchg) ", line)
        if is_fence or "call void @llvm.amdgcn.s.barrier" in line:
            yield at, ""
        if is_atomic:
            for broken in (*narrowed(line), *weakened(line, is_fence)):
                yield at, broken
        if re.match(r"!\d+ = !\{", line):
            for broken in flipped(line):
                yield at, broken


def main():
    lines = sys.stdin.read().splitlines()
    found = list(breakages(lines))
    at, broken = found[int(sys.argv[1])]
    lines[at] = broken
    print("\n".join(lines))


main()
