#!/bin/bash
# A finding about IR that clang made of HIP or OpenCL C advises in the words of that language, and who follows the advice is left
# in peace: advice/ has kernels that are wrong, and what they are mended to. After optimization too, and linked to what else is OpenCL's.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

for tool in clang-22 opt-22; do
    if ! command -v $tool >/dev/null; then
        echo "SKIPPED: $tool is not installed, so no kernel is compiled" >&2
        exit 77
    fi
done
advice=$tests/ir/check/advice
cd "$work"

compile() { # FILE OUTPUT OPTION...
    local file=$1 output=$2
    shift 2
    case $file in
    *.cl) clang-22 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib \
        -S -emit-llvm "$@" "$file" -o "$output" ;;
    *.hip) clang-22 -x hip --offload-arch=gfx942 --offload-device-only -nogpulib -nogpuinc -S -emit-llvm "$@" "$file" -o "$output" ;;
    esac
}

count=0
for file in "$advice"/advice.{hip,cl}; do
    compile "$file" wrong.ll -O1
    opt-22 -S -O2 wrong.ll -o optimized.ll
    for ir in wrong optimized; do
        "$spirv_mmra" check $ir.ll >said 2>&1 || true
        while read -r rule words; do
            count=$((count + 1))
            grep -F "[$rule]" said >found || fail "$file: no $rule in $ir.ll"
            grep -qF -- "$words" found || fail "$file: $rule does not advise \"$words\": $(head -n 1 found)"
        done < <(sed -n 's,^// expect: ,,p' "$file")
    done
    for level in -O0 -O1 -O2; do
        compile "$file" right.ll $level -DMENDED
        "$spirv_mmra" check right.ll >said 2>&1 || fail "$file, mended: status $?"
        [ ! -s said ] || fail "$file, mended, $level: $(head -n 2 said)"
    done
done

# The device's library of HIP comes from OpenCL, and leaves its mark; other front ends leave none.
compile "$advice/advice.hip" hip.ll -O1
echo '!opencl.ocl.version = !{!9999}
!9999 = !{i32 2, i32 0}' >>hip.ll
"$spirv_mmra" check hip.ll >said 2>&1 || true
grep -q __HIP_MEMORY_SCOPE_AGENT said || fail "HIP with OpenCL's mark: not HIP's words"
sed -e '/amdgpu_printf_kind/s/amdgpu_printf_kind/other/' -e 's/__hip_cuid/cuid/g' -e '/^!opencl/d' hip.ll >plain.ll
"$spirv_mmra" check plain.ll >said 2>&1 || true
grep -q '\[singlethread-fence\]' said || fail "without marks: no finding"
grep -qE '__HIP|__builtin|__sync|memory_scope' said && fail "without marks: words of a language: $(head -n 1 said)"
for mark in amdgpu_printf_kind __hip_cuid; do # each alone does
    case $mark in
    amdgpu_printf_kind) sed -e 's/__hip_cuid/cuid/g' hip.ll ;;
    *) sed -e 's/amdgpu_printf_kind/other/' hip.ll ;;
    esac >one.ll
    "$spirv_mmra" check one.ll >said 2>&1 || true
    grep -q __HIP_MEMORY_SCOPE_AGENT said || fail "$mark alone: not HIP's words"
done
# IR for another target: what to compile instead.
sed 's/^target triple = .*/target triple = "x86_64-unknown-linux-gnu"/' hip.ll >host.ll
"$spirv_mmra" check host.ll >said 2>&1 || true
grep -q -- '--offload-device-only.*\[target\]' said || fail "HIP for the host: $(head -n 1 said)"
compile "$advice/advice.cl" cl.ll -O1
sed 's/^target triple = .*/target triple = "x86_64-unknown-linux-gnu"/' cl.ll >host.ll
"$spirv_mmra" check host.ll >said 2>&1 || true
grep -q -- '-target amdgcn-amd-amdhsa.*\[target\]' said || fail "OpenCL for the host: $(head -n 1 said)"

finish "$count pieces of advice, and what follows them"
