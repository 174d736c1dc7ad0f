#!/bin/bash
# What clang's sanitizers see and gcc's do not: UndefinedBehaviorSanitizer with pointer-overflow (NULL + 0), ThreadSanitizer and
# MemorySanitizer, each in a build of its own below build/, over the tests' inputs. By hand, before a release.
#
#   tests/stress/robust/sanitizers.sh [undefined|memory|thread...]    SMMRA_EVERY=N: of every N-th input
#
# undefined and memory build the command, and lead every kind of input through its subcommands. MemorySanitizer knows nothing of memory
# that SPIRV-Tools and cmocka write, which are not built with it: it runs the command alone, without validation, on modules
# that are assembled before, and leaves report out, which disassembles by SPIRV-Tools (fuzz/run.sh has the report by the library under
# it, with SMMRA_FUZZ_SANITIZER=memory). thread builds the library, whose callers may have threads; the command has none (-j makes
# processes). clang 22 no longer reports NULL + 0, which C11 leaves undefined and C2y does not: undefined is built with clang 14.
# Needs clang-14, clang-22, libclang-rt-14-dev and libclang-rt-22-dev. Prints what ran, and each report; exit status 1 if there is one.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
every=${SMMRA_EVERY:-1}
kinds=("$@")
[ $# -gt 0 ] || kinds=(undefined memory thread)
SMMRA_BUILD=$build "$tests/lower/shaders/compile.sh" >/dev/null

build_with() { # DIRECTORY COMPILER SANITIZERS TARGET OPTION...: not optimized, so that every access of the source is there
    cmake -S "$root" -B "$1" -G Ninja -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=Debug -DSMMRA_TESTS=OFF "${@:5}" \
        -DCMAKE_C_FLAGS_DEBUG="-g1 -fno-omit-frame-pointer -fsanitize=$3 -fno-sanitize-recover=all" >"$work/log" 2>&1 &&
        cmake --build "$1" -j "$jobs" --target "$4" >>"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
}

export UBSAN_OPTIONS=print_stacktrace=1:exitcode=99 MSAN_OPTIONS=exitcode=99
each_of() { # WHAT OPTION...: the NUL-terminated files of standard input, each by itself; any status will do that is no report's
    local what=$1
    shift
    sort -z | awk -v RS='\0' -v ORS='\0' -v every="$every" '(NR - 1) % every == 0' >"$work/files"
    xargs -0 -r -P "$jobs" -n 1 bash -c 'file=${*: -1} status=0
        timeout 100 "${@:1:$#-1}" "$file" >"$0/out.$$" 2>&1 </dev/null || status=$?
        [ $status -lt 99 ] || [ $status = 124 ] || { echo "FAIL: ${*:2}: status $status"; grep -aE "runtime error|Sanitizer|^ +#[0-9] " "$0/out.$$" | head -12; }
        rm -f "$0/out.$$"' "$work" "$spirv_mmra" "$@" <"$work/files" >"$work/reports"
    echo "  $what: $(tr -cd '\0' <"$work/files" | wc -c) inputs, $(grep -c '^FAIL: ' "$work/reports" || true) reports"
    count_failures "$work/reports"
}
files() { find "$@" -type f -size -64k -print0; }
named() { find "$tests" "$root/samples" "$root/../shared/litmus" -type f -name "*.$1" -size -64k -print0 2>/dev/null; }

run_command() { # KIND
    local limits=(--timeout=2) grid=(--groups=2)
    files "$shaders" | each_of translate --no-validate --explain --lines -o /dev/null
    files "$shaders" | each_of "translate to buffers" --no-validate --abi=buffer --mcpu=gfx1100 --llvm=22 -o /dev/null
    files "$shaders" | each_of "translate for the host" --no-validate --target=host -o /dev/null
    files "$shaders" "$work/modules" | each_of "litmus of modules" litmus --no-validate "${limits[@]}" "${grid[@]}"
    files "$work/modules" | each_of "litmus --translate of modules" litmus --translate --no-validate "${limits[@]}" "${grid[@]}"
    files "$shaders" "$work/modules" | each_of "race of modules" race --no-validate "${limits[@]}" "${grid[@]}"
    [ "$1" = memory ] || files "$work/modules" | each_of report report --no-validate "${limits[@]}" -o /dev/null
    { named litmus; named test; } | each_of litmus litmus --outcomes "${limits[@]}"
    { named litmus; named test; } | each_of "litmus --translate" litmus --translate "${limits[@]}"
    named ll | each_of "check of IR" check
    named ll | each_of "litmus of IR" litmus "${limits[@]}"
    named s | each_of "litmus of machine code" litmus --mcpu=gfx1100 "${limits[@]}"
    named s | each_of "race of machine code" race --mcpu=gfx1100 --local=64 --arg=4096 "${limits[@]}"
    named s | each_of "cost of machine code" cost --mcpu=gfx1100 "${limits[@]}"
}

run_threads() { # DIRECTORY
    mapfile -t modules < <(find "$shaders" -name '*.spv' -size -16k | sort | awk -v every="$every" '(NR - 1) % every == 0')
    clang-22 -std=c11 -g1 -fsanitize=thread -I"$root" "$tests/stress/robust/threads.c" "$1/translator/libspirv-mmra.a" -lpthread -lm -o "$work/threads"
    TSAN_OPTIONS=halt_on_error=1 "$work/threads" 8 2 "${modules[@]}" || fail "ThreadSanitizer"
}

mkdir "$work/modules"
for source in "$tests"/litmus/spirv/*.spvasm; do
    spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$source" -o "$work/modules/$(basename "$source" asm)"
done
for kind in "${kinds[@]}"; do
    echo "$kind:"
    tree=$root/build/clang-$kind
    spirv_mmra=$tree/bin/spirv-mmra
    case $kind in
    undefined) build_with "$tree" clang-14 undefined,pointer-overflow spirv-mmra && run_command "$kind" ;;
    memory) build_with "$tree" clang-22 memory spirv-mmra && run_command "$kind" ;;
    thread) build_with "$tree" clang-22 thread spirv-mmra-static -DSMMRA_TOOLS=OFF && run_threads "$tree" ;;
    *) echo "sanitizers.sh: undefined, memory or thread, not $kind" >&2; exit 2 ;;
    esac
done
finish "clang's sanitizers: ${kinds[*]}"
