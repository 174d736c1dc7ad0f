#!/bin/bash
# The stack that the library needs, on types, constants, control flow and IR that are nested as deep as they may be: the bound is the
# header's. All other depth is on the heap.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
bound=$(sed -nE 's/.*at most ([0-9]+) KB of stack.*/\1/p' "$root/translator/spirv_mmra.h")
[ -n "$bound" ] || { echo "FAIL: the header does not say how much stack a call needs" >&2; exit 1; }
most=250 # SPIRV_MAX_NESTING, and what stands around it

head='OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1'
decorations='OpDecorate %901 DescriptorSet 0
OpDecorate %901 Binding 0
OpDecorate %910 DescriptorSet 0
OpDecorate %910 Binding 1'
types='%2 = OpTypeVoid
%3 = OpTypeFunction %2
%4 = OpTypeInt 32 0
%5 = OpConstant %4 0
%6 = OpConstant %4 1
%7 = OpTypeBool
%8 = OpConstantTrue %7'
body='%1 = OpFunction %2 None %3
%20 = OpLabel'
end='OpReturn
OpFunctionEnd'
assemble() { spirv-as --preserve-numeric-ids --target-env spv1.4 - -o "$work/$1.spv"; }

# Types %100 to %100 + $most, each of which holds the one before it, and constants of them from %1000 on.
nested() { # SCALAR CONSTANT array|struct
    local i
    echo "%100 = OpTypeStruct $1"
    echo "%1000 = OpConstantComposite %100 $2"
    for ((i = 1; i <= most; i++)); do
        if [ "$3" = array ]; then echo "%$((100 + i)) = OpTypeArray %$((99 + i)) %6"; else echo "%$((100 + i)) = OpTypeStruct %$((99 + i))"; fi
        echo "%$((1000 + i)) = OpConstantComposite %$((100 + i)) %$((999 + i))"
    done
}
top=$((100 + most)) constant=$((1000 + most))
for kind in array struct; do
    for class in Private Function Workgroup; do
        initial=$([ $class = Private ] && echo "%$constant" || true)
        [ $class = Function ] && where=inside || where=outside
        variable="%901 = OpVariable %900 $class $initial"
        for scalar in '%4 %6' '%7 %8'; do
            {
                printf '%s\n%s\n' "$head" "$types"
                # shellcheck disable=SC2086
                nested $scalar $kind
                echo "%900 = OpTypePointer $class %$top"
                [ $where = inside ] || echo "$variable"
                echo "$body"
                [ $where = outside ] || echo "$variable"
                printf '%%21 = OpLoad %%%d %%901\nOpStore %%901 %%21\nOpStore %%901 %%%d\n' "$top" "$constant"
                printf '%%22 = OpCopyLogical %%%d %%21\nOpStore %%901 %%22\n%%23 = OpSelect %%%d %%8 %%21 %%22\nOpStore %%901 %%23\n%s\n' \
                    "$top" "$top" "$end"
            } | assemble "$kind-$class-$(tr -d ' %' <<<"$scalar")"
        done
    done
done
{ # buffers of different layouts: 2 and 4 bytes more between elements
    printf '%s\n%s\n' "$head" "$decorations"
    for ((i = 0; i <= most; i++)); do echo "OpMemberDecorate %$((100 + i)) 0 Offset 0"; done
    printf 'OpDecorate %%%d Block\n%s\n' "$top" "$types"
    nested %4 %6 struct
    printf '%%900 = OpTypePointer StorageBuffer %%%d\n%%901 = OpVariable %%900 StorageBuffer\n%%910 = OpVariable %%900 StorageBuffer\n%s\n' "$top" "$body"
    printf '%%21 = OpLoad %%%d %%901\nOpStore %%910 %%21\nOpCopyMemory %%910 %%901\n%s\n' "$top" "$end"
} | assemble buffers

depth=3000
{ # selections in selections, loops in loops, calls of calls
    printf '%s\n%s\n%s\n' "$head" "$types" "$body"
    for ((i = 0; i < depth; i++)); do
        printf 'OpSelectionMerge %%%d None\nOpBranchConditional %%8 %%%d %%%d\n%%%d = OpLabel\n' $((20000 + i)) $((10000 + i)) $((20000 + i)) $((10000 + i))
    done
    for ((i = depth - 1; i >= 0; i--)); do printf 'OpBranch %%%d\n%%%d = OpLabel\n' $((20000 + i)) $((20000 + i)); done
    echo "$end"
} | assemble selections
{
    printf '%s\n%s\n%s\n%%21 = OpFunctionCall %%2 %%10000\n%s\n' "$head" "$types" "$body" "$end"
    for ((i = 0; i < depth; i++)); do
        printf '%%%d = OpFunction %%2 None %%3\n%%%d = OpLabel\n' $((10000 + i)) $((20000 + i))
        [ $i = $((depth - 1)) ] || printf '%%%d = OpFunctionCall %%2 %%%d\n' $((30000 + i)) $((10001 + i))
        echo "$end"
    done
} | assemble calls
{
    printf '%s\n%s\n%%10000 = OpSpecConstantOp %%4 IAdd %%6 %%6\n' "$head" "$types"
    for ((i = 1; i < depth; i++)); do echo "%$((10000 + i)) = OpSpecConstantOp %4 IAdd %$((9999 + i)) %6"; done
    printf '%s\n%%21 = OpIAdd %%4 %%%d %%6\n%s\n' "$body" $((9999 + depth)) "$end"
} | assemble constants

# IR: each kind as deep as the parser takes it, and one deeper
repeat() { local i text=''; for ((i = 0; i < $2; i++)); do text+=$1; done; printf '%s' "$text"; }
for n in 60 100 200 255 256 1000 100000; do
    [ $n -gt 1000 ] && open=$(printf '%*s' $n '' | tr ' ' '[') || open=$(repeat '[ 1 x ' $n)
    close=$(printf '%*s' $n '' | tr ' ' ']')
    printf 'define void @f() {\n  %%a = alloca %si32%s\n  ret void\n}\n' "$open" "$close" >"$work/types-$n.ll"
    printf 'define void @f() {\n  store %si32%s undef, ptr null\n  ret void\n}\n!0 = %s!1%s\n!1 = !{}\n' "$open" "$close" \
        "$(repeat '!{' $((n > 1000 ? 1000 : n)))" "$(repeat '}' $((n > 1000 ? 1000 : n)))" >"$work/metadata-$n.ll"
    printf '@g = global i32 add (%s, %s)\n' "$(printf '%*s' $n '' | tr ' ' '(')" "$(printf '%*s' $n '' | tr ' ' ')')" >"$work/expressions-$n.ll"
done
# litmus programs: conditions in parentheses, and many instructions
for n in 10 100 1000 100000; do
    { printf 'Vulkan deep\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.atom.dv.sc0 x, 1 ;\nexists %s x == 1 %s\n' \
        "$(printf '%*s' $n '' | tr ' ' '(')" "$(printf '%*s' $n '' | tr ' ' ')')"; } >"$work/parentheses-$n.litmus"
    { printf 'Vulkan not\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.atom.dv.sc0 x, 1 ;\nexists %s(x == 1)\n' \
        "$(printf '%*s' $n '' | tr ' ' '~')"; } >"$work/not-$n.litmus"
done
"$build/bin/stack" $((bound * 1024)) "$work"/*.spv "$work"/*.ll "$work"/*.litmus || fail "the header says $bound KB"
finish "$(ls "$work"/*.spv "$work"/*.ll "$work"/*.litmus | wc -l) inputs"
