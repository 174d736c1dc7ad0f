#!/bin/bash
# The library as others get it: installed into a prefix; found by CMake and by pkg-config; called from C and from C++;
# nothing visible but smmra_ symbols; the binary interface as committed; and under a Vulkan layer in an application.
#
#   tests/embed/embed.sh           all of it
#   tests/embed/embed.sh --record  writes the binary interface as it is now to tests/embed/spirv-mmra.abi
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
here=$tests/embed
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >/dev/null
library=$(readlink -f "$(find "$prefix" -name libspirv-mmra.so)")
export PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name spirv-mmra.pc)")
LD_LIBRARY_PATH=$(dirname "$library")
export LD_LIBRARY_PATH

# ---- symbols: the header declares them all, and nothing else is visible ----
sed -nE 's/.*SMMRA_API .*[ *](smmra_[a-z0-9_]+)\(.*/\1/p' "$prefix"/include/spirv_mmra*.h |
    grep -vE '^smmra_(validate|assemble|free_words)$' | sort >"$work/declared"
nm -D --defined-only "$library" | awk '$2 == "T" || $2 == "D" || $2 == "B" || $2 == "R" { print $3 }' | sort >"$work/shared"
nm -g --defined-only "$(find "$prefix" -name libspirv-mmra.a)" | awk 'NF == 3 { print $3 }' | sort >"$work/static"
diff "$work/declared" "$work/shared" || fail "the shared library's symbols are not the header's"
diff "$work/declared" "$work/static" || fail "the static library's symbols are not the header's"

# ---- the binary interface: of the files that define it, built with debugging information ----
mapfile -t sources < <(cd "$root" && grep -lE '^[a-z].*[ *]smmra_[a-z_]+\(.*[^;]$' -r translator --include='*.c' | grep -v /command/)
(cd "$root" && cc -std=c11 -g -fPIC -fvisibility=hidden -shared -Wl,-soname,libspirv-mmra.so -I. -I"$build" -I"$build/spirv" \
    -Wl,--version-script=translator/exports.map "${sources[@]}" -o "$work/interface.so")
nm -D --defined-only "$work/interface.so" | awk '{ print $3 }' | sort | diff "$work/declared" - ||
    fail "the files with the header's functions were not all found"
if [ "${1:-}" = --record ]; then
    abidw --no-comp-dir-path --no-corpus-path --no-show-locs "$work/interface.so" >"$here/spirv-mmra.abi"
    exit
fi
if command -v abidiff >/dev/null; then
    # a new function is no break
    abidiff --no-added-syms --suppressions "$here/private.abignore" "$here/spirv-mmra.abi" "$work/interface.so" \
        >"$work/abi" 2>&1 ||
        fail "the binary interface is not the committed one; see tests/embed/embed.sh --record: $(cat "$work/abi")"
else
    echo "left out: the binary interface (no abidiff; package abigail-tools)"
fi

# ---- callers ----
glslangValidator -V --target-env vulkan1.3 "$here/sum.comp" -o "$work/sum.spv" >/dev/null
"$prefix/bin/spirv-mmra" --no-validate "$work/sum.spv" -o "$work/expected.ll"

same_ir() { # WHO COMMAND...
    local who=$1
    shift
    if "$@" "$work/sum.spv" >"$work/caller.out" 2>&1 && grep -v '^; parameter ' "$work/caller.out" | cmp -s - "$work/expected.ll"; then
        callers=$((callers + 1))
    else
        fail "$who: $(head -c 300 "$work/caller.out")"
    fi
}
callers=0
read -ra flags < <(pkg-config --cflags --libs spirv-mmra)
program=$root/samples/embed/translate_file.c
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$program" "${flags[@]}" -o "$work/c_caller"
same_ir "C, pkg-config" "$work/c_caller"
sed 's/malloc(/(uint32_t *)malloc(/' "$program" >"$work/caller.cc"
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$work/caller.cc" "${flags[@]}" -o "$work/cxx_caller"
same_ir "C++, pkg-config" "$work/cxx_caller"

# in a program whose locale writes 1.5 as 1,5
cat >"$work/floats.comp" <<'END'
#version 450
layout(binding = 0) buffer B { float a, b; };
void main() { b = a + 0.5; }
END
cat >"$work/comma" <<'END'
LC_NUMERIC
decimal_point ","
thousands_sep ""
grouping -1
END LC_NUMERIC
END
glslangValidator -V --target-env vulkan1.3 -g "$work/floats.comp" -o "$work/floats.spv" >/dev/null
localedef -c -i "$work/comma" "$work/xx_XX" >"$work/log" 2>&1 || true # it warns of categories that the locale lacks
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/locale.c" "${flags[@]}" -o "$work/locale"
LOCPATH=$work LC_ALL=xx_XX "$work/locale" "$work/floats.spv" >"$work/floats" || fail "no locale: $(head -3 "$work/floats" "$work/log")"
printf '%s\n' 1,5 'a = 1.25' 'b = 1.75' | diff - "$work/floats" || fail "numbers in a locale with another point"

# headers behind what <windows.h> makes of words; the initializer of options, which nothing warns of
for names in "#define interface struct" "#define small char" "#define near" "#define far" "#define IN" "#define OUT" \
    "#define ERROR 0" "#define min(a, b) 0"; do
    for header in "$prefix"/include/spirv_mmra*.h; do
        printf '%s\n#include <%s>\nvoid f(void);\n' "$names" "$(basename "$header")" >"$work/names.c"
        echo 'void f(void) { smmra_options options = SMMRA_DEFAULTS(smmra_options); (void)options; }' >>"$work/names.c"
        cc -std=c11 -Wall -Wextra -Wpedantic -Werror "${flags[@]}" -fsyntax-only "$work/names.c" >"$work/log" 2>&1 &&
            g++ -std=c++11 -x c++ -Wall -Wextra -Wpedantic -Wold-style-cast -Wzero-as-null-pointer-constant -Werror "${flags[@]}" -fsyntax-only "$work/names.c" >>"$work/log" 2>&1 ||
            fail "$header behind '$names': $(head -3 "$work/log")"
    done
done

# programs that were built when the structs of results had one member less
mkdir "$work/older"
for header in "$prefix"/include/spirv_mmra*.h; do
    python3 "$here/older.py" "$header" >"$work/older/$(basename "$header")" || fail "older.py"
done
cc -std=c11 -Wall -Wextra -Werror -I"$work/older" "$program" "${flags[@]}" -o "$work/older_caller"
glslangValidator -V --target-env vulkan1.3 "$tests/litmus/planted/narrow-scope.comp" -o "$work/two.spv" >/dev/null
for caller in c_caller older_caller; do
    "$work/$caller" "$work/two.spv" >"$work/$caller.all" 2>&1 || fail "$caller: $(head -3 "$work/$caller.all")"
done
[ "$(grep -c '^; parameter ' "$work/c_caller.all")" -gt 1 ] && cmp "$work/c_caller.all" "$work/older_caller.all" ||
    fail "a program that was built with smaller structs of results reads others"

for shared in ON OFF; do
    cmake -S "$root/samples/embed" -B "$work/embed-$shared" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=$shared \
        -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 && cmake --build "$work/embed-$shared" >>"$work/log" 2>&1 ||
        fail "find_package, shared $shared: $(tail -5 "$work/log")"
    same_ir "find_package, shared $shared" "$work/embed-$shared/translate_file"
done


# the project and the program of the README, as they stand there
mkdir "$work/mine"
block() { awk -v what="\`\`\`$1" '$0 == what { on = 1; next } /^```/ { on = 0 } on' "$root/README.md"; }
block cmake >"$work/mine/CMakeLists.txt"
block c >"$work/mine/main.c"
for shared in ON OFF; do
    cmake -S "$work/mine" -B "$work/mine-$shared" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=$shared \
        >"$work/log" 2>&1 && cmake --build "$work/mine-$shared" >>"$work/log" 2>&1 || fail "the README's program: $(tail -5 "$work/log")"
    same_ir "the README's program, shared $shared" "$work/mine-$shared/mine"
done
libraries=$(pkg-config --variable=libdir spirv-mmra)
cc $(pkg-config --cflags spirv-mmra) "$work/mine/main.c" "$libraries/libspirv-mmra.a" -lm -o "$work/mine/static"
same_ir "the README's program, static without CMake" "$work/mine/static"
cp "$work/mine/main.c" "$work/mine/main.cc"
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$work/mine/main.cc" "${flags[@]}" -o "$work/mine/cxx"
same_ir "the README's program as C++" "$work/mine/cxx"

# the model checker: the sample says what the command says
spirv-as --target-env vulkan1.3 "$tests/litmus/spirv/lock-relaxed.spvasm" -o "$work/lock-relaxed.spv"
spirv-as --target-env vulkan1.3 "$tests/litmus/spirv/dekker.spvasm" -o "$work/dekker.spv"
litmus_programs=("$tests"/litmus/vulkan/{barrier,mp-narrow,mp-atomic-atomic}.litmus "$tests"/litmus/ir/{lock-cas,barrier-alone}.ll
    "$work"/{lock-relaxed,dekker}.spv)
read -ra flags < <(pkg-config --cflags --libs spirv-mmra)
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$root/samples/embed/litmus_file.c" "${flags[@]}" -o "$work/litmus_file"
cp "$root/samples/embed/litmus_file.c" "$work/litmus.cc"
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$work/litmus.cc" $(pkg-config --cflags spirv-mmra) ||
    fail "the litmus sample as C++"
cc -std=c11 -Wall -Wextra -Werror -I"$work/older" "$root/samples/embed/litmus_file.c" "${flags[@]}" -o "$work/older_litmus_file"
compare_litmus() { # CALLER PROGRAM [--translate]: the same lines but for effort and places, the same status
    local given=() status
    case $2 in *.spv) given=(--groups 2) ;; esac
    "$prefix/bin/spirv-mmra" litmus "$2" "${given[@]}" "${3:---outcomes}" 2>&1 | grep -vE ' evaluation|: (error|note): word [0-9]+: ' >"$work/expected.out"
    status=${PIPESTATUS[0]}
    "$1" "${@:3}" "$2" >"$work/caller.out" 2>&1
    [ $? = "$status" ] && cmp -s "$work/expected.out" "$work/caller.out" && [ -s "$work/caller.out" ]
}
for program in "${litmus_programs[@]}"; do
    for caller in "$work/litmus_file" "$work/older_litmus_file" "$work/embed-ON/litmus_file" "$work/embed-OFF/litmus_file"; do
        compare_litmus "$caller" "$program" || fail "$caller $program: $(diff "$work/expected.out" "$work/caller.out" | sed -n 1,5p)"
        [[ $program == *.ll ]] || compare_litmus "$caller" "$program" --translate || fail "$caller --translate $program"
    done
done

# validation, by pkg-config
cat >"$work/validate.c" <<'END'
#include <spirv_mmra.h>
int main(void) {
    static const uint32_t words[] = {0x07230203, 0x00010000, 0, 1, 0};
    return smmra_validate(words, 5, NULL) == SMMRA_INVALID_INPUT ? 0 : 1;
}
END
read -ra validation < <(pkg-config --cflags --libs spirv-mmra-validate)
cc "$work/validate.c" "${validation[@]}" -o "$work/validate" && "$work/validate" || fail "pkg-config spirv-mmra-validate"

# ---- documents: a page for every function, the README, the licence ----
pages=$(dirname "$(find "$prefix" -name smmra.3)")
while read -r name; do
    grep -qs "^\.SH DESCRIPTION" "$pages/$name.3" || fail "$name has no manual page"
done < <(sed -nE 's/.*SMMRA_API .*[ *](smmra_[a-z0-9_]+)\(.*/\1/p' "$prefix"/include/spirv_mmra*.h)
for document in README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE docs/reference/architecture.md; do
    [ -n "$(find "$prefix/share/doc" -path "*/spirv-mmra/$document")" ] || fail "$document is not installed"
done

# ---- the layer ----
layers=0
driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | sed -n 1p)
if [ -n "$driver" ] && [ -f "$work/embed-OFF/libsmmra_layer.so" ]; then
    cc -std=c11 -Wall -Wextra -Werror "$here/compute.c" -lvulkan -lpthread -o "$work/compute"
    # Without Mesa's own cache of shaders: that of Mesa 25 is a file, whose limit would end the application.
    run_application() { # DIRECTORY LAYER [BYTES that a file may have]
        env VK_ICD_FILENAMES="$driver" VK_LAYER_PATH="$work/embed-OFF" VK_INSTANCE_LAYERS="$2" SMMRA_LAYER_DIR="$1" \
            MESA_SHADER_CACHE_DISABLE=true HOME="$work" XDG_RUNTIME_DIR="$work" "$work/compute" "$work/sum.spv" "${@:3}"
    }
    mkdir "$work/ir"
    run_application "$work/ir" "" >"$work/alone" || fail "the application alone: $(cat "$work/alone")"
    run_application "$work/ir" VK_LAYER_SMMRA_translate >"$work/under" 2>&1 || fail "the application under the layer: $(cat "$work/under")"
    cmp -s "$work/alone" "$work/under" || fail "the application sees the layer: $(cat "$work/under")"
    for factor in $(seq 2 33); do # what the pipelines chose
        constant=$(printf 'constant 3 is 0x%x' "$factor")
        findings=$(grep -lx "$constant" "$work"/ir/*.txt || true)
        [ "$(wc -w <<<"$findings")" = 1 ] || { fail "$constant: findings of one pipeline, not: $findings"; continue; }
        "$prefix/bin/spirv-mmra" --no-validate --entry main --spec 3=$factor "$work/sum.spv" -o "$work/expected.ll"
        cmp -s "$work/expected.ll" "${findings%.txt}.ll" || fail "$constant: not the IR that the command gives"
        layers=$((layers + 1))
    done
    if command -v llc-23 >/dev/null; then
        llc-23 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -o /dev/null "$work"/ir/pipeline-*-00000.ll || fail "llc refuses the layer's IR"
    fi
    . "$here/layer.sh"
else
    echo "left out: the Vulkan layer (no lavapipe or no Vulkan headers; packages mesa-vulkan-drivers, libvulkan-dev)"
fi
finish "symbols: $(wc -l <"$work/declared"), callers: $callers, pipelines under the layer: $layers"
