#!/bin/bash
# messages.sh SPIRV-MMRA FOLDER: what race says of kernels that it cannot run, of wrong arguments, and of a race.
set -u -o pipefail
command=$1 here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2" && cd "$2" || exit 1
failures=0

# A kernel of gfx1100 with a body, one buffer and one number as arguments, and 64 bytes of shared memory.
kernel() { # BODY
    printf 'k:\n%s\n    s_endpgm\n' "$1" >k.s
    cat >>k.s <<'END'
    .amdhsa_kernel k
        .amdhsa_group_segment_fixed_size 64
        .amdhsa_user_sgpr_count 2
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .end_amdhsa_kernel
    .amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .name:           data
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
    .max_flat_workgroup_size: 64
    .name:           k
    .end_amdgpu_metadata
END
}

# race ends with the status, and says the words.
expect() { # STATUS WORDS OPTIONS...
    local status=0 wanted=$1 words=$2
    shift 2
    "$command" race k.s "$@" >said 2>&1 || status=$?
    if [ $status -ne "$wanted" ] || ! grep -qF -- "$words" said; then
        echo "FAILED: race $*: status $status, not $wanted with \"$words\": $(head -n 4 said)"
        failures=$((failures + 1))
    fi
}

good=(--mcpu=gfx1100 --local 64 --groups 1 --arg 256 --arg 7)
load='    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)'

kernel "$load
    global_store_b32 v1, v0, s[4:5]"
expect 0 'no data race on 32 runs' "${good[@]}"
expect 0 'no data race on 32 runs' --mcpu=gfx1100 --local 64 --groups 1 --arg 1=7 --arg data=256
expect 0 'no data race on 32 runs' --mcpu=gfx1100 --local 64 --groups 1 --arg '256{1, 2.5, -1}' --arg 1=0x7fffffff
expect 1 'data race' "${good[@]}" --groups 2
expect 0 'run 3: no data race' "${good[@]}" --runs 3
# Of two accesses to LDS the older has ended where one is out at most, also beside a scalar load, which ends in no order.
permuted() { # WAIT REGISTER
    kernel "$load
    ds_bpermute_b32 v2, v1, v0
    s_load_b32 s6, s[0:1], 0x8
    ds_bpermute_b32 v3, v1, v0
    s_waitcnt lgkmcnt($1)
    v_mov_b32_e32 v4, $2
    global_store_b32 v1, v4, s[4:5]"
}
permuted 1 v2
expect 0 'no data race on 32 runs' "${good[@]}"
for late in "2 v2" "1 v3" "1 s6"; do
    # shellcheck disable=SC2086 # two words
    permuted $late
    expect 1 'uses a register that a load may not have written yet' "${good[@]}"
done
# A store of two bytes needs one half of a register; the load of the other half may be out.
halves="    global_load_d16_b16 v2, v1, s[4:5]
    global_load_d16_hi_b16 v2, v1, s[4:5] offset:2"
kernel "$load
$halves
    s_waitcnt vmcnt(1)
    global_store_b16 v1, v2, s[4:5]
    s_waitcnt vmcnt(0)
    global_store_d16_hi_b16 v1, v2, s[4:5] offset:2"
expect 0 'no data race on 32 runs' "${good[@]}"
kernel "$load
$halves
    s_waitcnt vmcnt(1)
    global_store_d16_hi_b16 v1, v2, s[4:5] offset:2"
expect 1 'uses a register that a load may not have written yet' "${good[@]}"
kernel "$load
    global_store_b32 v1, v0, s[4:5]"
# The first order takes the buffer of 32 MB once; others, in which loads may take old values, take it twice. So it is half of a buffer
# that decides, whatever else a run takes.
memory=(--mcpu=gfx1100 --local 64 --groups 1 --arg $((32 << 20)) --arg 7)
expect 5 'out of memory: --max-memory' "${memory[@]}" --max-memory 16
memory+=(--max-memory 48)
expect 0 'no data race on this run' "${memory[@]}"
expect 0 'not varied further: another order takes more memory than --max-memory allows' "${memory[@]}"
expect 6 'run 1: no data race on this run' "${memory[@]}" --runs 4
expect 6 'run 2: unknown: this order takes more memory than --max-memory allows' "${memory[@]}" --runs 4
expect 6 'not tried: 2 further runs' "${memory[@]}" --runs 4
expect 2 '--mcpu says of which processor' --local 64
expect 2 'no argument that --arg size=4 could be' "${good[@]}" --arg size=4
expect 2 'not a number that fits it' --mcpu=gfx1100 --local 64 --arg 256 --arg 0x100000000
expect 2 'not a number that fits it' --mcpu=gfx1100 --local 64 --arg 256 --arg -2147483649
expect 2 'neither a size in bytes' --mcpu=gfx1100 --local 64 --arg data=many --arg 7
expect 2 'an element that is no number' --mcpu=gfx1100 --local 64 --arg '{1, x}' --arg 7
expect 2 'a list without' --mcpu=gfx1100 --local 64 --arg '{1, 2' --arg 7
expect 2 'more bytes than 1 GiB' --mcpu=gfx1100 --local 64 --arg 1073741825 --arg 7
expect 2 'a file that cannot be read' --mcpu=gfx1100 --local 64 --arg @nowhere --arg 7
expect 0 '1x1x1 workgroups of 64x1x1' --mcpu=gfx1100 --groups 1 --arg 256 --arg 7
expect 2 'at most 64 invocations' "${good[@]}" --local 65
expect 2 'is not a value for --atomic' "${good[@]}" --atomic x
expect 3 'there is no kernel l' "${good[@]}" --entry l
expect 1 'an access out of bounds: global_store_b32 v1, v0, s[4:5] [out-of-bounds]' --mcpu=gfx1100 --local 64 --groups 1 --arg 252 --arg 7

# As many work-items as this kernel was compiled for, and not those of another one.
sed -i 's/^    .end_amdgpu_metadata/  - .args:\n    .max_flat_workgroup_size: 512\n    .name:           l\n&/' k.s
expect 0 '1x1x1 workgroups of 64x1x1' --mcpu=gfx1100 --groups 1 --arg 256 --arg 7

# Along the axes that the kernel asks for.
kernel "    s_nop 0
    s_version 1"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 0 'not given: workgroups are of 8,8,1' --mcpu=gfx1100 --groups 1 --arg 256 --arg 7

# A race on a launch that nobody gave is not known to be one where a launch that is as likely has none: one workgroup, if
# no workgroup asks for its number (in s2), and one axis.
unsaid=(--mcpu=gfx1100 --arg 256 --arg 7)
numbered() { # BODY
    kernel "$load
    $1
    global_store_b32 v1, v0, s[4:5]"
}
alone='unknown: a race that depends on the launch, which nobody gave: with --groups 1,1,1 --local 64,1,1 there is none'
numbered ''
expect 6 "$alone" "${unsaid[@]}"
expect 6 'warning: this write of byte 0 of argument 0 (data)' "${unsaid[@]}"
expect 6 '"race": null' "${unsaid[@]}" --json
expect 1 'data race' "${unsaid[@]}" --groups 2
numbered 's_mov_b32 s2, 1
    s_add_u32 s3, s2, s2'
expect 6 "$alone" "${unsaid[@]}"
numbered 's_add_u32 s3, s2, s2'
expect 1 'data race' "${unsaid[@]}"
kernel "$load
    global_store_b32 v1, v0, s[4:5]
    s_cmp_lg_u32 s4, s4
    s_cbranch_scc1 .Lread
    s_endpgm
.Lread:
    s_add_u32 s3, s2, s2"
expect 1 'data race' "${unsaid[@]}"
kernel "    v_and_b32_e32 v1, 0x3ff, v0
    ds_store_b8 v1, v0"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 6 'unknown: a race that depends on the launch, which nobody gave: with --groups 2,1,1 --local 64,1,1 there is none' "${unsaid[@]}"
expect 1 'data race' "${unsaid[@]}" --local 8,8
# What somebody gave stays: of the groups, three race with each other along one axis, too.
kernel "$load
    v_and_b32_e32 v1, 0x3ff, v0
    global_store_b8 v1, v0, s[4:5]"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 1 'data race' "${unsaid[@]}" --groups 3
# Also where workgroups that read their numbers race with each other, which along one axis they do as well.
kernel "$load
    v_and_b32_e32 v1, 0x3ff, v0
    ds_store_b8 v1, v0
    s_add_u32 s3, s2, s2
    global_store_b8 v1, v0, s[4:5]"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 1 'data race' "${unsaid[@]}"
# Within a workgroup one is enough to see the axis, whatever several do.
kernel "$load
    v_and_b32_e32 v2, 0x3ff, v0
    ds_store_b8 v2, v0
    s_cmp_eq_u32 s2, 0
    s_cbranch_scc1 .Lend
.Lagain:
    s_branch .Lagain
.Lend:"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 6 "$alone" "${unsaid[@]}" --steps 1

# Files give bytes, and so long is the buffer.
head -c 256 /dev/zero >bytes
expect 0 'no data race on 32 runs' --mcpu=gfx1100 --local 64 --groups 1 --arg @bytes --arg 7

# The code of a fault is what it is: memory that nobody may write has arguments, which is no deadlock.
kernel "$load
    global_store_b32 v1, v0, s[0:1]"
expect 1 'a write to memory that is constant: global_store_b32 v1, v0, s[0:1] [undefined-behaviour]' "${good[@]}"

# What is not known is named where it runs, and only there.
kernel "    s_getpc_b64 s[2:3]
    s_add_u32 s2, s2, 4
    s_swappc_b64 s[30:31], s[4:5]"
expect 4 'not supported: a jump to an address that is no function' "${good[@]}"
kernel "    s_getpc_b64 s[2:3]
    s_add_u32 s2, s2, table@rel32@lo+4"
expect 4 'not supported: the address of a variable of the module' "${good[@]}"
kernel "    s_getpc_b64 s[2:3]
    s_load_b32 s4, s[2:3], 0x0"
expect 4 'not supported: an access to code, or to a variable of the module' "${good[@]}"
kernel "    s_branch .Lend
    s_call_b64 s[30:31], k
.Lend:"
expect 0 'no data race on 32 runs' "${good[@]}"
kernel "    flat_load_b32 v1, v[2:3]"
expect 1 'an access out of bounds' "${good[@]}"
kernel "    v_mov_b32_e32 v1"
expect 3 'operands are missing' "${good[@]}"
kernel "    s_load_b64 s[4:5], s[0:1], v1"
expect 3 'a scalar register or a number is expected: v1' "${good[@]}"
kernel "    buffer_load_b32 v1, v1, s[4:7], v2 offen"
expect 3 'a scalar register or a number is expected: v2' "${good[@]}"

# A function is called, and comes back. Without it the address is what nobody wrote, and out of bounds.
call="    s_branch .Lmain
f:
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_lshlrev_b32_e32 v1, 2, v0
    s_setpc_b64 s[30:31]
.Lmain:
    s_load_b64 s[4:5], s[0:1], 0x0
    s_getpc_b64 s[2:3]
    s_add_u32 s2, s2, f@rel32@lo+4
    s_addc_u32 s3, s3, f@rel32@hi+12
    CALL
    global_store_b32 v1, v0, s[4:5]"
kernel "${call/CALL/s_swappc_b64 s[30:31], s[2:3]}"
expect 0 'no data race on 32 runs' "${good[@]}"
kernel "${call/CALL/}"
expect 1 'an access out of bounds' "${good[@]}"

# Registers have the address from the beginning, and nobody loads it.
kernel "    v_lshlrev_b32_e32 v1, 2, v0
    global_store_dword v1, v0, s[2:3]"
sed -i 's/\(.amdhsa_user_sgpr_count\) 2/\1 4/; /.amdhsa_user_sgpr_count/a .amdhsa_user_sgpr_kernarg_preload_length 2' k.s
expect 0 'no data race on 32 runs' --mcpu=gfx942 --local 64 --groups 1 --arg 256 --arg 7
sed -i 's/preload_length 2/preload_length 0/' k.s
expect 1 'an access out of bounds' --mcpu=gfx942 --local 64 --groups 1 --arg 256 --arg 7

# A load through a buffer goes to shared memory past the registers: a read of the same place waits for it.
direct="    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s6, 256
    s_mov_b32 s7, 0
    s_mov_b32 m0, 0
    v_lshlrev_b32_e32 v1, 2, v0
    buffer_load_dword v1, s[4:7], 0 offen lds
    WAIT
    ds_read_b32 v2, v1"
kernel "${direct/WAIT/s_waitcnt vmcnt(0)}"
expect 0 'no data race on 32 runs' --mcpu=gfx942 --local 64 --groups 1 --arg 256 --arg 7 --lds 192
kernel "${direct/WAIT/}"
expect 1 'missing: s_waitcnt vmcnt(0) between the two' --mcpu=gfx942 --local 64 --groups 1 --arg 256 --arg 7 --lds 192

# On gfx12 a register has the wave's number in its workgroup: each wave stores to a word of its own.
kernel "    s_load_b64 s[4:5], s[0:1], 0x0
    s_bfe_u32 s6, ttmp8, 0x50019
    s_lshl_b32 s6, s6, 2
    v_mov_b32_e32 v1, s6
    s_wait_kmcnt 0x0
    global_store_b32 v1, v0, s[4:5]"
expect 0 'no data race on 32 runs' --mcpu=gfx1201 --local 64 --groups 1 --arg 8 --arg 7

# Arguments that nobody gives: a buffer has as many bytes as are accessed, up to a power of two.
guessed=(--mcpu=gfx1100 --local 64 --groups 1)
kernel "$load
    v_lshlrev_b32_e32 v1, 8, v0
    global_store_b32 v1, v0, s[4:5]"
expect 0 'not given: argument 0 (data) has 16384 bytes of 0, argument 1 is 64; numbers were also 1, 3' "${guessed[@]}"
expect 1 'an access out of bounds' "${guessed[@]}" --arg data=256 --arg 1=7
# What is used as a pointer is one.
sed -i 's/global_buffer/by_value/' k.s
expect 0 'not given: argument 0 (data) has at byte 0 a pointer to 16384 bytes of 0, argument 1 is' "${guessed[@]}"
# Where there are two, the other one stays a number.
sed -i 's/.size:           4/.size:           8/; s/s\[0:1\], 0x0/s[0:1], 0x8/' k.s
expect 0 'not given: argument 0 (data) is 64, argument 1 has at byte 0 a pointer to 16384 bytes of 0' "${guessed[@]}"
# A number decides whether the two waves meet.
branch="$load
    s_load_b32 s6, s[0:1], 0x8
    s_waitcnt lgkmcnt(0)
    s_cmp_eq_u32 s6, 1
    s_cbranch_scc0 .Lend
    v_mov_b32_e32 v1, 0
    global_store_b32 v1, v0, s[4:5]
.Lend:"
kernel "$branch"
expect 1 'it depends on what nobody gave: argument 0 (data) has 4096 bytes of 0, argument 1 is 1' "${guessed[@]}"
expect 0 'no data race' "${guessed[@]}" --arg 1=2
# Where no guess helps, nothing is said.
kernel "$load
    s_load_b64 s[6:7], s[4:5], 0x0
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v0, s[6:7]"
expect 6 'unknown: an access out of bounds, and not of a buffer whose size was guessed' "${guessed[@]}"
kernel "$load
    v_lshlrev_b32_e32 v1, 20, v0
    global_store_b32 v1, v0, s[4:5]"
expect 6 'unknown: a buffer that nobody gave would have more than 16 MiB' "${guessed[@]}"
# Shared memory grows where the kernel has none of its own.
kernel "    v_lshlrev_b32_e32 v1, 6, v0
    ds_store_b32 v1, v0"
expect 1 'an access to local memory out of bounds' "${good[@]}"
expect 6 'unknown: a fault that may be of what nobody gave' --mcpu=gfx1100 --groups 1 --arg 256 --arg 7
sed -i 's/group_segment_fixed_size 64/group_segment_fixed_size 0/' k.s
expect 0 'shared memory has 4096 bytes' "${good[@]}"

# Shared memory: what the kernel says, and --lds besides.
kernel "    v_lshlrev_b32_e32 v1, 2, v0
    ds_store_b32 v1, v0"
expect 1 '(--lds gives the kernel more shared memory than it says) [out-of-bounds]' "${good[@]}"
expect 0 'no data race on 32 runs' "${good[@]}" --lds 192

# Waves that wait for each other, and for what never comes.
kernel "    v_readfirstlane_b32 s6, v0
    s_cmp_eq_u32 s6, 0
    s_cbranch_scc1 .Lend
    s_barrier
.Lend:
    s_barrier"
expect 0 'no data race on 32 runs' "${good[@]}"
kernel "$load
.Lagain:
    global_load_b32 v2, v1, s[4:5] glc
    s_waitcnt vmcnt(0)
    v_cmp_eq_u32_e32 vcc_lo, 0, v2
    s_cbranch_vccnz .Lagain"
expect 6 'stopped after the instructions that --steps allows' "${good[@]}" --steps 1

# M0 says which register is read: the one that is loaded, with a wait for it or without; it is always a vector register
relative="$load
    s_mov_b32 m0, 3
    global_load_b32 v6, v1, s[4:5]
    WAIT
    v_movrels_b32 v2, v3
    global_store_b32 v1, v2, s[4:5]"
kernel "${relative/WAIT/s_waitcnt vmcnt(0)}"
expect 0 'no data race' "${good[@]}"
kernel "${relative/WAIT/}"
expect 1 'v_movrels_b32 v2, v3' "${good[@]}"
kernel "${load}
    v_movrels_b32_e32 v2, s6"
expect 4 'an operand of this kind: s6' "${good[@]}"

# A line of the source that is said to be atomic.
kernel '    .file 0 "." "k.hip"
    v_mov_b32_e32 v1, 0
    .loc 0 3 5
    ds_store_b32 v1, v1'
expect 1 'k.hip:3:5: error: this write of byte 0 of shared memory' "${good[@]}"
expect 1 'an earlier write: ds_store_b32 v1, v1 (workgroup 0 wave 1 lane 0)' "${good[@]}"
expect 0 'no data race on 32 runs' "${good[@]}" --atomic 3
{ "$command" race k.s "${good[@]}" --json 2>/dev/null || true; } | python3 -c '
import json, sys
answer, = json.load(sys.stdin)
found, = answer["findings"]
assert answer["race"] and answer["kernel"] == "k" and found["missing"] == "order" and found["shared"], answer
assert [a["source"]["line"] for a in found["accesses"]] == [3, 3], found' || failures=$((failures + 1))
{ "$command" race k.s "${good[@]}" --diagnostics=sarif 2>/dev/null || true; } | python3 -c '
import json, sys
result, = json.load(sys.stdin)["runs"][0]["results"]
assert result["ruleId"] == "race" and len(result["relatedLocations"]) >= 2, result' || failures=$((failures + 1))

# Where inlined code was called, from the inside out.
kernel '    .file 0 "." "k.hip"
    v_mov_b32_e32 v1, 0
    .loc 0 3 5 ; k.hip:3:5 @[ k.hip:9:2 @[ k.hip:20:7 ] ]
    ds_store_b32 v1, v1'
expect 1 'k.hip:9:2: note: it is inlined here' "${good[@]}"
expect 1 'k.hip:20:7: note: called here' "${good[@]}"

# One wave's store, a barrier, and the other wave releases: the documents ask for a wait of the first.
kernel "    s_load_dwordx2 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v2, 1
    v_mov_b32_e32 v3, 0
    s_waitcnt lgkmcnt(0)
    s_cmp_eq_u32 s2, 1
    s_cbranch_scc1 .Lreader
    global_store_dword v1, v0, s[4:5]
    s_barrier
    v_cmp_eq_u32_e32 vcc, 0, v0
    s_and_saveexec_b64 s[6:7], vcc
    s_cbranch_execz .Lend
    buffer_wbl2 sc1
    s_waitcnt vmcnt(0)
    global_store_dword v3, v2, s[4:5] offset:1024 sc1
    s_branch .Lend
.Lreader:
    global_load_dword v4, v3, s[4:5] offset:1024 sc1
    s_waitcnt vmcnt(0)
    v_cmp_eq_u32_e32 vcc, 0, v4
    s_cbranch_vccnz .Lreader
    buffer_inv sc1
    global_load_dword v5, v1, s[4:5]
.Lend:"
sed -i 's/max_flat_workgroup_size: 64/max_flat_workgroup_size: 128/' k.s
expect 1 'silicon may be stronger than the documents' --mcpu=gfx942 --local 128

# gfx1250: copies between global and shared memory, of which a counter of their own tells, and the other die's L2.
for wait in '' '    s_wait_asynccnt 0x0'; do
    wanted=1 said='missing: s_wait_asynccnt 0x0'
    [ -z "$wait" ] || wanted=0 said='k on gfx1250'
    begin='    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v2, 1
    s_wait_kmcnt 0x0'
    kernel "$begin
    global_load_async_to_lds_b32 v1, v1, s[4:5]
$wait
    ds_load_b32 v2, v1"
    expect "$wanted" "$said" --mcpu=gfx1250 --local 64 --groups 1 --lds 256 --arg 256 --arg 7
    kernel "$begin
    ds_store_b32 v1, v2
    s_wait_dscnt 0x0
    global_store_async_from_lds_b32 v1, v1, s[4:5]
$wait
    ds_store_b32 v1, v2"
    expect "$wanted" "$said" --mcpu=gfx1250 --local 64 --groups 1 --lds 256 --arg 256 --arg 7
done
kernel "$begin
    global_store_b32 v1, v2, s[4:5]
    global_load_async_to_lds_b32 v1, v1, s[4:5]"
expect 1 'missing: s_wait_storecnt 0x0' --mcpu=gfx1250 --local 64 --groups 1 --lds 256 --arg 256 --arg 7

# Processors that are like others, but for something: scalar floats of gfx1151, and the index y of gfx908.
kernel "    s_add_f32 s4, s4, s5"
expect 0 'k on gfx1151' "${good[@]}" --mcpu=gfx1151
expect 4 'not supported: instruction s_add_f32' "${good[@]}" --mcpu=gfx1101
kernel "    v_lshlrev_b32_e32 v1, 2, v1
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    global_load_dword v2, v1, s[4:5]"
sed -i '/.amdhsa_user_sgpr_count/a .amdhsa_system_vgpr_workitem_id 1' k.s
expect 0 'k on gfx908' --mcpu=gfx908 --local 2,32 --groups 1 --arg 128 --arg 7
expect 1 'an access out of bounds' --mcpu=gfx90a --local 2,32 --groups 1 --arg 128 --arg 7

# gfx1250, whose named barrier a wave may pass long after others met there twice; what is refused names the instruction
cp "$here/gfx1250.s" k.s
expect 0 'no data race' --mcpu=gfx1250 --local 64 --groups 1 --arg 256
sed -i -e 's/_isfirst m0/ m0\ns_barrier_signal m0\ns_barrier_signal m0\ns_barrier_signal m0\nlate:\ns_barrier_signal -1\ns_barrier_wait -1/' \
    -e '/scale_offset/ s/$/\ns_wait_asynccnt 0x0\ns_cbranch_scc0 late/' k.s
expect 4 'after others have met there twice: s_barrier_wait 1' --mcpu=gfx1250 --local 64 --groups 1 --arg 256

# Clusters: which there are, who arrives at their barrier, and what is not known.
kernel "s_barrier_signal -3
s_barrier_wait -3"
two=(--mcpu=gfx1250 --local 32 --arg 256 --arg 7)
expect 0 'k on gfx1250, 4x1x1 workgroups' "${two[@]}" --groups 4 --cluster 2
expect 4 'the barrier of a cluster, in which the workgroup is not' "${two[@]}" --groups 4
expect 4 'the barrier of a cluster, in which the workgroup is not' "${two[@]}" --groups 4 --cluster 1
expect 2 'groups 3,1,1 are not whole clusters of 2,1,1' "${two[@]}" --groups 3 --cluster 2
expect 2 'groups 32,1,1 are not whole clusters of 32,1,1, of 16 workgroups at most' "${two[@]}" --groups 32 --cluster 32
expect 2 'gfx1201 has no clusters of workgroups' --mcpu=gfx1201 --local 32 --arg 256 --arg 7 --groups 4 --cluster 2
expect 1 'a workgroup that arrives again where others of its cluster have not' --mcpu=gfx1250 --local 64 --arg 256 --arg 7 --groups 2 --cluster 2
kernel "s_load_b64 s[0:1], s[0:1], 0x0
v_mov_b32 v1, 0
s_wait_kmcnt 0x0
global_store_b32 v1, v1, s[0:1]"
expect 1 'missing: a barrier of the cluster, or an atomic' "${two[@]}" --groups 2 --cluster 2
expect 1 'at the scope of the device, between the two' "${two[@]}" --groups 2
kernel "s_barrier_wait -3"
expect 1 'waves wait for each other for ever' "${two[@]}" --groups 2 --cluster 2
kernel "s_cmp_eq_u32 ttmp6, 0x1001000
s_cbranch_scc1 away
s_barrier_signal -3
s_barrier_wait -3
away:"
expect 4 'a wait for a workgroup of the cluster that has ended' "${two[@]}" --groups 2 --cluster 2
sed -i 's/^    .max_flat_workgroup_size: 64/    .cluster_dims:\n      - 2\n      - 1\n      - 1\n&/' k.s
expect 2 'the kernel requires clusters of 2,1,1 workgroups, which --cluster does not say' "${two[@]}" --groups 4 --cluster 4
expect 4 'a wait for a workgroup of the cluster that has ended' "${two[@]}"

# A scalar load by a descriptor of gfx1250, of 12 bytes: dwords 1 and 2 are 22 and 33, what comes after is 0, and anything
# else leads out of the buffer.
scalar_buffer() { # LAST-DWORD
    kernel "    s_load_b64 s[4:5], s[0:1], 0x0
    s_wait_kmcnt 0x0
    s_mov_b32 s8, s4
    s_or_b32 s9, s5, 0x18000000
    s_mov_b32 s10, 0
    s_mov_b32 s11, $1
    s_buffer_load_b128 s[12:15], s[8:11], 0x4
    s_wait_kmcnt 0x0
    s_sub_co_u32 s12, s12, 22
    s_sub_co_u32 s13, s13, 33
    s_or_b64 s[12:13], s[12:13], s[14:15]
    s_or_b32 s12, s12, s13
    v_lshlrev_b32_e64 v1, 10, s12
    global_store_b32 v1, v0, s[4:5] offset:12"
}
raw=(--mcpu=gfx1250 --local 32 --groups 1 --arg '20{11, 22, 33, 44, 55}' --arg 7)
scalar_buffer 0x20000000
expect 0 'no data race' "${raw[@]}"
expect 1 'an access out of bounds' --mcpu=gfx1250 --local 32 --groups 1 --arg '20{11, 22, 34, 44, 55}' --arg 7
scalar_buffer 0x30000000
expect 4 'a buffer that is not a raw one whose bounds are offsets: s_buffer_load_b128' "${raw[@]}"

# a name that would colour the terminal, and an argument without bytes
kernel '    s_nop 0'
sed -i -e 's/^k:/"k\x1b[31m":/' -e 's/\(amdhsa_kernel\) k$/\1 k\x1b[31m/' -e 's/\(.name: *\)k$/\1"k\x1b[31m"/' k.s
expect 0 'k?[31m on gfx1100' "${good[@]}"
! grep -q $'\033' said || { echo "FAILED: a kernel's name reaches the terminal"; failures=$((failures + 1)); }
sed -i 's/.size:           4/.size:           0/' k.s
expect 2 'is given, and has no bytes' "${good[@]}"
[ $failures -eq 0 ]
