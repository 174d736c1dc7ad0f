#!/bin/bash
# spirv-mmra race: planted races are found on one run, at their lines; what it says never contradicts litmus, for the SPIR-V programs and the
# concurrent algorithms, right, with a bug, and with synchronization taken out; whole dispatches. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
here=$tests/litmus
cp "$here"/planted/*.comp "$work"
cd "$work"

# ---- lines ----
lines=0
for shader in *.comp; do
    name=${shader%.comp}
    read -ra grid < <(sed -n 's|^// \(--.*\)|\1|p' "$shader")
    glslangValidator -V --target-env vulkan1.2 -g "$shader" -o "$name.spv" >/dev/null
    status=0
    "$spirv_mmra" race "$name.spv" --glsl450=conservative "${grid[@]}" >said || status=$?
    [ "$status" = 1 ] || fail "$name: status $status"
    for line in $(grep -n PLANTED "$shader" | cut -d: -f1); do
        grep -q "^$shader:$line:[0-9]*: \(error\|note\): " said || fail "$name: line $line is not named: $(cat said)"
        lines=$((lines + 1))
    done
done

# ---- the model checker says the same ----

# about FILE RUNS: what litmus says of races, and race: none, race or unknown
about() {
    local all=unknown some=none status=0
    "$spirv_mmra" litmus "$1" --no-validate --timeout 2 >all 2>&1 || true
    sed 1q all >verdict # after it comes what the text of the appendix says
    grep -q ' no data race$' verdict && all=none
    grep -q '[:;] data race$' verdict && all=race
    "$spirv_mmra" race "$1" --no-validate --glsl450=conservative --runs "$2" --steps 1 >some 2>&1 || status=$?
    grep -qE '^[^ ].*: data race($| by the formal model; )' some && some=race # what is taken for granted is indented
    case $status in 0 | 1 | 4 | 6) ;; *) fail "$1: status $status" ;; esac
    case $status in 4 | 6) [ $some = race ] || some=unknown ;; esac
    [ $all-$some != none-race ] || fail "$1: race contradicts litmus: $(cat some)"
    echo "$all $some"
}
found=0 missed=0 modules=0
count() { # ALL SOME: a module that both have judged
    modules=$((modules + 1))
    [ "$1 $2" != "race race" ] || found=$((found + 1))
    [ "$1 $2" != "race none" ] || missed=$((missed + 1))
}
for module in "$here"/spirv/*.spvasm; do
    about "$module" 2 >both
    count $(cat both)
done
mkdir parts
for source in "$here"/algorithms/*.comp; do
    name=$(basename "$source" .comp)
    for bug in '' -DBUG; do
        glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" $bug -o module.spv "$source" >/dev/null
        { sed -n 's,^// \(@Config.*\),; \1,p' "$source"; spirv-dis module.spv | grep -v '^;'; } >"$name$bug.spvasm"
        about "$name$bug.spvasm" 12 >both
        [ -n "$bug" ] || grep -qv race both || fail "$name: $(cat both)"
        count $(cat both)
    done
    rm -f parts/*
    python3 "$here/race_removals.py" "$name.spvasm" parts
    for module in parts/*.spvasm; do
        [ -e "$module" ] || continue
        about "$module" 12 >both
        count $(cat both)
    done
done
[ "$missed" = 0 ] || fail "of $((found + missed)) modules with a race $missed have none for race"

# ---- whole dispatches ----
cat >large.comp <<'EOF'
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(set = 0, binding = 2) buffer All { uint all; };
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = source[gl_GlobalInvocationID.x];
    for (uint stride = 32u; stride > 0u; stride /= 2u) {
        barrier();
        if (i < stride)
            part[i] += part[i + stride];
    }
    if (i == 0u) {
        sums[gl_WorkGroupID.x] = part[0];
        atomicMax(all, part[0]);
    }
    if (WRONG)
        all = part[0];
}
EOF
glslangValidator -V --target-env vulkan1.2 -g '-DWRONG=false' large.comp -o large.spv >/dev/null
python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<4096I", *range(4096)))' >numbers
"$spirv_mmra" race large.spv --groups 64 --data source=numbers >said || fail "large: $(cat said)"
grep -qx 'large.spv: no data race on this run' said && grep -q '^  the atomics commute, ' said && grep -qx '  64x1x1 workgroups of 64x1x1 invocations, subgroups of 32' said ||
    fail "large: $(cat said)"
# the sum of the last group is that of the data: a shader that tells reads it as a race
glslangValidator -V --target-env vulkan1.2 -g '-DWRONG=(i == 1u && part[0] == 260064u)' large.comp -o large.spv >/dev/null
status=0
"$spirv_mmra" race large.spv --groups 64 --data source=numbers --json >said.json || status=$?
[ "$status" = 1 ] || fail "large with a bug: status $status"
python3 - said.json <<'EOF' || fail "--json: $(cat said.json)"
import json, sys
[answer] = json.load(open(sys.argv[1]))
lines = {place["source"]["line"] for finding in answer["findings"] for place in finding["places"]}
assert answer["race"] is True and answer["unknown"] == "" and answer["grid"]["groups"] == [64, 1, 1]
assert 21 in lines or 17 in lines, lines
EOF

# ---- shared memory that nobody wrote: the line and the variable ----
undefined() { # FAULT LINE READ BODY
    printf '#version 450\nlayout(local_size_x = 4) in;\nlayout(set = 0, binding = 0) buffer B { uint b[8]; };\nshared uint sum[4];\nvoid main() {\nuint i = gl_LocalInvocationIndex;\n%s\n}\n' "$4" >undefined.comp
    glslangValidator -V --target-env vulkan1.2 -g undefined.comp -o undefined.spv >/dev/null
    local status=0
    "$spirv_mmra" race undefined.spv --groups 1 >said || status=$?
    if [ -z "$1" ]; then
        [ "$status" = 0 ] || fail "undefined: $4: $(cat said)"
    else
        [ "$status" = 1 ] && grep -q "^undefined.comp:$2:.* error: $1, by .*, which has read $3: undefined (" said || fail "undefined: $4: $(cat said)"
    fi
}
undefined 'an undefined value' 7 'sum\[0\]' 'atomicMax(sum[i / 2u], i);'
undefined 'an undefined value' 8 'sum\[3\]' $'if (i < 3u) sum[i] = 1u; barrier();\natomicCompSwap(sum[i], 1u, 2u);'
undefined 'a branch on an undefined value' 8 'sum\[1\]' $'uint j = i ^ 1u;\nuint v = sum[j] + 1u;\nif (v > 3u) b[0] = 1u;'
undefined '' 0 '' $'atomicExchange(sum[0], 1u);\nbarrier();\natomicAdd(sum[0], 1u);'

# ---- a workgroup that waits for a later one, and stores, counts or votes in each round ----
waits() { # BODY OF A ROUND
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#extension GL_KHR_shader_subgroup_vote : require\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) buffer B { uint flag, tries, mine[4]; };\nvoid main() {\nuint i = gl_GlobalInvocationID.x, n = 0u;\nif (gl_WorkGroupID.x == 1u) {\n    atomicStore(flag, 1u, gl_ScopeDevice, 0, 0);\n    return;\n}\nbool there = false;\nwhile (!there) {\n    there = atomicLoad(flag, gl_ScopeDevice, 0, 0) == 1u;\n    %s\n    n++;\n}\nmine[i] = n;\n}\n' "$1" >waits.comp
    glslangValidator -V --target-env vulkan1.2 -g waits.comp -o waits.spv >/dev/null
    "$spirv_mmra" race waits.spv --groups 2 --subgroup 2 --runs 1 --steps 100 >said || fail "waits: $1: status $?: $(cat said)"
}
waits 'mine[i] = n;'
waits 'atomicAdd(tries, 1u);'
waits 'there = subgroupAll(there);'

# ---- orders ----
orders=0
for name in lock-peterson lock-readers lock-ticket stack-treiber; do # whose bug needs an order, or an older value
    glslangValidator -V --target-env vulkan1.3 -g -I"$here/algorithms" -DBUG -o order.spv "$here/algorithms/$name.comp" >/dev/null
    "$spirv_mmra" race order.spv --runs 1 >said || fail "$name, one run: $(cat said)"
    grep -qx 'order.spv: no data race on this run' said || fail "$name, one run: $(cat said)"
    status=0
    "$spirv_mmra" race order.spv >said || status=$?
    [ "$status" = 1 ] && grep -qx 'order.spv: data race' said || fail "$name: status $status: $(cat said)"
    run=$(sed -n 's/^  found on run \([0-9]*\); .*--runs \1 tells of each$/\1/p' said)
    [ -n "$run" ] || fail "$name: no run: $(cat said)"
    "$spirv_mmra" race order.spv --runs "$run" >all && fail "$name: nothing on $run runs"
    [ "$(grep -c ': no data race on this run$' all)" = $((run - 1)) ] && grep -qx "order.spv: run $run: data race" all ||
        fail "$name: not on run $run alone: $(cat all)"
    [ "$(grep -F 'error: data race: ' all)" = "$(grep -F 'error: data race: ' said)" ] || fail "$name: another race on run $run"
    orders=$((orders + 1))
done
glslangValidator -V --target-env vulkan1.3 -I"$here/algorithms" -o order.spv "$here/algorithms/lock-ticket.comp" >/dev/null
"$spirv_mmra" race order.spv >said || fail "lock-ticket: $(cat said)"
grep -qx 'order.spv: no data race on 32 runs' said && grep -q '^  runs differ in ' said || fail "lock-ticket: $(cat said)"
"$spirv_mmra" race order.spv --steps 1 --json >one.json || fail "lock-ticket: $(cat one.json)"
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(set = 0, binding = 0) buffer B { uint b; };\nvoid main() { uint last = 0u; for (uint i = 0u; i < 65536u; i++) last = atomicAdd(b, i); if (last == 5u) atomicAdd(b, 1u); }\n' >order.comp
glslangValidator -V --target-env vulkan1.2 order.comp -o order.spv >/dev/null
"$spirv_mmra" race order.spv >said || fail "one order: $(cat said)"
grep -qx 'order.spv: no data race on this run' said && grep -q '^  one order ran, ' said || fail "one order: $(cat said)"
glslangValidator -V --target-env vulkan1.2 -g '-DWRONG=false' large.comp -o large.spv >/dev/null
sed 's/atomicMax(all, part\[0\]);//' large.comp >alike.comp
glslangValidator -V --target-env vulkan1.2 -g '-DWRONG=false' alike.comp -o alike.spv >/dev/null
"$spirv_mmra" race alike.spv --groups 2 >said || fail "alike: $(cat said)"
foresees='no read foresees what is written after a barrier'
grep -qx '  no atomic was accessed: other orders are alike' said && grep -qx "  taken for granted: $foresees" said || fail "alike: $(cat said)"
"$spirv_mmra" race alike.spv --groups 2 --json >two.json || fail "alike: $(cat two.json)"
python3 - one.json two.json <<'EOF' || fail "orders: $(cat one.json two.json)"
import json, sys
[several], [one] = (json.load(open(path)) for path in sys.argv[1:])
assert (several["run"], several["runs"], several["orders_alike"], several["race"]) == (1, 32, False, False), several
assert (one["run"], one["runs"], one["orders_alike"], one["race"]) == (1, 1, True, False), one
assert (several["assumption"], one["assumption"]) == (None, "no read foresees what is written after a barrier"), (several, one)
EOF

# ---- out of bounds: which index, of what, and how many elements that has ----
beyond() { # TEXT BODY
    printf '#version 450\nlayout(local_size_x = 4) in;\nstruct S { uint x, y[3]; };\nlayout(set = 0, binding = 0) buffer B { uint n; S a[4]; uint tail[]; } data;\nshared uint m[2][5];\nvoid main() {\nuint i = gl_LocalInvocationIndex;\n%s\n}\n' "$2" >beyond.comp
    glslangValidator -V --target-env vulkan1.2 -g beyond.comp -o beyond.spv >/dev/null
    local status=0
    "$spirv_mmra" race beyond.spv --groups 1 >said || status=$?
    [ "$status" = 1 ] && grep -q "^beyond.comp:8:[0-9]*: error: an access out of bounds, by workgroup 0 invocation [0-3]: $1 (" said || fail "$2: $(cat said)"
}
beyond 'index 3 of `data.a\[3\].y`, which has 3 elements' 'data.a[i].y[i + data.n] = 1;'
beyond 'index 4 of `data.a`, which has 4 elements' 'if (i == 2) data.a[i + 2].y[0] = 1;'
beyond 'index 5 of `m\[1\]`, which has 5 elements' 'if (i == 1) m[1][i + 4] = 1;'
beyond 'index 2 of `m`, which has 2 elements' 'if (i == 2) m[i][1] = 1;'

# ---- results that depend on the order, though nothing races ----
order() { # PATTERN BODY [RUNS]: by default; an empty pattern: none does
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) coherent buffer B { uint n, all, last; float half_of; uint list[8]; };\nvoid main() {\nuint i = gl_GlobalInvocationID.x;\n%s\n}\n' "$2" >order.comp
    glslangValidator -V --target-env vulkan1.2 -g order.comp -o order.spv >/dev/null
    "$spirv_mmra" race order.spv --groups 2 >said || fail "order: $2: $(cat said)"
    grep -qx "order.spv: no data race on ${3:-32 runs}" said || fail "order: $2: $(cat said)"
    if [ -z "$1" ]; then
        ! grep -q 'on the order:' said || fail "order: $2: $(cat said)"
    else
        grep -q "^  the result $1 (order.comp:7)\$" said || fail "order: $2: $(cat said)"
    fi
}
order 'depends on the order: `list\[[0-3]\]` ended as [0-3] on the first run, as [0-3, ]* on others; what is stored there differs on [0-9]* of 32 runs' 'list[atomicAdd(n, 1)] = i;'
order 'depends on the order: `half_of` ended as 0\?.\?5\? on the first run, as [0-9., ]* on others; .*' 'if (atomicAdd(n, 1) == 0) half_of = float(i) / 2.;'
order 'depends on the order: `last` ended as [0-3] on the first run, as [0-3, ]* on others; .*' 'atomicExchange(last, i);'
# a barrier of the workgroup that is taken for one of the dispatch; here the result is 1 either way
order 'may depend on the order: what an atomic reads at line 7 differs on [0-9]* of 32 runs, and `all` is made of it' 'atomicAdd(n, 1); barrier(); if (i == 0) all = (atomicOr(n, 0) + 7) / 8;'
order '' 'atomicAdd(n, i); atomicMax(last, i); list[i] = i;' 'this run'
order '' 'if (atomicAdd(n, 1) == 3) all = 1;'
"$spirv_mmra" race order.spv --groups 2 --json >said || fail "order: $(cat said)"
grep -q '"depends_on_order": \[\]' said || fail "order: $(cat said)"

# ---- other endings ----
ends() { # STATUS PATTERN TEXT OPTION...: of a shader with this body
    local wanted=$1 pattern=$2 text=$3 status=0
    shift 3
    printf '#version 450\n#extension GL_KHR_shader_subgroup_shuffle : require\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) buffer B { uint b[]; };\nlayout(set = 0, binding = 1) buffer C { layout(offset = 8) uint high; layout(offset = 4) uint low; }; layout(set = 0, binding = 2, r32ui) uniform uimage2D i;\nvoid main() {\n%s\n}\n' "$text" >end.comp
    glslangValidator -V --target-env vulkan1.2 -g end.comp -o end.spv >/dev/null
    "$spirv_mmra" race end.spv "$@" >said 2>&1 || status=$?
    [ "$status" = "$wanted" ] || fail "$pattern: status $status: $(cat said)"
    grep -q "$pattern" said || fail "no '$pattern': $(cat said)"
}
ends 1 'end.comp:7:.*: error: an access out of bounds, by workgroup 0 invocation 0' 'b[7] = 1;' --size b=7
ends 1 'end.comp:7:.*: error: an access out of bounds, by workgroup 0 invocation 0' 'b[0] = imageLoad(i, ivec2(-1)).x;'
ends 0 'no data race' 'imageStore(i, ivec2(-1, 1 << 20), uvec4(0));' # it is discarded (Vulkan, "Image Writes")
ends 1 'end.comp:7:.*: error: data race: .* writes 1 to low ' 'low = 1;' --groups 2
ends 1 'a branch on an undefined value' 'uint v; if (v + 1u > 7u) b[0] = 1;'
ends 1 'a branch on an undefined value' 'uint v; if (v / 2u > 7u) b[0] = 1;'
ends 1 'end.comp:7:.*: error: an undefined value' 'uint v; atomicCompSwap(b[0], v, 1u);'
ends 1 'end.comp:7:.*: error: an undefined value' 'uint v, w = atomicCompSwap(b[0], v + 1u, 1u); b[1] = w;' --groups 1
ends 1 'divergent barrier' 'if (gl_LocalInvocationIndex == 0u) barrier();'
ends 1 'endless loop' 'while (atomicAdd(b[0], 0u) == 0u) ;'
ends 1 'endless loop' 'uint i = 0u; while (atomicAdd(b[0], 0u) == 0u) i += 0x40000000u; b[0] = i;' # 2^32 is 0
ends 0 'no data race on this run' 'uint x = b[0] + 0xFFFFFFFFu; if (x + 1u != 0u || 0u != x + 1u) b[0] = 1;'
ends 6 'unknown: it takes more steps' 'int k = int(b[0]) + 20; do k++; while (k > 10); b[0] = uint(k);' --steps 5
ends 0 'no data race on this run' 'uint s = b[0]; for (int i = 0; i < 200; i++) s = subgroupShuffleXor(s + b[1], 1u); if (s == 7u) b[0] = 1;' --groups 3
ends 0 'no data race on' 'for (uint i = 0u; i < 4u; i++) atomicAdd(b[i], 1u);' --groups 600 # several words that many have accessed
ends 6 'unknown: it takes more steps' 'for (uint i = 0u; i < 2000000u; i++) atomicAdd(b[0], 1u);' --steps 1
ends 3 'no variable of the module is called x' 'b[0] = 1;' --data x=numbers
ends 2 'numberz' 'b[0] = 1;' --data b=numberz
ends 4 'not supported: .* invocations; at most' 'b[0] = 1;' --groups 65535,65535
ends 5 'out of memory: --max-memory' 'b[gl_GlobalInvocationID.x] = 1;' --groups 65535 --max-memory 16
# A barrier of an invocation's scope orders nothing (no valid module of Vulkan has one that acquires): invocations of one subgroup are not alike in it.
printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\nlayout(local_size_x = 2) in;\nlayout(binding = 0) buffer O { uint o; };\nshared uint s[2];\nvoid main() {\n    uint i = gl_LocalInvocationIndex;\n    s[i] = i;\n    controlBarrier(gl_ScopeWorkgroup, gl_ScopeInvocation, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);\n    if (i == 0) o = s[1];\n}\n' >own.comp
glslangValidator -V --target-env vulkan1.2 own.comp -o own.spv >/dev/null
status=0
"$spirv_mmra" race own.spv --groups 1 --no-validate >said 2>&1 || status=$?
[ "$status" = 1 ] && grep -q 'synchronizes with nothing outside of its invocation' said || fail "a barrier of an invocation's scope: status $status: $(cat said)"
# So it does where invocations are in a loop for longer than their turns, and read what no other workgroup writes.
printf '#version 450\nlayout(local_size_x = 2) in;\nshared uint s[2048];\nlayout(set = 0, binding = 0) buffer B { uint b[]; };\nvoid main() { uint me = gl_LocalInvocationIndex, sum = 0u; for (uint i = me; i < 2048u; i += 2u) s[i] = i; barrier(); for (uint i = 0u; i < 4000u; i++) sum += s[i & 2047u] * i; barrier(); b[gl_GlobalInvocationID.x] = sum; }\n' >long.comp
glslangValidator -V --target-env vulkan1.2 long.comp -o long.spv >/dev/null
status=0
"$spirv_mmra" race long.spv --groups 64 --max-memory 6 >said 2>&1 || status=$?
[ "$status" = 0 ] && grep -q 'no data race on this run' said || fail "a long loop within some memory: status $status: $(cat said)"
# The first order ends a workgroup before it begins the next; others have shared memory of many at once, which ends that order alone.
printf '#version 450\nlayout(local_size_x = 2) in;\nshared uint s[2048];\nlayout(set = 0, binding = 0) buffer B { uint b; };\nvoid main() { for (uint i = gl_LocalInvocationIndex; i < 2048u; i += 2u) s[i] = i; atomicExchange(b, s[gl_LocalInvocationIndex]); }\n' >memory.comp
glslangValidator -V --target-env vulkan1.2 memory.comp -o memory.spv >/dev/null
status=0
"$spirv_mmra" race memory.spv --groups 64 --max-memory 8 >said 2>&1 || status=$?
[ "$status" = 0 ] || fail "the first order within some memory: status $status: $(cat said)"
grep -q 'no data race on this run' said || fail "no verdict of the first order: $(cat said)"
grep -q 'not varied further: another order takes more memory' said || fail "nothing of memory: $(cat said)"
status=0
"$spirv_mmra" race memory.spv --groups 64 --max-memory 8 --runs 4 >said 2>&1 || status=$?
[ "$status" = 6 ] || fail "four orders within that memory: status $status: $(cat said)"
grep -q 'run 1: no data race on this run' said || fail "no verdict of the first of four orders: $(cat said)"
grep -q 'run 2: unknown: this order takes more memory' said || fail "nothing of the second order's memory: $(cat said)"
grep -q 'runs 3 to 4 were not tried' said || fail "nothing of the orders that were not tried: $(cat said)"
! grep -q 'run 3: ' said || fail "an order behind the one that memory is too little for: $(cat said)"
finish "$lines planted lines named; $orders races that need an order; $modules modules as litmus has them: $found races found, $missed missed"
