#!/bin/bash
# compilers.sh: builds the library with every compiler that is installed (gcc, gcc-13 to gcc-15, clang-14 to clang-23),
# and with the first for 32 bits too where it has that (gcc-multilib, g++-multilib), warnings being errors; links C99 and
# C++20 users with the static and the shared library; and holds the IR of all samples that each writes against the
# first's. A long run, by hand.
set -euo pipefail
. "$(dirname "$0")/common.sh"

ways=() # a compiler and its options for code
for compiler in gcc gcc-{13..15} clang-{14..23}; do
    ! command -v "$compiler" >/dev/null || ways+=("$compiler")
done
echo 'int main(void) { return 0; }' | tee "$work/main.c" >"$work/main.cc"
[ ${#ways[@]} != 0 ] || { fail "no compiler"; finish "0 compilers"; }
if ${ways[0]} -m32 "$work/main.c" -o "$work/main" 2>/dev/null; then
    ways+=("${ways[0]} -m32")
else
    echo "no libraries of 32 bits: not built for them"
fi

cat >"$work/user.cc" <<'END'
#include <spirv_mmra.h>
#include <spirv_mmra_litmus.h>
int main() { return smmra_version_string() == nullptr; }
END
modules=()
for sample in "$root"/samples/*.comp; do
    module=$work/$(basename "$sample").spv
    glslangValidator --target-env vulkan1.3 -o "$module" "$sample" >/dev/null || fail "$sample is not compiled"
    modules+=("$module")
done

build_with() { # DIRECTORY COMPILER [OPTION]
    cmake -G Ninja -S "$root" -B "$1" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSMMRA_TOOLS=OFF -DSMMRA_TESTS=OFF \
        -DCMAKE_C_COMPILER="$2" "-DCMAKE_C_FLAGS=-Werror ${3-}" -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache)" && cmake --build "$1" -j "$jobs" &&
        cmake --install "$1" --prefix "$1/installed"
}
# Links the users, runs them, and writes the IR that the C user prints.
use() { # DIRECTORY COMPILER [OPTION]
    local installed=$1/installed cxx=${2/gcc/g++} libraries library user
    local strict=(-Wall -Wextra -Wpedantic -Werror "-I$1/installed/include")
    cxx=${cxx/clang/clang++}
    libraries=$(find "$installed" -name 'libspirv-mmra.so' -printf '%h\n')
    for library in "$libraries/libspirv-mmra.a" "-L$libraries -lspirv-mmra -Wl,-rpath,$libraries"; do
        # shellcheck disable=SC2086 # options, a word each
        "$2" ${3-} -std=c99 "${strict[@]}" "$root/samples/embed/translate_file.c" $library -lm -o "$1/user" || return 1
        # shellcheck disable=SC2086
        if "$cxx" ${3-} "$work/main.cc" -o "$1/none" 2>/dev/null; then
            # shellcheck disable=SC2086
            "$cxx" ${3-} -std=c++20 "${strict[@]}" "$work/user.cc" $library -lm -o "$1/user++" && "$1/user++" || return 1
        else
            echo "$cxx ${3-} links no C++: no user of C++" >&3
        fi
        for user in "${modules[@]}"; do "$1/user" "$user" || return 1; done >"$1/said"
        cmp "$1/said" "$work/0/said" || return 1
    done
}
exec 3>&1
for number in "${!ways[@]}"; do
    directory=$work/$number
    # shellcheck disable=SC2086 # a compiler and an option
    if build_with "$directory" ${ways[number]} >"$work/log" 2>&1 &&
        use "$directory" ${ways[number]} >>"$work/log" 2>&1; then
        echo "${ways[number]}: the same IR of ${#modules[@]} samples"
    else
        fail "${ways[number]}: $(grep -vE '^\[|^: ' "$work/log" | grep -E 'error|warning|differ|undefined|multiple definition|cannot find' | sed -n 1,5p)"
    fi
    find "$directory" -name '*.o' -delete
done
finish "${#ways[@]} ways to compile the library"
