#!/bin/bash
# Verdicts of `race`, `litmus` and `report` say which reading of GLSL450, grid and question they are about, and which code never ran.
# Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"

says() { expect_of race "$@"; }
# as_data COMMAND STATUS PATTERN ARGUMENT...: likewise, of messages as data, without what is printed beside them for people
as_data() {
    expect_of "$1" "$2" '' "${@:4}"
    "$tool" "$1" "${@:4}" >"$work/out" 2>/dev/null
    grep -q -- "$3" "$work/out" || fail "$1 ${*:4}: no '$3' in: $(tail -n 5 "$work/out")"
}
shader() {
    printf '%s\n' "${@:2}" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 -g "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile"
}

# the last to count reads what the others wrote, which is coherent for drivers alone
for coherent in '' coherent; do
    shader "last$coherent" '#version 450' 'layout(local_size_x = 1) in;' "layout(binding = 0) $coherent buffer P { uint part[]; };" \
        'layout(binding = 1) buffer S { uint done; uint total; };' 'void main() {' 'part[gl_WorkGroupID.x] = 1u;' 'memoryBarrierBuffer();' \
        'if (atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u) { memoryBarrierBuffer();' 'total = part[0]; } }'
done
says 1 'last.spv: data race$' "$work/last.spv" --groups 2
grep -q 'as the specification reads it; as drivers read it (--glsl450=conservative): no data race' "$work/out" || fail 'nothing of drivers'
says 0 'taken for granted: GLSL450 is read as drivers read it' "$work/last.spv" --groups 2 --glsl450=conservative
says 1 '"race": true, .*' "$work/last.spv" --groups 2 --json
grep -q '"reading": "strict", "drivers_race": false' "$work/out" || fail "JSON has no readings"
says 0 'GLSL450 as the specification reads it (--glsl450=strict)$' "$work/lastcoherent.spv" --groups 2

# what no invocation comes to is named, until it runs
shader branch '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b; };' \
    'layout(push_constant) uniform P { uint total; };' 'void main() {' 'if (total == 40u)' '    b = gl_LocalInvocationIndex;' '}'
never='branch.comp:7 never ran, as `total` was 0: try `--input total=40`$'
says 0 "$never" "$work/branch.spv"
! grep -q 'one workgroup ran' "$work/out" || fail 'two workgroups ran'
at='"never_ran": \[{"word": [0-9]*, "line": 7, "file": ".*branch.comp", "message": "never ran, as `total` was 0: try'
says 0 "$at" "$work/branch.spv" --groups 2 --json
says 1 'branch.spv: data race$' "$work/branch.spv" --input total=40
! grep -q 'never ran' "$work/out" || fail 'what ran is said not to'
expect_of litmus 0 'branch.comp:7 never ran, as `total` was 0: try `--input total=40`$' "$work/branch.spv" --groups 1
expect_of litmus 0 "$at" "$work/branch.spv" --json
expect_of litmus 0 'branch.spv: no data race$' "$work/branch.spv" --input total=40 --groups 1 --local 1
! grep -q 'never ran' "$work/out" || fail 'what ran is said not to by litmus'
for command in race litmus; do
    as_data $command 0 '"ruleId": "never-ran"' "$work/branch.spv" --diagnostics=sarif
    grep -q '"ruleId": "reading".*GLSL450 as' "$work/out" || fail "$command: no reading in the log"
    grep -q '"relatedLocations": .*branch.comp"}, "region": {"startLine": 7.*"message": {"text": "never ran, as `total`' "$work/out" || fail "$command: no line in the log"
done
"$tool" report "$work/branch.spv" -o "$work/page.html" >"$work/out" 2>&1 || fail "report: $(cat "$work/out")"
grep -q '"neverRan":\[{"word":[0-9]*,"file":"[^"]*branch.comp","line":7' "$work/page.html" || fail 'the page does not say what never ran'

# --require-coverage: a status of its own, below that of a race
says 8 '--require-coverage: a failure' "$work/branch.spv" --require-coverage
as_data race 8 '"ruleId": "never-ran", "ruleIndex": [0-9]*, "level": "error"' "$work/branch.spv" --require-coverage --diagnostics=sarif
says 1 'data race' "$work/branch.spv" --require-coverage --input total=40
says 0 'no data race' "$work/branch.spv" --require-coverage --input total=40 --groups 1 --local 1
says 1 'last.spv: data race' "$work/branch.spv" "$work/last.spv" --groups 2 --require-coverage
says 1 'last.spv: data race' "$work/last.spv" "$work/branch.spv" --groups 2 --require-coverage -j 2
expect_of report 8 'branch.spv: error: --require-coverage' "$work/branch.spv" -o "$work/page.html" --require-coverage
printf 's_endpgm\n' >"$work/kernel.s"
says 2 '--require-coverage is for modules' "$work/kernel.s" --mcpu=gfx1100 --require-coverage

# one line is several operations, and each is judged: what the condition loads ran, what it guards did not
shader part '#version 450' 'layout(local_size_x = 8) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'layout(push_constant) uniform P { uint n; };' 'void main() {' \
    'uint i = gl_GlobalInvocationID.x; if (i < n) b[i] = 1u;' '}'
says 0 'part.comp:6 never ran in part, as `n` was 0: try `--input n=8`$' "$work/part.spv" --groups 1
says 0 'no data race' "$work/part.spv" --groups 1 --input n=8
! grep -q 'never ran' "$work/out" || fail 'a line of which all ran is said not to have run'

# what a condition hangs on, by what it is: numbers of blocks and buffers, one after the other, specialization constants, workgroups, lengths
shader causes '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'layout(binding = 1) buffer D { uint mode; int data[]; };' \
    'layout(binding = 2) uniform U { float eps; int off; };' 'layout(constant_id = 3) const uint KIND = 0;' 'layout(constant_id = 4) const bool FAST = true;' \
    'void main() {' 'uint i = gl_GlobalInvocationID.x;' \
    'if (mode == 7u)' 'if (data[i] == 12)' 'b[i] = 1u;' \
    'if (eps > 0.5)' 'b[i] = 2u;' 'if (off < 0)' 'b[i] = 3u;' \
    'if (KIND == 5u)' 'b[i] = 4u;' 'if (!FAST)' 'b[i] = 5u;' \
    'if (gl_WorkGroupID.x == 2u)' 'b[i] = 6u;' 'if (b.length() > 40)' 'b[i] = 7u;' 'if (i > 7000u)' 'b[i] = 8u;' '}'
for expected in '11 never ran, as `mode` was 0: try `--input mode=7`' '12 never ran, as `mode` was 0 and `data\[0\]` was 0: try `--input mode=7 --input data\[0\]=12`' \
    '14 never ran, as `eps` was 0: try `--input eps=8`' '16 never ran, as `off` was 0: try `--input off=-1`' \
    '18 never ran, as the specialization constant `KIND` was 0: try `--spec 3=5`' '20 never ran, as the specialization constant `FAST` was true: try `--spec 4=false`' \
    '22 never ran, as there were 2 workgroups: try `--groups 4`' '24 never ran, as `b` had 8 elements: try `--size b=512`' '26 never ran, so nothing is said of it (--input and --groups may let it run)$'; do
    says 0 "causes.comp:$expected" "$work/causes.spv"
done
says 0 'causes.comp:26 never ran' "$work/causes.spv" --input 'mode=7' --input 'data[0]=12' --input eps=8 --input off=-1 --spec 3=5 --spec 4=false --groups 4 --size b=512
[ "$(grep -c 'never ran' "$work/out")" = 1 ] || fail "what was to be tried does not let it run: $(grep 'never ran' "$work/out")"
# a constant that has no name, as the size of a workgroup has none
shader nameless '#version 450' 'layout(local_size_x_id = 0) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'void main() {' \
    'if (gl_LocalInvocationIndex > 0u)' 'b[gl_GlobalInvocationID.x] = 1u;' '}'
says 0 'nameless.comp:6 never ran, as the specialization constant 0 was 1: try `--spec 0=2`' "$work/nameless.spv"
says 0 'causes.comp:12 never ran, as `data\[0\]` was 0' "$work/causes.spv" --input mode=7
says 0 'causes.comp:11, 12, 26 never ran, so nothing' "$work/causes.spv" --input mode=1

# a line that one execution of several reaches has run; in a round that is left out too
shader rare '#version 450' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 1) in;' 'layout(binding = 0) buffer B { uint flag, seen; };' 'void main() {' \
    'if (gl_WorkGroupID.x == 0u) atomicExchange(flag, 1u);' 'else if (atomicAdd(flag, 0u) == 1u)' '    atomicAdd(seen, 1u);' 'else' '    while (atomicAdd(flag, 0u) == 0u)' \
    '        if (atomicAdd(seen, 0u) == 7u) break;' 'if (gl_WorkGroupID.x == 9u)' '    atomicAdd(seen, 4u);' '}'
expect_of litmus 0 'rare.comp:13 never ran, so nothing is said of it' "$work/rare.spv" --groups 2

# nobody chose a grid: two workgroups where they share storage, one where two are too many or share nothing
shader shared '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'void main() { b[gl_LocalInvocationIndex] = 1u; }'
sed 's/= 4/= 64/' "$work/shared.comp" >"$work/large.comp"
glslangValidator -V --target-env vulkan1.3 -g "$work/large.comp" -o "$work/large.spv" >"$work/out" 2>&1 || fail 'large does not compile'
for command in race litmus; do
    expect_of $command 1 'two workgroups ran, as they share storage and --groups was not given' "$work/shared.spv"
    expect_of $command 0 '1x1x1 workgroups of 4x1x1' "$work/shared.spv" --groups 1
    expect_of $command 0 'one workgroup ran: races between workgroups need --groups 2 or more' "$work/shared.spv" --local 2
done
expect_of litmus 0 'one workgroup ran: races between workgroups need --groups 2 or more' "$work/large.spv"
says 1 'two workgroups ran' "$work/large.spv"
shader many '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b; };' \
    'void main() { while (atomicAdd(b, 1u) < 6u && gl_WorkGroupID.x == 1u) ; }'
expect_of litmus 0 'one workgroup ran, as two were not explored to the end: races between workgroups need --groups 2' "$work/many.spv"

# what shall be repaired is judged by the specification; the status of report is that of race
expect_of litmus 1 'data race; repaired by' "$work/last.spv" --suggest
grep -q 'GLSL450 as the specification reads it (--glsl450=strict)' "$work/out" || fail 'the suggestion is about no reading'
expect_of litmus 0 'nothing is suggested\|no data race' "$work/last.spv" --suggest --glsl450=conservative
shader local '#version 450' 'layout(local_size_x = 2) in;' 'layout(binding = 0) buffer B { uint b[2]; };' 'layout(binding = 1) buffer R { uint r[2]; };' \
    'void main() { uint i = gl_LocalInvocationIndex;' 'b[i] = i;' 'barrier();' 'r[i] = b[1u - i]; }'
expect_of litmus 1 'no annotation repairs a data race between two workgroups; one workgroup alone:$' "$work/local.spv" --suggest
grep -q 'repaired by .* 1x1x1 workgroups' "$work/out" || fail "the repair within a workgroup: $(cat "$work/out")"
expect_of litmus 1 'something is wrong for 2x1x1' "$work/last.spv" --groups 2 --reduce
expect_of litmus 0 'nothing is wrong on any grid' "$work/last.spv" --groups 2 --reduce --glsl450=conservative
page() { # STATUS PATTERN MODULE OPTION...
    local got=0
    "$tool" report "${@:3}" -o "$work/page.html" >"$work/out" 2>&1 || got=$?
    [ $got = "$1" ] || fail "report ${*:3}: status $got, not $1: $(cat "$work/out")"
    grep -q -- "$2" "$work/page.html" || fail "the page of $3: no '$2'"
}
page 1 '"reading":"GLSL450 as the specification reads it; as drivers read it (--glsl450=conservative): no data race' "$work/last.spv"
page 0 '"verdict":"no data race",.*' "$work/last.spv" --glsl450=conservative
sed 's/size_x = 1/size_x = 64/; s/^part/if (gl_LocalInvocationIndex != 0u) return; part/' "$work/last.comp" >"$work/wide.comp"
glslangValidator -V --target-env vulkan1.3 -g "$work/wide.comp" -o "$work/wide.spv" >"$work/out" 2>&1 || fail 'wide does not compile'
page 1 'as drivers read it (--glsl450=conservative): no data race.*"unexplored":"1x1x1' "$work/wide.spv"
# where one run speaks for all, the page says on what assumption
shader orders '#version 450' 'layout(local_size_x = 1024) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'void main() { b[gl_GlobalInvocationID.x] = 1u; barrier(); }'
page 0 '"verdict":"no data race on one run, to which other orders are alike".*"assumption":"no read foresees what is written after a barrier"' "$work/orders.spv" --groups 2
page 1 '"unexplored":"1x1x1 workgroups of 64x1x1 invocations.*were, and nothing is wrong there"' "$work/large.spv"
shader huge '#version 450' 'layout(local_size_x = 1024) in;' 'layout(binding = 0) buffer B { uint b[]; };' 'void main() { b[gl_LocalInvocationIndex] = 1u; }'
page 1 '"verdict":"data race"' "$work/huge.spv" --groups 2
grep -q '"unexplored":"not supported: 2048 invocations' "$work/page.html" || fail 'the page does not say why one run is all'

# ---- the question ----
# several lines ask whether each holds; a filter may have a line of its own
with() { { printf '%s\n' "$@"; sed '/^; @Output/d' "$(dirname "$0")"/spirv/reverse.spvasm; } >"$work/asked.spvasm"; }
right='(%result[0][0] == 2 and %result[0][3] == 3)' wrong='(%result[0][0] == 9)'
with "; @Output: forall $right" "; @Output: forall (%result[0][1] == 1)"
expect 0 'the condition holds; no data race' "$work/asked.spvasm"
with "; @Output: forall $wrong" "; @Output: forall $right"
expect 1 'the condition does not hold' "$work/asked.spvasm"
with "; @Output: not exists $right" "; @Output: not exists $wrong"
expect 1 'the condition does not hold' "$work/asked.spvasm"
with "; @Output: not exists $wrong" "; @Output: not exists (%result[0][1] == 9)"
expect 0 'the condition holds; no data race' "$work/asked.spvasm"
with "; @Filter: %result[0][0] == 9" "; @Output: exists $right"
expect 1 'the condition does not hold' "$work/asked.spvasm"
with "; @Filter: %result[0][0] == 2" "; @Output: exists $right"
expect 0 'the condition holds; no data race' "$work/asked.spvasm"
for second in "; @Output: exists $right" "; @Output: not exists $wrong"; do
    with "; @Output: forall $right" "$second"
    expect 3 'only forall and not exists may be said again' "$work/asked.spvasm"
done
with "; @Output: exists $right" "; @Output: exists $right"
expect 3 'only forall and not exists may be said again' "$work/asked.spvasm"
with "; @Filter: %result[0][0] == 2" "; @Output: filter (%result[0][0] == 2) exists $right"
expect 3 'a filter is given a second time' "$work/asked.spvasm"

# a branch on what nobody wrote is told rather than an access that a larger size would mend, whichever comes first
shader unwritten '#version 450' 'layout(local_size_x = 8) in;' 'layout(binding = 0) buffer R { uint r[]; };' 'shared uint s[8];' 'void main() {' \
    'uint me = gl_LocalInvocationIndex; if (me < 7u) s[me] = 1u; barrier();' 'uint next = s[7u - me];' 'if (next > 7u) r[0] = 1u;' 'r[1u + me] = next; }'
says 1 'unwritten.spv: a branch on an undefined value' "$work/unwritten.spv" --groups 1
grep -q 'unwritten.comp:7:' "$work/out" || fail "no place of what was not written: $(cat "$work/out")"
says 1 'unwritten.spv: a branch on an undefined value' "$work/unwritten.spv" --groups 1 --size r=9

# where the formal model and the text of the appendix differ about a race, the verdict names both
# handed NAME WRITER BARRIER: the invocation WRITER of the first workgroup writes, and the invocation 0 tells the second one
handed() {
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 2) in;' \
        'layout(binding = 0) nonprivate buffer D { uint data; };' 'layout(binding = 1) buffer F { uint flag; uint seen; };' 'void main() {' \
        'if (gl_WorkGroupID.x == 0u) {' "if (gl_LocalInvocationIndex == $2) data = 7u;" "$3" \
        'if (gl_LocalInvocationIndex == 0u) {' \
        'memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);' \
        'atomicStore(flag, 1u, gl_ScopeDevice, 0, 0); }' \
        '} else if (gl_LocalInvocationIndex == 1u &&' \
        'atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) seen = data; }' >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 -g "$work/$1.comp" -o "$work/$1.spv" >"$work/out" 2>&1 || fail "$1 does not compile: $(cat "$work/out")"
}
barrier='controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);'
both='data race by the formal model; by the text of Vulkan.s appendix: no data race'
handed passed_on 1u "$barrier"
expect 1 "^  $both$" "$work/passed_on.spv" --groups 2
expect 1 "\"fault\": \"race\", \"message\": \"$both\"" "$work/passed_on.spv" --groups 2 --json
page 1 "$both" "$work/passed_on.spv" --groups 2
says 1 "passed_on.spv: $both on this run$" "$work/passed_on.spv" --groups 2
says 1 "\"message\": \"$both on this run\"" "$work/passed_on.spv" --groups 2 --json
page 1 "\"fault\":\"race\",\"message\":\"$both on this run\"" "$work/passed_on.spv" --groups 2 --local 1024
for command in litmus race; do # as data it is a note of the race, and what is taken for granted a message of its own
    as_data $command 1 "\"ruleId\": \"race\".*\"relatedLocations\": .*\"text\": \"$both" "$work/passed_on.spv" --groups 2 --diagnostics=sarif
    as_data $command 1 "\"severity\": \"note\", \"rule\": \"race\".*\"message\": \"$both" "$work/passed_on.spv" --groups 2 --diagnostics=json
    ! grep -q taken-for-granted "$work/out" || fail "$command: a race that was found is taken for granted"
done
handed own 0u "$barrier"
expect 0 'no data race$' "$work/own.spv" --groups 2
handed bare 1u ''
expect 1 'data race$' "$work/bare.spv" --groups 2
for agree in own bare; do
    for command in litmus race; do
        "$tool" $command "$work/$agree.spv" --groups 2 >"$work/out" 2>&1
        ! grep -q appendix "$work/out" || fail "$command of $agree: both texts say the same: $(cat "$work/out")"
    done
done
printf '%s\n' 'Vulkan inv' '"made available to the workgroup by a fence, then by another thread to the device"' '{' 'x = 0;' 'y = 0;' 'z = 0;' '}' \
    ' P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 | P2@sg 0, wg 1, qf 0 ;' \
    ' st.nonpriv.sc0 x, 1 | ld.atom.wg.sc0 r0, y | ld.atom.acq.dv.sc0.semsc0.semvis r0, z ;' \
    ' membar.rel.wg.semsc0.semav | bne r0, 1, E | bne r0, 1, E ;' ' st.atom.wg.sc0 y, 1 | membar.acq_rel.wg.semsc0.semav.semvis | ld.nonpriv.sc0 r1, x ;' \
    ' | st.atom.rel.dv.sc0.semsc0.semav z, 1 | E: ;' ' | E: | ;' 'exists (P2:r0 == 1)' >"$work/passed_on.litmus"
expect 1 "^  $both$" "$work/passed_on.litmus"
expect 1 'taken for granted: a data race is one of the formal model; by the text of Vulkan.s appendix: data race$' "$(dirname "$0")/vulkan/included-acquire.litmus"
as_data litmus 1 '"ruleId": "taken-for-granted", .*"level": "note", "message": {"text": "a data race is one of the formal model; by the text of Vulkan.s appendix: data race"}' \
    "$(dirname "$0")/vulkan/included-acquire.litmus" --diagnostics=sarif
for command in race litmus; do
    as_data $command 0 '"ruleId": "taken-for-granted", .*"text": "GLSL450 is read as drivers read it' "$work/last.spv" --groups 2 --glsl450=conservative --diagnostics=sarif
done

# Arrays whose lengths nobody chose grow with the accesses, but not those of which the shader asks how long they are, and leaves it.
length() { # STATUS PATTERN BODY OPTION...: g is the invocation's number, of four
    shader length '#version 450' 'layout(local_size_x = 2) in;' 'layout(binding = 0) buffer B { uint b[]; };' \
        'layout(binding = 1) buffer C { uvec4 head; uvec2 tail[]; } c;' 'void main() { uint g = gl_GlobalInvocationID.x;' "$3" '}'
    says "$1" "$2" "$work/length.spv" "${@:4}"
}
length 1 'error: data race: .* writes 1 to b.7. ' 'b[7] = 1;'
length 1 'out of bounds' 'b[7] = 1;' --size b=7
length 0 'taken for granted: .*b has 24 elements, as nobody chose how many (--size)' 'b[g * 5 + 8] = b[g * 5 + 4];'
length 0 '"assumption": ".*b has 24 elements, as nobody chose how many' 'b[g * 5 + 8] = b[g * 5 + 4];' --json
length 0 'b has 28 elements' 'uint sum = 0; for (uint y = 0; y < 4; y++) sum += b[y * 8 + g]; if (sum == 1) b[b.length()] = 1;'
length 0 'b has 999 elements' 'for (uint i = g; i < 999; i += 4) b[i] = i;'
length 0 'b has 44 elements' 'uint at = g; for (uint i = 0; i < 3; i++) at = b[at] + at + 10; b[at + 10] = 1;'
length 0 'b has 31 elements' 'if (g == 0) { b[20] = 30; b[b[20]] = 1; }'
length 0 'c.tail has 13 elements' 'c.tail[g * 4].x = g + c.head.x;'
length 0 'c.tail has 16 elements.*b has 40 elements' 'c.tail[g * 5 + b[g * 13]].x = g + c.tail.length();'
# GLSL450 is read alike before and after: as the specification reads it, which no coherent buffer is here
length 1 'as the specification reads it; as drivers read it .*: no data race on this run' \
    'b[g] = 1; memoryBarrier(); barrier(); memoryBarrier(); b[g + 40] = b[g ^ 1];'
length 1 'out of bounds' 'if (g == 0) b[b.length()] = 1;'
length 1 'out of bounds' 'if (g < b.length()) b[g] = b[g + 1];' --groups 1
length 1 'out of bounds' 'b[g - 1] = 1;'
length 1 'out of bounds' 'b[g << 25] = 1;' # 2^27 bytes
length 1 'out of bounds' 'uint i = 0; while (b[i] == 0) i++;'
length 1 'run 2: an access out of bounds' 'if (g == 0) b[b.length()] = 1;' --runs 2
length 0 'run 2: no data race' 'b[g * 3] = 1;' --runs 2

# Integers that nobody chose are tried as 3, 1 and a multiple of the workgroup's size: 8, as there are two of four invocations.
unset_is() { # STATUS PATTERN BODY OPTION...: l is the invocation's number in its workgroup, g in the grid
    shader unset '#version 450' 'layout(local_size_x = 4) in;' 'layout(binding = 0) buffer B { uint b[]; };' \
        'layout(binding = 1) uniform U { int count; ivec2 size; } u;' 'layout(push_constant) uniform P { uint n, rows; float scale; };' \
        'shared uint part[4];' 'void main() { uint g = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;' "$3" '}'
    says "$1" "$2" "$work/unset.spv" "${@:4}"
}
returns='if (g >= n) return; part[l] = g; barrier(); b[g] = part[3 - l];'
unset_is 1 'error: divergent barrier' "$returns"
unset_is 1 'note: where n is 3, which nobody chose (--input)' "$returns"
unset_is 1 '"fault": "divergent barrier.*where n is 3, which nobody chose' "$returns" --json
unset_is 0 'no data race' "$returns" --input n=8
unset_is 0 'no data race' "$returns" --runs 1 # of which the number is chosen, too
unset_is 1 'where rows is 3' 'for (uint i = l / 2; i < rows; i += 2) barrier();'
unset_is 1 'where u.count is 3' 'for (int i = int(l) / 2; i < u.count; i += 2) barrier();'
unset_is 1 'where u.size.y is 3' 'if (l < u.size.y) barrier();'
unset_is 1 'where rows is 1' 'if (rows == 1 && l == 0) barrier();'
unset_is 1 'error: data race: .* part' 'for (uint i = 0; i < rows; i++) { part[l] = i; barrier(); b[g] += part[3 - l]; }'
unset_is 1 'where rows is 3' 'for (uint i = 0; i < rows; i++) { part[l] = i; barrier(); b[g] += part[3 - l]; }'
# what a correct shader does with such a number is no fault
unset_is 0 'taken for granted: .*n is 0, as nobody chose it (--input)' 'if (n > 0) b[g - n - 9] = 1;' # no other value shows anything
unset_is 0 'taken for granted: .*n is 0, 3, 1 or 8, as nobody chose it (--input)' 'if (g < n) b[g] = g;'
unset_is 0 '"assumption": ".*n is 0, 3, 1 or 8' 'if (g < n) b[g] = g;' --json
unset_is 0 'rows, n are 0, 3, 1 or 8' 'for (uint i = 0; i < rows; i++) { part[l] = i; barrier(); if (g < n) b[g] += part[3 - l]; barrier(); }'
unset_is 0 'b has 29 elements' 'if (g < n) b[g * 4] = g;'
# two strides of one number make elements coincide, which the verdict tells
unset_is 0 'no data race' 'if (g < n) b[g / 2 * n + l * rows] = g;'
unset_is 0 'where they are 8 there is a data race at .*, which may come of that alone' 'if (g < n) b[g / 2 * n + l * rows] = g;'
unset_is 0 'no data race' 'if (scale > float(l)) barrier();' # a number with a point is not tried

[ $failures = 0 ] && echo 'litmus verdicts: all as expected'
