#!/bin/bash
# No false alarm: IR that clang makes of OpenCL and HIP kernels, as it comes and optimized, gives nothing. And the parser
# loses nothing of it: printed again, LLVM takes it for the same module.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

for tool in clang-22 llvm-as-22 llvm-dis-22; do
    if ! command -v $tool >/dev/null; then
        echo "SKIPPED: $tool is not installed, so no kernel is compiled" >&2
        exit 77
    fi
done

compile() { # SOURCE LEVEL OUTPUT
    local target=(-mcpu=gfx942)
    case $1 in
    *.cl) clang-22 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa "${target[@]}" \
        -nogpulib -S -emit-llvm "$2" "$1" -o "$3" ;;
    *.hip) clang-22 -x hip --offload-arch=gfx942 --offload-device-only -nogpulib -nogpuinc -S -emit-llvm "$2" "$1" \
        -o "$3" ;;
    esac
}

# The module as LLVM prints it, without the lines that name its file.
canonical() {
    llvm-as-22 "$1" -o - | llvm-dis-22 - -o - | grep -v '^; ModuleID\|^source_filename'
}

count=0
for source in "$tests"/ir/check/kernels/*.{cl,hip}; do
    for level in -O0 -O2; do
        compile "$source" $level "$work/kernel.ll"
        "$build/bin/ir_check" "$work/kernel.ll" >"$work/findings" || fail "$source $level: an error"
        [ ! -s "$work/findings" ] || fail "$source $level: $(cat "$work/findings")"
        "$build/bin/ir_roundtrip" "$work/kernel.ll" >"$work/again.ll"
        cmp -s <(canonical "$work/kernel.ll") <(canonical "$work/again.ll") || fail "$source $level: not the same again"
        count=$((count + 1))
    done
done
[ "$count" -ge 40 ] || fail "only $count modules were made"
finish "$count modules of clang: nothing found, nothing lost"
