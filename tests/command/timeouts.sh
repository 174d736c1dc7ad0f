#!/bin/bash
# --timeout ends every kind of work on an input: reading, exploring, suggestions, machine code, the page; so does the first interrupt.
# The inputs take hours without it, a minute is what a slow machine needs.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

ends() { # what, status, pattern, arguments
    local what=$1 expected=$2 pattern=$3 status=0
    shift 3
    timeout 60 "$spirv_mmra" "$@" --timeout=1 >said 2>&1 </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$what: status $status, not $expected: $(head -n 2 said)"
    [ -z "$pattern" ] || grep -q -- "$pattern" said || fail "$what: no '$pattern': $(head -n 2 said)"
}

shader() { # name, body: with 2 invocations
    cat >"$1.comp" <<END
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Data { uint data[64]; };
void main() {
$2
}
END
    glslangValidator -V --target-env vulkan1.2 -g "$1.comp" -o "$1.spv" >/dev/null
}
repeated() { # text, times
    local i
    for ((i = 0; i < $2; i++)); do echo "$1"; done
}

# Many barriers may be changed, and no set of changes repairs the race, which is status 1 whatever is asked.
shader barriers "$(repeated 'barrier();' 24) data[0] = gl_LocalInvocationIndex;"
ends "suggestions" 1 'the time is over: --timeout gives more than 1 s; --local .* there may be more' litmus barriers.spv --suggest
ends "suggestions as JSON" 1 '"complete": false' litmus barriers.spv --suggest --json
# A limit names the way on: smaller grids, and another subcommand.
shader counters "$(repeated 'atomicAdd(data[gl_LocalInvocationIndex % 2], 1u); atomicExchange(data[2], gl_LocalInvocationIndex);' 6)"
ends "much to explore" 6 'the time is over: .*--reduce .*--local .*spirv-mmra race' litmus counters.spv --local 8 --groups 4
if ! grep -qx 'SMMRA_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then # sanitizers take memory of their own
    status=0
    (ulimit -v 60000; "$spirv_mmra" litmus counters.spv --local 16 --groups 64) >said 2>&1 || status=$?
    { [ $status = 5 ] && grep -q -- '--reduce .*--local .*spirv-mmra race' said; } || fail "no memory: status $status: $(head -n 3 said)"
fi
ends "a page" 1 '' report barriers.spv -o page.html
[ -s page.html ] || fail "no page"

# Much to read and to set up before the first execution. More of it would come to the limit of memory before the second is over, on a
# fast machine; this takes four tenths of that limit.
shader atomics "$(repeated 'atomicAdd(data[0], 1u);' 500)"
ends "a long program" 6 'unknown: the time is over' litmus atomics.spv --local=4
ends "a long program as JSON" 6 '"unknown": "the time is over' litmus atomics.spv --local=4 --json

# A pipe that nobody opens for writing is waited for as long, by each subcommand.
mkfifo unopened
for subcommand in translate check litmus race prove "cost --mcpu=gfx1100" "report -o page.html"; do
    read -ra words <<<"$subcommand"
    ends "$subcommand of a pipe without a writer" 6 "the time is over" "${words[@]}" unopened
done
# 4,000 descriptors of one buffer, one after the other: comparing each with each would take minutes.
mkdir many
cp atomics.spv many/module.spv
printf abcd >many/b.bin
{
    printf 'spirv-mmra dispatch 1\nmodule module.spv\ngroups 1 1 1\n'
    for ((i = 0; i < 4000; i++)); do echo "buffer 0 $((i + 10)) 0 0x1+$((i * 4)) b.bin"; done
} >many/dispatch.txt
timeout 60 "$spirv_mmra" race many --runs 1 >said 2>&1 </dev/null || fail "a recording of many descriptors: status $?: $(head -n 2 said)"

# Kernels that never end: at a barrier, where nothing is allocated, and behind a race, which counts.
kernel() { # NAME: its instructions on standard input
    {
        printf '\t.text\nk:\n'
        cat
        printf '\t%s\n' '.amdhsa_kernel k' '.amdhsa_user_sgpr_kernarg_segment_ptr 1' '.amdhsa_user_sgpr_count 2' '.amdhsa_wavefront_size32 1' \
            '.end_amdhsa_kernel' .amdgpu_metadata
        printf '%s\n' --- amdhsa.kernels: '  - .args:' '      - .offset: 0' '        .size: 8' '        .value_kind: global_buffer' \
            '    .name: k' '    .symbol: k.kd' ...
        printf '\t.end_amdgpu_metadata\n'
    } >"$1.s"
}
printf '%s\n' again: s_barrier 's_branch again' | kernel barriers
printf '%s\n' 's_load_b64 s[0:1], s[0:1], 0x0' 'v_mov_b32 v1, 0' 's_waitcnt lgkmcnt(0)' 'global_store_b32 v1, v0, s[0:1]' again: \
    's_add_u32 s2, s2, 1' 's_branch again' | kernel racy
ends "a kernel of barriers" 6 'unknown: the time is over: --timeout' race barriers.s --mcpu=gfx1100 --local=64 --arg 64 --steps=4000
ends "a kernel that races and goes on" 1 'not ordered with an earlier write' race racy.s --mcpu=gfx1100 --local=64 --arg 64 --steps=4000

# SPIRV-Tools validates a structure in two of its kind in two of theirs, and so on, part by part.
{
    printf '%s\n' 'OpCapability Shader' 'OpMemoryModel Logical GLSL450' 'OpEntryPoint GLCompute %main "main" %v' 'OpExecutionMode %main LocalSize 1 1 1' \
        '%void = OpTypeVoid' '%f = OpTypeFunction %void' '%s0 = OpTypeInt 32 0'
    for ((i = 1; i <= 40; i++)); do echo "%s$i = OpTypeStruct %s$((i - 1)) %s$((i - 1))"; done
    printf '%s\n' '%p = OpTypePointer Private %s40' '%v = OpVariable %p Private' '%main = OpFunction %void None %f' '%l = OpLabel' OpReturn OpFunctionEnd
} >nested.spvasm
spirv-as --target-env vulkan1.2 nested.spvasm -o nested.spv
for command in litmus race prove; do
    ends "validation by SPIRV-Tools, $command" 6 'unknown: the time is over' $command nested.spv
done
ends "validation by SPIRV-Tools, cost" 6 'the time is over' cost nested.spv --mcpu=gfx1100
ends "validation by SPIRV-Tools, report" 6 'the time is over' report nested.spv -o nested.html
ends "validation by SPIRV-Tools, translate" 6 'the time is over' translate nested.spv -o nested.ll
[ ! -e nested.ll ] || fail "a translation that was not validated"

# The writer of the input may never end.
mkfifo pipe
sleep 600 >pipe &
writer=$!
for command in 'translate' 'check' 'litmus' 'race' 'prove' 'report -o pipe.html' 'cost --mcpu=gfx1100'; do
    ends "reading, ${command%% *}" 6 'the time is over' $command pipe
done
kill "$writer"

# The limit is that of the whole page, whatever its parts wait for: repairs, all executions, one execution, compilers.
shader messages "$(repeated 'data[gl_WorkGroupID.x * 32 + 1] = atomicAdd(data[0], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);' 9)"
shader rounds 'for (uint i = 0u; i < 1000000u; i++) atomicAdd(data[gl_LocalInvocationIndex % 2], 1u);'
printf '#!/bin/sh\nsleep 600\n' >slow
chmod +x slow
for page in 'barriers.spv' 'rounds.spv --groups=8 --local=8' 'messages.spv --opt=./slow' 'messages.spv --opt=cat --llc=./slow'; do
    begin=$(date +%s%N)
    status=0
    timeout 60 "$spirv_mmra" report $page --timeout=3 -o whole.html >said 2>&1 </dev/null || status=$?
    passed=$((($(date +%s%N) - begin) / 1000000))
    case $status in 0 | 1 | 6) ;; *) fail "a page in time, $page: status $status: $(head -n 2 said)" ;; esac
    [ "$passed" -lt 5000 ] || fail "a page in time, $page: $passed ms"
done

ends "machine code" 6 'unknown: the time is over' litmus messages.spv --machine=gfx1100 --groups=2 --local=1 --states=4000000000

# What is compiled is waited for no longer: an answer that is missing is no fault of usage.
ends "cost waits for opt" 6 'the time is over' cost messages.spv --mcpu=gfx1100 --opt=./slow
ends "cost waits for llc" 6 'the time is over' cost messages.spv --mcpu=gfx1100 --opt=cat --llc=./slow
ends "litmus waits for llc" 6 'unknown: the time is over' litmus messages.spv --machine=gfx1100 --groups=2 --local=1 --opt=cat --llc=./slow
ends "litmus waits for llc, as JSON" 6 '"unknown": "the time is over' \
    litmus messages.spv --machine=gfx1100 --groups=2 --local=1 --opt=./slow --json
ends "litmus waits for another pass" 6 'unknown: the time is over' litmus messages.spv --groups=2 --local=1 --translate --through=./slow

# Every wait may be reached from every load, on ways of many lengths.
awk -v n=20000 'BEGIN { srand(7); print "k:"
    for (i = 0; i < n; i++)
        printf "L%d:\n\tglobal_load_b32 v%d, v0, s[0:1]\n\ts_cbranch_scc0 L%d\n\ts_waitcnt vmcnt(%d)\n", i, i % 200 + 1,
            int(rand() * n), i % 60
    print "\ts_endpgm" }' >ways.s
ends "a price list" 6 'the time is over' cost ways.s --mcpu=gfx1100
status=0
(ulimit -t 100; exec "$spirv_mmra" cost ways.s --mcpu=gfx1100) >said 2>&1 || status=$?
[ "$status" = 4 ] && grep -q 'too many ways' said || fail "a price list without a limit of time: status $status: $(head -n 2 said)"

# Whoever runs the tests in the background has interrupts ignored.
timeout --preserve-status -s INT 2 env --default-signal=INT "$spirv_mmra" report barriers.spv --timeout=100 -o interrupted.html >said 2>&1 </dev/null || true
[ -s interrupted.html ] || fail "the first interrupt leaves no page: $(head -n 2 said)"

# Two signals at once are one interrupt: timeout(1) and others send one to the command and one to its group.
env --default-signal=INT "$spirv_mmra" report rounds.spv --groups=8 --local=8 --opt=./slow --timeout=100 -o twice.html >said 2>&1 </dev/null &
started=$!
sleep 2
kill -INT "$started"
sleep 0.02
kill -INT "$started" 2>/dev/null || true
status=0
wait "$started" || status=$?
{ [ -s twice.html ] && [ "$status" = 6 ]; } || fail "two signals at once: status $status: $(head -n 2 said)"
finish "limits of time"
