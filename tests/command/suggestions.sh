#!/bin/bash
# litmus --suggest in the words of the source: a change that it shows repairs the race once it is made, in GLSL and HLSL, for calls of one
# line and of several, with the source in the module and beside it. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
cat >repair.py <<'END'
"""repair.py SHADER SUGGESTIONS: makes the changes in the shader."""
import json, sys
[answer] = json.load(open(sys.argv[2]))
source = open(sys.argv[1]).read()
assert answer["race"] is True and answer["suggestions"], answer
extends = False
for change in answer["suggestions"]: # a later change of a call begins with what an earlier one has made of it
    assert change["in_source"] and change["after"], change
    last = [other for other in answer["suggestions"] if other["before"] == change["before"]][-1]
    if change is last:
        assert source.count(change["before"]) == 1, change
        source = source.replace(change["before"], change["after"])
    extends |= "GL_KHR_memory_scope_semantics" in change["in_source"]
if extends:
    source = source.replace("\n", "\n#extension GL_KHR_memory_scope_semantics : require\n", 1)
open("repaired" + sys.argv[1][sys.argv[1].rindex("."):], "w").write(source)
END
compile() { # SHADER MODULE OPTION...
    local options=(--target-env vulkan1.3 -g)
    case $1 in *.hlsl) options=(-D -e main -S comp --target-env spirv1.3 -g) ;; esac
    glslangValidator -V "${options[@]}" "${@:3}" "$1" -o "$2" >said 2>&1 || fail "$1: $(cat said)"
}
repaired=0
repairs() { # NAME PATTERN OPTION...: of the module NAME.spv, made of NAME.comp or NAME.hlsl; the pattern is in what is said
    local name=$1 pattern=$2 source status=0
    shift 2
    [[ $* = *--groups* ]] || set -- "$@" --groups 1 # most of the shaders are about one workgroup
    source=$name.comp
    [ -e "$source" ] || source=$name.hlsl
    "$spirv_mmra" litmus "$name.spv" --suggest "$@" >suggested || status=$?
    [ "$status" = 1 ] || fail "$name: a race is status 1: $(cat suggested)"
    grep -qE -- "$pattern" suggested || fail "$name: no '$pattern': $(cat suggested)"
    "$spirv_mmra" litmus "$name.spv" --suggest --json "$@" >said.json || status=$?
    [ "$status" = 1 ] || fail "$name: a race is status 1: $(cat said.json)"
    python3 repair.py "$source" said.json || fail "$name: no change repairs it: $(cat said.json)"
    compile "repaired.${source##*.}" repaired.spv
    "$spirv_mmra" litmus repaired.spv "$@" >after 2>&1 || fail "$name: not repaired: $(cat said after)"
    repaired=$((repaired + 1))
}

# ---- barrier() and memory barriers, which have no semantics that one could write ----
sides() { # NAME BEFORE BEHIND
    sed "s/BEFORE/$2/; s/BEHIND/$3/" >"$1.comp" <<'END'
#version 450
layout(local_size_x = 2) in;
layout(binding = 0, r32ui) coherent uniform uimage1D image;
layout(binding = 1) coherent buffer Result { uint mine[2]; uint result[2]; };
void main()
{
    int i = int(gl_LocalInvocationIndex);
    mine[i] = 7u;
    imageStore(image, i, uvec4(i));
    BEFORE
    barrier();
    BEHIND
    result[i] = READ;
}
END
    sed "s/READ/imageLoad(image, 1 - i).x/" "$1.comp" >"$1-image.comp"
    sed -i "s/READ/mine[1 - i]/" "$1.comp"
    compile "$1.comp" "$1.spv"
    compile "$1-image.comp" "$1-image.spv"
}
sides neither '' ''
repairs neither '^\+ +memoryBarrierBuffer\(\); barrier\(\); memoryBarrierBuffer\(\);$' --glsl450=strict
repairs neither-image 'write `memoryBarrierImage\(\); barrier\(\); memoryBarrierImage\(\);` \(SPIR-V: add ImageMemory\)' --glsl450=strict
sides before 'memoryBarrierBuffer(); memoryBarrierImage();' ''
repairs before '^\+ +barrier\(\); memoryBarrierBuffer\(\);$' --glsl450=strict
repairs before-image '^\+ +barrier\(\); memoryBarrierImage\(\);$' --glsl450=strict
sides behind '' 'memoryBarrier();'
repairs behind '^\+ +memoryBarrierBuffer\(\); barrier\(\);$' --glsl450=strict

# ---- an atomic without semantics ----
cat >flag.comp <<'END'
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Data { uint data; };
layout(binding = 1) buffer Flag { uint flag; uint result; };
void main()
{
    if (gl_WorkGroupID.x == 0) {
        data = 7;
        atomicExchange(flag, 1);
    } else if (atomicAdd(flag,
                         0) == 1)
        result = data;
}
END
compile flag.comp flag.spv
repairs flag 'atomicExchange\(flag, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease\);`, with GL_KHR' --groups 2 --glsl450=strict
grep -q '^- .* else if (atomicAdd(flag,$' suggested && grep -q '^- *0) == 1)$' suggested || fail "a call of two lines: $(cat suggested)"

# ---- a variable that is not coherent ----
sed 's/coherent //; s/atomicExchange(/memoryBarrierBuffer(); &/; s/result = data/{ memoryBarrierBuffer(); &; }/' flag.comp >private.comp
compile private.comp private.spv
"$spirv_mmra" litmus private.spv --suggest --groups 2 --glsl450=strict >said || true
grep -q 'private.comp:8:9: note: declare the buffer that this accesses coherent (SPIR-V: add Coherent to %' said || fail "private: $(cat said)"
sed -i 's/0) buffer/0) coherent buffer/' private.comp
compile private.comp private.spv
"$spirv_mmra" litmus private.spv --groups 2 --glsl450=strict >said || fail "private: not repaired: $(cat said)"

# ---- a call of several lines: the module has the source, or a file beside it has ----
cat >lines.comp <<'END'
#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 2) in;
layout(binding = 0) nonprivate buffer Data { uint data[2]; uint result[2]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    controlBarrier(gl_ScopeWorkgroup, // all of the workgroup
                   gl_ScopeWorkgroup,
                   gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable |
                       gl_SemanticsMakeVisible);
    result[i] = data[1 - i];
}
END
compile lines.comp lines.spv
repairs lines '^\+ +gl_StorageSemanticsShared \| gl_StorageSemanticsBuffer,$'
python3 - <<'END'
import struct
data = open("lines.spv", "rb").read()
words, at = list(struct.unpack(f"<{len(data) // 4}I", data)), 5
while at < len(words):
    count = words[at] >> 16
    if words[at] & 0xFFFF == 3 and count > 4: # OpSource: without its text
        words[at:at + count] = [4 << 16 | 3] + words[at + 1:at + 4]
        count = 4
    at += count
open("lines.spv", "wb").write(struct.pack(f"<{len(words)}I", *words))
END
repairs lines '^\+ +gl_StorageSemanticsShared \| gl_StorageSemanticsBuffer,$'

# ---- HLSL ----
cat >group.hlsl <<'END'
globallycoherent RWStructuredBuffer<uint> data : register(u0);
globallycoherent RWStructuredBuffer<uint> result : register(u1);
[numthreads(2, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    data[i] = i;
    GroupMemoryBarrierWithGroupSync();
    result[i] = data[1 - i];
}
END
compile group.hlsl group.spv
repairs group '^\+ +AllMemoryBarrierWithGroupSync\(\);$' --glsl450=strict

cat >message.hlsl <<'END'
globallycoherent RWStructuredBuffer<uint> data : register(u0);
globallycoherent RWStructuredBuffer<uint> flag : register(u1);
globallycoherent RWStructuredBuffer<uint> result : register(u2);
[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    uint old;
    if (group.x == 0) {
        data[0] = 7;
        InterlockedExchange(flag[0], 1, old);
    } else {
        InterlockedAdd(flag[1], 0, old); InterlockedAdd(flag[0], 0, old);
        if (old == 1)
            result[0] = data[0];
    }
}
END
compile message.hlsl message.spv
repairs message '^\+ +DeviceMemoryBarrier\(\); InterlockedExchange\(flag\[0\], 1, old\);$' --groups 2 --glsl450=strict
grep -qE '^\+ +InterlockedAdd\(flag\[1\], 0, old\); InterlockedAdd\(flag\[0\], 0, old\); DeviceMemoryBarrier\(\);$' suggested || fail "two calls in a line: $(cat suggested)"
sed 's/globallycoherent RWStructuredBuffer<uint> data/RWStructuredBuffer<uint> data/; s/InterlockedExchange/DeviceMemoryBarrier(); &/; s/InterlockedAdd(flag.0., 0, old);/& DeviceMemoryBarrier();/' message.hlsl >private.hlsl
compile private.hlsl private-hlsl.spv
"$spirv_mmra" litmus private-hlsl.spv --suggest --groups 2 --glsl450=strict >said || true
grep -q 'declare the buffer that this accesses globallycoherent (SPIR-V: add Coherent' said || fail "private in HLSL: $(cat said)"

# ---- what could be dropped is said so too ----
sides both 'memoryBarrierBuffer();' 'memoryBarrierBuffer();'
"$spirv_mmra" litmus both.spv --suggest --groups 1 >said || true
grep -qE '^\+ +memoryBarrier\(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease\);$' said || fail "both: $(cat said)"
finish "$repaired repairs of a source, as it is written"
