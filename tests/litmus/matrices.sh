#!/bin/bash
# Cooperative matrices in `race` and `litmus`: tiles that subgroups hand to each other in shared memory and through a flag, right and with what orders
# them taken out; numbers, beside what Python computes. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/../project/common.sh"
if ! command -v newest-glslangValidator >/dev/null; then
    echo "SKIPPED: no glslang knows GL_KHR_cooperative_matrix; tests/project/newest.sh has one" >&2
    exit 77
fi
. "$(dirname "$0")/expect.sh"

head='#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_bfloat16 : enable
#extension GL_EXT_float_e4m3 : enable
#extension GL_EXT_float_e5m2 : enable
#extension GL_EXT_float_e2m1 : enable
#extension GL_EXT_float_e2m3 : enable
#extension GL_EXT_float_e3m2 : enable
#extension GL_EXT_float_ue8m0 : enable
#extension GL_EXT_float_mxint8 : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_EXT_cooperative_matrix_maintenance1 : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
int add(const in int a, const in int b) { return a + b; }
int bits(const in float f) { return isnan(f) ? 0x7FC00000 : floatBitsToInt(f); }
int weighed(const in uint r, const in uint c, const in int e) { return e * int(r * 8 + c); }
int each(const in uint r, const in uint c, const in int e, const in int k, const in int twice) { return e + twice + k * int(r) - int(c); }
layout(binding = 0) nonprivate buffer From { TYPE from[1024]; };
layout(binding = 1) nonprivate buffer To { TYPE to[1024]; } result;
layout(binding = 2) buffer Flag { uint flag; };
shared TYPE tile[1024];
#define to result.to
#define ROWS gl_CooperativeMatrixLayoutRowMajor
#define COLUMNS gl_CooperativeMatrixLayoutColumnMajor
#define MATRIX(use) coopmat<TYPE, gl_ScopeSubgroup, 16, 16, gl_MatrixUse##use>
#define OWN (gl_SubgroupID * 256)
#define OTHER (256 - OWN)'

shader() { # NAME TYPE BODY [LINE FOR ANOTHER]
    local text=${head//TYPE/$2}
    printf '%s\nvoid main() { MATRIX(A) a; MATRIX(B) b; MATRIX(Accumulator) c; %s }\n' "${text//${4-#}/${5-#}}" "$3" >"$work/$1.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
race() { expect_of race "$1" "$2" "$work/$3.spv" --groups 1 --no-validate "${@:4}"; } # STATUS PATTERN NAME [ARGUMENT...]
free() { shader "$@" && race 0 'no data race on ' "$1"; }
races() { shader "$@" && race 1 'data race: .* by .*OpCooperativeMatrix' "$1"; }

fill='coopMatLoad(a, from, OWN, 16, ROWS); coopMatStore(a, tile, OWN, 16, ROWS);'
other='coopMatLoad(a, tile, OTHER, 16, ROWS); coopMatStore(a, to, OWN, 16, ROWS);'
free handed float16_t "$fill barrier(); $other"
races not-handed float16_t "$fill $other"
race 1 'workgroup 0, invocation [0-9]* writes 0.0 to %tile\[[0-9]*\] by OpCooperativeMatrixStoreKHR' not-handed
races not-ordered float16_t "$fill controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0); $other"
races other-memory float16_t "$fill controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible); $other"
# a tile that is filled again once all have read it
again="for (int k = 0; k < 2; k++) { $fill barrier(); $other WAIT }"
free again float16_t "${again/WAIT/barrier();}"
races again-at-once float16_t "${again/WAIT/}"
# the layouts: columns of the other's tile, and tiles that overlap by a stride
free columns float "coopMatLoad(a, from, 0, 16, COLUMNS); coopMatStore(a, tile, OWN, 16, COLUMNS); barrier(); coopMatLoad(b, tile, OTHER, 16, ROWS); coopMatStore(b, to, OWN, 16, COLUMNS);"
free interleaved float 'coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, tile, 16 * gl_SubgroupID, 32, ROWS);'
races overlapping float 'coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, tile, 15 * gl_SubgroupID, 32, ROWS);'
free interleaved-columns float 'coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, tile, 16 * gl_SubgroupID, 32, COLUMNS);'
races overlapping-columns float 'coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, tile, 8 * gl_SubgroupID, 16, COLUMNS);'
# one subgroup may read again what it has stored; another subgroup writes to one place of it
free itself float16_t "coopMatLoad(a, from, OWN, 16, ROWS); coopMatStore(a, tile, OWN, 16, ROWS); coopMatLoad(c, tile, OWN, 16, ROWS); coopMatStore(c, to, OWN, 16, ROWS);"
races scalar float16_t "$fill if (gl_LocalInvocationIndex == 40) tile[77] = float16_t(1);"
free scalar-elsewhere float16_t "$fill if (gl_LocalInvocationIndex == 40) tile[600] = float16_t(1);"

# a flag: a matrix that is made available, and one that sees it
flag="if (gl_SubgroupID == 0) { coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, to, 0, 16, ROWS); SYNC if (subgroupElect()) atomicStore(flag, 1u, gl_ScopeDevice, 0, 0); }
else { while (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 0u) {} SYNC coopMatLoad(a, to, 0, 16, ROWS); coopMatStore(a, to, 512, 16, ROWS); }"
sync='controlBarrier(gl_ScopeSubgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, ORDER);'
makes='gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible'
free flag float "${flag//SYNC/${sync/ORDER/$makes}}"
races flag-nothing-made float "${flag//SYNC/${sync/ORDER/gl_SemanticsAcquireRelease}}"
races flag-alone float "${flag//SYNC/}"
# each access makes available and visible by itself, as `devicecoherent` says: MakePointerAvailable and MakePointerVisible
free flag-coherent float "${flag//SYNC/${sync/ORDER/gl_SemanticsAcquireRelease}}" 'nonprivate buffer To' 'devicecoherent buffer To'
races flag-coherent-unordered float "${flag//SYNC/}" 'nonprivate buffer To' 'devicecoherent buffer To'
races flag-private float "${flag//SYNC/${sync/ORDER/$makes}}" 'nonprivate buffer To' 'buffer To'

# a function of components that writes: to a place for each, and to one for those of a row
put='coopMatLoad(c, from, OWN, 16, ROWS); coopMatPerElementNV(c, c, putting);'
function='float putting(const in uint r, const in uint c, const in float e) { to[WHERE] = e; return e; }'$'\n''#define MATRIX(use)'
for case in 'free put-each gl_SubgroupID * 256 + r * 16 + c' 'races put-rows gl_SubgroupID * 256 + r' 'races put-both r * 16 + c'; do
    read -r kind name place <<<"$case"
    shader "$name" float "$put" '#define MATRIX(use)' "${function/WHERE/$place}"
    if [ "$kind" = free ]; then race 0 'no data race on ' "$name"; else race 1 'data race: .* by OpStore' "$name"; fi
done

# a sum of all components, of which each invocation must know the number
all='c = MATRIX(Accumulator)(1); coopMatPerElementNV(c, c, weighed); coopMatReduceNV(c, c, gl_CooperativeMatrixReduceRowAndColumnNV, add); for (int k = 0; k < c.length(); k++) if (c[k] != SUM) to[0] = k;'
free reduced-all int "${all/SUM/17280}"
shader reduced-to-another int "${all/SUM/17281}"
race 1 'data race: .* by OpStore' reduced-to-another

# what is refused
race 4 'a cooperative matrix where a workgroup of 48 is not divided into whole subgroups of 32' handed --local 48
race 4 'subgroups of 48 invocations; they have a power of two, from 1 to 128 (--subgroup)' handed --local 48 --subgroup 48
shader alone float 'if (gl_LocalInvocationIndex % 32 < 16) { coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, to, 0, 16, ROWS); }'
race 1 'divergent barrier' alone

# numbers: of integers, exactly; litmus gives them
numbers() { # NAME TYPE BODY PYTHON [LINE FOR ANOTHER]: the result at (r, c), of x and y
    shader "$1" "$2" "$3" "${@:5}"
    python3 - "$4" >"$work/expected" 2>"$work/input" <<'END'
import struct, sys
from fractions import Fraction
values = [(7 * i * i + 3 * i) % 23 - 11 for i in range(512)]
x, y = ([values[first + 16 * r:][:16] for r in range(16)] for first in (0, 256))
dot = lambda r, c: sum(x[r][k] * y[k][c] for k in range(16))
def nearest(n):  # with eight significant bits, to even
    unit = 2 ** max(abs(n).bit_length() - 8, 0)
    return round(Fraction(n, unit)) * unit
small = {"e4m3": (3, 7, 0x7E, None, 0x7F), "e5m2": (2, 15, 0x7B, 0x7C, 0x7E), "e2m1": (1, 1, 7, None, None), "e2m3": (3, 1, 31, None, None), "e3m2": (2, 3, 31, None, None)}
as_bits = lambda x: struct.unpack("<I", struct.pack("<f", x))[0]
as_float = lambda x: struct.unpack("<f", struct.pack("<I", x & 0xFFFFFFFF))[0]
def going_on(kind, code):
    m, bias = small[kind][:2]
    e, f = code >> m, code & 2**m - 1
    return Fraction(f + (2**m if e else 0)) * Fraction(2)**(max(e, 1) - bias - m)
def decoded(kind, code, size=8):  # its bits as a 32-bit float
    sign, code, (_, _, largest, infinite, _) = code >> size - 1, code & 2**(size - 1) - 1, small[kind]
    return (sign << 31 | (as_bits(float(going_on(kind, code))) if code <= largest else 0x7F800000)) if code <= largest or code == infinite else 0x7FC00000
def encoded(kind, x, saturates=False):
    _, _, largest, infinite, nan = small[kind]
    code = min(range(largest + 2), key=lambda k: (abs(going_on(kind, k) - Fraction(abs(x))), k & 1))
    return (x < 0) << 7 | (code if code <= largest else largest if saturates else infinite or nan)
def some(x):  # floats in reach of the numbers, and those half way between two of them
    return as_float(((x & 1) << 31 | 0x3A000000 + x * 0x000A8765) & (0xFFF80000 if x % 3 == 0 else 0xFFFFFFFF))
for i in range(256):
    r, c = divmod(i, 16)
    print(f"[{i}] = {eval(sys.argv[1]) & 0xFFFFFFFF}")
print("from={" + ", ".join(str(v) for v in values + [0] * 512) + "}", file=sys.stderr)
END
    "$tool" litmus "$work/$1.spv" --no-validate --groups 1 --subgroup "${subgroup-64}" --outcomes --input "$(cat "$work/input")" >"$work/out" 2>&1 || fail "litmus $1: $(head -c 400 "$work/out")"
    tr ',' '\n' <"$work/out" | sed -n 's/^ *result\[0\]\(\[[0-9]*\] = [0-9]*\)$/\1/p' | sed -n '1,256p' | cmp - "$work/expected" || fail "litmus $1: other numbers than Python's"
}
numbers copied int 'coopMatLoad(c, from, 0, 16, COLUMNS); coopMatStore(c, to, 0, 16, ROWS);' 'x[c][r]'
numbers each int 'MATRIX(Accumulator) d; coopMatLoad(c, from, 0, 16, ROWS); coopMatLoad(d, from, 256, 16, ROWS); c = c * d - MATRIX(Accumulator)(3); c = c * 5; coopMatStore(c, to, 0, 16, ROWS);' \
    '(x[r][c] * y[r][c] - 3) * 5'
numbers length int 'coopMatLoad(c, from, 0, 16, ROWS); for (int k = 0; k < c.length(); k++) c[k] += c.length(); coopMatStore(c, to, 0, 16, ROWS);' 'x[r][c] + 4'
numbers converted int 'coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> s; coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> u; coopMatLoad(a, from, 0, 16, ROWS);
    coopMatLoad(b, from, 256, 16, ROWS); s = coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(a); u = coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(b);
    c = coopMatMulAdd(s, u, MATRIX(Accumulator)(0)); coopMatStore(c, to, 0, 16, ROWS);' 'sum(x[r][k] * (y[k][c] & 255) for k in range(16))'
numbers product int 'coopMatLoad(a, from, 0, 16, ROWS); coopMatLoad(b, from, 256, 16, ROWS); coopMatLoad(c, from, 0, 16, ROWS); c = coopMatMulAdd(a, b, c); coopMatStore(c, to, 0, 16, ROWS);' 'dot(r, c) + x[r][c]'
load='coopMatLoad(a, from, 0, 16, ROWS); coopMatLoad(b, from, 256, 16, ROWS); coopMatLoad(c, from, 0, 16, ROWS);'
numbers saturated int "$load c = coopMatMulAdd(a, b, MATRIX(Accumulator)(2147483000), gl_MatrixOperandsSaturatingAccumulation); coopMatStore(c, to, 0, 16, ROWS);" 'min(dot(r, c) + 2147483000, 2**31 - 1)'
numbers saturated-below int "$load c = coopMatMulAdd(a, b, MATRIX(Accumulator)(-2147483000), gl_MatrixOperandsSaturatingAccumulation); coopMatStore(c, to, 0, 16, ROWS);" 'max(dot(r, c) - 2147483000, -2**31)'
numbers saturated-unsigned uint "$load c = coopMatMulAdd(a, b, MATRIX(Accumulator)(4294967000u), gl_MatrixOperandsSaturatingAccumulation); coopMatStore(c, to, 0, 16, ROWS);" \
    'min((sum((x[r][k] & 0xFFFFFFFF) * (y[k][c] & 0xFFFFFFFF) for k in range(16)) & 0xFFFFFFFF) + 4294967000, 0xFFFFFFFF)'
coordinates='for (int k = 0; k < c.length(); k++) { const uvec2 at = coopMatGetCoordinateEXT(c, k); c[k] = c[k] * 2 + int(at.x * 20 + at.y); }'
numbers coordinates int "$load $coordinates coopMatStore(c, to, 0, 16, ROWS);" 'x[r][c] * 2 + r * 20 + c'
numbers used int "$load a = MATRIX(A)(c * 3); coopMatStore(a, to, 0, 16, ROWS);" 'x[r][c] * 3'
numbers transposed int "$load coopMatTransposeNV(b, c); coopMatStore(b, to, 0, 16, ROWS);" 'x[c][r]'
numbers transposed-narrow int "$load coopmat<int16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> n = coopmat<int16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(c);
    coopmat<int16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> t; coopMatTransposeNV(t, n); b = MATRIX(B)(t); coopMatStore(b, to, 0, 16, ROWS);" 'x[c][r]'
numbers reduced-rows int "$load MATRIX(Accumulator) d; coopMatReduceNV(d, c, gl_CooperativeMatrixReduceRowNV, add); coopMatStore(d, to, 0, 16, ROWS);" 'sum(x[r])'
numbers reduced-columns int "$load MATRIX(Accumulator) d; coopMatReduceNV(d, c, gl_CooperativeMatrixReduceColumnNV, add); coopMatStore(d, to, 0, 16, ROWS);" 'sum(row[c] for row in x)'
numbers reduced-quarters int "$load coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> q; coopMatReduceNV(q, c, gl_CooperativeMatrixReduce2x2NV, add); coopMatStore(q, to, 0, 16, ROWS);
    coopMatStore(q, to, 8, 16, ROWS); coopMatStore(q, to, 128, 16, ROWS); coopMatStore(q, to, 136, 16, ROWS);" 'sum(x[2 * (r % 8) + i][2 * (c % 8) + j] for i in (0, 1) for j in (0, 1))'
numbers per-element int "$load MATRIX(Accumulator) d; coopMatPerElementNV(d, c, each, 7, c * 2); coopMatStore(d, to, 0, 16, ROWS);" 'x[r][c] * 3 + 7 * r - c'
bfloat='coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUse'
numbers bfloat-product int "$load coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> f; f = coopMatMulAdd(${bfloat}A>(a), ${bfloat}B>(b), coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(c));
    c = MATRIX(Accumulator)(f); coopMatStore(c, to, 0, 16, ROWS);" 'dot(r, c) + x[r][c]'
numbers bfloat-sums int "$load c = MATRIX(Accumulator)(coopMatMulAdd(${bfloat}A>(a), ${bfloat}B>(b), ${bfloat}Accumulator>(c))); coopMatStore(c, to, 0, 16, ROWS);" 'nearest(dot(r, c) + x[r][c])'
numbers bfloat-rounded int "$load c = MATRIX(Accumulator)(${bfloat}Accumulator>(c * c * c * 5)); coopMatStore(c, to, 0, 16, ROWS);" 'nearest(5 * x[r][c] ** 3)'
# all numbers of 8 bits and less, and what floats become
codes='for (uint x = gl_LocalInvocationIndex; x < 256; x += 64) to[x] = '
some='uintBitsToFloat(((x & 1u) << 31 | 0x3A000000u + x * 0x000A8765u) & (x % 3u == 0u ? 0xFFF80000u : 0xFFFFFFFFu))'
for kind in e4m3 e5m2; do
    numbers $kind-decoded int "$codes bits(float(uintBitsToFloat${kind}EXT(uint8_t(x))));" "decoded('$kind', i)"
    numbers $kind-encoded int "$codes int(float${kind}BitsToUintEXT(float${kind}_t($some)));" "encoded('$kind', some(i))"
    numbers $kind-saturated int "${codes% to*} { float${kind}_t y; saturatedConvertEXT(y, $some); to[x] = int(float${kind}BitsToUintEXT(y)); }" "encoded('$kind', some(i), True)"
    product="coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> f = coopMatMulAdd(coopmat<float${kind}_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(1.75),
        coopmat<float${kind}_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(5), coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.5)); for (int k = 0; k < f.length(); k++) if (f[k] != SUM) to[0] = k;"
    free $kind-product int "${product/SUM/140.5}"
    shader $kind-another int "${product/SUM/140.0}" && race 1 'data race: .* by OpStore' $kind-another
done
for kind in e2m1:4 e2m3:6 e3m2:6; do
    size=${kind#*:} kind=${kind%:*}
    numbers $kind-decoded int "$codes bits(float(bitcastExtractf${kind}EXT(uint8_t(x), x % (9u - $size))));" "decoded('$kind', i >> i % (9 - $size) & 2**$size - 1, $size)"
done
numbers e2m1-unpacked int "$codes bits(float(unpackFloat4xfe2m1EXT(uint16_t(x * 4099u))[x & 3u])) + int(packFloat2xfe2m1EXT(unpackFloat2xfe2m1EXT(uint8_t(x))));" \
    "decoded('e2m1', i * 4099 >> 4 * (i & 3) & 15, 4) + i"
numbers ue8m0-decoded int "$codes bits(float(uintBitsToFloatue8m0EXT(uint8_t(x))));" '0x7FC00000 if i == 255 else i << 23 if i else 0x400000'
numbers mxint8-decoded int "$codes x == 128u ? 0 : bits(float(uintBitsToFloatmxint8EXT(uint8_t(x))));" 'as_bits((i - 256 * (i > 127)) / 64) if i != 128 else 0'
numbers bfloat-dot int "$load for (int k = 0; k < c.length(); k++) { const bf16vec2 v = bf16vec2(c[k], 3); c[k] = int(dot(v, v)) - int(dot(v.yx, v)); } coopMatStore(c, to, 0, 16, ROWS);" 'nearest(x[r][c] ** 2 + 9) - 6 * x[r][c]'

# matrices of a workgroup of two subgroups: some invocation has each component
group=(gl_ScopeSubgroup gl_ScopeWorkgroup) subgroup=32
numbers group-copied int 'coopMatLoad(c, from, 0, 16, COLUMNS); coopMatStore(c, to, 0, 16, ROWS);' 'x[c][r]' "${group[@]}"
numbers group-length int "$load for (int k = 0; k < c.length(); k++) c[k] += c.length(); coopMatStore(c, to, 0, 16, ROWS);" 'x[r][c] + 4' "${group[@]}"
numbers group-product int "$load c = coopMatMulAdd(a, b, c); coopMatStore(c, to, 0, 16, ROWS);" 'dot(r, c) + x[r][c]' "${group[@]}"
numbers group-coordinates int "$load $coordinates coopMatStore(c, to, 0, 16, ROWS);" 'x[r][c] * 2 + r * 20 + c' "${group[@]}"
numbers group-transposed int "$load coopMatTransposeNV(b, c); coopMatStore(b, to, 0, 16, ROWS);" 'x[c][r]' "${group[@]}"
numbers group-reduced-rows int "$load MATRIX(Accumulator) d; coopMatReduceNV(d, c, gl_CooperativeMatrixReduceRowNV, add); coopMatStore(d, to, 0, 16, ROWS);" 'sum(x[r])' "${group[@]}"
free group-reduced-all int "${all/SUM/17280}" "${group[@]}"
shader group-reduced-to-another int "${all/SUM/17281}" "${group[@]}"
race 1 'data race: .* by OpStore' group-reduced-to-another
numbers group-per-element int "$load MATRIX(Accumulator) d; coopMatPerElementNV(d, c, each, 7, c * 2); coopMatStore(d, to, 0, 16, ROWS);" 'x[r][c] * 3 + 7 * r - c' "${group[@]}"
# one subgroup is still at an operation of its own when the other is at the workgroup's
numbers group-while-subgroup int "$load int n = 0; if (gl_SubgroupID == 0) { n = subgroupAdd(1); c[0] += n - 32; } c = coopMatMulAdd(a, b, c); coopMatStore(c, to, 0, 16, ROWS);" \
    'dot(r, c) + x[r][c]' "${group[@]}"
race 0 'no data race on ' group-while-subgroup

shared='coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, tile, 0, 16, ROWS); SYNC coopMatLoad(b, tile, 0, 16, COLUMNS); coopMatStore(b, to, 0, 16, ROWS);'
free group-handed float16_t "${shared/SYNC/barrier();}" "${group[@]}"
races group-not-handed float16_t "${shared/SYNC/}" "${group[@]}"
itself=${shared/SYNC/}
free group-itself float16_t "${itself/COLUMNS/ROWS}" "${group[@]}"
shader group-alone float16_t "if (gl_SubgroupID == 0) { coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, to, 0, 16, ROWS); }" "${group[@]}"
race 1 'divergent barrier' group-alone
race 4 'a cooperative matrix of 16 x 16 in a workgroup of 48' group-handed --local 48
for case in 'free apart gl_WorkGroupID.x * 256' 'races together gl_WorkGroupID.x * 240'; do
    read -r kind name place <<<"$case"
    shader "groups-$name" float16_t "coopMatLoad(a, from, 0, 16, ROWS); coopMatStore(a, to, $place, 16, ROWS);" "${group[@]}"
    if [ "$kind" = free ]; then race 0 'no data race on ' "groups-$name" --groups 2; else race 1 'data race: .* by .*OpCooperativeMatrix' "groups-$name" --groups 2; fi
done

# Which invocation has a component nobody says: a plain access of any other one is not ordered with it, whichever it is. In `litmus` too,
# and its translation is not asked for then.
by_whom() { # STATUS PATTERN CODE
    printf '%s\n' '#version 450' '#extension GL_KHR_cooperative_matrix : enable' '#extension GL_KHR_memory_scope_semantics : enable' \
        '#pragma use_vulkan_memory_model' 'layout(local_size_x = 8) in;' 'layout(binding = 0) buffer A { float a[16]; };' 'layout(binding = 1) buffer D { float d[16]; };' \
        'shared float tile[16];' '#define ALL(place, PLACE) for (uint k = 0; k < 2; k++) { uint place = (k * 8 + (gl_LocalInvocationIndex + SHIFT) % 8); PLACE; }' \
        '#define WAIT controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);' \
        "void main() { coopmat<float, gl_ScopeSubgroup, 4, 4, gl_MatrixUseAccumulator> m; $3 }" >"$work/whom.comp"
    for shift in 0 7; do
        newest-glslangValidator --quiet -V --target-env vulkan1.3 -DSHIFT=$shift "$work/whom.comp" -o "$work/whom.spv" >"$work/out" 2>&1 || fail "whom does not compile: $(cat "$work/out")"
        for command in litmus race; do expect_of $command "$1" "$2" "$work/whom.spv" --no-validate --groups 1 --subgroup 8; done
    done
}
rows='0, 4, gl_CooperativeMatrixLayoutRowMajor'
store="coopMatLoad(m, a, $rows); coopMatStore(m, tile, $rows);" load="coopMatLoad(m, tile, $rows); coopMatStore(m, d, $rows);"
by_whom 1 'data race: .*OpCooperativeMatrixStoreKHR' "$store ALL(i, d[i] = tile[i])"
expect_of litmus 1 'nothing is asked: data race' "$work/whom.spv" --no-validate --groups 1 --subgroup 8 --translate
by_whom 0 'no data race' "$store WAIT ALL(i, d[i] = tile[i])"
expect_of litmus 0 'taken for granted: components of matrices, .* in the first of two ways' "$work/whom.spv" --no-validate --groups 1 --subgroup 8 --suggest
by_whom 1 'data race: ' "ALL(i, tile[i] = 1.0) $load"
by_whom 0 'no data race' "ALL(i, tile[i] = 1.0) WAIT $load"
by_whom 0 'taken for granted: .*is loaded by the invocation that stored it' "$store $load"
race 0 'loaded by the invocation that stored it' group-itself

# Components in memory of scalars of another size, for each of two workgroups: in litmus each is a part of them, or several together.
lying() { # STATUS PATTERN MEMORY COMPONENT WHERE STRIDE CODE
    printf '%s\n' '#version 450' '#extension GL_KHR_cooperative_matrix : enable' '#extension GL_KHR_memory_scope_semantics : enable' \
        '#extension GL_EXT_shader_explicit_arithmetic_types : enable' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 8) in;' \
        "layout(binding = 0) nonprivate buffer D { $3 };" "void main() { uint g = gl_WorkGroupID.x; coopmat<$4, gl_ScopeSubgroup, 4, 4, gl_MatrixUseA> m =" \
        "coopmat<$4, gl_ScopeSubgroup, 4, 4, gl_MatrixUseA>(1); coopMatStore(m, d, $5, $6, gl_CooperativeMatrixLayoutRowMajor); $7 }" >"$work/lying.comp"
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "$work/lying.comp" -o "$work/lying.spv" >"$work/out" 2>&1 || fail "lying does not compile: $(cat "$work/out")"
    for command in litmus race; do expect_of $command "$1" "$2" "$work/lying.spv" --no-validate --groups 2 --subgroup 8; done
}
lying 0 'no data race' 'float d[64];' float16_t 'g * 8' 2 ''
lying 1 'data race: ' 'float d[64];' float16_t 'g * 6' 2 ''
lying 0 'no data race' 'uint d[64];' int8_t 'g * 4' 1 ''
lying 0 'no data race' 'vec4 d[64];' float16_t 'g * 4' 1 ''
lying 0 'no data race' 'uint16_t d[64];' float 'g * 32' 8 ''
lying 1 'an access out of bounds' 'float d[12];' float16_t 'g * 8' 2 ''
lying 0 'no data race' 'float d[64]; float other;' float16_t 'g * 8' 2 'if (g == 0 && gl_LocalInvocationIndex == 0) other = 1.0;'
expect_of litmus 0 '\[0\]\[0\] = 15360, .*\[0\]\[0\]+2 = 15360' "$work/lying.spv" --no-validate --groups 2 --subgroup 8 --outcomes

[ $failures = 0 ] && echo "litmus matrices: all as expected"
[ $failures = 0 ]
