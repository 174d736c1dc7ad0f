#!/bin/bash
# Every command line of README.md and of docs/guide that starts with spirv-mmra runs as it stands there, on files of the names that it
# has. Its status is 0, or 1 for what a page shows a fault with; a line that the command does not understand, or that lacks an option,
# fails. Every other command of these pages runs here or elsewhere.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
mkdir "$work/run" "$work/bin"
ln -s "$(realpath "$spirv_mmra")" "$work/bin/spirv-mmra"
export PATH=$work/bin:$PATH
cd "$work/run"

# README's first shader has the race that README shows, with the mend.
awk '/^```glsl$/ { on = 1; next } /^```$/ && on { exit } on' "$root/README.md" >turn.comp
awk '/^```text$/ { on = 1; next } /^```$/ && on { exit } on' "$root/README.md" >shown
{ spirv-mmra race turn.comp 2>/dev/null || true; } | sed -E 's/(accesses of its own invocation) .*/\1 [...]/; s/ \(turn.comp, word [0-9]+\)( \[race\])?$/\1/; /^turn.comp: (data race|note:)/d; /^  (GLSL450|two workgroups|[0-9])/d' >printed
diff shown printed >&2 || fail "README shows another finding than the command"

# The files that the pages name.
cp "$root/samples/message-passing-semantics.comp" shader.comp
mkdir include
glslangValidator -V --target-env vulkan1.3 -g shader.comp -o shader.spv >/dev/null
cp shader.spv a.spv
spirv-opt -O a.spv -o b.spv
cat >draw.frag <<'END'
#version 460
layout(set = 0, binding = 0) buffer Total { uint total; };
void main() { atomicAdd(total, 1u); }
END
glslangValidator -V --target-env vulkan1.3 -g draw.frag -o draw.spv >/dev/null
cp "$tests/litmus/vulkan/barrier.litmus" test.litmus
cp "$tests/run/machine_model/programs/message.s" waves.s
cp "$tests/litmus/ir/barrier-alone.ll" kernel.ll
printf 'extern "C" __attribute__((global)) void fill(int *data) { data[__builtin_amdgcn_workitem_id_x()] = 1; }\n' >one.hip
printf '__attribute__((global)) void fill(int *data, int n) { data[__builtin_amdgcn_workitem_id_x() %% n] = 1; }\n' >kernel.hip
hip=$(sed -nE 's/^    (clang-22 .*-S) kernel.hip$/\1/p' "$root/docs/guide/kernels.md") # makes a file of the name that the next line of it has
$hip kernel.hip
$hip one.hip -o kernel.s
clang-22 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -c kernel.s -o kernel.hsaco
mkdir -p dispatches/dispatch-1234-00007
cp shader.spv dispatches/dispatch-1234-00007/module.spv
printf 'spirv-mmra dispatch 1\nmodule module.spv\ngroups 2 1 1\n' >dispatches/dispatch-1234-00007/dispatch.txt
cp -r dispatches/dispatch-1234-00007 FOLDER
cat >application <<'END'
#!/bin/sh
cp -r dispatches/dispatch-1234-00007 "$SMMRA_RECORD_DIR/dispatch-$$-00000"
END
chmod +x application # embed/command.sh runs some that use Vulkan

# An explanation stands after two spaces at least.
sed -nE 's/^    (spirv-mmra .*)/\1/p' "$root/README.md" "$root"/docs/guide/*.md | sed -E 's/  +.*//' >lines
count=0
while IFS= read -r line; do
    status=0
    mkdir "../line-$count"
    cp -r . "../line-$count"
    (cd "../line-$count" && timeout 100 bash -c "$line") >../said 2>&1 </dev/null || status=$?
    [ "$status" -le 1 ] || fail "$line: status $status: $(head -c 600 ../said)"
    count=$((count + 1))
done <lines
# What else is a command, with who runs it: the line itself, or one that does the same.
elsewhere='samples/show.sh|tests/run.sh' # project/bare.sh, as they stand; samples.show, CI
elsewhere+='|cmake -G Ninja |cmake --build build|cmake --install build/library |build/mine |cc main.c |export PKG_CONFIG_PATH=' # project/readme.sh
elsewhere+='|apt-get |git clone |cmake --install build/show|spirv-mmra race turn' # project/walk.sh, on a bare system
elsewhere+='|clang-22 -x hip ' # above
elsewhere+='|mkdir dispatches|SMMRA_RECORD_DIR=' # embed/command.sh, under the layer
grep -hoE '^    [^ ].*' "$root/README.md" "$root"/docs/guide/*.md | sed 's/^    //' | grep -vE "^spirv-mmra |^($elsewhere)" |
    while read -r word rest; do
        [[ $word == export || $word == *[A-Z]=* || $word == */*.sh ]] || [[ $word =~ ^[a-z0-9+-]+$ && $(type -t "$word") == file ]] || continue
        fail "no test runs: $word $rest"
    done
# Ninja is what the packages that README names install; without -G CMake asks for make.
if grep -nE '^ +cmake .*-S ' "$root/README.md" "$root"/docs/guide/*.md "$root/samples/embed/layer/README.md" | grep -v -- '-G Ninja'; then
    fail "a command line of CMake without -G Ninja"
fi
[ "$count" -gt 20 ] || fail "only $count lines were found"
finish "$count lines of the pages"
