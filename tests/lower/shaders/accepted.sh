#!/bin/bash
# LLVM 22 accepts every shader and sample: llvm-as, which verifies, in each profile, llc for three targets in profile 22 and with
# --abi=buffer, for one of them in GLSL450's strict mode, and for one after opt -O2; those of image-* can sample. LLVM 23, where it is
# there: llc for one target what is written by default, after opt -O2, and with --abi=buffer. Equal translations are looked at once.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

others() { grep -zv '/image-' || true; }
images() { grep -z '/image-' || true; }

translate() { # directory, options...: of all shaders, for gfx942 of those that do not sample
    local directory=$1 modules=("$shaders"/*.spv)
    shift
    mkdir -p "$work/$directory"
    if [[ $directory = *gfx942 ]]; then mapfile -d '' modules < <(printf '%s\0' "${modules[@]}" | others); fi
    "$spirv_mmra" -j "$jobs" --out-dir "$work/$directory" "$@" "${modules[@]}" || fail "translation to $directory"
}

# Prints, NUL-terminated, the .ll files of some directories, one for each content.
distinct() { # directories...
    (cd "$work" && find "$@" -name '*.ll' -exec md5sum {} + | sort | awk -v work="$work" '
        !seen[$1]++ { sub(/^[0-9a-f]+  /, ""); printf "%s/%s%c", work, $0, 0 }')
}

accepted_by() { # tool and options...
    each "$@" >"$work/messages"
    count_failures "$work/messages"
}

for profile in "${profiles[@]}"; do
    translate "$profile" --llvm "$profile"
done
translate strict --llvm 22 --glsl450=strict
for target in "${targets[@]}"; do
    translate "buffer-$target" --llvm 22 --abi=buffer --mcpu="$target"
done

distinct "${profiles[@]}" strict buffer-gfx942 | accepted_by llvm-as-22 -o /dev/null
distinct 22 strict | others | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null
distinct 22 strict | images | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
for target in gfx1100 gfx1201; do
    distinct 22 "buffer-$target" | others | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null
done
for target in gfx1030 gfx1201; do
    distinct 22 | images | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null
done

optimize() { # version, processor, one .ll file: leaves a .bc beside it
    "opt-$1" -O2 -mcpu="$2" "$3" -o "${3%.ll}.bc"
}
export -f optimize
for version in "${llvm_versions[@]}"; do
    distinct "$version" | others | accepted_by bash -c 'optimize "$@"' optimize "$version" gfx942
    distinct "$version" | images | accepted_by bash -c 'optimize "$@"' optimize "$version" gfx1100
    find "$work/$version" -name '*.bc' -print0 | others | accepted_by "llc-$version" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null
    find "$work/$version" -name '*.bc' -print0 | images | accepted_by "llc-$version" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
done
if [ "${#llvm_versions[@]}" -gt 1 ]; then
    translate newest --llvm 23 --abi=buffer --mcpu=gfx1100
    translate default
    distinct default newest | accepted_by llc-23 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
fi

finish "$(find "$work" -name '*.ll' | wc -l) translations of $(find "$shaders" -name '*.spv' | wc -l) modules," \
    "$(distinct "${profiles[@]}" strict | tr -dc '\0' | wc -c) of them distinct"
