#!/bin/bash
# A race that a run of a source finds ends with its mend, where one is found: a difference that applies, after which the run shows
# nothing wrong. A mend never changes what the shader computes.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

. "$tests/command/mended.sh"

echo "-- a workgroup that does not wait"
shader waits '    part[i] = data[at];
    memoryBarrierShared();
    data[at] = part[63u - i];'
mended waits.comp '+barrier();'
mended waits.comp '+barrier();' --compiler=glslc
shader loop '    uint sum = 0u;
    for (uint k = 0u; k < 4u; k++) {
        part[i] = data[at] + k;
        sum += part[63u - i];
    }
    data[at] = sum;'
mended loop.comp '+barrier();|+barrier();'
shader body '    part[i] = data[at];
    if (data[0] == 0u)
        other[at] =
            part[63u - i];'
mended body.comp '+barrier();' # before the if, not in it, where no brace is
[ "$(grep -n '^+    barrier' mend.diff | wc -l)" = 1 ] || fail "the barrier is in the body: $(cat mend.diff)"
cat >waits.hlsl <<'END_OF_SHADER'
RWStructuredBuffer<uint> data;
groupshared uint part[64];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 at : SV_DispatchThreadID)
{
    part[i] = data[at.x];
    GroupMemoryBarrier();
    data[at.x] = part[63 - i];
}
END_OF_SHADER
mended waits.hlsl '+GroupMemoryBarrierWithGroupSync();'
printf '#define LAST 63u\n' >last.h
sed -e 's/#version 450/&\n#extension GL_GOOGLE_include_directive : enable\n#include "last.h"/; s/63u/LAST/' waits.comp >include.comp
mended include.comp '+barrier();'
mkdir below
mv include.comp last.h below/
mended below/include.comp '+barrier();'

echo "-- what an author meant to order the two"
noted() { # FILE PATTERN [OPTION...]
    local file=$1 pattern=$2
    shift 2
    timeout 100 "$spirv_mmra" race -q "$@" "$file" >said 2>/dev/null && fail "$file: no race"
    grep -E "^$file:[0-9]+:[0-9]+: note: $pattern" said >/dev/null || fail "$file: not '$pattern': $(grep note: said)"
}
noted waits.comp 'the memory barrier at line 9 orders accesses of its own invocation and waits for no other one: a control barrier \(GLSL.s barrier\(\)\) is missing'
noted waits.comp 'the memory barrier at line 9 orders ' --runs 2 # in whichever order the two come
flag() { # name, before the flag is written, after it is read
    sed 's/buffer/coherent buffer/' <<<"$head" | sed 's/= 64/= 1/' >"$1.comp"
    printf '    if (gl_WorkGroupID.x == 0u) {\n        data[0] = i + 1u;\n%s\n        atomicExchange(other[0], 1u);\n    } else if (atomicOr(other[0], 0u) == 1u) {\n%s\n        other[1] = data[0];\n    }\n}\n' \
        "$2" "$3" >>"$1.comp"
}
flag neither '' ''
flag acquires '' '        memoryBarrierBuffer();'
flag releases '        memoryBarrierBuffer();' ''
flag both '        memoryBarrierBuffer();' '        memoryBarrierBuffer();'
noted neither.comp 'nothing orders the two: '
noted acquires.comp 'the atomic operation at line 12 takes its value from the atomic operation at line 11, but no release is between the access and that'
noted releases.comp 'the atomic operation at line 12 takes its value from the atomic operation at line 11, but no acquire is between it and the access'
"$spirv_mmra" race -q both.comp >said 2>/dev/null || fail "both.comp: $(cat said)"
mended releases.comp '+memoryBarrier();'
mended acquires.comp '+memoryBarrier();'
shader apart '    other[0] = i;
    barrier();
    data[at] = other[0];'
sed -i 's/= 64/= 1/' apart.comp
noted apart.comp 'the control barrier at line 9 waits for its own workgroup only, and workgroup [01], invocation 0 is in another workgroup'

# a barrier before one access is meant too, if the other invocation had still to come to it: the one function does both
sed 's/^void main/void put(uint k) { other[k] = k; }\n&/' <<<"$head" >called.comp
printf '    put(at);\n    barrier();\n    if (i == 0u) put(at ^ 64u);\n}\n' >>called.comp
noted called.comp '.* comes to it by this call'
[ "$(grep -oE '^called.comp:[0-9]+:[0-9]+: note: .* comes to it by this call' said | cut -d: -f2 | sort | paste -sd ' ')" = '11 9' ] ||
    fail "called.comp: the two calls are not named: $(cat said)"
sed 's/put(at);/put(0u);/; /barrier/d; /at ^ 64u/d' called.comp >one-call.comp
noted one-call.comp 'both come to it by this call'
noted called.comp 'the control barrier at line 10 waits for its own workgroup only, and workgroup [01], invocation 0 is in another'
# both have come to it: it is not what was to order the two
shader passed '    barrier();
    other[0] = at;'
noted passed.comp 'nothing orders the two: '
# where the ways of two part, of which one leads to a barrier: the lines that are told of, and how
parts() { # FILE WORD LINE...
    local file=$1 word=$2
    shift 2
    timeout 100 "$spirv_mmra" race -q "$file" >said 2>/dev/null && fail "$file: nothing is wrong"
    [ "$(sed -n "s/^$file:\([0-9]*\):[0-9]*: note: the ways of the two $word here: one leads to the barrier, and the other does not .*/\1/p" said | paste -sd ' ')" = "$*" ] ||
        fail "$file: not $word at $*: $(grep note: said)"
}
shader early '    if (at >= 100u)
        return;
    barrier();
    if (i == 0u) data[0] = 1u;'
parts early.comp part 8
shader either '    if (i > 7u) {
        barrier();
    } else
        barrier();'
parts either.comp part 8
shader rounds '    for (uint k = 0u; k < 4u; k++) {
        barrier();
        if (i == 5u) break;
        other[at] = k;
    }'
parts rounds.comp 'may part' 8 10
shader ways '    if (i == 5u) return;
    if (i == 6u) return;
    if (i == 7u) return;
    if (i == 8u) return;
    barrier();'
parts ways.comp '[a-z ]*'

echo "-- in the words of HLSL"
hlsl() { # name, what the group's barrier is, of one element
    printf '%s\n' "$3 RWStructuredBuffer<uint> data;" 'groupshared uint part[64];' '[numthreads(64, 1, 1)]' \
        'void main(uint i : SV_GroupIndex, uint3 at : SV_DispatchThreadID) {' "    $4[i] = at.x;" "    $2" "    data[at.x + 128] = $4[63 - i];" '}' >"$1.hlsl"
}
noted waits.hlsl 'the memory barrier at line 7 orders accesses of its own invocation and waits for no other one: a control barrier \(GroupMemoryBarrierWithGroupSync\(\)\) is missing'
hlsl plain 'AllMemoryBarrierWithGroupSync();' '' data # as the specification reads GLSL450
noted plain.hlsl 'what synchronizes the two does not order the .* at line [57]: it is private \(not globallycoherent\)' --groups 1
hlsl group 'GroupMemoryBarrierWithGroupSync();' globallycoherent data
noted group.hlsl 'the control barrier at line 6 .* do not order buffers: memory barriers for that \(DeviceMemoryBarrier\(\)\) are missing' --groups 1
hlsl device 'DeviceMemoryBarrierWithGroupSync();' '' part
noted device.hlsl 'the control barrier at line 6 .* do not order groupshared memory: memory barriers for that \(GroupMemoryBarrier\(\)\) are missing' --groups 1
cat >after.hlsl <<'END_OF_SHADER'
globallycoherent RWStructuredBuffer<uint> flag;
[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    uint old;
    if (group.x == 0)
        do InterlockedAdd(flag[0], 0, old); while (old == 0);
    else
        InterlockedAdd(flag[0], 1, old);
}
END_OF_SHADER
"$spirv_mmra" race after.hlsl >said 2>/dev/null || fail "after.hlsl: $(cat said)"
grep -F 'in place of SV_GroupID' said >/dev/null || fail "after.hlsl: $(grep progress -A1 said)"
cat >elects.hlsl <<'END_OF_SHADER'
globallycoherent RWStructuredBuffer<uint> used;
float4 main(float4 at : SV_Position) : SV_Target {
    if (WaveIsFirstLane()) InterlockedOr(used[0], 1);
    return 1;
}
END_OF_SHADER
"$spirv_mmra" race -x frag.hlsl elects.hlsl >said 2>&1 || true
grep -F 'if (!IsHelperLane()) {' said >/dev/null || fail "elects.hlsl: $(cat said)"
# Slang's words are HLSL's: by OpSource, of which glslang's HLSL has the number 5 (SPIR-V 3.2: Slang is 11)
glslangValidator -D -V -g --target-env vulkan1.1 -S comp -e main group.hlsl -o slang.spv >/dev/null
spirv-dis slang.spv -o slang.spvasm
grep 'OpSource HLSL' slang.spvasm >/dev/null || fail "no OpSource HLSL"
python3 - <<'END_OF_PYTHON'
import struct
words = list(struct.unpack("<%dI" % (len(open("slang.spv", "rb").read()) // 4), open("slang.spv", "rb").read()))
at = 5
while words[at] & 0xFFFF != 3:  # OpSource
    at += words[at] >> 16
words[at + 1] = 11
open("slang.spv", "wb").write(struct.pack("<%dI" % len(words), *words))
END_OF_PYTHON
"$spirv_mmra" race --no-validate -q slang.spv --groups 1 >said 2>/dev/null && fail "slang.spv: no race"
grep -F 'for that (DeviceMemoryBarrier()) are missing' said >/dev/null || fail "slang.spv: $(grep note: said)"

echo "-- races of a kind"
shader six '    part[i] = data[at];
    uint sum = part[i ^ 1u];
    sum += part[i ^ 2u];
    data[200] = sum;
    sum += part[i ^ 4u];
    other[at] = sum;'
"$spirv_mmra" race -q six.comp >said 2>/dev/null && fail "six.comp: no race"
[ "$(grep -o 'error: data race.* to [a-z]*' said | sed 's/.* //' | paste -sd ' ')" = 'part data' ] || fail "six.comp: $(grep error: said)"
grep -x 'six.comp: note: and 2 more of this kind (--all): lines 8, 10, 12' said >/dev/null || fail "six.comp: $(grep kind said)"
"$spirv_mmra" race -q --all six.comp >said 2>/dev/null && fail "six.comp --all: no race"
[ "$(grep -c 'error: data race.* to part' said)" = 3 ] && ! grep 'of this kind' said >/dev/null || fail "six.comp --all: $(grep error: said)"
"$spirv_mmra" race -q --diagnostics=json six.comp >said 2>/dev/null && fail "six.comp as JSON: no race"
[ "$(grep -c '"data race.* to part' said)" = 3 ] || fail "six.comp as JSON: $(cat said)"
# So many workgroups are explored on no machine: the page is that of a run.
"$spirv_mmra" report -q six.comp --groups 64 -o six.html >/dev/null 2>&1 && fail "six.html: no race"
[ "$(grep -c '"fault":"race".*"alike":[0-9]*,' six.html)" = "$(grep -c '"fault":"race"' six.html)" ] || fail "six.html: no kinds"
[ "$(grep '"fault":"race".* to part' six.html | grep -o '"alike":[0-9]*' | sort | uniq -c | awk '{ print $1 }')" = 3 ] || fail "six.html: kinds"

echo "-- buffers"
shader buffers '    other[at] = data[at];
    data[at] = other[at ^ 1u];'
mended buffers.comp '-layout(set = 0, binding = 1) buffer Other { uint other[]; };|+layout(set = 0, binding = 1) coherent buffer Other { uint other[]; };|+memoryBarrier(); barrier(); memoryBarrier();' \
    --groups 1

echo "-- atomics"
shader count '    other[0] += 1u;'
mended count.comp '-other[0] += 1u;|+atomicAdd(other[0], 1u);'
shader more '    other[i & 1u]++;'
mended more.comp '-other[i & 1u]++;|+atomicAdd(other[i & 1u], 1);'
shader first '    uint old = other[0], assumed;
    do {
        assumed = old;
        old = atomicCompSwap(other[0], assumed, assumed + data[at]);
    } while (old != assumed);'
mended first.comp '-uint old = other[0], assumed;|+uint old = atomicOr(other[0], 0u), assumed;'

echo "-- several statements in one line, and flags"
shader line '    part[i] = data[at]; data[at] = part[63u - i]; // both'
mended line.comp '-part[i] = data[at]; data[at] = part[63u - i]; // both|+part[i] = data[at]; barrier(); data[at] = part[63u - i]; // both'
cat >one.comp <<'END_OF_SHADER'
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() { uint i = gl_LocalInvocationIndex; data[i] = i; memoryBarrier(); barrier(); data[64u + i] = data[63u - i]; }
END_OF_SHADER
mended one.comp "-layout(binding = 0) buffer Data { uint data[]; };|+layout(binding = 0) coherent buffer Data { uint data[]; };|-$(sed -n 4p one.comp)|+$(sed -n '4s/barrier(); data/barrier(); memoryBarrier(); data/p' one.comp)" --groups 1 --size data=128
# the flag is atomic, and memory is ordered before it is set and after it is read, in whichever form it is read
waiter() { # name, the rest of the line that sets the flag, the lines that read it
    sed 's/buffer/coherent buffer/' <<<"$head" | sed 's/= 64/= 1/' >"$1.comp"
    printf '    if (gl_WorkGroupID.x == 0u) { data[0] = i + 1u; %s }\n%s\n}\n' "$2" "$3" >>"$1.comp"
}
sets='-if (gl_WorkGroupID.x == 0u) { data[0] = i + 1u; other[0] = 1u; }|+if (gl_WorkGroupID.x == 0u) { data[0] = i + 1u; memoryBarrier(); atomicExchange(other[0], 1u); }'
waiter spins 'other[0] = 1u;' '    else { while (other[0] == 0u) {} other[1] = data[0]; }'
mended spins.comp "$sets|-else { while (other[0] == 0u) {} other[1] = data[0]; }|+else { while (atomicOr(other[0], 0u) == 0u) {} memoryBarrier(); other[1] = data[0]; }"
waiter asks 'other[0] = 1u;' '    else if (other[0] == 1u) other[1] = data[0];'
mended asks.comp "$sets|-else if (other[0] == 1u) other[1] = data[0];|+else if (atomicOr(other[0], 0u) == 1u) { memoryBarrier(); other[1] = data[0]; }"
waiter below 'other[0] = 1u;' '    else if (other[0] == 1u)
        other[1] = data[0];'
mended below.comp "$sets|-else if (other[0] == 1u)|+else if (atomicOr(other[0], 0u) == 1u)|-other[1] = data[0];|+{ memoryBarrier(); other[1] = data[0]; }"
waiter copies 'other[0] = 1u;' '    else {
        uint ready = other[0];
        if (ready == 1u) other[1] = data[0];
    }'
mended copies.comp "$sets|-uint ready = other[0];|+uint ready = atomicOr(other[0], 0u);|+memoryBarrier();"
echo "-- fragments of one pixel"
cat >pixel.frag <<'END_OF_SHADER'
#version 450
layout(binding = 0, r32ui) uniform coherent uimage2D nearest;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (at.x >= 0) {
        uint depth = imageLoad(nearest, at).x;
        imageStore(nearest, at, uvec4(depth / 2u));
    }
}
END_OF_SHADER
# GLSL: an interlock begins and ends in main, in no condition; its functions need the extension
mended pixel.frag '+#extension GL_ARB_fragment_shader_interlock : require|+beginInvocationInterlockARB();|+endInvocationInterlockARB();'

echo "-- no mend"
shader apart '    data[0] = other[at] + i;
    if (data[i & 1u] == 3u) other[at] = 1u;'
no_mend apart.comp
helps apart.comp 'a double buffer may help'
shader dispatches '    data[at] *= 3u;
    barrier();
    data[at ^ 64u] *= 5u;'
no_mend dispatches.comp
helps dispatches.comp 'no mend within the shader: no barrier waits for another workgroup; a second dispatch after this one'
"$spirv_mmra" race dispatches.comp --json >said 2>/dev/null && fail "dispatches.comp: no race"
grep '"mend": null, "structure": "no mend within the shader: no barrier waits for ' said >/dev/null || fail "dispatches.comp as JSON: $(cat said)"
cat >triple.frag <<'END_OF_SHADER'
#version 450
layout(binding = 0) coherent buffer Sum { uint part[4]; };
void triple(uint i) { part[i & 3u] *= 3u; }
void main() { triple(uint(gl_FragCoord.x)); }
END_OF_SHADER
no_mend triple.frag
helps triple.frag 'no mend within the shader: no fragment waits for another; '

echo "-- a barrier that some leave out: they come to it, and take part in nothing else"
shader early '    if (at >= 100u) return;
    uint v = data[at];
    part[i] = v;
    barrier();
    data[at] = part[i ^ 1u] + v;'
mended early.comp '-if (at >= 100u) return;|+bool takes_part = !(at >= 100u);|-uint v = data[at];|+uint v = takes_part ? data[at] : uint(0);|-part[i] = v;|+if (takes_part) part[i] = v;|-data[at] = part[i ^ 1u] + v;|+if (takes_part) data[at] = part[i ^ 1u] + v;'
shader inner '    if (at >= 100u) {
        return;
    }
    for (uint k = 0u; k < 2u; k++) {
        part[i] = data[at] + k;
        barrier();
        data[at] = part[i ^ 1u];
        barrier();
    }'
mended inner.comp '-if (at >= 100u) {|+bool takes_part = !(at >= 100u);|-return;|-}|-part[i] = data[at] + k;|+if (takes_part) part[i] = data[at] + k;|-data[at] = part[i ^ 1u];|+if (takes_part) data[at] = part[i ^ 1u];'
sed 's/^void main/void share(uint at) { \/\/ both wait\n    uint i = gl_LocalInvocationIndex;\n    part[i] = data[at];\n    other[at] = 1u;\n    barrier();\n    data[at] = part[i ^ 1u];\n}\n&/' <<<"$head" >deep.comp
printf '    if (at >= 100u) return;\n    share(at);\n}\n' >>deep.comp
mended deep.comp '+bool takes_part = true;|+if (takes_part) {|+}|-data[at] = part[i ^ 1u];|+if (takes_part) data[at] = part[i ^ 1u];|-if (at >= 100u) return;|+takes_part = !(at >= 100u);'
shader split '    if (i < 32u) {
        part[i] = data[at];
        barrier();
        data[at] = part[31u - i];
    }'
mended split.comp '+bool takes_part = i < 32u;|-if (i < 32u) {|+if (takes_part) {|+}|-barrier();|+barrier();|+if (takes_part) {'
shader alone '    part[i] = data[at];
    if (i < 32u)
        barrier();
    data[at] = part[i];'
mended alone.comp '-if (i < 32u)|-barrier();|+barrier();'
shader first '    part[i] = data[at];
    if (i < 32u) {
        barrier();
        data[at] = part[63u - i];
    }'
mended first.comp '+barrier();|-barrier();'
grep 'nothing wrong; the barrier has another place' <("$spirv_mmra" race first.comp 2>/dev/null) >/dev/null || fail "first.comp: nothing is said of the barrier's place"
# rounds that half of the group does once less: the next round's write must wait, too
shader rounds '    uint sum = 0u;
    for (uint k = i / 32u; k < 3u; k += 2u) {
        if (i < 32u) part[i] = data[k];
        barrier();
        sum += part[i % 32u];
    }
    other[at] = sum;'
mended rounds.comp '-for (uint k = i / 32u; k < 3u; k += 2u) {|+for (uint first_of_round = 0; first_of_round < 3u; first_of_round += 2u) {|+uint k = first_of_round + i / 32u;|+bool takes_part = k < 3u;|-if (i < 32u) part[i] = data[k];|+if (takes_part) if (i < 32u) part[i] = data[k];|-sum += part[i % 32u];|+if (takes_part) sum += part[i % 32u];|+barrier();'
# a variable that its rounds change is not counted by the header alone, and what is read is not what another would have written
shader skips '    for (uint k = i / 32u; k < 3u; k += 2u) {
        part[i] = k;
        barrier();
        other[at] = part[i ^ 1u];
        k += data[at];
    }'
grep first_of_round <("$spirv_mmra" race skips.comp 2>/dev/null) >/dev/null && fail "skips.comp: rounds are counted that the body changes"

echo "-- an access out of bounds"
shader beyond '    part[i + 1u] = data[at];'
mended beyond.comp '-part[i + 1u] = data[at];|+if (i + 1u < part.length()) part[i + 1u] = data[at];'
grep 'nothing wrong; what lies beyond the array is left out' <("$spirv_mmra" race beyond.comp 2>/dev/null) >/dev/null || fail "beyond.comp: nothing is said of what is left out"
shader read '    part[i] = data[at];
    barrier();
    data[at] = part[i + 1u];'
mended read.comp '-data[at] = part[i + 1u];|+data[at] = (i + 1u < part.length() ? part[i + 1u] : uint(0));'
shader twice '    part[2u * i] = data[at];
    barrier();
    data[at] = part[2u * i];'
mended twice.comp '-part[2u * i] = data[at];|+if (2u * i < part.length()) part[2u * i] = data[at];|-data[at] = part[2u * i];|+data[at] = (2u * i < part.length() ? part[2u * i] : uint(0));'
sed 's/^shared.*/layout(constant_id = 1) const uint COUNT = 64;\nshared uint part[64];/' <<<"$head" >constant.comp
printf '    for (uint k = i; k < COUNT; k += 64u) part[k] = data[at];\n    data[at] = part[i];\n}\n' >>constant.comp
mended constant.comp '-shared uint part[64];|+shared uint part[COUNT];' --spec 1=128

# a sum of what others write is no store of it, whatever would be atomic then
shader shift '    data[i + 1u] += data[i + 2u];'
no_mend shift.comp
# an index that goes on in the next line
shader open '    data[
        0] = at;'
no_mend open.comp
printf 'not found\n' >said
"$spirv_mmra" race -q waits.comp >said 2>&1 && fail "-q: no race"
grep -E 'mend|change' said >/dev/null && fail "-q speaks of mends"
"$spirv_mmra" race waits.comp --json >said 2>/dev/null && fail "--json: no race"
python3 - <<'END_OF_PYTHON' || fail "--json: $(cat said)"
import json
mend = json.load(open("said"))[0]["mend"]
assert mend.startswith("--- waits.comp\n+++ waits.comp\n@@ -7,") and "\n+    barrier();\n" in mend, mend
END_OF_PYTHON
# A log's fixes are the same change: made from the last to the first, they give what the patch gives. SARIF 2.1.0, 3.57:
# where there is no endColumn the region reaches to the end of its line.
fixed() { # FILE [OPTION...]
    local file=$1
    shift
    "$spirv_mmra" race --diagnostics=sarif "$@" "$file" >log 2>said && fail "$file as a log: no race"
    sed -n '/^--- /,$p' said >mend.diff
    cp "$file" before
    git apply -p0 mend.diff || fail "$file as a log: the difference does not apply: $(cat said)"
    python3 - "$file" <<'END_OF_PYTHON' || fail "$file as a log: $(grep -n fixes log)"
import json, sys
results = json.load(open("log"))["runs"][0]["results"]
fixes = [fix for result in results for fix in result.get("fixes", [])]
assert len(fixes) == 1 and fixes[0]["description"]["text"] and results[0]["ruleId"] in ("race", "divergent-barrier", "out-of-bounds") and "fixes" in results[0], fixes
(change,) = fixes[0]["artifactChanges"]
assert change["artifactLocation"]["uri"] == sys.argv[1]
lines = open("before").read().split("\n")
for one in reversed(change["replacements"]):
    region, text = one["deletedRegion"], one["insertedContent"]["text"]
    line = lines[region["startLine"] - 1]
    begin, end = region.get("startColumn", 1) - 1, region.get("endColumn", len(line) + 1) - 1
    lines[region["startLine"] - 1] = line[:begin] + text + line[end:]
assert "\n".join(lines) == open(sys.argv[1]).read(), "\n".join(lines)
END_OF_PYTHON
    cp before "$file"
}
fixed waits.comp
fixed loop.comp
fixed count.comp
fixed buffers.comp --groups 1
fixed early.comp
fixed split.comp
fixed beyond.comp
"$spirv_mmra" race shift.comp --diagnostics=sarif >log 2>/dev/null && fail "shift.comp as a log: no race"
grep '"fixes":' log >/dev/null && fail "shift.comp as a log: a fix of what has none"
status=0
"$spirv_mmra" race - <waits.comp >said 2>/dev/null || status=$?
[ $status = 1 ] || fail "standard input: status $status"
grep '^--- ' said >/dev/null && fail "a mend of standard input"
"$spirv_mmra" race waits.comp --runs 2 >said 2>/dev/null && fail "--runs: no race"
grep -E 'mend|^--- ' said >/dev/null && fail "--runs looks for mends"


echo "-- the same mend in report"
"$spirv_mmra" report waits.comp --groups 64 -o page.html 2>/dev/null && fail "report: no race" # which no machine explores
grep -F '\n+    barrier();\n' page.html >/dev/null || fail "report: the page has no mend"
"$spirv_mmra" report early.comp --groups 2 -o page.html 2>/dev/null || true
grep -F 'bool takes_part' page.html >/dev/null || fail "report: the page has no mend of the barrier"
glslangValidator -V --target-env vulkan1.3 -g waits.comp -o waits.spv >/dev/null
"$spirv_mmra" report waits.spv --groups 64 -o page.html 2>/dev/null && fail "report of a module: no race"
grep -F '"mend":""' page.html >/dev/null || fail "report: a mend of a module"

echo "-- files as they are"
printf '%s' "$(sed 's/data\[at\] = part.*/& }/; $d' waits.comp)" >open.comp # the last line has no end, and the change is near
mended open.comp '+barrier();'
sed 's/$/\r/' waits.comp >crlf.comp
"$spirv_mmra" race crlf.comp >said 2>/dev/null && fail "crlf.comp: no race"
sed -n '/^--- /,$p' said >mend.diff
git apply -p0 --ignore-whitespace mend.diff 2>errors || fail "crlf.comp: $(cat errors)"
"$spirv_mmra" race -q crlf.comp >said 2>/dev/null || fail "crlf.comp: the mend is none: $(cat mend.diff)"
sed 's,memoryBarrierShared();,& // f\xc3\xbcr alle,' waits.comp >letters.comp
"$spirv_mmra" race letters.comp >said 2>/dev/null && fail "letters.comp: no race"
grep 'characters that are not ASCII are shown as ?' said >/dev/null || fail "letters.comp: $(tail -n 3 said)"

echo "-- one process compiles many changes"
# Atomics are not among the first changes: glslc is asked then, and what it makes is no judge.
mkdir batch alone
ln -s "$(command -v glslangValidator)" alone/
sed 's/^    other\[0\].*/    if (data[at] > other[0]) { other[0] = data[at]; other[1] = at; }/' count.comp >none.comp
sed 's/63u - i/LAST - i/; s/    part\[i\] = .*/    other[0] += LAST;/; /memoryBarrierShared/d' below/include.comp >below/counts.comp
printf '#version 450\nvoid main() {}\n' >clean.comp
glslangValidator -V --target-env vulkan1.3 clean.comp -o clean.spv >/dev/null
export clean=$PWD/clean.spv made=$PWD/made glslc
glslc=$(command -v glslc)
real='"$glslc" "$@"; ls *.spv | wc -l >"$made"'
mends_alike() { # FILE, what glslc does
    PATH=$PWD/alone "$spirv_mmra" race $1.comp >expected 2>/dev/null && fail "$1.comp: no race"
    printf '#!/bin/sh\n%s\n' "$2" >batch/glslc
    chmod +x batch/glslc
    mkdir temporary
    rm -f made
    TMPDIR=$PWD/temporary PATH=$PWD/batch:$PATH "$spirv_mmra" race $1.comp >said 2>/dev/null && fail "$1.comp: no race"
    rmdir temporary || fail "$1.comp: files stay: $(ls temporary)"
    diff expected said || fail "$1.comp: another mend if glslc does: $2"
}
mends_alike count 'exit 1'
mends_alike count 'for i in *.comp; do echo none >"$i.spv"; done'
mends_alike count 'for i in *.comp; do cp "$clean" "$i.spv"; done'
for file in count none below/counts; do
    mends_alike $file "$real"
    [ "$(cat made)" -gt 2 ] || fail "$file.comp: glslc made $(cat made)"
done

echo "-- a compiler that takes its time over a change"
printf '#!/bin/sh\ncase "$1" in /proc/*) sleep 60 ;; esac\nexec glslangValidator "$@"\n' >glslang-slow
chmod +x glslang-slow
status=0 begin=$SECONDS
timeout 50 "$spirv_mmra" race --timeout 3 --compiler=./glslang-slow waits.comp >said 2>/dev/null || status=$?
[ $status = 1 ] && [ $((SECONDS - begin)) -lt 40 ] || fail "--timeout: status $status"
grep 'no mend was found: .*; the time for more was over' said >/dev/null || fail "--timeout: $(tail -n 3 said)"
finish "mends"
