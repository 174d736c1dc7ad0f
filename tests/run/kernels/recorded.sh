#!/bin/bash
# recorded.sh SPIRV-MMRA SOURCE-FOLDER SAMPLES FOLDER: programs of HIP and of OpenCL that know nothing of it are recorded,
# by the libraries and the stand-ins for runtimes of samples/hip and samples/opencl, and race finds what was planted, where
# the recorded data show it.
set -u -o pipefail
command=$1 sources=$2 samples=$3 folder=$4
if ! command -v clang-22 >/dev/null || ! command -v llvm-objdump-22 >/dev/null; then
    echo "SKIPPED: clang-22 or llvm-objdump-22 is not installed"
    exit 77
fi
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
failures=0 runs=0
shared="cc -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared"
$shared "$samples/hip/record.c" -o librecord.so && $shared "$samples/hip/runtime.c" -o libamdhip64.so &&
    $shared "$samples/opencl/record.c" -o libclrecord.so && $shared "$samples/opencl/runtime.c" -o libOpenCL.so || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# A bundle, as clang-offload-bundler writes it, of one code object.
bundle() { # PROCESSOR OBJECT TO
    python3 - "$@" <<'END'
import struct, sys
name = b"hipv4-amdgcn-amd-amdhsa--" + sys.argv[1].encode()
code = open(sys.argv[2], "rb").read()
host = b"host-x86_64-unknown-linux-gnu"
head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", 2)
head += struct.pack("<QQQ", 4096, 0, len(host)) + host + struct.pack("<QQQ", 4096, len(code), len(name)) + name
open(sys.argv[3], "wb").write(head.ljust(4096, b"\0") + code)
END
}

record() { # PROCESSOR OPTIONS
    local flags="-w -x hip -nogpuinc -nogpulib --offload-arch=$1 -O2 $2"
    rm -rf dispatches program program.o && mkdir dispatches
    clang-22 $flags --cuda-device-only -g -S "$sources/recorded.hip" -o device.s && # which wants no linker
        clang-22 -target amdgcn-amd-amdhsa -mcpu="$1" -c device.s -o device.o && bundle "$1" device.o device.hipfb &&
        clang-22 $flags --cuda-host-only -Xclang -fcuda-include-gpubinary -Xclang device.hipfb -c "$sources/recorded.hip" -o program.o &&
        cc program.o -o program -L. -lamdhip64 -lstdc++ || { fail "$1 $2: it is not compiled"; return; }
    SMMRA_RECORD_DIR=$PWD/dispatches LD_LIBRARY_PATH=$PWD LD_PRELOAD=$PWD/librecord.so ./program "$PWD/device.hipfb" || fail "$1 $2: the program"
}

# What race says of the only dispatch of a kernel.
judge() { # KERNEL STATUS WORDS OPTIONS...
    local status=0 dispatch
    dispatch=$(dirname "$(grep -lx "entry $1" dispatches/*/dispatch.txt)")
    "$command" race "$dispatch" "${@:4}" >said 2>&1 || status=$?
    runs=$((runs + 1))
    if [ $status -ne "$2" ] || ! grep -qF -- "$3" said; then
        fail "$kind: $1: status $status, not $2 with \"$3\": $(head -n 5 said)"
    fi
}

for processor in gfx942 gfx1100 gfx1250; do
    for way in "" -DBY_MODULE; do
        kind="$processor $way"
        record $processor "$way"
        judge count 0 "no data race on 32 runs"
        judge turn 0 "no data race on 32 runs"
    done
    # Only with these keys do two work-items of two workgroups write one bin: that of key 7 * 37 % 256, four bytes each.
    kind="$processor equal keys"
    record $processor "-DEQUAL_KEYS"
    judge count 1 "byte 12 of the memory at 0x"
    judge turn 0 "no data race on 32 runs"
    kind="$processor no barrier"
    record $processor "-DNO_BARRIER"
    judge count 0 "no data race on 32 runs"
    judge turn 1 "of shared memory is not ordered"
done
[ "$(grep -c . <(ls dispatches))" -eq 2 ] || fail "not one folder for each kernel"
SMMRA_RECORD_MEGABYTES=0 SMMRA_RECORD_DIR=$PWD/dispatches LD_LIBRARY_PATH=$PWD LD_PRELOAD=$PWD/librecord.so ./program x
rm -rf kept && mv dispatches kept
for from in kept/*; do
    grep -q left-out "$from/dispatch.txt" && mkdir -p dispatches && cp -r "$from" dispatches
done
kind="nothing but arguments"
judge count 6 "an access out of bounds, which may be to what was not recorded"

# OpenCL: buffers have no addresses but those that the recorder gives them, pointers into shared virtual memory have, an
# argument without a value is shared memory, and a workgroup's size may be the kernel's.
record_opencl() { # PROCESSOR OPTIONS
    rm -rf dispatches program code.o && mkdir dispatches
    clang-22 -w -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu="$1" -nogpulib -O2 -g $2 -c "$sources/recorded.cl" -o code.o &&
        cc -std=c11 $2 "$sources/recorded_opencl.c" -o program -L. -lOpenCL || { fail "$1 $2: it is not compiled"; return; }
    SMMRA_RECORD_DIR=$PWD/dispatches LD_LIBRARY_PATH=$PWD LD_PRELOAD=$PWD/libclrecord.so ./program code.o || fail "$1 $2: the program"
}

for processor in gfx942 gfx1100 gfx1250; do
    kind="$processor OpenCL"
    record_opencl $processor ""
    judge count 0 "no data race on 32 runs"
    judge turn 0 "no data race on 32 runs"
    judge fixed_size 0 "no data race on 32 runs"
    kind="$processor OpenCL, equal keys"
    record_opencl $processor -DEQUAL_KEYS
    judge count 1 "byte 12 of the memory at 0x"
    kind="$processor OpenCL, no barrier"
    record_opencl $processor -DNO_BARRIER
    judge turn 1 "of shared memory is not ordered"
done
# The part of a buffer begins 1,024 bytes after that, and `turn` reads and writes as many.
"$command" race "$(dirname "$(grep -lx "entry turn" dispatches/*/dispatch.txt)")" --groups 3 >said 2>&1
grep -q "an access out of bounds" said || fail "a part of a buffer: $(head -n 3 said)"
record_opencl gfx1100 -DNO_SIZE
grep -qx "not-recorded count: the runtime chooses the size of its workgroups" dispatches/*/dispatch.txt || fail "a size that nobody says"
[ "$(grep -c . <(ls dispatches))" -eq 3 ] || fail "not one folder for each kernel of OpenCL"

# Manifests that are wrong, each in one line.
record gfx1100 ""
cp -r "$(dirname "$(grep -lx "entry count" dispatches/*/dispatch.txt)")" good
wrong() { # STATUS WORDS SED
    rm -rf dispatches && mkdir dispatches && cp -r good dispatches/one
    sed -i "$3" dispatches/one/dispatch.txt
    grep -qx "entry count" dispatches/one/dispatch.txt || sed -i '$ a # \nentry count' dispatches/one/dispatch.txt
    kind=$3
    judge count "$1" "$2"
}
wrong 3 "the line of the local is missing" '/^local/d'
wrong 3 "the line of the groups is missing" '/^groups/d'
wrong 3 "a workgroup without work-items" 's/^local .*/local 128 0 1/'
wrong 3 "is no number from 0 to 65536" 's/^shared .*/shared 65537/'
wrong 3 "the lines robust and memory are of a module and of a kernel" '1 a robust'
wrong 3 "the kernel is no code object" 's/^kernel kernel/kernel argument-0/'
wrong 3 "argument 2, of 4 bytes, is not in the recording" '/^argument 2/d'
printf ab >good/short
wrong 3 "argument 2, of 4 bytes, is not in the recording" 's/^argument 2 .*/argument 2 short/'
wrong 3 "is no number from 0 to 65536" "\$ a shared-argument 1 65537"
wrong 3 "argument 2, of 4 bytes, is not in the recording" 's/^argument 2 .*/shared-argument 3 4/'
wrong 1 "an access out of bounds" 's/^argument 0 .*/shared-argument 0 8/'
wrong 3 "the memory at address 0x" "\$ a memory 0x7f0000000010 memory-0\nmemory 0x7f0000000000 memory-0"
wrong 4 "not supported: memory at address 0x7f0000000008" "\$ a memory 0x7f0000000008 memory-0"
wrong 4 "not supported: memory at address 0x100000" "\$ a memory 0x100000 memory-0"
wrong 4 "not supported: memory at address 0xfffffffffffffff0" "\$ a memory 0xfffffffffffffff0 memory-0"
wrong 3 "is no address" "\$ a memory 7g memory-0"
wrong 2 "nowhere: No such file or directory" "\$ a memory 0x7f0000000000 nowhere"
wrong 1 "an access out of bounds" '/^memory/d'
status=0
"$command" litmus good >said 2>&1 || status=$?
{ [ $status -eq 4 ] && grep -q "the dispatch of a kernel, which race takes" said; } || fail "litmus: status $status: $(head -n 3 said)"
echo "$runs dispatches ran, $failures failures"
[ $failures -eq 0 ] && [ $runs -eq 58 ]
