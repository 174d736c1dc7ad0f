#!/bin/bash
# The ways in which others build the library, each as short as it can be: the library alone, without optimization.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

run() { # WHAT COMMAND...: or say what went wrong
    local what=$1
    shift
    "$@" >"$work/log" 2>&1 || { fail "$what: $(tail -15 "$work/log")"; return 1; }
}
answers() { # WHAT PROGRAM...: the program that is built below
    local what=$1
    shift
    [ "$("$@" 2>&1)" = "$version" ] || fail "$what: the program does not run"
    ways=$((ways + 1))
}
ways=0
version=$(sed -nE 's/^#define SMMRA_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)/\2/p' "$root/translator/spirv_mmra.h" | paste -sd.)
cat >"$work/main.c" <<'END'
#include <spirv_mmra.h>
#include <stdio.h>
int main(void) {
    smmra_module *module;
    return smmra_module_read(NULL, 0, NULL, &module) == SMMRA_SUCCESS || puts(smmra_version_string()) < 0;
}
END
grammar=$(sed -nE 's/^SMMRA_SPIRV_GRAMMAR_DIR:PATH=//p' "$build/CMakeCache.txt")
include=$(sed -nE 's/^SMMRA_SPIRV_INCLUDE_DIR:PATH=//p' "$build/CMakeCache.txt")

# ---- make, -flto, no shared library, SPIRV-Headers elsewhere, absolute directories to install to ----
made=$work/made
mkdir -p "$work/headers/include/spirv/unified1"
cp "$grammar"/*.json "$include"/spirv/unified1/*.h "$work/headers/include/spirv/unified1"
run "make: configure" cmake -S "$root" -B "$made" -G "Unix Makefiles" -DSMMRA_TOOLS=OFF -DSMMRA_TESTS=OFF \
    -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS=-flto -g0" -DBUILD_SHARED_LIBS=OFF -DCMAKE_PREFIX_PATH="$work/headers" \
    -DCMAKE_INSTALL_PREFIX="$work/nowhere" -DCMAKE_INSTALL_LIBDIR="$work/lib" -DCMAKE_INSTALL_INCLUDEDIR="$work/include" \
    -DCMAKE_INSTALL_MANDIR="$work/man" -DCMAKE_INSTALL_DATADIR="$work/share" -DCMAKE_INSTALL_DOCDIR="$work/doc"
[ "$(grep -c "^SMMRA_SPIRV_.*_DIR:PATH=$work/headers/include" "$made/CMakeCache.txt")" = 2 ] ||
    fail "SPIRV-Headers outside of /usr/include are not found"
! grep -q -- -Werror "$made/compile_commands.json" || fail "warnings are errors for others"
if grep -q CMAKE_COMPILE_WARNING_AS_ERROR "$build/CMakeCache.txt"; then
    grep -q -- -Werror "$build/compile_commands.json" || fail "warnings are no errors in the project's own presets"
fi
run "make: build" cmake --build "$made" -j "$jobs"
[ ! -e "$made/translator/libspirv-mmra.so" ] || fail "BUILD_SHARED_LIBS=OFF makes a shared library"
run "absolute directories: install" cmake --install "$made"
[ -z "$(find "$work/man" "$work/share" -name '*spirv-mmra*' -type f 2>/dev/null)" ] || fail "without the command its page or completion is installed"
python3 - "$work/doc" <<'END' || fail "links of installed documents lead nowhere"
import os, pathlib, re, sys
root = pathlib.Path(sys.argv[1])
links = [(page, link) for page in root.rglob("*.md") for link in re.findall(r"\]\(([^)#\s]+)", page.read_text()) if "://" not in link]
# docs/evidence and docs/upstream are logs, which are not installed
lost = [(page, link) for page, link in links if not re.search("(evidence|upstream)", link) and not (page.parent / link).exists()]
sys.exit(f"{lost}" if lost or not links else 0)
END
[ ! -e "$work/nowhere" ] || fail "something was installed to the prefix: $(find "$work/nowhere" -type f)"
read -ra flags < <(PKG_CONFIG_PATH=$work/lib/pkgconfig pkg-config --cflags --libs spirv-mmra)
run "absolute directories: pkg-config" cc "$work/main.c" "${flags[@]}" -o "$work/absolute" && answers "pkg-config" "$work/absolute"

# ---- programs that find it installed with absolute directories, in the build tree, or bring it with them ----
cat >"$work/found.txt" <<'END'
find_package(spirv-mmra REQUIRED)
add_executable(mine main.c)
target_link_libraries(mine PRIVATE spirv-mmra::spirv-mmra)
END
cat >"$work/fetched.txt" <<END
set(CMAKE_C_VISIBILITY_PRESET hidden)
include(FetchContent)
FetchContent_Declare(spirv-mmra SOURCE_DIR $root)
FetchContent_MakeAvailable(spirv-mmra)
add_executable(mine main.c)
target_link_libraries(mine PRIVATE spirv-mmra::spirv-mmra)
install(TARGETS mine)
enable_testing()
add_test(NAME mine COMMAND mine)
END
sed "s,^include(Fetch.*,add_subdirectory($root spirv-mmra)," "$work/fetched.txt" | grep -v ^Fetch >"$work/added.txt"
program() { # NAME TEXT OPTION...: builds the project of TEXT.txt as NAME
    local name=$1 text=$2
    shift 2
    mkdir "$work/$name"
    { printf 'cmake_minimum_required(VERSION 3.25)\nproject(mine C)\n' && cat "$work/$text.txt"; } >"$work/$name/CMakeLists.txt"
    cp "$work/main.c" "$work/$name"
    run "$name: configure" cmake -S "$work/$name" -B "$work/$name/build" -G Ninja "$@" &&
        run "$name: build" cmake --build "$work/$name/build" --target mine
}
program installed found -Dspirv-mmra_DIR="$work/lib/cmake/spirv-mmra" && answers installed "$work/installed/build/mine"
program tree-static found -Dspirv-mmra_DIR="$made" && answers tree-static "$work/tree-static/build/mine"
program tree found -Dspirv-mmra_DIR="$build" && answers tree "$work/tree/build/mine"
program fetched fetched -DCMAKE_C_FLAGS=-g0 -DBUILD_SHARED_LIBS=ON && answers fetched "$work/fetched/build/mine"
run "fetched: install" cmake --install "$work/fetched/build" --prefix "$work/fetched/prefix"
[ "$(cd "$work/fetched/prefix" && find . -type f)" = ./bin/mine ] ||
    fail "fetched: installs more than its own: $(cd "$work/fetched/prefix" && find . -type f | sed -n 1,10p)"
[ "$(cd "$work/fetched/build" && ctest -N | grep -c 'Test *#')" = 1 ] || fail "fetched: the tests are the project's own"
mkdir "$work/added"
{ printf 'cmake_minimum_required(VERSION 3.25)\nproject(mine C)\n' && cat "$work/added.txt"; } >"$work/added/CMakeLists.txt"
cp "$work/main.c" "$work/added"
run "add_subdirectory: configure" cmake -S "$work/added" -B "$work/added/build" # FetchContent builds the same

# ---- without options: Release, by make ----
run "defaults: configure" cmake -S "$root" -B "$work/defaults" -G "Unix Makefiles" -DSMMRA_TESTS=OFF
grep -qx 'CMAKE_BUILD_TYPE:STRING=Release' "$work/defaults/CMakeCache.txt" || fail "the default build type is not Release"
finish "$ways ways to build"
