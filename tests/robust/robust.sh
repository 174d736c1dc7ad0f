#!/bin/bash
# The library under ThreadSanitizer, 8 threads on the same and different modules, and under valgrind's memcheck: no race, no
# error, no leak. It is built apart, for the library alone.
set -euo pipefail
. "$(dirname "$0")/../common.sh"

mapfile -t modules < <(find "$shaders" -name '*.spv' -size -16k | sort | awk 'NR % 4 == 1')
build_library() { # DIRECTORY FLAGS
    cmake -S "$root" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSMMRA_TESTS=OFF -DSMMRA_TOOLS=OFF \
        -DCMAKE_C_FLAGS="$2" >"$work/log" 2>&1 && cmake --build "$1" -j "$jobs" --target spirv-mmra-static >>"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    # shellcheck disable=SC2086
    cc -std=c11 -g $2 -I"$root" "$tests/robust/threads.c" "$1/translator/libspirv-mmra.a" -lpthread -o "$1/threads"
}
build_library "$build/tsan" -fsanitize=thread
TSAN_OPTIONS=halt_on_error=1 "$build/tsan/threads" 8 2 "${modules[@]}" || fail "ThreadSanitizer"
if command -v valgrind >/dev/null; then
    cc -std=c11 -g -I"$root" "$tests/robust/threads.c" "$build/translator/libspirv-mmra.a" -lpthread -o "$work/threads"
    mapfile -t few < <(printf '%s\n' "${modules[@]}" | awk 'NR % 2 == 1')
    valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all "$work/threads" 2 1 "${few[@]}" ||
        fail "valgrind"
else
    echo "left out: valgrind is not installed"
fi
finish "ThreadSanitizer on ${#modules[@]} modules, 8 threads"
