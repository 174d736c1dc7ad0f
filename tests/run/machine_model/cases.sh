#!/bin/bash
# Shaders that LLVM once compiled to something else than their IR said, or IR that said something else than the shader: as they are
# translated now, the optimizer's IR and the machine code of all five processors have outcomes of the shader alone, wherever descriptors
# are; with what the translation does about it taken out, they have others. With SMMRA_BUILD set; cases.sh [SHADER ...]. LLVM 22
# compiles them, or SMMRA_LLVM; of one older than 22 only that the translations are sound is asked. Each says:
#
#     // run: OPTIONS                of litmus
#     // machine: OPTIONS            likewise, with the mend taken out of what is compiled for a processor
#     // without[WHERE ...]: SED     of the IR: takes the mend out, which is found by each of these: a processor, or `through`: in IR
#
# With SMMRA_ALL=1 all processors are asked. Else two of the five are, by turns, and other two with another LLVM;
# and a question about several processors is asked on the first and the last.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tool=${SMMRA_BUILD:?}/bin/spirv-mmra
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=${SMMRA_LLVM:-22}
PATH=$PATH:$(realpath "$here/../../..")/build/newest/bin
if ! command -v "llc-$llvm" >/dev/null; then
    echo "SKIPPED: no LLVM $llvm"
    exit 77
fi
processors="gfx90a gfx942 gfx1030 gfx1100 gfx1201"

expect() { # SHADER STATUS PATTERN OPTIONS...: prints what is wrong
    local shader=$1 status=$2 pattern=$3 output
    shift 3
    output=$(timeout 120 "$tool" litmus "$work/$shader.spv" "$@" 2>&1)
    local got=$?
    [ $got = "$status" ] && grep -qE "$pattern" <<<"$output" || echo "$shader $*: status $got: ${output:0:300}"
}

run() { # NUMBER SHADER: a file
    local turn=$(($1 + llvm)) name options machine where sed asked_of="$processors"
    shift
    # shellcheck disable=SC2086
    [ "${SMMRA_ALL-}" = 1 ] || asked_of=$(printf '%s\n' $processors $processors | sed -n "$((turn % 5 + 1))p;$((turn % 5 + 3))p")
    name=$(basename "$1" .comp)
    options=$(sed -n 's/^\/\/ run: //p' "$1")
    machine=$(sed -n 's/^\/\/ machine: //p' "$1")
    where=$(sed -n 's/^\/\/ without\[\(.*\)\]: .*/\1/p' "$1")
    sed -n 's/^\/\/ without[^:]*: //p' "$1" >"$work/$name.sed"
    printf '#!/bin/sh\nsed -E -f %s | opt-%s -O2 -S\n' "$work/$name.sed" "$llvm" >"$work/$name.opt"
    chmod +x "$work/$name.opt"
    glslangValidator -V --target-env vulkan1.3 "$1" -o "$work/$name.spv" >"$work/$name.log" || { cat "$work/$name.log"; return; }
    # shellcheck disable=SC2086
    expect "$name" 0 ': sound' $options --translate --llvm="$llvm" --through="opt-$llvm -O2 -S"
    for processor in $asked_of; do
        # shellcheck disable=SC2086
        expect "$name" 0 "sound on $processor" $options --llvm="$llvm" --machine="$processor"
        ! grep -q ' uniform .*image' "$1" || expect "$name" 0 "sound on $processor" $options --llvm="$llvm" --machine="$processor" --descriptors-by-value
    done
    [ "$llvm" -ge 22 ] || return 0 # the older ones lack some of these faults
    local asked=$where on
    on=${where#through}
    # shellcheck disable=SC2086
    set -- $on
    if [ "${SMMRA_ALL-}" != 1 ] && [ $# -gt 2 ]; then
        asked="${where%%gfx*}$1 ${!#}"
    fi
    for place in $asked; do
        # shellcheck disable=SC2086
        if [ "$place" = through ]; then
            expect "$name" 1 ': unsound' $options --translate --llvm="$llvm" --through="$work/$name.opt"
        else
            expect "$name" 1 ': unsound|machine code, line' $options $machine --llvm="$llvm" --machine="$place" --opt="$work/$name.opt"
        fi
    done
}

if [ "${1-}" = --one ]; then
    run "$2" "$3"
    exit
fi
[ $# -gt 0 ] || set -- "$here"/cases/*.comp
printf '%s\n' "$@" | nl -ba -nln -w1 | xargs -P 2 -n 2 bash "$here/cases.sh" --one >"$work/failures"
cat "$work/failures"
[ ! -s "$work/failures" ] || exit 1
without="found without the mend, and "
[ "$llvm" -ge 22 ] || without=
echo "$# shaders: ${without}sound with it through LLVM $llvm"
