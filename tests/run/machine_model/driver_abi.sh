#!/bin/bash
# --abi=driver: litmus modules, algorithms and shaders that LLVM once compiled wrongly, as the function that a driver starts: its machine
# code on the machine, for gfx1030, gfx1100 and gfx1201 by turns, beside what Vulkan allows. Prints a table; each verdict must be the one
# that is expected. Then that code without its cache policies, fences or guards must be found out. With SMMRA_BUILD set; driver_abi.sh
# --all: everything for all three; driver_abi.sh FILE ...: the table of these alone, likewise. SMMRA_LLVM (22) compiles; SMMRA_SECONDS
# (10) are given to each. 77 where that LLVM is not installed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(cd "$here" && while [ ! -f litmus/expect.sh ]; do cd ..; done && pwd)
. "$tests/litmus/expect.sh"
compiler=$here/driver_abi all_processors='gfx1030 gfx1100 gfx1201'
. "$here/judged.sh"
PATH=$PATH:$(realpath "$tests/..")/build/newest/bin
command -v "llc-${SMMRA_LLVM:-22}" >/dev/null || { echo "SKIPPED: no LLVM ${SMMRA_LLVM:-22}"; exit 77; }

all=("$tests"/litmus/spirv/*.spvasm "$algorithms"/*.comp "$here"/cases/*.comp "$here"/waves/*.comp)
processors=$all_processors least=100
export SMMRA_SECONDS=${SMMRA_SECONDS:-10} # what is sound is so soon; the rest is too long
case ${1-} in
'') processors='' least=33 ;;
--all) ;;
*) judge_all "$@"; cat "$work/table"; exit ;;
esac
judge_all "${all[@]}"
cat "$work/table"
# A grid that reads the size of an image asks more of the machine than it knows; "an access out of bounds" is the machine's limit on
# images, whose descriptors it lays out in its own way.
grep -E '\| (unsound|machine code)' "$work/table" && fail 'the code does what Vulkan forbids, or the machine does not know it'
grep -c '| sound$' "$work/table" >"$work/count"
[ "$(cat "$work/count")" -ge $((least * 2)) ] || fail "only $(cat "$work/count") are sound"

# With what the translation does about LLVM taken out, each is unsound on all three.
processors=$all_processors
without() { # SED FILE...
    export SMMRA_MISTAKE=$1
    shift
    judge_all "$@"
    ! grep -v '| unsound' "$work/table" || fail "not found without: $SMMRA_MISTAKE"
}
without 's/(raw\.ptr\.atomic\.buffer\.load.*, i32 0, i32) [0-9]+\)/\1 0)/' "$here"/cases/read-twice.comp
without '/^  fence syncscope\("singlethread"\)/d' "$here"/cases/spin-on-buffer.comp
without '/^  fence syncscope\("agent"\)/d' "$tests"/litmus/spirv/message-passing.spvasm "$here"/cases/message-atomic.comp
[ $failures = 0 ] || exit 1
echo "--abi=driver: $(cat "$work/count") of ${#all[@]} are sound"
