#!/bin/bash
# What litmus and race say of a data race: iterations, floating-point numbers, names that only debug information has, instructions where
# there is none, what ended a run, and instructions of debug information that SPIRV-Tools does not know. With SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

compile() { # NAME OPTION...: the shader on standard input
    local name=$1
    shift
    cat >"$name.comp"
    glslangValidator -V --target-env vulkan1.3 "$@" "$name.comp" -o "$name.spv" >said || fail "$name: $(cat said)"
}
checks=0
says() { # STATUS PATTERN COMMAND...: both race and litmus do, of a module
    local status=$1 pattern=$2 got=0 command
    shift 2
    for command in race litmus; do
        got=0
        "$spirv_mmra" $command "$@" >said 2>&1 || got=$?
        { [ "$got" = "$status" ] && grep -qE -- "$pattern" said; } || fail "$command $*: status $got, not '$pattern': $(head -c 1500 said)"
        checks=$((checks + 1))
    done
}
silent() { # PATTERN COMMAND...
    local pattern=$1 command
    shift
    for command in race litmus; do
        ! "$spirv_mmra" $command "$@" 2>&1 | grep -E -- "$pattern" || fail "$command $*: $pattern"
        checks=$((checks + 1))
    done
}

# ---- iterations: the barrier between the two lines does not stand between the second write and the first read ----
shader() {
    cat <<'END'
#version 460
layout(local_size_x = 2) in;
layout(binding = 0) buffer Result { float sums[2]; };
shared float values[2];
void main()
{
    uint l = gl_LocalInvocationIndex;
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        values[l] = float(i) * 0.5;
        barrier();
        sum += values[1u - l];
    }
    sums[l] = sum;
}
END
}
shader | compile loop -g
says 1 '^loop.comp:10:9: error: data race: .* writes 0.5 to values\[[01]\], in the 2nd iteration that comes here' loop.spv
says 1 '^loop.comp:12:9: note: .* reads values\[[01]\], when it first comes here' loop.spv
shader | sed 's/i < 3/i < 1/; s/^ *barrier();//' | compile straight -g
says 1 'data race: .* writes 0.0 to values' straight.spv
silent 'iteration|first comes' straight.spv
shader | sed 's/sum += .*/&\n        if (i == 1) barrier();/' | compile third -g # nobody races in the second
"$spirv_mmra" race third.spv --runs 6 --seed 3 >said || true
grep -qE 'in the (2nd|3rd) iteration' said || fail "third: $(cat said)"

# ---- names that only debug information has ----
shader | compile named -gVS
spirv-dis named.spv | grep -v 'OpName\|OpMemberName' | spirv-as --target-env vulkan1.3 - -o nameless.spv
says 1 'loop.comp|named.comp:10:9: error: data race: .* to values\[[01]\]' nameless.spv
compile block -gVS <<'END'
#version 460
layout(local_size_x = 2) in;
struct Pair { float left; uvec2 right; };
layout(binding = 0) buffer Data { uint count; Pair pairs[2]; } data;
layout(binding = 1) buffer Total { float total; };
void main()
{
    data.pairs[1].right.y = gl_LocalInvocationIndex;
    total = float(gl_LocalInvocationIndex) * 1.1;
}
END
spirv-dis block.spv | grep -v 'OpName\|OpMemberName' | spirv-as --target-env vulkan1.3 - -o nameless-block.spv
for module in block nameless-block; do
    "$spirv_mmra" race $module.spv >said || true
    grep -q 'writes 0 to data.pairs\[1\].right.y (' said || fail "$module: $(cat said)"
    grep -q 'writes 1.1 to total (' said || fail "$module: $(cat said)"
done
checks=$((checks + 4))

# ---- numbers of each width ----
number() { # TYPE VALUE WANTED
    compile number -g <<END
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Number { $1 number; };
void main()
{
    number = $2;
}
END
    says 1 "data race: .* writes $3 to number \(" number.spv
}
number float 1.1 1.1
number float '-0.0' -0.0
number float 16777216.0 '(16777216.0|1.677722e\+07|1.6777216e\+07)'
number float '1.0 / 3.0' 0.33333334
number float 1e30 '1e\+30'
number float 'uintBitsToFloat(0x7f800000u)' inf
number double 0.1lf 0.1
number double '1.0lf / 3.0lf' 0.3333333333333333
number float16_t '0.1hf' 0.1
number float16_t '65504.0hf' '(65504.0|6.55e\+04)'
number uint 1065353216u 1065353216
number int16_t 'int16_t(7)' 7

# ---- without debug information ----
spirv-opt --strip-debug loop.spv -o bare.spv
says 1 'bare.spv: error: word [0-9]+: data race: .* writes 0.5 to %?[0-9]+\[[01]\] by OpStore, in the 2nd iteration' bare.spv
says 1 'bare.spv: note: word [0-9]+: .* reads %?[0-9]+\[[01]\] by %[0-9]+ = OpLoad, when' bare.spv
spirv-dis --raw-id bare.spv >bare.spvasm
says 1 'data race: .* by OpStore %[0-9]+ %[0-9]+' bare.spvasm

# ---- what ended the run is what it is about ----
compile beyond -g <<'END'
#version 460
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { uint data[2]; };
void main()
{
    data[gl_LocalInvocationIndex + 1u] = 7u;
}
END
status=0
"$spirv_mmra" race beyond.spv --groups 1 >said 2>&1 || status=$?
{ [ $status = 1 ] && head -n 1 said | grep -x 'beyond.spv: an access out of bounds' >/dev/null; } || fail "beyond: status $status: $(cat said)"
! grep -q 'no data race' said || fail "beyond: $(cat said)"
checks=$((checks + 1))
# without debug information a fault has the word of its instruction, as a race has
for program in beyond divergent; do
    case $program in
    beyond) body='data[gl_LocalInvocationIndex + 1u] = 7u;' fault='an access out of bounds' ;;
    divergent) body='if (gl_LocalInvocationIndex == 0u) barrier();' fault='divergent barrier: workgroup 0, invocation 0' ;;
    esac
    compile "bare-$program" <<END
#version 460
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { uint data[2]; };
void main() { $body }
END
    for command in race litmus; do
        status=0
        "$spirv_mmra" $command bare-$program.spv --groups 1 >said 2>&1 || status=$?
        { [ $status = 1 ] && grep "^bare-$program.spv: error: word [0-9]*: $fault" said >/dev/null; } ||
            fail "$command of bare-$program: status $status: $(cat said)"
        checks=$((checks + 1))
    done
    grep -x "bare-$program.spv: no data race before undefined behaviour" said >/dev/null || fail "bare-$program: $(cat said)"
done

# ---- debug information that SPIRV-Tools does not know ends no run ----
cat >renumber.py <<'END'
import struct, sys
source, target, old, new = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
data = open(source, "rb").read()
words, at, count = list(struct.unpack(f"<{len(data) // 4}I", data)), 5, 0
while at < len(words):
    if words[at] & 0xFFFF == 12 and words[at + 4] == old:
        words[at + 4], count = new, count + 1
    at += words[at] >> 16
open(target, "wb").write(struct.pack(f"<{len(words)}I", *words))
sys.exit(count == 0)
END
for number in 2 18 23; do # DebugTypeBasic, DebugGlobalVariable, DebugScope
    python3 renumber.py named.spv newer.spv $number 9999
    says 1 'data race: .* to values' newer.spv
    "$spirv_mmra" newer.spv -o newer.ll || fail "newer $number"
done
# ---- the way from one to the other may lead through invocations that hand on what they have read ----
passed() { # PAYLOAD RELAY: of three workgroups, the middle one reads the first one's flag, and tells the last one
    cat <<END
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;
layout(binding = 0) $1 buffer Payload { uint payload; };
layout(binding = 1) buffer Flags { uint first; uint second; };
layout(binding = 2) buffer Result { uint result; };
const int storage = gl_StorageSemanticsBuffer;
const int gives = gl_SemanticsRelease | gl_SemanticsMakeAvailable, takes = gl_SemanticsAcquire | gl_SemanticsMakeVisible;
void main()
{
    switch (gl_WorkGroupID.x) {
    case 0:
        payload = 7;
        atomicStore(first, 1u, gl_ScopeDevice, storage, gives);
        break;
    case 1:
        if (atomicLoad(first, gl_ScopeDevice, storage, takes) == 1u)
            atomicStore(second, 1u, gl_ScopeDevice, $2, gives);
        break;
    default:
        if (atomicLoad(second, gl_ScopeDevice, storage, takes) == 1u)
            result = payload;
    }
}
END
}
passed '' storage | compile private -g
says 1 'private.comp:14:9: note: what synchronizes the two does not order the write at line 14: it is private' private.spv --groups 3
passed nonprivate storage | compile right -g
says 0 'no data race' right.spv --groups 3
passed nonprivate gl_StorageSemanticsImage | compile image -g
says 1 'image.comp:19:13: note: the write at line 19 synchronizes, but its semantics do not order buffers' image.spv --groups 3
compile tickets -g <<'END'
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer Scores { uint scores[]; };
layout(binding = 1) buffer Tickets { uint tickets; uint best; };
void main()
{
    uint i = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex != 3)
        return;
    scores[i] = i + 7;
    memoryBarrier();
    if (atomicAdd(tickets, 2) != 2 * gl_NumWorkGroups.x - 2)
        return;
    memoryBarrier();
    for (uint k = 0; k < gl_NumWorkGroups.x; k++)
        best = max(best, scores[k]);
}
END
for groups in 3 40; do # each ticket reads the one before it
    "$spirv_mmra" race tickets.spv --groups $groups --glsl450=strict >said || true
    grep -q 'tickets.comp:10:5: note: what synchronizes the two does not order the write at line 10: it is private' said ||
        fail "$groups tickets: $(cat said)"
    checks=$((checks + 1))
done

# ---- a control barrier orders what memory barriers before it and after it order: which of the two is missing ----
sides() { # NAME BEFORE BEHIND
    sed "s/BEFORE/$2/; s/BEHIND/$3/" <<'END' | compile "$1" -g
#version 450
layout(local_size_x = 2) in;
layout(binding = 0, r32ui) coherent uniform uimage1D image;
layout(binding = 1) buffer Result { uint result[2]; };
void main()
{
    int i = int(gl_LocalInvocationIndex);
    imageStore(image, i, uvec4(i));
    BEFORE
    barrier();
    BEHIND
    result[i] = imageLoad(image, 1 - i).x;
}
END
}
sides neither '' ''
says 1 'neither.comp:10:5: note: the control barrier at line 10 .* do not order images: memory barriers .* before it and after it' neither.spv
sides before 'memoryBarrierImage();' ''
says 1 'before.comp:10:5: note: the memory barrier at line 9 releases images, but .* memory barrier for that \(memoryBarrierImage\(\)\) is missing after it' before.spv
sides behind '' 'memoryBarrierImage();'
says 1 'behind.comp:10:5: note: the memory barrier at line 11 acquires images, but .* memory barrier for that \(memoryBarrierImage\(\)\) is missing before it' behind.spv
sides both 'memoryBarrierImage();' 'memoryBarrierImage();'
says 0 'no data race' both.spv --groups 1

# ---- buffer addresses, which count as different, or those to memory of one layout as equal: verdicts say so, unless there is one alone ----
addresses() { # NAME DECLARATIONS STATEMENT
    compile "$1" <<END
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint first, second; };
$2
void main() { uint g = gl_WorkGroupID.x; $3 }
END
}
addresses two 'layout(binding = 0) buffer Given { Words from, to; } given;' 'if (g == 0u) given.to.first = given.from.second; else given.from.first = 1u;'
says 6 'unknown: a data race if buffer addresses are equal: ' two.spv --groups 2 --glsl450=strict
says 6 'taken for granted: buffer addresses in memory differ, as those to %[a-z]*\[0\]@ and %[a-z]*\[1\]@ do$' two.spv --groups 2 --glsl450=strict
says 6 '"assumption": "buffer addresses in memory differ' two.spv --groups 2 --glsl450=strict --json
"$spirv_mmra" litmus two.spv --groups 2 --glsl450=strict --translate >said && grep -q '^  taken for granted' said || fail "the translation of two addresses: $(cat said)"
addresses many 'layout(push_constant) uniform Given { Words words[4]; } given; layout(binding = 0) buffer Further { Words last; } further;' 'given.words[g].first = further.last.second;'
says 0 'taken for granted: buffer addresses in memory differ, .*, and 3 more do$' many.spv --groups 2 --glsl450=strict
addresses raced 'layout(push_constant) uniform Given { Words from, to; } given;' 'given.to.first = g;'
says 1 'data race' raced.spv --groups 2 --glsl450=strict
silent 'taken for granted' raced.spv --groups 2 --glsl450=strict
addresses alone 'layout(push_constant) uniform Given { Words words; } given;' 'if (g == 0u) given.words.first = 1u;'
says 0 'no data race' alone.spv --groups 2 --glsl450=strict
silent 'taken for granted' alone.spv --groups 2 --glsl450=strict
addresses declared 'layout(buffer_reference, std430, buffer_reference_align = 4) buffer Others { uint other; };
layout(push_constant) uniform Given { Words words; Others others, further; } given;' 'if (g == 0u) given.words.first = 1u;'
says 0 'no data race' declared.spv --groups 2 --glsl450=strict
silent 'taken for granted' declared.spv --groups 2 --glsl450=strict # of the two to Others none is used
says 0 '"assumption": null' alone.spv --groups 2 --glsl450=strict --json
finish "messages of races: $checks"
