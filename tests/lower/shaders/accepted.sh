#!/bin/bash
# LLVM 22 accepts every shader and sample: its verifier in each profile and in GLSL450's strict mode; llc, which verifies too,
# for one target in profile 22 as it is and after opt -O2, and for two further ones in profile 22 and with --abi=buffer, of each of them
# every second shader, by turns; those of image-* can sample. LLVM 23, where it is there: llc for one target what is written by default,
# after opt -O2, and with --abi=buffer. With --abi=driver LLVM 19, 22 and 23 compile a third of them for a processor each. Equal
# translations are looked at once. --all: every shader for every target; SMMRA_ALL (tests/run.sh --all): every shader, else every third.
set -euo pipefail
all=${1-}
. "$(dirname "$0")/../../project/common.sh"

others() { grep -zv '/image-' || true; }
images() { grep -z '/image-' || true; }

looked_at=("$shaders"/*.spv)
if [ -z "${SMMRA_ALL:-}$all" ]; then
    mapfile -t looked_at < <(printf '%s\n' "${looked_at[@]}" | awk 'NR % 3 == 1')
fi
translate() { # directory, options...: for gfx942 of those that do not sample
    local directory=$1 modules=("${looked_at[@]}")
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

# Passes on the NUL-terminated files of every second shader: one half of all shaders (0) or the other (1); with --all every file.
by_turns() {
    tr '\0' '\n' | awk -F/ -v turn="$1" -v all="$all" 'NR == FNR { wanted[$NF] = all || NR % 2 == turn; next } wanted[$NF]' \
        <(find "$shaders" -name '*.spv' | sort | sed 's/spv$/ll/') - | tr '\n' '\0'
}

accepted_by() { # tool and options...
    each "$@" >"$work/messages"
    count_failures "$work/messages"
}

# The verifier looks at many files in one process of llvm-link, which takes nothing of them into a module that needs nothing. What it
# refuses, and a broken file that must be among that, llvm-as looks at one by one.
verify() { # files...
    llvm-link-22 -disable-debug-info-type-map -only-needed "$work/empty.ll" "$@" -o /dev/null 2>"$work/verified" || printf '%s\0' "$@"
}
export -f verify
export work
verified() {
    : >"$work/empty.ll"
    printf 'define void @broken(ptr %%p) {\n  store i32 1, ptr %%p, align 4, !mmra !0\n  ret void\n}\n!0 = !{i32 1}\n' >"$work/broken.ll"
    { cat && printf '%s\0' "$work/broken.ll"; } | xargs -0 -n 100 bash -c 'verify "$@"' verify >"$work/refused"
    grep -qz '/broken\.ll$' "$work/refused" || fail "the verifier takes a broken module"
    { grep -vz '/broken\.ll$' "$work/refused" || true; } | accepted_by llvm-as-22 -o /dev/null
}

for profile in "${profiles[@]}"; do
    translate "$profile" --llvm "$profile"
done
translate strict --llvm 22 --glsl450=strict
for target in "${targets[@]}"; do
    translate "buffer-$target" --llvm 22 --abi=buffer --mcpu="$target"
done
for target in gfx1030 gfx1100 gfx1201; do
    translate "driver-$target" --llvm 22 --abi=driver --mcpu="$target"
done

distinct document 23 24 draft strict buffer-gfx942 | verified
distinct 22 | others | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null
distinct 22 | images | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
for half in 0:gfx1100:gfx1030 1:gfx1201:gfx1201; do
    IFS=: read -r turn target image_target <<<"$half"
    distinct 22 "buffer-$target" | others | by_turns "$turn" | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$target" -filetype=null
    distinct 22 | images | by_turns "$turn" | accepted_by llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu="$image_target" -filetype=null
done

# As a driver starts it, each by turns, after opt -O2: without it functions are not inlined.
optimized() { # version, processor, one .ll file
    local passes=default'<O2>'
    [ "$1" != 19 ] || passes=always-inline # its own vectors are too much for its llc: docs/guide/embed.md
    "opt-$1" -passes="$passes" "$3" -o - | "llc-$1" -mcpu="$2" -filetype=null
}
export -f optimized
by_thirds() { awk -v RS='\0' -v ORS='\0' -v turn="$1" -v all="$all" 'all || NR % 3 == turn'; }
distinct driver-gfx1030 | by_thirds 0 | accepted_by bash -c 'optimized "$@"' optimized 22 gfx1030
distinct driver-gfx1100 | by_thirds 1 | accepted_by bash -c 'optimized "$@"' optimized 22 gfx1100
distinct driver-gfx1201 | by_thirds 2 | accepted_by bash -c 'optimized "$@"' optimized 22 gfx1201

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
    translate driver-23 --llvm 23 --abi=driver --mcpu=gfx1100
    distinct driver-23 | by_thirds 0 | accepted_by bash -c 'optimized "$@"' optimized 23 gfx1100
fi

# LLVM 19, and with SMMRA_ALL 21, where they are there: their profiles, of each every second shader.
for version in 19 ${SMMRA_ALL:+21}; do
    command -v "llc-$version" >/dev/null || continue
    translate "$version" --llvm "$version" --mcpu=gfx1100
    translate "buffer-$version" --llvm "$version" --abi=buffer --mcpu=gfx1100
    translate "driver-$version" --llvm "$version" --abi=driver --mcpu=gfx1030
    distinct "driver-$version" | by_thirds 1 | accepted_by bash -c 'optimized "$@"' optimized "$version" gfx1030
    distinct "$version" | by_turns 0 | accepted_by "llc-$version" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
    distinct "buffer-$version" | by_turns 1 | accepted_by "llc-$version" -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=null
done

finish "$(find "$work" -name '*.ll' | wc -l) translations of ${#looked_at[@]} modules," \
    "$(distinct "${profiles[@]}" strict | tr -dc '\0' | wc -c) of them distinct"
