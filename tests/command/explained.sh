#!/bin/bash
# The examples of docs/guide/explained.md: what is wrong has the finding that it explains, what is right has none, and explain prints them for
# everything that litmus finds. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
python3 - "$root/docs/guide/explained.md" <<'END'
import re, sys
head, *sections = open(sys.argv[1]).read().split("\n### ")
prelude = re.search(r"```glsl\n(.*?)```", head, re.S)[1]
with open("asked", "w") as asked:
    for section in sections:
        name = section.split("\n")[0]
        command = re.search(r"wrong \(`spirv-mmra ([^`]*)`\)", section)[1]
        bodies = re.findall(r"```glsl\n(.*?)```", section, re.S)
        assert len(bodies) == 2 and "SPIR-V" in section, name
        for kind, body in zip(("wrong", "right"), bodies):
            local = "2" if "--local 2" in command else "1"
            text = prelude.replace("local_size_x = 1", "local_size_x = " + local)
            open(f"{name}-{kind}.comp", "w").write(f"{text}void main() {{\n{body}}}\n")
        print(name, command, file=asked)
END
examples=0
while read -r name command options; do
    for kind in wrong right; do
        glslangValidator -V --target-env vulkan1.3 "$name-$kind.comp" -o "$name-$kind.spv" >said || fail "$name, $kind: $(cat said)"
    done
    # shellcheck disable=SC2086 # words
    case $command in
    translate)
        "$spirv_mmra" "$name-wrong.spv" -o out.ll 2>wrong
        "$spirv_mmra" "$name-right.spv" -o out.ll 2>right
        grep -q "\[$name\]" wrong && [ ! -s right ] || fail "$name: $(cat wrong right)"
        ;;
    *)
        ! "$spirv_mmra" $command "$name-wrong.spv" $options >wrong 2>&1 || fail "$name, wrong: nothing is wrong"
        "$spirv_mmra" $command "$name-wrong.spv" $options --json >wrong 2>&1 || true
        grep -q "\"fault\": \"$name\"" wrong || fail "$name, wrong: $(cat wrong)"
        "$spirv_mmra" $command "$name-right.spv" $options >right 2>&1 || fail "$name, right: $(cat right)"
        ;;
    esac
    "$spirv_mmra" explain "$name" >said
    grep -q '^GLSL, right' said && grep -q '^SPIR-V' said && grep -q 'gl_\|tile\|uint' said || fail "explain $name: $(cat said)"
    examples=$((examples + 1))
done <asked
# all that litmus finds is explained so; and so are the checker's rules that findings of translations are most often about
for name in race undefined-read out-of-bounds divergent-barrier undefined-behaviour deadlock endless-loop \
    never-available never-visible; do
    grep -q "^$name " asked || fail "$name has no example in GLSL"
done
finish "$examples examples in GLSL"
