#!/bin/bash
# spirv-mmra race on stages other than compute (races.md, "Fragments", "Other stages"). Each shader of drawn/ says what is right and what is
# wrong of it: a right one has no race in any order, a wrong one has one between lines that it calls PLANTED, and the output has the texts
# that it says ("says:", a regular expression). Where the model checker runs
# the same invocations, it says the same. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cp "$tests"/litmus/{drawn,stages,fragments}/* "$work"
cd "$work"
right=0 wrong=0

compile() { # SHADER OPTION...
    glslangValidator -V --target-env vulkan1.3 -g -o module.spv "${@:2}" "$1" >log || fail "$*: $(cat log)"
}

# The first of two barriers begins an interlock that keeps the order of primitives, the second ends it.
with_interlock() {
    spirv-dis --raw-id module.spv | awk '
        / OpMemoryBarrier / { print ++count == 1 ? "OpBeginInvocationInterlockEXT" : "OpEndInvocationInterlockEXT"; next }
        /OpExtInstImport/ { print "OpExtension \"SPV_EXT_fragment_shader_interlock\"" }
        { print }
        /OpCapability Shader/ { print "OpCapability FragmentShaderPixelInterlockEXT" }
        /OpExecutionMode .*OriginUpperLeft/ { print "OpExecutionMode", $2, "PixelInterlockOrderedEXT" }' >module.spvasm
    spirv-as --target-env vulkan1.3 --preserve-numeric-ids module.spvasm -o module.spv
}

is_right() { # WHAT GRID...
    "$spirv_mmra" race module.spv "${@:2}" --runs 12 >said || fail "$1: status $?: $(cat said)"
    [ "$(grep -c ': no data race on this run$' said)" = 12 ] || fail "$1: $(cat said)"
    right=$((right + 1))
}

is_wrong() { # SHADER WHAT GRID...
    local status=0 line
    "$spirv_mmra" race module.spv "${@:3}" >said || status=$?
    [ "$status" = 1 ] && grep -q ': error: data race: ' said || fail "$2: status $status: $(cat said)"
    for line in $(sed -n "s/^$1:\([0-9]*\):[0-9]*: .* \(reads\|writes\) .*/\1/p" said); do
        [[ $(sed -n "${line}p" "$1") == *PLANTED* ]] || fail "$2: line $line: $(cat said)"
    done
    while read -r line; do
        grep -q -- "$line" said || fail "$2: not said: $line: $(cat said)"
    done < <(sed -n 's,^// says: *,,p' "$1")
    wrong=$((wrong + 1))
}

for shader in "$tests"/litmus/drawn/*; do
    shader=$(basename "$shader")
    read -ra grid <<<"$(sed -n 's|^// grid: *||p' "$shader")"
    while read -ra says; do
        compile "$shader" "${says[@]:1}"
        [ "$shader" != absent.frag ] || with_interlock
        case ${says[0]} in
        right) is_right "$shader ${says[*]}" "${grid[@]}" ;;
        wrong) is_wrong "$shader" "$shader ${says[*]}" "${grid[@]}" ;;
        esac
    done < <(sed -n 's,^// \(right\|wrong\): *,\1 ,p' "$shader")
done

# ---- the model checker says the same: fragments of one pixel, one workgroup or patch ----

alike=0
says_the_same() { # NAME=COUNT SHADER OPTION...
    local all=0 some=0
    compile "${@:2}"
    "$spirv_mmra" litmus module.spv --glsl450=conservative --groups "${1#*=}" >all || all=$?
    "$spirv_mmra" race module.spv --glsl450=conservative --groups "${1%=*}${1#*=}" >some || some=$?
    [ "$all" = "$some" ] || fail "${*:2}: litmus $all, race $some: $(cat all some)"
    [ "$all" != 1 ] || grep -q 'data race' all || fail "${*:2}: $(cat all)"
    alike=$((alike + 1))
}
output=-DSEMANTICS=gl_StorageSemanticsOutput buffer=-DSEMANTICS=gl_StorageSemanticsBuffer workgroup=-DSCOPE=gl_ScopeWorkgroup
for options in counter 'counter -DOUTSIDE' image numbers private 'helper -DHELPER' 'helper -DEND' 'helper -DSTAY'; do
    read -ra options <<<"$options"
    says_the_same 1,1,=2 "${options[0]}.frag" "${options[@]:1}"
done
for options in -DMODEL -DNO_BARRIER "-DMODEL $workgroup $output" "-DMODEL $workgroup $buffer"; do
    read -ra options <<<"$options"
    says_the_same =1 mesh.mesh "${options[@]}"
    says_the_same =1 payload.task "${options[@]}"
    says_the_same =2 patch.tesc "${options[@]}"
done
finish "$right right shaders without a race, $wrong wrong ones with theirs; $alike as litmus has them"
