#!/bin/bash
# The library under ThreadSanitizer, 8 threads on the same and different modules, and under valgrind's memcheck: no race, no
# error, no leak. It is built apart, for the library alone.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

mapfile -t modules < <(find "$shaders" -name '*.spv' -size -16k | sort | awk 'NR % 4 == 1')
build_library() { # DIRECTORY FLAGS
    # Not optimized: every access of the source is there to be watched, and it is built in a third of the time.
    cmake -S "$root" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DSMMRA_TESTS=OFF -DSMMRA_TOOLS=OFF \
        -DCMAKE_C_FLAGS="$2" >"$work/log" 2>&1 && cmake --build "$1" -j "$jobs" --target spirv-mmra-static >>"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    # shellcheck disable=SC2086
    cc -std=c11 -g $2 -I"$root" "$tests/stress/robust/threads.c" "$1/translator/libspirv-mmra.a" -lpthread -lm -o "$1/threads"
}
build_library "$build/tsan" -fsanitize=thread
TSAN_OPTIONS=halt_on_error=1 "$build/tsan/threads" 8 2 "${modules[@]}" || fail "ThreadSanitizer"
if command -v valgrind >/dev/null; then
    cc -std=c11 -g -I"$root" "$tests/stress/robust/threads.c" "$build/translator/libspirv-mmra.a" -lpthread -lm -o "$work/threads"
    mapfile -t few < <(printf '%s\n' "${modules[@]}" | awk 'NR % 2 == 1')
    valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all "$work/threads" 2 1 "${few[@]}" ||
        fail "valgrind"
else
    echo "left out: valgrind is not installed"
fi

# Both see what is planted: the library with one file changed, by a sed script that must change it. Else silence would mean nothing.
planted() { # WHAT BUILD FILE SED FLAGS: leaves $work/planted
    local what=$1 from=$2 file=$3 flags=$5 object objects=()
    sed -E "$4" "$root/$file" >"$work/$(basename "$file")"
    ! cmp -s "$root/$file" "$work/$(basename "$file")" || fail "$what: nothing to change in $file"
    while IFS= read -r object; do
        [[ $object == */"${file#*/}".o ]] || objects+=("$object")
    done < <(find "$from"/{mmra/CMakeFiles/{mmra,models},spirv/CMakeFiles/spirv,translator/CMakeFiles/{translator,map,litmus,checker}}.dir -name '*.c.o')
    # shellcheck disable=SC2086
    cc -std=c11 -g $flags -I"$root" -I"$from" -I"$from/spirv" "$work/$(basename "$file")" "$tests/stress/robust/threads.c" \
        "${objects[@]}" -lpthread -lm -o "$work/planted" || { fail "$what: it does not build"; return 1; }
}
if planted "a data race" "$build/tsan" translator/library/translate.c \
    's/^(    )struct request request;$/&\n\1static unsigned calls;\n\1calls++;/' -fsanitize=thread; then
    ! TSAN_OPTIONS=halt_on_error=1 "$work/planted" 8 2 "${modules[@]:0:8}" >"$work/log" 2>&1 && grep -q 'data race' "$work/log" ||
        fail "ThreadSanitizer does not see a data race"
fi
if command -v valgrind >/dev/null; then
    sees() { # WHAT MESSAGE FILE SED
        planted "$1" "$build" "$3" "$4" -fno-lto || return 0
        ! valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all "$work/planted" 2 1 \
            "${modules[@]:0:2}" >"$work/log" 2>&1 && grep -q "$2" "$work/log" || fail "valgrind does not see $1"
    }
    sees "a leak" 'definitely lost' translator/library/request.c 's/^    arena_destroy\(&request->ir_arena\);$//'
    sees "memory that is not initialized" 'depends on uninitialised' mmra/base/arena.c 's/^    arena_clear\(arena, result, count \* size\);$//'
fi
finish "ThreadSanitizer on ${#modules[@]} modules, 8 threads"
