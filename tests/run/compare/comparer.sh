#!/bin/bash
# The comparer itself: a driver that hangs costs one shader, and so does a translation that goes astray; what is known is said at once;
# equal says how much was compared, and nothing is not equal; undefined values are told from differences; stated contents and sizes
# arrive; amber scripts are judged by what they expect, and wrong expectations fail (docs/evidence/comparer.md).
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
here=$tests/run/compare
for source in "$here"/shaders/*.comp; do
    glslangValidator --quiet -V --target-env vulkan1.3 "$source" -o "$work/$(basename "$source" .comp).spv"
done
cp "$work/quick.spv" "$work/before.spv"
cp "$work/quick.spv" "$work/after.spv"
echo "quick driver=hang groups=4000,1,1" >"$work/settings"

compare() {
    local status=0
    "$build/bin/compare" -j 1 --report "$@" >"$work/report" || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS COMPARED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    return "$status"
}

expect() { # what, text that the report must have
    grep -q "$2" "$work/report" || fail "$1: the report has no line \"$2\": $(head -n 3 "$work/report")"
}

# One worker: what it does after the hang shows whether the hang cost more.
if compare --seconds=2 --settings="$work/settings" "$work/before.spv" "$work/quick.spv" "$work/after.spv"; then fail "hang: status 0"; fi
expect hang '^equal *before: '
expect hang '^not-comparable quick: the driver does not end$'
expect hang '^equal *after: '

# What a driver is known to get wrong is named. (The newest lavapipe may have it mended.)
newest=$(. "$tests/run/draw/newer.sh" && unset VK_ICD_FILENAMES && . "$tests/run/draw/newer.sh" && echo "${VK_ICD_FILENAMES:-}")
VK_ICD_FILENAMES=${newest:-${VK_ICD_FILENAMES:-}} compare "$work/sparse-comparison.spv" || true
grep -qE '^(lacking *sparse-comparison: the driver lacks (SparseResidency|sparse depth comparisons: )|equal *sparse-comparison)' "$work/report" ||
    fail "sparse depth comparison: $(head -n 3 "$work/report")"

# Entry points may be called anything.
cat >"$work/colour.frag" <<'END'
#version 460
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
void main() { colour = value * 2; }
END
glslangValidator --quiet -V --target-env vulkan1.3 "$work/colour.frag" -o "$work/colour.spv"
for name in quick colour; do
    spirv-dis "$work/$name.spv" | sed 's/"main"/"größe \\"%s\\" →"/' | spirv-as --target-env spv1.6 - -o "$work/named-$name.spv"
    compare "$work/named-$name.spv" || fail "a name: status $?"
    compare --on=gfx1100 "$work/named-$name.spv" || fail "a name in machine code: status $?"
    expect "a name" "^equal *named-$name: "
done

# A difference is told with what differs: the colour, of a driver's shader that doubles no more.
sed 's/value \* 2/value/' "$work/colour.frag" >"$work/single.frag"
glslangValidator --quiet -V --target-env vulkan1.3 "$work/single.frag" -o "$work/single.spv"
if compare --driver=single "$work/colour.spv"; then fail "a difference: status 0"; fi
expect "a difference" '^different *colour: colour set .* byte .*: driver .*, translation '

# What nobody wrote is undefined, and what is read out of bounds is not compared, whichever way the translation runs.
shader() { # NAME.STAGE, then its source without #version
    { echo "#version 460"; cat; } >"$work/$1"
    glslangValidator --quiet -V --target-env vulkan1.3 "$work/$1" -o "$work/${1%.*}.spv"
}
shader undefined-output.frag <<'END'
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
void main() { colour.xz = value.yx; }
END
shader undefined-index.comp <<'END'
layout(local_size_x = 32) in;
layout(binding = 0) buffer Buffer { uint words[]; };
void main() {
    uint squares[3] = uint[](0, 1, 4); // smaller than what becomes a table of constants
    words[gl_LocalInvocationIndex] = squares[(words[gl_LocalInvocationIndex] & 31u) + 2];
}
END
spirv-as --target-env spv1.5 - -o "$work/undefined-value.spv" <<'END'
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 4 1 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%vector = OpTypeVector %uint 4
%0 = OpConstant %uint 0
%1 = OpConstant %uint 1
%undefined = OpUndef %uint
%undefined_vector = OpUndef %vector
%block = OpTypeStruct %vector %uint
%pointer_to_block = OpTypePointer StorageBuffer %block
%pointer_to_vector = OpTypePointer StorageBuffer %vector
%pointer_to_uint = OpTypePointer StorageBuffer %uint
%buffer = OpVariable %pointer_to_block StorageBuffer
%main = OpFunction %void None %function
%begin = OpLabel
%at = OpAccessChain %pointer_to_vector %buffer %0
%other_at = OpAccessChain %pointer_to_uint %buffer %1
%one = OpCompositeInsert %vector %1 %undefined_vector 0
%two = OpCompositeInsert %vector %undefined %one 1
OpStore %at %two
OpStore %other_at %1
OpReturn
OpFunctionEnd
END
shader far.comp <<'END'
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer From { uint words[]; } from;
layout(binding = 1) buffer To { uint words[]; } to;
void main() { to.words[gl_LocalInvocationIndex] = from.words[gl_LocalInvocationIndex + 262144]; }
END
shader near.comp <<'END'
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer From { uint words[4]; } from[2];
layout(binding = 2) buffer To { uint words[]; } to;
void main() { to.words[gl_LocalInvocationIndex] = 1 + from[0].words[to.words[gl_LocalInvocationIndex] & 0xfffffu]; }
END
for way in "" --on=gfx1100; do
    if compare $way "$work"/undefined-*.spv "$work/far.spv" "$work/near.spv"; then fail "undefined, $way: status 0"; fi
    expect "undefined $way" "^undefined *undefined-output: set 0 binding 0, byte 4 depends on what nobody wrote$"
    expect "undefined $way" "^undefined *undefined-index: set 0 binding 0, byte .* depends on what nobody wrote$"
    expect "undefined $way" "^undefined *undefined-value: set 0 binding 0, byte 4 depends on what nobody wrote$"
    expect "far $way" "^not-comparable far: .*out of bounds"
    expect "near $way" "^equal *near: the shader changes .* out of bounds.*, so with gentler contents$"
done

# A compiler that does not end is ended with the worker that waits for it.
mkdir "$work/compilers"
printf '#!/bin/sh\necho $$ >"%s"\nexec sleep 300\n' "$work/compiler" >"$work/compilers/llc-22"
chmod +x "$work/compilers/llc-22"
if PATH=$work/compilers:$PATH compare --compile-seconds=2 "$work/quick.spv"; then fail "compiler: status 0"; fi
expect compiler '^not-comparable quick: reading or compiling it does not end$'
if grep -q "^State:[[:space:]]*[^Z[:space:]]" "/proc/$(<"$work/compiler")/status" 2>"$work/ended"; then fail "compiler: it still runs"; fi

# A shader's line is there while the compiler has the next one, and waits until somebody has read that line.
mkdir "$work/waiting"
mkfifo "$work/lines" "$work/go"
cat >"$work/waiting/llc-22" <<END
#!/bin/sh
if [ -e "$work/second" ]; then read word <"$work/go"; fi
: >"$work/second"
exec "$(command -v llc-22)" "\$@"
END
chmod +x "$work/waiting/llc-22"
PATH=$work/waiting:$PATH "$build/bin/compare" -j 1 --report "$work/before.spv" "$work/after.spv" >"$work/lines" &
{
    read -r -t 60 first || true
    echo >"$work/go"
    cat >"$work/report"
} <"$work/lines"
wait $! || fail "lines: status $?"
[[ $first = equal*before:* ]] || fail "lines: nothing is said before the end: ${first:-}"
expect lines '^equal *after: '

# A translation that writes to memory of all processes does not change the outcome of another shader.
mkdir "$work/linkers"
cc -O1 -fPIC -c "$here/astray.c" -o "$work/astray.o"
printf '#!/bin/sh\nexec "%s" "$@" "%s"\n' "$(command -v ld)" "$work/astray.o" >"$work/linkers/ld"
chmod +x "$work/linkers/ld"
cp "$work/quick.spv" "$work/written-over.spv"
if PATH=$work/linkers:$PATH compare "$work/before.spv" "$work/written-over.spv"; then fail "astray: status 0"; fi
expect astray '^not-comparable before\b'
expect astray '^not-comparable written-over\b'

if compare "$work/nothing.spv"; then fail "nothing: status 0"; fi
expect nothing '^nothing-compared nothing: the shader changes 0 bytes$'
compare --expect=nothing-compared "$work/nothing.spv" || fail "nothing, expected: status $?"
for seed in 1 2 3 4; do
    compare --seed=$seed --integers=wide "$work/seldom.spv" || fail "seldom, seed $seed: status $?"
    expect seldom '^equal *seldom: the shader changes [1-4] bytes$'
done

words() {
    for word in "$@"; do printf '%b' "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((word & 255)) $((word >> 8 & 255)) $((word >> 16 & 255)) $((word >> 24)))"; done
}
words 0 0 0 0 0 100 200 300 >"$work/buffer"
words 1 2 3 4 5 66 >"$work/image"
words 7 8 >"$work/push"
words 3 600 3 66 8 100 200 300 >"$work/wanted"
mkdir "$work/kept"
stated=(--contents=1.2:"$work/buffer" --contents=0.3:"$work/image" --contents=push:"$work/push" --size=0.3:3,2,1)
compare "${stated[@]}" --keep="$work/kept" "$work/stated.spv" || fail "stated: status $?"
for side in driver translation translation-backwards translation-free; do
    cmp -s "$work/wanted" "$work/kept/1.2.0.$side" || fail "stated: $side left something else"
done
if compare --contents=1.2:"$work/no-such-file" "$work/stated.spv"; then fail "stated: no file, and status 0"; fi

amber() {
    python3 "$here/amber.py" --compare "$build/bin/compare" --report "$1" >"$work/report"
}
amber "$here/scripts/statements.amber" || fail "statements.amber: $(cat "$work/report")"
expect statements '^passed *statements.amber: 11 expectations$'
tried=0
while read -r wrong; do
    sed "s/@WRONG@/$wrong/" "$here/scripts/wrong.amber" >"$work/wrong.amber"
    if amber "$work/wrong.amber"; then fail "EXPECT $wrong: status 0"; fi
    expect "EXPECT $wrong" '^failed *wrong.amber: '
    tried=$((tried + 1))
done <<'END'
IDX 0 EQ -4
IDX 0 EQ -5 7
IDX 0 GT -5
IDX 0 NE -5
IDX 4 TOLERANCE 1 EQ 10
IDX 4 EQ 8 0
EQ_BUFFER other
END
finish "a hang, lines, undefined values, a translation astray, nothing, stated contents, amber scripts; $tried wrong expectations"
