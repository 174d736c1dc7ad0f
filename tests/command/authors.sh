#!/bin/bash
# Mistakes that authors of shaders ask about: `race` names them by default, and ends with a mend that it has judged, or says why the shader
# has none. docs/evidence/authors.md has the kinds. That a mend is right is what GLSL's specification says of the functions in it.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
. "$tests/command/mended.sh"
cd "$work"

named() { # WORDS: of what the last shader was said to have, as an extended regular expression
    grep -E "$1" found >/dev/null || fail "not '$1': $(head -n 4 found)"
}

echo "-- an index that several invocations have"
shader column '    uint x = gl_LocalInvocationID.x;
    part[x] = data[at];
    barrier();
    data[at] = part[x];'
sed -i 's/local_size_x = 64/local_size_x = 8, local_size_y = 8/; s/gl_GlobalInvocationID.x/gl_WorkGroupID.x * 64u + i/' column.comp
mended column.comp '-uint x = gl_LocalInvocationID.x;|+uint x = gl_LocalInvocationIndex;' --groups 1
shader group '    other[i] = data[at] * 2u;'
mended group.comp '-other[i] = data[at] * 2u;|+other[gl_GlobalInvocationID.x] = data[at] * 2u;'
named 'workgroup 0, invocation [0-9]+ writes .* to other'
# what each workgroup adds up is no forgotten number
shader bins '    other[i] += data[at];'
mended bins.comp '-other[i] += data[at];|+atomicAdd(other[i], data[at]);'

echo "-- a read and a write that one atomic does"
shader append '    uint k = other[0]++;
    other[1u + k] = at;'
mended append.comp '-uint k = other[0]++;|+uint k = atomicAdd(other[0], 1u);'
shader rank '    part[i] = 0u;
    barrier();
    uint bin = data[at] & 15u, rank = part[bin];
    part[bin] = rank + 1u;
    other[at] = rank;'
mended rank.comp '-uint bin = data[at] & 15u, rank = part[bin];|+uint bin = data[at] & 15u, rank = atomicAdd(part[bin], 1u);|-part[bin] = rank + 1u;'
shader bins_of_image '    ivec2 bin = ivec2(data[at] & 15u, 0);
    uint old = imageLoad(bins, bin).x;
    imageStore(bins, bin, uvec4(old + 2u));'
sed -i 's/^shared.*/layout(set = 0, binding = 2, r32ui) uniform uimage2D bins;/' bins_of_image.comp
mended bins_of_image.comp '-uint old = imageLoad(bins, bin).x;|+uint old = imageAtomicAdd(bins, bin, 2u);|-imageStore(bins, bin, uvec4(old + 2u));'
shader best '    if (data[at] > other[0]) other[0] = data[at];'
mended best.comp '-if (data[at] > other[0]) other[0] = data[at];|+atomicMax(other[0], data[at]);'
shader more '    if (other[0] <= i) other[0] = i;'
mended more.comp '-if (other[0] <= i) other[0] = i;|+atomicMax(other[0], i);'
shader min '    other[0] = min(other[0], data[at]);'
mended min.comp '-other[0] = min(other[0], data[at]);|+atomicMin(other[0], data[at]);'
shader max '    other[0] = max(data[at], other[0]);'
mended max.comp '-other[0] = max(data[at], other[0]);|+atomicMax(other[0], data[at]);'
shader plus '    other[0] = other[0] + data[at];'
mended plus.comp '-other[0] = other[0] + data[at];|+atomicAdd(other[0], data[at]);'
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer Sum { float sum; };\nvoid main() { sum += 1.0; }\n' >floats.comp
mended floats.comp '+#extension GL_EXT_shader_atomic_float : require|-void main() { sum += 1.0; }|+void main() { atomicAdd(sum, 1.0); }'
printf 'RWStructuredBuffer<uint> count;\n[numthreads(64, 1, 1)]\nvoid main() {\n    count[0] += 1;\n}\n' >count.hlsl
mended count.hlsl '-count[0] += 1;|+InterlockedAdd(count[0], 1);'
# equal elements that nobody chose: a count needs an atomic whatever they are, a store does not become right by one
shader histogram '    part[i] = 0u;
    barrier();
    part[data[at] & 63u]++;
    barrier();
    atomicAdd(other[i], part[i]);'
ends=6 mended histogram.comp '-part[data[at] & 63u]++;|+atomicAdd(part[data[at] & 63u], 1);'

echo "-- what chance would choose the result of is no mend"
shader last '    other[0] = data[at] + i;'
no_mend last.comp
shader greater '    other[0] = max(data[at], i);'
no_mend greater.comp
shader both '    other[0] = other[0] & i | at;'
no_mend both.comp
shader life '    data[at] = data[(at + 1u) & 127u] == 1u ? i : at;'
no_mend life.comp

# a literal is the same whoever stores it
shader any '    if (data[at] == 0u) other[0] = 1u;'
mended any.comp '-if (data[at] == 0u) other[0] = 1u;|+if (data[at] == 0u) atomicExchange(other[0], 1u);'

echo "-- reads before writes"
shader scan '    part[i] = data[at];
    barrier();
    for (uint d = 1u; d < 64u; d <<= 1) {
        if (i >= d) part[i] += part[i - d];
        barrier();
    }
    data[at] = part[i];'
mended scan.comp '+uint kept_value = i >= d ? part[i - d] : uint(0);|+barrier();|-if (i >= d) part[i] += part[i - d];|+if (i >= d) part[i] += kept_value;'
shader stencil '    part[i] = data[at];
    barrier();
    part[i] = part[(i + 63u) & 63u] + part[(i + 1u) & 63u];'
mended stencil.comp '+uint kept_value = part[(i + 63u) & 63u] + part[(i + 1u) & 63u];|+barrier();|-part[i] = part[(i + 63u) & 63u] + part[(i + 1u) & 63u];|+part[i] = kept_value;'
shader lockstep '    part[i] = data[at];
    barrier();
    if (i < 32u) {
        part[i] += part[i + 32u];
        part[i] += part[i + 16u];
    }'
mended lockstep.comp '-if (i < 32u) {|+{|+uint kept_value = i < 32u ? part[i + 32u] : uint(0);|+barrier();|-part[i] += part[i + 32u];|+if (i < 32u) part[i] += kept_value;|+barrier();|+uint kept_value_2 = i < 32u ? part[i + 16u] : uint(0);|+barrier();|-part[i] += part[i + 16u];|+if (i < 32u) part[i] += kept_value_2;'

echo "-- what a barrier or an atomic is for"
shader grid '    data[at] = at;
    barrier();
    if (i == 0u) {
        atomicAdd(other[0], 1u);
        while (atomicAdd(other[0], 0u) < gl_NumWorkGroups.x) {}
    }
    barrier();
    other[64u + at] = data[at ^ 64u];'
mended grid.comp '-layout(set = 0, binding = 0) buffer Data { uint data[]; };|+layout(set = 0, binding = 0) coherent buffer Data { uint data[]; };|-barrier();|+memoryBarrier(); barrier(); memoryBarrier();|-barrier();|+memoryBarrier(); barrier(); memoryBarrier();'
cat >scope.comp <<'END_OF_SHADER'
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) coherent buffer Data { uint data; };
layout(binding = 1) buffer Flag { uint flag, seen; };
void main() {
    if (gl_WorkGroupID.x == 0u) {
        data = 1u;
        atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else if (atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u)
        seen = data;
}
END_OF_SHADER
sed 's/.*gl_ScopeWorkgroup/+&/; s/gl_ScopeWorkgroup/gl_ScopeDevice/; /^+/!d; s/^+ */+/' scope.comp >wanted
mended scope.comp "$(sed -n '8s/^ */-/p' scope.comp)|$(sed -n 1p wanted)|$(sed -n '9s/^ */-/p' scope.comp)|$(sed -n 2p wanted)"
shader line '    imageStore(row, int(at), uvec4(i));
    barrier();
    other[at] = imageLoad(row, int(at ^ 1u)).x;'
sed -i 's/^shared.*/layout(set = 0, binding = 2, r32ui) uniform uimage1D row;/' line.comp
mended line.comp '-layout(set = 0, binding = 2, r32ui) uniform uimage1D row;|+layout(set = 0, binding = 2, r32ui) uniform coherent uimage1D row;|+memoryBarrier();|+memoryBarrier();'

echo "-- what comes first"
shader unwritten '    atomicAdd(part[0], data[at]);
    barrier();
    if (i == 0u) other[gl_WorkGroupID.x] = part[0];'
mended unwritten.comp '+for (uint k = gl_LocalInvocationIndex; k < part.length(); k += gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z) part[k] = uint(0);|+barrier();'
cat >waits.comp <<'END_OF_SHADER'
#version 450
layout(binding = 0) coherent buffer Flag { uint flag[]; };
void main() {
    uint g = gl_WorkGroupID.x;
    if (g + 1u < gl_NumWorkGroups.x)
        while (atomicOr(flag[g + 1u], 0u) == 0u) {}
    atomicExchange(flag[g], 1u);
}
END_OF_SHADER
ticket='+layout(set = 0, binding = 1) buffer Tickets { uint next_ticket; };|+shared uint ticket;|+if (gl_LocalInvocationIndex == 0u) ticket = atomicAdd(next_ticket, 1u);|+barrier();'
ends=0 mended waits.comp "$ticket|+uint group_by_ticket = gl_NumWorkGroups.x - 1u - ticket;|-uint g = gl_WorkGroupID.x;|+uint g = group_by_ticket;"
named 'workgroup 0 waits for workgroup 1, which need not have started'
named 'next_ticket must be 0 before each dispatch'
"$spirv_mmra" race waits.comp --progress obe >said 2>/dev/null && fail "waits.comp: it needs no more than obe"
git apply -p0 mend.diff
"$spirv_mmra" race waits.comp --progress obe >said 2>/dev/null || fail "waits.comp: it needs more than obe: $(head -n 3 said)"
cat >elects.frag <<'END_OF_SHADER'
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(binding = 0) buffer Used { uint used; };
void main() {
    if (subgroupElect())
        atomicOr(used, 1u);
}
END_OF_SHADER
ends=0 mended elects.frag '-if (subgroupElect())|+if (!gl_HelperInvocation) if (subgroupElect())'
named 'the elected invocation may be a helper'
grep 'may be a helper' said >/dev/null && fail "elects.frag: a helper may be elected still"

# another election than the one that counts keeps no helper out
sed 's/    if (subgroupElect())/    bool elected = subgroupElect();\n    if (subgroupElect() \&\& elected)\n        elected = true;\n    if (elected)/' elects.frag >elsewhere.frag
"$spirv_mmra" race elsewhere.frag >said 2>/dev/null || fail "elsewhere.frag: $(head -n 1 said)"
grep 'may be a helper' said >/dev/null || fail "elsewhere.frag: no helper is elected: $(cat said)"
grep '^--- ' said >/dev/null && fail "elsewhere.frag: a mend that keeps no helper out: $(cat said)"

echo "-- no mend within the shader"
shader counts '    atomicAdd(data[0], 1u);
    barrier();
    if (at == 0u) other[0] = atomicOr(data[0], 0u);'
"$spirv_mmra" race counts.comp >said 2>/dev/null || fail "counts.comp: $(head -n 1 said)"
grep -E 'the result (may depend|depends) on the order: .*counts.comp:10' said >/dev/null || fail "counts.comp: $(cat said)"
grep -F '  where it must not: no barrier waits for another workgroup' said >/dev/null || fail "counts.comp: $(cat said)"
cat >voxel.frag <<'END_OF_SHADER'
#version 450
layout(binding = 0, rgba8) uniform image2D voxels;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) / 2;
    imageStore(voxels, at, 0.5 * (imageLoad(voxels, at) + vec4(1)));
}
END_OF_SHADER
no_mend voxel.frag # an interlock orders fragments of one pixel alone: GL_ARB_fragment_shader_interlock, overview
helps voxel.frag 'no mend within the shader: no fragment waits for another; one atomic that does all (imageAtomicMax), for fragments of one pixel an interlock'

echo "-- the same mend in litmus --suggest"
shader pair '    part[i] = data[at];
    memoryBarrierShared();
    data[at] = part[1u - i];'
sed -i 's/= 64/= 2/' pair.comp
mended pair.comp '+barrier();' --groups 1
"$spirv_mmra" litmus --suggest --groups 1 pair.comp >said 2>/dev/null && fail "--suggest: no race"
diff <(sed -n '/^--- /,/^ }$/p' said) <(sed -n '/^--- /,/^ }$/p' found) || fail "--suggest: another mend: $(cat said)"
grep -E '^[-+] ' said | grep -vE '^[-+]{3} |^\+    barrier' >/dev/null && fail "--suggest: two mends: $(cat said)"
"$spirv_mmra" litmus --suggest --groups 1 --json pair.comp >said 2>/dev/null && fail "--suggest --json: no race"
python3 -c 'import json; mend = json.load(open("said"))[0]["mend"]; assert "shows nothing wrong:\n--- pair.comp\n" in mend and "\n+    barrier();\n" in mend, mend' ||
    fail "--suggest --json: $(cat said)"
glslangValidator -V --target-env vulkan1.3 -g pair.comp -o pair.spv >/dev/null
"$spirv_mmra" litmus --suggest --groups 1 --json pair.spv >said 2>/dev/null && fail "--suggest of a module: no race"
grep -F '"mend": null' said >/dev/null || fail "--suggest of a module: $(cat said)"
finish "what authors ask about"
