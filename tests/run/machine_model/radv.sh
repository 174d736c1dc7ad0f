#!/bin/bash
# What Mesa's RADV makes of litmus modules, algorithms and shaders that LLVM once compiled wrongly: its machine code on the machine, for
# gfx1030 and gfx1100 by turns, beside what Vulkan allows. Prints a table of verdicts; each must be the one that is expected. Then RADV's
# code without its waits, its barriers, or the bits that make loads coherent, must be found out on both. With SMMRA_BUILD set; radv.sh
# --all: everything for both; radv.sh FILE ...: the table of these alone, for both. SMMRA_SECONDS (60) are given to each; SMMRA_RADV_COMMAND is another command than radv. 77 where RADV is not installed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(cd "$here" && while [ ! -f litmus/expect.sh ]; do cd ..; done && pwd)
. "$tests/litmus/expect.sh"
compiler=${SMMRA_RADV_COMMAND:-$here/radv} all_processors='gfx1100 gfx1030'
. "$here/judged.sh"

module_of "$here/waves/barrier-handed-on.comp"
reason=$("$here/radv" gfx1100 <"$work/barrier-handed-on.spv" 2>&1 >"$work/listing") || [ $? != 77 ] || { echo "SKIPPED: $reason"; exit 77; }
if ! grep -q 'load_workgroup_id' "$work/listing"; then
    judge "$here/waves/barrier-handed-on.comp" gfx1100 >"$work/table"
    grep -q 'not supported: NIR that gives scalar arguments by number' "$work/table" || { cat "$work/table"; fail "Mesa 26's listing is not refused"; exit 1; }
    echo "SKIPPED: machine_radv.c does not read the listings of Mesa 26"
    exit 77
fi

both=$all_processors
all=("$tests"/litmus/spirv/*.spvasm "$algorithms"/*.comp "$here"/cases/*.comp "$here"/waves/*.comp)
processors=$both least=100
case ${1-} in
'') processors='' least=50 ;;
--all) ;;
*) judge_all "$@"; cat "$work/table"; exit ;;
esac
judge_all "${all[@]}"
processors=$both
cat "$work/table"
# Two are RADV's own fault, at least up to Mesa 25.0: docs/reference/machine.md 6. It deletes a loop that only waits for a texel.
grep -E '\| (unsound|machine code)' "$work/table" | grep -v '^spin-on-\(image\|texels\) ' && fail 'RADV does what Vulkan forbids, or the machine does not know its code'
grep -c '| sound$' "$work/table" >"$work/count"
[ "$(cat "$work/count")" -ge $least ] || fail "only $(cat "$work/count") are sound"

# What RADV writes to order memory, left out.
cat >"$work/driver" <<'END'
#!/bin/sh
"$here/radv" "$@" | sed -E "$FORGET"
END
chmod +x "$work/driver"
compiler=$work/driver
forget() { # SED FILE...: each is unsound on both processors
    export FORGET=$1
    shift
    judge_all "$@"
    ! grep -v '| unsound$' "$work/table" || fail "not found without: $FORGET"
}
spirv=$tests/litmus/spirv
forget '/^\ts_waitcnt_vscnt/d' "$spirv"/message-passing.spvasm "$here"/waves/barrier-handed-on.comp "$here"/waves/flag-shared.comp
forget '/^\tbuffer_load/s/ glc//' "$spirv"/message-passing.spvasm "$spirv"/dekker.spvasm
forget '/^\ts_barrier/d' "$here"/waves/barrier-{shared,buffer,handed-on}.comp
[ $failures = 0 ] || exit 1
echo "RADV: $(cat "$work/count") of $((${#all[@]} * least / 50)) are sound"
