#!/bin/bash
# litmus on machine code: assembly with comments, and modules compiled for a processor. With SMMRA_BUILD set.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(cd "$here" && while [ ! -f litmus/expect.sh ]; do cd ..; done && pwd)
. "$tests/litmus/expect.sh"
cd "$here" || exit 1
spirv=$tests/litmus/spirv

# ---- assembly ----
expect 0 'the condition holds' programs/message.s --mcpu=gfx1100
expect 0 'P1:v3 = 1, P1:v4 = 42' programs/message.s --mcpu=gfx1100 --outcomes
expect 0 'the condition holds' programs/grid.s --mcpu=gfx1201
expect 0 'the condition holds' programs/several.s --mcpu=gfx942
expect 2 'needs --mcpu' programs/message.s
expect 2 'mcpu' programs/message.s --mcpu=gfx9999
expect 4 'message.s:8:1: error: not supported: instruction s_waitcnt_vscnt' programs/message.s --mcpu=gfx1201

without() { # PATTERN: the message without the lines that match
    grep -v "$1" programs/message.s >"$work/message.s"
}
without buffer_gl
expect 1 'the condition does not hold' "$work/message.s" --mcpu=gfx1100
expect 1 'P1, line 14: global_load_b32 v4, v0, s\[0:1\]: finds its copy in' "$work/message.s" --mcpu=gfx1100 --explain
without vscnt
expect 1 'the condition does not hold' "$work/message.s" --mcpu=gfx1100
expect 0 'the condition holds' "$work/message.s" --mcpu=gfx1100 --machine-option=shared-lines
expect 6 'the condition is unknown' programs/message.s --mcpu=gfx1100 --states=3
expect 0 'the condition is unknown' programs/message.s --mcpu=gfx1100 --states=3 --allow=unknown

bad() { # STATUS PATTERN LINE...: a program with these lines behind its headers
    local status=$1 pattern=$2
    shift 2
    printf '; @Memory: x\n; @Wave: P0 = p, group 0, s[0:1] = &x\np:\n' >"$work/bad.s"
    printf '%s\n' "$@" >>"$work/bad.s"
    expect "$status" "$pattern" "$work/bad.s" --mcpu=gfx1100
}
bad 0 'executed' s_endpgm
bad 4 'bad.s:4:.*not supported: instruction v_mqsad_u32_u8' 'v_mqsad_u32_u8 v[0:3], v[1:2], v3, v[4:7]'
bad 4 'not supported: instruction global_load_lds_dword' 'global_load_lds_dword v0, off'
bad 4 'not supported: instruction scratch_load_b32' 'scratch_load_b32 v0, off, off'
bad 4 'not supported: a modifier: sc0' 'global_load_b32 v0, v1, s[0:1] sc0'
bad 3 'another register is expected: s\[0:3\]' 'global_load_b32 v0, v1, s[0:3]'
bad 3 'operands are missing: global_load_b32' 'global_load_b32 v0'
bad 3 'no instruction stands at the label .LBB0_9' 's_branch .LBB0_9'
bad 1 'line 5: a register is used while a load to it is out: a wait is missing' 'global_load_b32 v1, v0, s[0:1]' \
    'v_add_nc_u32_e32 v2, v1, v1' s_endpgm
# A load is over when a wait says so, not when its value is there: of memory that nobody else knows, it is there at once.
bad 1 'line 7: a register is used while a load to it is out' 'global_load_b32 v1, v0, s[0:1]' 's_load_b32 s4, s[0:1], 0x0' \
    's_waitcnt lgkmcnt(0)' 'v_add_nc_u32_e32 v2, v1, v1' s_endpgm
bad 0 'executed' 'global_load_b32 v1, v0, s[0:1]' 'global_load_b32 v2, v0, s[0:1]' 's_waitcnt vmcnt(1)' \
    'v_add_nc_u32_e32 v3, v1, v1' s_endpgm
bad 1 'line 7: a register is used' 'global_load_b32 v1, v0, s[0:1]' 'global_load_b32 v2, v0, s[0:1]' \
    's_waitcnt vmcnt(1)' 'v_add_nc_u32_e32 v3, v2, v1' s_endpgm
bad 1 'an access out of bounds' 'global_load_b32 v1, v0, s[0:1] offset:4' s_endpgm
bad 1 'a wave runs past the last instruction' s_nop
bad 1 'on some placement no execution ends; where waves are then:' 'l:' 's_branch l'
grep -q 'P0, line 5: s_branch l' "$work/out" || fail "no place of an endless loop: $(cat "$work/out")"
bad 4 'a loop goes round for more than 100,000 steps by itself' 'l:' 's_add_i32 s4, s4, 1' 's_branch l'
printf '; @Nonsense: x\np:\ns_endpgm\n' >"$work/bad.s"
expect 3 'a header of this name is not known: "Nonsense"' "$work/bad.s" --mcpu=gfx1100
printf '; @Wave: P0 = q\np:\ns_endpgm\n' >"$work/bad.s"
expect 3 'no instruction stands at a label: "q"' "$work/bad.s" --mcpu=gfx1100

# Two dwords have their own lines, though elsewhere two are accessed at once.
cat >"$work/pair.s" <<'END'
; @Memory: pair[2], other[2]
; @Wave: P0 = p, group 0, s[0:1] = &pair, v1 = 1
; @Wave: P1 = q, group 1, s[0:1] = &pair, s[2:3] = &other
; @Output: exists (P1:v2 == 1 and P1:v3 == 0)
p:
global_store_b32 v0, v1, s[0:1]
global_store_b32 v0, v1, s[0:1] offset:4
s_endpgm
q:
global_load_b32 v2, v0, s[0:1] offset:4 glc
s_waitcnt vmcnt(0)
global_load_b32 v3, v0, s[0:1] glc
s_waitcnt vmcnt(0)
global_store_b64 v0, v[2:3], s[2:3]
s_endpgm
END
expect 0 'the condition holds' "$work/pair.s" --mcpu=gfx1100
sed -i '/^global_store_b64/s/s\[2:3\]/s[0:1]/' "$work/pair.s"
expect 1 'the condition does not hold' "$work/pair.s" --mcpu=gfx1100 # now it is these two

# Read-modify-writes of gfx1201 at the scope of a compute unit: two at once lose one another's value.
cat >"$work/narrow.s" <<'END'
; @Memory: x
; @Wave: P0 = p, group 0, s[0:1] = &x, v1 = 1
; @Wave: P1 = p, group 1, s[0:1] = &x, v1 = 1
; @Output: forall (x == 2)
p:
global_atomic_add_u32 v0, v1, s[0:1] scope:SCOPE_DEV
s_endpgm
END
expect 0 'the condition holds' "$work/narrow.s" --mcpu=gfx1201
sed -i 's/ scope:SCOPE_DEV//' "$work/narrow.s"
expect 1 'the condition does not hold' "$work/narrow.s" --mcpu=gfx1201
expect 1 'performs in V: becomes 1' "$work/narrow.s" --mcpu=gfx1201 --explain

sed -i 's/\(global_atomic_add.*\)/\1 scope:SCOPE_SE/' "$work/narrow.s" # nor do those of two shader engines see one another
expect 1 'performs in the cache of its shader engine: becomes 1' "$work/narrow.s" --mcpu=gfx1201 --explain

# Numbers of 16 bits with a sign, and halves of registers.
halves() { # PROCESSOR LINE...
    local processor=$1
    shift
    { printf '; @Memory: x\n; @Wave: P0 = p, group 0\n; @Output: forall (P0:s4 == 4294967287 and P0:s5 == 4294934528 and P0:s6 == 5 and P0:v3 == 1450709556)\np:\n'
      printf '%s\n' 's_movk_i32 s4, 0x7' 's_addk_i32 s4, 0xfff0' 's_mov_b32 s5, 1' 's_cmpk_lt_i32 s4, 0xffff' 's_cmovk_i32 s5, 0x8000' \
          's_mov_b32 s6, 5' 's_cmpk_gt_i32 s4, 0xffff' 's_cmovk_i32 s6, 0x1' 'v_mov_b32_e32 v2, 0x12345678' 'v_mov_b32_e32 v3, 7' "$@" s_endpgm
    } >"$work/halves.s"
    expect 0 'the condition holds' "$work/halves.s" --mcpu="$processor"
}
halves gfx1100 'v_mov_b16_e32 v3.h, v2.l' 'v_mov_b16_e32 v3.l, v2.h'
halves gfx1030 'v_mov_b32_sdwa v3, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0' \
    'v_mov_b32_sdwa v3, v2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1'
# A lane's register is read where it is, though a load of another lane is out.
cat >"$work/first.s" <<'END'
; @Memory: x = 3
; @Wave: P0 = p, group 0, lanes 2, s[0:1] = &x
; @Output: forall (P0:s5 == 9)
p:
s_mov_b32 exec_lo, 1
global_load_b32 v1, v0, s[0:1]
s_mov_b32 exec_lo, 2
v_mov_b32_e32 v1, 9
v_readfirstlane_b32 s5, v1
s_endpgm
END
expect 0 'the condition holds' "$work/first.s" --mcpu=gfx1100
sed -i 's/exec_lo, 2/exec_lo, 3/; /v_mov_b32/d' "$work/first.s"
expect 1 'line 8: a register is used while a load' "$work/first.s" --mcpu=gfx1100
sed -i 's/UNUSED_PRESERVE/UNUSED_PAD/; s/1450709556/4660/' "$work/halves.s"
expect 0 'the condition holds' "$work/halves.s" --mcpu=gfx1030
bad 4 'a modifier: dst_sel:WORD_0' 'v_mov_b16_e32 v1.l, v2.l dst_sel:WORD_0'
bad 4 'an operand of this kind: s1' 'v_mov_b16_e32 s1.l, v2.l'

# ---- modules ----
for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201 gfx1250; do
    expect 0 "sound on $processor" "$spirv/message-passing.spvasm" --machine=$processor
    expect 0 "sound on $processor" "$spirv/floating.spvasm" --machine=$processor
done
expect 1 'nothing is asked: data race' "$spirv/message-bare.spvasm" --machine=gfx1100
expect 0 'global_store_b32' "$spirv/message-passing.spvasm" --machine=gfx1100 --show-ir
expect 6 'unknown on gfx1100' "$spirv/loop-bound.spvasm" --machine=gfx1100
expect 2 'there is no such command' "$spirv/message-passing.spvasm" --machine=gfx1100 --llc=no-such-llc
expect 2 'it fails' "$spirv/message-passing.spvasm" --machine=gfx1100 --opt=false

# A compiler that forgets what orders memory is found out, with the execution that shows it.
cat >"$work/llc" <<'END'
#!/bin/sh
llc-22 "$@" | grep -v "$FORGET"
END
chmod +x "$work/llc"
for what in gfx1100:buffer_gl gfx1100:vscnt gfx942:buffer_inv gfx942:wbl2 gfx1201:global_inv gfx1250:global_inv gfx1250:global_wb gfx90a:wbinvl1; do
    export FORGET=${what#*:}
    expect 1 "unsound on ${what%:*}" "$spirv/message-passing.spvasm" --machine="${what%:*}" --coherence=fence --llc="$work/llc"
    expect 1 'comes about so' "$spirv/message-passing.spvasm" --machine="${what%:*}" --coherence=fence --llc="$work/llc"
done

# ---- a driver's code ----
driver() { # STATUS PATTERN MODULE OPTIONS: what the command of the tests says, with SMMRA_DRIVER
    local tool=$SMMRA_BUILD/bin/driver_command
    expect "$@" --machine=gfx1100
}
# Two listings with what is read of them: Mesa 22's spelling in waves of 64, Mesa 25's in waves of 32.
printed() { # PATTERN SED STATUS: what is said of radv-*.txt, changed so
    local pattern=$1 change=$2 status=$3
    shift 3
    for version in 22 25; do
        sed -E "$change" programs/radv-$version.txt >"$work/listing"
        printf '#!/bin/sh\ncat >/dev/null\nexec cat %s\n' "$work/listing" >"$work/radv"
        chmod +x "$work/radv"
        SMMRA_DRIVER=$work/radv driver "$status" "$pattern" "$spirv/message-passing.spvasm" "$@"
    done
}
printed 'sound on gfx1100' '' 0
printed 'unsound on gfx1100' /vscnt/d 1
printed 'unsound on gfx1100' 's/ glc$//' 1
printed 'line [1-9][0-9]*: what its scalar registers hold cannot be told' 's/, +s1: %[0-9]*:s\[3\]//' 4
printed 'what its scalar registers hold cannot be told' 's/s\[3\],/s[50000],/' 4
printed 'no compute shader as RADV_DEBUG=shaders prints it' '/startpgm/d' 4
printed 'no compute shader as RADV_DEBUG=shaders prints it' '/^disasm/d' 4
printed 'no compute shader as RADV_DEBUG=shaders prints it' d 4
printed 'gives scalar arguments by number' 's/(intrinsic |@)(load_workgroup_id)(.*)/\1\2\3 @load_scalar_arg_amd (base=1) @load_scalar_arg_amd (base=2)/' 4
printed 'sound on gfx1100' 's/(intrinsic |@)(load_workgroup_id)(.*)/\1\2\3 @load_scalar_arg_amd (base=1)/' 0
printed 'push constants in a driver' 's/load_workgroup_id/load_push_constant/' 4
printed 'machine code, line [12][0-9]: instruction v_fly' 's/s_branch/v_fly/' 4
printed 'more local memory than 65536' 's/^(shared.size: ).*/\199999/' 4
SMMRA_DRIVER=false driver 2 'it fails' "$spirv/message-passing.spvasm"
SMMRA_DRIVER=no-such-driver driver 2 'there is no such command' "$spirv/message-passing.spvasm"
printf '#!/bin/sh\nsleep 60\n' >"$work/slow" && chmod +x "$work/slow"
SMMRA_DRIVER=$work/slow driver 6 'unknown: the time is over' "$spirv/message-passing.spvasm" --timeout 1

# Coherent accesses need no invalidation, but each read must go past the caches.
cat >"$work/opt" <<'END'
#!/bin/sh
sed "$FORGET" | opt-22 -O2 -S
END
chmod +x "$work/opt"
for processor in gfx1030 gfx1100 gfx1201; do
    for module in message-passing lock-cas image-glsl450; do
        expect 0 "sound on $processor" "$spirv/$module.spvasm" --machine=$processor
    done
    # of the reads after the acquire, which is the first
    export FORGET='1,/= load atomic/!{/= load atomic/s/syncscope("agent") monotonic/syncscope("singlethread") monotonic/}'
    expect 1 "unsound on $processor" "$spirv/message-passing.spvasm" --machine=$processor --coherence=access --opt="$work/opt"
done
"$tool" litmus "$spirv/message-passing.spvasm" --machine=gfx1100 --show-ir | grep -E 'buffer_gl[01]_inv' >/dev/null &&
    fail 'coherent accesses, and yet an invalidation'

# Workgroups may be on two shader engines of gfx1201, which accesses and invalidations of SCOPE_SE do not order.
cat >"$work/engine" <<'END'
#!/bin/sh
llc-22 "$@" | sed "s/$NARROWED\(.*\)SCOPE_DEV/$NARROWED\\1SCOPE_SE/"
END
chmod +x "$work/engine"
for what in fence:global_inv access:global_load; do
    export NARROWED=${what#*:}
    expect 1 'on CU 1 of engine 1' "$spirv/message-passing.spvasm" --machine=gfx1201 --coherence="${what%:*}" --llc="$work/engine"
done
export NARROWED=global_atomic
expect 1 'unsound on gfx1201' "$spirv/lock-ticket.spvasm" --machine=gfx1201 --groups 2 --llc="$work/engine"

# Executions that never end beside others that do: a fault where the program has none, with its place.
printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' '#pragma use_vulkan_memory_model' 'layout(local_size_x = 1) in;' \
    'layout(binding = 0) buffer B { uint f; uint y; };' 'void main() { if (gl_WorkGroupID.x == 0u) atomicStore(f, 1u, gl_ScopeDevice, 0, 0);' \
    'else if (atomicLoad(f, gl_ScopeDevice, 0, 0) == 1u) y = 5u; ELSE }' >"$work/ends.txt"
sed 's/ELSE//' "$work/ends.txt" >"$work/peek.comp"
sed 's/ELSE/else for (;;);/' "$work/ends.txt" >"$work/gone.comp"
for name in peek gone; do glslangValidator -V --target-env vulkan1.3 "$work/$name.comp" -o "$work/$name.spv" >/dev/null || fail "$name.comp"; done
cat >"$work/stops" <<'END'
#!/bin/sh
llc-22 "$@" | sed "/offset:4/i $STOPS"
END
chmod +x "$work/stops"
expect 0 'sound on gfx1201' "$work/peek.spv" --machine=gfx1201 --groups 2
for STOPS in 's_barrier_wait -1' '.Lstop: s_branch .Lstop' '.Lstop: s_sleep 1\n global_load_b32 v3, v0, s[0:1] scope:SCOPE_DEV\n s_wait_loadcnt 0x0\n s_branch .Lstop'; do
    export STOPS
    expect 1 'unsound: the machine code may never end on gfx1201' "$work/peek.spv" --machine=gfx1201 --groups 2 --llc="$work/stops"
    grep -q 'peek.spv: an execution never ends; where waves are then:' "$work/out" && grep -q '  W1, line [0-9]*: ' "$work/out" ||
        fail "no place of an execution without an end: $(cat "$work/out")"
done
expect 1 '"judgement": "unsound: the machine code may never end".*"assumption": null' "$work/peek.spv" --machine=gfx1201 --groups 2 --llc="$work/stops" --json
expect 0 'taken for granted: executions that never end are not compared' "$work/gone.spv" --machine=gfx1201 --groups 2
export STOPS='.Lstop: s_branch .Lstop' # now none ends
expect 1 'unsound: the machine code never ends on gfx1201' "$work/gone.spv" --machine=gfx1201 --groups 2 --llc="$work/stops"
cat >"$work/missed.s" <<'END'
; @Memory: f
; @Wave: P0 = p, group 0, s[0:1] = &f, v1 = 1
; @Wave: P1 = q, group 1, s[0:1] = &f
p:
global_store_b32 v0, v1, s[0:1]
global_store_b32 v0, v0, s[0:1]
s_endpgm
q:
global_load_b32 v2, v0, s[0:1] glc
s_waitcnt vmcnt(0)
v_cmp_eq_u32_e32 vcc_lo, 0, v2
s_cbranch_vccnz q
s_endpgm
END
expect 1 'an execution never ends' "$work/missed.s" --mcpu=gfx1100
grep -q 'P1, line 1[0-3]: ' "$work/out" || fail "no place where P1 waits: $(cat "$work/out")"
expect 0 'an execution never ends' "$work/missed.s" --mcpu=gfx1100 --allow=endless-loop
sed -i '6d' "$work/missed.s" # the flag stays: a stale copy is dropped at some time
expect 0 'executed' "$work/missed.s" --mcpu=gfx1100
! grep -q 'never ends' "$work/out" || fail "a wait that ends: $(cat "$work/out")"

# Two variables of one descriptor are one memory.
for processor in gfx942 gfx1100 gfx1201; do
    expect 0 "sound on $processor" "$spirv/descriptor-bound-twice.spvasm" --machine=$processor
done

# push constants are among the arguments, behind a gap; an index may read them by vectors, and less than a dword
cat >"$work/push.comp" <<'END'
#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(set = 0, binding = 0) buffer Result { uint sum[2], part[2]; uint64_t whole[2]; uint count; } result;
layout(push_constant, scalar) uniform Arguments { uint first; uvec2 pair; uint64_t wide; int16_t few[3]; } given;
void main() {
    uint i = gl_WorkGroupID.x;
    result.sum[i] = given.first + 10 * given.pair[i];
    result.part[i] = uint(int(given.few[1 + i]));
    result.whole[i] = given.wide + i;
    atomicAdd(result.count, given.pair.x);
}
END
computed='result[0][0] = 37, result[0][1] = 47, result[1][0] = 2, result[1][1] = 4294967293, '
computed+='result[2][0] = 81985529216486895, result[2][1] = 81985529216486896, result[3] = 6'
glslangValidator -V --target-env vulkan1.3 "$work/push.comp" -o "$work/push.spv" >/dev/null || fail "push.comp"
for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201 gfx1250; do
    expect 0 "sound on $processor" "$work/push.spv" --machine=$processor --groups 2 --outcomes --input given.first=7 --input 'given.pair={3, 4}' \
        --input given.wide=81985529216486895 --input 'given.few={1, 2, -3}'
    grep -qF "$computed" "$work/out" || fail "push constants on $processor: $(cat "$work/out")"
done
SMMRA_DRIVER=true driver 4 "push constants in a driver's code" "$work/push.spv"

# ---- litmus files ----
vulkan=$tests/litmus/vulkan
for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
    expect 0 "sound on $processor" "$vulkan/mp-atomic-atomic.litmus" --machine=$processor
    expect 0 "sound on $processor" "$vulkan/chain-available.litmus" --machine=$processor
    expect 0 "sound on $processor" "$vulkan/image-flag.litmus" --machine=$processor
done
for processor in gfx950 gfx1250; do
    expect 0 "sound on $processor" "$vulkan/mp-atomic-atomic.litmus" --machine=$processor
    expect 0 "sound on $processor" "$vulkan/chain-available.litmus" --machine=$processor
done
expect 4 'not supported: an image, for which the processor has no instructions' "$vulkan/image-flag.litmus" --machine=gfx1250
expect 0 'P1:r0 = 1, P1:r1 = 1, x = 1, y = 1' "$vulkan/mp-atomic-atomic.litmus" --machine=gfx1100 --outcomes
expect 1 'nothing is asked: data race' "$vulkan/acquire-of-other-class.litmus" --machine=gfx1100
for what in gfx1100:buffer_gl gfx1100:vscnt gfx942:buffer_inv gfx950:buffer_inv gfx1201:global_inv gfx1250:global_wb gfx90a:wbinvl1; do
    export FORGET=${what#*:}
    expect 1 "unsound on ${what%:*}" "$vulkan/mp-atomic-atomic.litmus" --machine="${what%:*}" --coherence=fence --llc="$work/llc"
done
# What is handed on, and written back, waits.
for processor in gfx90a gfx942; do
    export FORGET='s/^.*call .*@llvm.amdgcn.s.waitcnt(.*$//'
    expect 1 "unsound on $processor" "$vulkan/chain-available.litmus" --machine=$processor --opt="$work/opt"
done
cat >"$work/quorum.litmus" <<'END'
Vulkan quorum
{ x = 0; }
 P0@sg 0, wg 0, qf 0       | P1@sg 1, wg 0, qf 0 ;
 cbar.acq_rel.wg.semsc0 1  | st.atom.wg.sc0 x, 1 ;
exists (x == 1)
END
expect 4 'barriers that not all threads of a workgroup come to' "$work/quorum.litmus" --machine=gfx1100

# ---- outcomes are written as those of the module itself: names of the source, floating-point numbers ----
cat >"$work/halves.comp" <<'END'
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { float halves[2]; };
void main() {
    halves[gl_LocalInvocationIndex] = 0.5 + float(gl_LocalInvocationIndex);
}
END
glslangValidator -V --target-env vulkan1.2 -g "$work/halves.comp" -o "$work/halves.spv" >/dev/null
outcome='halves\[0\] = 0.5, halves\[1\] = 1.5$'
expect 0 "$outcome" "$work/halves.spv" --groups=1 --outcomes
expect 0 "$outcome" "$work/halves.spv" --groups=1 --machine=gfx1100 --outcomes

# a memory location has 8 bits: dies write neighbouring bytes and halves of a dword, and keep each other's; a byte that both write is one of both
for size in 8 16; do
    cat >"$work/apart$size.comp" <<END
#version 450
#extension GL_EXT_shader_${size}bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer Data { uint${size}_t data[4]; };
void main() { data[1 - gl_WorkGroupID.x] = uint${size}_t(gl_WorkGroupID.x + 5); }
END
    glslangValidator -V --target-env vulkan1.3 "$work/apart$size.comp" -o "$work/apart$size.spv" >/dev/null
    for processor in gfx942 gfx950; do
        expect 0 "sound on $processor" "$work/apart$size.spv" --groups 2 --machine=$processor --outcomes
        grep -q '= 6, .*= 5' "$work/out" || fail "neighbouring locations of $size bits: $(cat "$work/out")"
    done
done

# A lock that is taken and given back in each round of a loop: the section stays in the loop, or a wave would wait for a lane of its own.
# Without the barrier of the wave at the loop's end opt takes the section out, and code that never ends is no sound code.
turns() { # LOOP
    cat >"$work/turns.comp" <<END
#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 32) in;
layout(binding = 0) coherent buffer Lock { uint lock; };
layout(binding = 1) coherent buffer Data { uint count[2]; };
const int device = gl_ScopeDevice, acquire = gl_SemanticsAcquire, release = gl_SemanticsRelease;
const int buffers = gl_StorageSemanticsBuffer;
bool attempt() { return atomicCompSwap(lock, 0u, 1u, device, buffers, acquire, 0, 0) == 0u; }
void leave() { atomicStore(lock, 0u, device, buffers, release); }
void main() {
    bool mine = false;
    $1
}
END
    glslangValidator -V --target-env vulkan1.3 "$work/turns.comp" -o "$work/turns.spv" >/dev/null
}
for loop in 'for (; !mine;) {
        mine = atomicExchange(lock, 1u, device, buffers, acquire) == 0u;
        if (mine) { count[1] += 2u; leave(); }
    }' 'while (!mine) if (attempt()) { count[1] += 2u; leave(); mine = true; }' '
    do if (atomicLoad(lock, device, buffers, acquire) == gl_LocalInvocationIndex) {
        count[1] += 2u;
        atomicStore(lock, gl_LocalInvocationIndex + 1u, device, buffers, release);
        mine = true;
    } while (!mine);'; do
    turns "$loop"
    expect 0 'sound on gfx1100' "$work/turns.spv" --groups 1 --local 2 --machine=gfx1100 --outcomes
    grep -q '\[1\] = 4' "$work/out" || fail "turns: $(cat "$work/out")"
done
expect 0 'sound on gfx942' "$work/turns.spv" --groups 1 --local 2 --machine=gfx942
export FORGET='/call .*@llvm.amdgcn.wave.barrier/d'
expect 1 'never ends' "$work/turns.spv" --groups 1 --local 2 --machine=gfx1100 --opt="$work/opt"
grep -q 'W0, line [0-9]*: ' "$work/out" || fail "where it waits: $(cat "$work/out")"
# A section that itself leaves the loop stays in it too, also where values go round with it (optimized, they are phis).
n='for (uint i = 0u; i < 9u; i++) if (attempt()) { count[0] = i; for (uint k = 0u; k < 2u; k++) count[1]++; leave(); break; }'
for loop in 'for (;;) if (attempt()) { count[1] += 2u; leave(); break; }' "$n" 'for (;;) {
        if (!attempt()) continue;
        if (gl_LocalInvocationIndex == 0u) { count[1] += 2u; leave(); return; }
        count[1] += 2u; leave(); break;
    }'; do
    turns "$loop"
    expect 0 'sound on gfx1100' "$work/turns.spv" --groups 1 --local 2 --machine=gfx1100 --outcomes
    grep -q '\[1\] = 4' "$work/out" || fail "a section that leaves its loop: $(cat "$work/out")"
done
turns "$n"
spirv-opt -O "$work/turns.spv" -o "$work/phis.spv"
spirv-dis "$work/phis.spv" >"$work/out"
grep -q 'OpPhi' "$work/out" || fail 'a counter is a phi'
expect 0 'sound on gfx1201' "$work/phis.spv" --groups 1 --local 2 --machine=gfx1201 --outcomes
grep -q '\[1\] = 4' "$work/out" || fail "a section that leaves its loop, with phis: $(cat "$work/out")"
# One that stands behind its loop stays there: that such code never ends is said, with the place.
turns 'while (!attempt()); count[1] += 2u; leave();'
expect 1 'unsound: the machine code never ends on gfx1100' "$work/turns.spv" --groups 1 --local 2 --machine=gfx1100
grep -q 'W0, line [0-9]*: ' "$work/out" || fail "where a section behind its loop waits: $(cat "$work/out")"
expect 0 'sound on gfx1100' "$work/turns.spv" --groups 2 --local 1 --machine=gfx1100 # each has a wave of its own
turns 'while (!mine) if (subgroupAny(!mine) && attempt()) { leave(); mine = true; }'
"$tool" "$work/turns.spv" --convergence=tokens --mcpu=gfx1100 --llvm=22 -o - | tee "$work/out" | llvm-as-22 -o /dev/null || fail 'turns with tokens'
[ "$(grep -c 'wave.barrier() \[ "convergencectrl"' "$work/out")" = 1 ] || fail "turns with tokens: $(cat "$work/out")"
# What a texel's exchange finds is each lane's own, though its place is the same for all: LLVM took the first lane's.
cat >"$work/texel.comp" <<'END'
#version 450
layout(local_size_x = 32) in;
layout(binding = 0, r32ui) coherent uniform uimage2D texels;
layout(binding = 1) coherent buffer Data { uint count; };
void main() {
    for (bool mine = false; !mine;) {
        mine = imageAtomicExchange(texels, ivec2(0), 1u) == 0u;
        if (mine) {
            memoryBarrier();
            count++;
            memoryBarrier();
            imageAtomicExchange(texels, ivec2(0), 0u);
        }
    }
}
END
glslangValidator -V --target-env vulkan1.3 "$work/texel.comp" -o "$work/texel.spv" >/dev/null
expect 0 'sound on gfx1100' "$work/texel.spv" --groups 1 --local 2 --machine=gfx1100
export FORGET='s/asm "", "=v,0"(i32 \(%[0-9]*\))/@llvm.umax.i32(i32 \1, i32 0)/'
expect 1 'unsound on gfx1100' "$work/texel.spv" --groups 1 --local 2 --machine=gfx1100 --opt="$work/opt"
# Nor are a race and undefined behaviour status 0.
expect 0 'data race' "$spirv/message-bare.spvasm" --machine=gfx1100 --allow=race
expect 1 'data race' "$spirv/message-bare.spvasm" --translate
expect 0 'data race' "$spirv/message-bare.spvasm" --translate --allow=race
expect 0 'data race' "$spirv/message-bare.spvasm" --suggest --allow=race

# ---- translations through an optimizer ----
expect 0 'sound and tight' "$vulkan/mp-atomic-atomic.litmus" --translate --llvm=22 --through='opt-22 -O2 -S'
expect 0 '@"P1:r0" = ' "$vulkan/mp-atomic-atomic.litmus" --translate --llvm=22 --show-ir --through='opt-22 -O2 -S'
expect 0 'sound and tight' "$spirv/message-passing.spvasm" --translate --llvm=22 --through='opt-22 -passes=debugify,default<O2> -S'
expect 1 'unsound' "$spirv/message-passing.spvasm" --translate --llvm=22 --through='sed s/release/monotonic/;s/acquire/monotonic/'
expect 1 'unsound' "$vulkan/mp-atomic-atomic.litmus" --translate --llvm=22 --through='sed s/release/monotonic/;s/acquire/monotonic/'
expect 4 'there is no such command' "$spirv/message-passing.spvasm" --translate --through=no-such-optimizer
expect 4 'it fails' "$spirv/message-passing.spvasm" --translate --through=false
expect 4 'writes more than 64 MiB' "$spirv/message-passing.spvasm" --translate --through=yes
expect 4 'it has no words' "$spirv/message-passing.spvasm" --translate --through=' '

[ $failures = 0 ] || exit 1
echo "machine code: all as expected"
