#!/bin/bash
# Correct shaders of ordinary form have no finding by default, and a fault that other numbers or contents than 0 show is
# found where they do not make elements coincide.
# Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

says() { expect_of race "$@"; }
compile() { # NAME.STAGE
    glslangValidator -V --target-env vulkan1.3 -g "$work/$1" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
shader() { # NAME LINE...
    printf '%s\n' '#version 450' "${@:2}" >"$work/$1.comp"
    compile "$1.comp"
}

# ---- ordinary shaders ----
ordinary=0
for file in "$(dirname "$0")"/ordinary/*.comp; do
    name=$(basename "$file")
    cp "$file" "$work/$name"
    compile "$name"
    says 0 "$name.spv: no data race" "$work/$name.spv"
    ! grep -q 'error:\|warning:' "$work/out" || fail "$name: $(cat "$work/out")"
    ordinary=$((ordinary + 1))
done
# with another grid, and where it is the elements that are told of
says 0 'no data race' "$work/rows.comp.spv" --groups 3,2
says 0 'width is 0, 3, 1, 16 or 17, .*: where it is 0 there is a data race at .*rows.comp:7, which may come of that alone' "$work/rows.comp.spv"
says 0 'perm is 0, or counts up or down, as nobody chose it (--data): where it is 0 there is a data race at .*permutation.comp:7' "$work/permutation.comp.spv"
says 1 'permutation.comp.spv: data race' "$work/permutation.comp.spv" --input 'perm={0,0}' --groups 1 --local 2 # somebody chose it
says 1 'permutation.comp.spv: data race' "$work/permutation.comp.spv" --runs 1 # of which all is told
# what contents decide nothing about, is not tried
says 0 'no data race' "$work/prefix_sum.comp.spv"
! grep -q 'nobody chose' "$work/out" || fail "contents that decide nothing: $(cat "$work/out")"

# ---- sizes of images ----
says 0 'taken for granted: .*images have up to 512 texels along each side, as nobody chose how many (--size)' "$work/texel_stride.comp.spv"
says 1 'out of bounds.*: index 131 of `from`, which has 128 elements' "$work/texel_stride.comp.spv" --size from=128 --size to=128
image() { # STATUS PATTERN BODY OPTION...
    shader image 'layout(local_size_x = 4) in;' 'layout(binding = 0, r32ui) uniform uimage2D i;' 'layout(binding = 1) buffer B { uint b[]; };' \
        'void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);' "$3" '}'
    says "$1" "$2" "$work/image.comp.spv" --groups 1 "${@:4}"
}
image 0 'no data race' 'b[p.x] = imageLoad(i, p * 20).x;'
image 1 'error: an access out of bounds' 'b[p.x] = imageLoad(i, imageSize(i)).x;' # however large it is
image 1 'out of bounds.*of `i`, which has 4 elements' 'b[p.x] = imageLoad(i, p - 1).x;'

# ---- contents ----
# body STATUS PATTERN BODY OPTION...: l is the invocation's number of four in its workgroup, g in the grid
body() {
    shader body '#extension GL_KHR_memory_scope_semantics : require' 'layout(local_size_x = 4) in;' 'layout(binding = 0) readonly buffer A { uint a[]; };' 'layout(binding = 1) coherent buffer B { uint b[]; };' \
        'layout(binding = 2) coherent buffer T { uint total; };' 'layout(push_constant) uniform P { uint n, m; };' 'shared uint s[4];' \
        'void main() { uint g = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;' "$3" '}'
    says "$1" "$2" "$work/body.comp.spv" "${@:4}"
}
# a sort by pairs across workgroups: with equal elements nothing is exchanged, and the array is longer than the grid
pairs='#define EXCHANGE(i) if (b[i] > b[i + 1]) { uint t = b[i]; b[i] = b[i + 1]; b[i + 1] = t; }
if (2 * g + 1 < b.length()) EXCHANGE(2 * g)
controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); if (2 * g + 2 < b.length()) EXCHANGE(2 * g + 1)'
body 1 'error: data race: .* b.8.' "$pairs"
body 1 'note: where b counts down, which nobody chose (--data)' "$pairs"
body 0 'no data race' "$pairs" --groups 1
body 1 'note: where a counts up, which nobody chose (--data)' 'if (a[g] > 3) total++;'
body 1 'divergent barrier' 'if (a[g] > 2) barrier();'
body 0 'no data race' 'if (a[g] > 9) total++;' # a counts to 7
# a place that does not depend on contents is one whatever they are; others are doubts
body 1 'data race: .* total' 'total = a[g];'
body 0 'where it is 0 there is a data race at .*, which may come of that alone' 'b[a[g]] = g;'
body 0 'which may come of that alone' 'uint i = 0; if (a[g] > 0) i = g; b[i] = g;'     # by a branch
body 0 'which may come of that alone' 's[l] = a[g]; barrier(); b[s[l]] = g;'            # by memory
body 0 'which may come of that alone' 'if (a[g] > 0) s[l] = g; else s[l] = 0; b[s[l]] = g;'
body 1 'data race: .* b' 'b[a[g] / 4] = g;' # distinct contents meet there, too
body 1 'data race: .* b' 'b[min(a[g], 0u)] = g;'
body 0 'no data race' 'b[g + n * 8] = a[g];'
body 1 'data race: .* b' 'for (uint i = l; i < n; i += 4) b[i] = g;'  # of each round the place is known
body 0 'no data race' 'for (uint i = g; i < n; i += 8) b[i] = g;'
body 0 'which may come of that alone' 'uint i = 0; while (i < n * g) i++; b[i] = g;' # but not after all of them
body 1 'data race: .* b' 'if (g >= n) return; for (uint i = 0; i < 4; i++) b[i * 2] = g;'  # a return decides about all rounds
# and where 3 alone shows the race, which no doubt would outlast
body 1 'note: where n is 3' 'if (g >= n) return; for (uint i = 0; i < 4; i++) if (n == 3) b[i * 2] = g;'
body 1 'note: where n is 3' 'for (uint i = l; i < n; i += 4) if (n == 3) b[i] = g;'
# numbers: strides that differ keep elements apart, and others do not
body 1 'data race: .* b' 'b[g / 2 * n] = g;'
body 0 'which may come of that alone' 'if (g < n) b[g / 2 * n + l * m] = g;'
# a protocol begins with 0
body 0 'no data race' 'if (g == 0) { b[0] = 1; memoryBarrierBuffer(); atomicExchange(total, 1); } else if (atomicAdd(total, 0) == 1) { memoryBarrierBuffer(); b[0] = 2; }' --groups 2 --local 1
body 0 'no data race' 'if (g == 0) { while (atomicAdd(b[g + 1], 0) == 0) ; memoryBarrierBuffer(); total++; }
else if (g == 4) { total = 1; memoryBarrierBuffer(); atomicExchange(b[1], 1); }' # of an array of flags, too
# counting without an atomic: it hangs on whether two elements are equal
body 6 'unknown: a data race where elements are equal that nobody chose, of a (--data): what is counted at .*body.comp:10 needs an atomic then' 'b[a[g]] = b[a[g]] + 1u;'
body 6 'unknown: a data race where elements' 'if (g < n && a[g] < m) b[a[g]] |= 4;'
body 6 'unknown: a data race where elements' 'uint v = 0; if (a[g] < 7) v = b[a[g]] + 1; if (a[g] < 7) b[a[g]] = v;' # where branches meet
body 0 'no data race' 'uint v = g; if (a[g] < 7) v = b[a[g]] + 1; b[a[g]] = v;'
body 0 'no data race' 'atomicAdd(b[a[g]], 1);'
body 0 'no data race' 'b[a[g]] += g;' # as a permutation does
body 1 'data race' 'b[a[g]] += 1;' --input 'a={1,1,2,2,3,3,4,4}'
body 0 'no data race' 'b[a[g]] += 1;' --input 'a={0,1,2,3,4,5,6,7}'

# ---- sizes of subgroups ----
# sizes STATUS PATTERN INVOCATIONS BODY OPTION...
sizes() {
    shader sizes '#extension GL_KHR_shader_subgroup_basic : require' '#extension GL_KHR_shader_subgroup_arithmetic : require' \
        "layout(local_size_x = $3) in;" 'layout(binding = 0) buffer D { uint value[]; };' 'shared uint s[16];' \
        'void main() { uint l = gl_LocalInvocationIndex;' "$4" '}'
    says "$1" "$2" "$work/sizes.comp.spv" --groups 1 "${@:5}"
}
# 16 sums for 256 invocations: with 8 there are 32 subgroups, and with more than 16 one reads beyond
sums='uint all = subgroupAdd(value[l]); if (subgroupElect()) s[gl_SubgroupID] = all; barrier();'
sizes 1 'index 31 of `s`, which has 16 elements; where subgroups have 8, 32, 64 and 128 invocations, and not where they have 16 (--subgroup)' 256 \
    "$sums value[l] = s[gl_SubgroupInvocationID];"
sizes 1 'and not where they have 16 (--subgroup)' 256 "$sums value[l] = s[gl_SubgroupInvocationID];" --groups 2 # where 16 has a race
sizes 1 'index 16 of `s`, which has 16 elements; where subgroups have 8 invocations, and not where they have 16, 32, 64 and 128 (--subgroup)' 256 \
    "$sums value[l] = s[0];"
grep -q 'subgroups of 8$' "$work/out" || fail "the grid: $(cat "$work/out")"
sizes 0 'no data race' 256 "$sums value[l] = s[0];" --subgroup 32
! grep -q 'as nobody chose how many' "$work/out" || fail "a size that was chosen: $(cat "$work/out")"
sizes 0 'taken for granted: .*subgroups have 8, 16, 32, 64 and 128 invocations, as nobody chose how many (--subgroup)' 128 "$sums value[l] = s[0];"
# what orders a subgroup does not order two
sizes 1 'note: where subgroups have 8 invocations, and not where they have 16, 32, 64 and 128 (--subgroup)' 16 \
    's[l] = l; subgroupBarrier(); value[l] = s[15 - l];'
sizes 1 'note: where subgroups have 8, 16 and 32 invocations, and not where they have 64 and 128' 64 'if (gl_SubgroupID == 0) barrier();'
sizes 1 'data race' 16 's[l] = l; value[l] = s[15 - l];' # whatever the size is
! grep -q 'where subgroups' "$work/out" || fail "a size that does not matter: $(cat "$work/out")"
says 0 'no data race' "$work/permutation.comp.spv"
! grep -q 'subgroups have' "$work/out" || fail "a shader without subgroups: $(cat "$work/out")"

# ---- specialization constants ----
# constant STATUS PATTERN LENGTH BODY OPTION...: of an array of shared memory; the workgroup has 8 invocations
constant() {
    shader constant 'layout(local_size_x = 8) in;' 'layout(constant_id = 3) const uint SIZE = 8;' 'layout(constant_id = 4) const uint HALF = 2;' \
        'layout(binding = 0) buffer D { uint value[]; };' "shared uint s[$3];" \
        'void main() { uint l = gl_LocalInvocationIndex;' "$4" '}'
    says "$1" "$2" "$work/constant.comp.spv" --groups 1 "${@:5}"
}
loop='for (uint i = l; i < SIZE; i += 8) s[i] = i; barrier(); value[l] = s[7 - l];'
constant 1 'index 8 of `s`, which has 8 elements; where `SIZE` (constant 3) is larger than 8, as 9 or 16, which nobody chose (--spec 3=9)' 8 "$loop"
constant 1 'which has 12 elements; where `SIZE` (constant 3) is 16, which nobody chose (--spec 3=16)' 12 "$loop"
constant 1 'which has 8 elements; where `HALF` (constant 4) is 1, which nobody chose (--spec 4=1)' 8 's[l / HALF * 2 + l % HALF] = SIZE;'
! grep -q 'where the workgroup is larger' "$work/out" || fail "a workgroup whose size is no constant: $(cat "$work/out")"
size='layout(local_size_x_id = 5) in;'
shader group "$size" 'layout(constant_id = 3) const uint SIZE = 8;' 'shared uint s[8];' \
    'void main() { uint l = gl_LocalInvocationIndex; for (uint i = l; i < SIZE; i += gl_WorkGroupSize.x) s[i] = i; }'
says 1 'as 9 or 16, which nobody chose (--spec 3=9) (' "$work/group.comp.spv" # a larger group leaves no array
shader group "$size" 'layout(constant_id = 3) const uint SIZE = 8;' 'shared uint s[8];' \
    'void main() { uint l = gl_LocalInvocationIndex; for (uint i = 0; i < SIZE; i += gl_WorkGroupSize.x) s[i + l] = i; }'
says 1 '(--spec 3=9); and where the workgroup is larger: its size is constant 5, which may be 128, as it is 1 here' "$work/group.comp.spv"
# a workgroup that is one invocation, as nobody chose its size
alone() { # STATUS PATTERN ELEMENTS BODY OPTION...: elements of shared memory
    shader alone "$size" 'layout(binding = 0) buffer B { uint value[]; };' "shared uint s[$3];" \
        "void main() { uint l = gl_LocalInvocationIndex; $4 }"
    says "$1" "$2" "$work/alone.comp.spv" "${@:5}"
}
others='s[l] = l; barrier(); value[gl_GlobalInvocationID.x] = s[l ^ 1];'
alone 1 'where a workgroup has 64 invocations, and not one, as nobody chose how many (--spec 5=64)' 64 's[0] = l;'
! grep -q 'no data race' "$work/out" || fail "drivers read it with another size: $(cat "$work/out")"
alone 1 'where a workgroup has 64 invocations' 1 'if (l < 32) barrier();'
alone 1 'where a workgroup has 8 invocations, .*(--spec 5=8)' 8 's[l] = 0; s[0] = l;' # for which there is room
alone 1 'which has read s\[.*\]: undefined; where a workgroup has 64 invocations' 64 'if (l == 0) s[0] = 1; barrier(); if (s[l] == 1) value[gl_GlobalInvocationID.x] = 2;'
alone 0 'taken for granted: a workgroup has one invocation, or 64, as nobody chose how many (--spec 5=64)' 64 "$others"
alone 0 'taken for granted: a workgroup has one invocation, or 8, .*(--spec 5=8)' 8 "$others"
alone 0 'a workgroup has one invocation, as nobody chose how many, so that nothing within one was looked at' 4 's[l] = l;'
alone 1 'data race' 64 's[0] = l;' --spec 5=2
for chosen in '--spec 5=1' '--local 1'; do
    # shellcheck disable=SC2086 # an option and its value
    alone 0 'no data race' 64 's[0] = l;' $chosen
    ! grep -q 'nobody chose' "$work/out" || fail "a size that was chosen: $(cat "$work/out")"
done
sizes=$size
size='layout(local_size_x_id = 5, local_size_y_id = 6) in;'
alone 1 'where a workgroup has 64 invocations, .*(--spec 5=8 --spec 6=8)' 64 's[0] = l;'
size=$sizes
constant 0 'taken for granted: .*`SIZE` (constant 3), `HALF` (constant 4) have their defaults, as nobody chose another (--spec); twice and half of it' 16 "$loop"
constant 0 'no data race' 8 "$loop" --spec 3=8
! grep -q 'SIZE' "$work/out" || fail "a constant that was chosen: $(cat "$work/out")"
constant 0 'no data race' SIZE "$loop"           # its length hangs on the constant
! grep -q 'defaults' "$work/out" || fail "an array as long as a constant: $(cat "$work/out")"
constant 0 'no data race' 8 's[l] = SIZE; value[l + SIZE] = s[l];' # a buffer grows

# ---- fragments: the depth of later primitives is greater ----
cat >"$work/depth.frag" <<'EOF'
#version 450
layout(binding = 0, r32ui) uniform uimage2D head;
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint depth = imageLoad(head, p).x;
    if (uint(gl_FragCoord.z * 1000.0) > depth)
        imageStore(head, p, uvec4(gl_FragCoord.z * 1000.0));
}
EOF
compile depth.frag
says 1 'error: data race: fragment at 0,0 of primitive 0 writes 333 to' "$work/depth.frag.spv"

# an election among fragments may elect a helper, whose stores and atomics have no effect
elects() { # STATUS PATTERN BODY OPTION...
    printf '%s\n' '#version 450' '#extension GL_KHR_shader_subgroup_basic : require' '#extension GL_KHR_shader_subgroup_vote : require' \
        'layout(binding = 0) buffer B { uint used; uint other[]; };' 'layout(location = 0) out vec4 colour;' 'void main() { colour = vec4(1);' "$3" '}' >"$work/elects.frag"
    compile elects.frag
    says "$1" "$2" "$work/elects.frag.spv" "${@:4}"
}
elects 0 'elects.frag:7:.*: warning: no fragment may do this atomic: the elected invocation may be a helper, whose atomics do nothing' 'if (subgroupElect()) atomicOr(used, 1);'
elects 0 '"helper_elected": {"message": "no fragment may do this atomic.*"line": 7' 'if (subgroupElect()) atomicOr(used, 1);' --json
elects 0 'warning: no fragment may do this store' 'if (subgroupElect()) other[uint(gl_FragCoord.x) + 2 * uint(gl_FragCoord.y)] = 1;' --groups 2,2,1
elects 0 'warning: no fragment may do this atomic' 'if (subgroupElect()) { if (!gl_HelperInvocation) atomicOr(used, 1); }'
for body in 'if (!gl_HelperInvocation) { if (subgroupElect()) atomicOr(used, 1); }' 'if (gl_HelperInvocation) return; if (subgroupElect()) atomicOr(used, 1);' \
    'if (subgroupElect()) colour = vec4(0); atomicOr(used, 1);' 'atomicOr(used, 1);'; do
    elects 0 'no data race' "$body"
    ! grep -q 'warning' "$work/out" || fail "$body: $(cat "$work/out")"
done
elects 4 'not supported: subgroup operations and derivatives of fragments' 'if (subgroupAny(gl_FragCoord.x > 1)) atomicOr(used, 1);'

[ $failures = 0 ] && echo "what nobody chose: $ordinary ordinary shaders without a finding; all others as expected"
