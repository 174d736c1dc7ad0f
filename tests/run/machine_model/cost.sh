#!/bin/bash
# cost: the price list of machine code, and driver_command, which tries it out. With SMMRA_BUILD set.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(cd "$here" && while [ ! -f litmus/expect.sh ]; do cd ..; done && pwd)
. "$tests/litmus/expect.sh"
cd "$here" || exit 1
spirv=$tests/litmus/spirv

priced() { # STATUS PATTERN ARGUMENT...
    local status=$1 pattern=$2 got
    shift 2
    "$tool" cost "$@" >"$work/list" 2>&1
    got=$?
    [ $got = "$status" ] || fail "cost $*: status $got, not $status: $(head -3 "$work/list")"
    grep -qE -- "$pattern" "$work/list" || fail "cost $*: nothing like '$pattern': $(tail -3 "$work/list")"
}

# ---- what it says ----
for module in message-passing barrier-acquires control-flow lock-cas image-histogram image-texels initialized; do
    spirv-as --target-env vulkan1.3 "$spirv/$module.spvasm" -o "$work/$module.spv" || fail "$module"
done
message=$work/message-passing.spv
priced 0 '^  line [0-9]+, wait: s_waitcnt_vscnt null, 0x0, vscnt\(0\): demanded$' "$message" --mcpu=gfx1100
priced 0 '^      release: OpAtomicStore \(word [0-9]+\), of line' "$message" --mcpu=gfx1100
priced 0 '^      visibility: OpAtomicLoad \(word [0-9]+\), line' "$message" --mcpu=gfx1100
priced 0 '^  [0-9]+ waits, .*; 2 invalidations, 2 demanded; 0 write-backs, 0 demanded; ' "$message" --mcpu=gfx1100 --coherence=fence
priced 0 '1 write-back, 1 demanded' "$message" --mcpu=gfx942
priced 0 '0 invalidations, 0 demanded; 0 write-backs, 0 demanded; 2 bits, 1 demanded and 1 for progress' "$message" \
    --mcpu=gfx1100
# Without availability and visibility there is nothing to write back or to drop: the backend does not read that.
sed 's/0x2044/0x44/; s/0x4042/0x42/' "$spirv/message-passing.spvasm" >"$work/bare.spvasm"
# A texel is read past the caches for an acquire of its own, as the flag's makes nothing visible; and without it for nobody.
sed 's/MakeTexelVisible|NonPrivateTexel %device/NonPrivateTexel/' "$spirv/image-texels.spvasm" >"$work/unseen.spvasm"
# Lines of the source are those of OpLine.
sed 's/^ *OpAtomicStore .*/OpLine %file 17 1\n&/; s/^ *OpDecorate %group .*/%file = OpString "dir\/a.comp"\n&/' \
    "$spirv/message-passing.spvasm" >"$work/lines.spvasm"
for module in bare lines unseen; do
    spirv-as --target-env vulkan1.3 "$work/$module.spvasm" -o "$work/$module.spv" || fail $module
done
priced 0 'write-back: buffer_wbl2 sc1: not demanded: it is excused by: no availability or visibility' "$work/bare.spv" --mcpu=gfx942
priced 0 'invalidation: buffer_inv sc1: not demanded: it is excused by: no availability' "$work/bare.spv" --mcpu=gfx942
priced 0 '1 invalidation, 0 demanded .annotations save 1.' "$work/bare.spv" --mcpu=gfx942
priced 0 'release: OpAtomicStore \(word [0-9]+, a.comp:17\)' "$work/lines.spv" --mcpu=gfx1100
priced 0 'bit: buffer_load_format_x .*, glc: demanded$' "$work/image-texels.spv" --mcpu=gfx1100
priced 0 'visibility: OpImageRead \(word [0-9]+\), line' "$work/image-texels.spv" --mcpu=gfx1100
priced 0 'bit: buffer_load_format_x .*, glc: not demanded: .*no availability' "$work/unseen.spv" --mcpu=gfx1100

# A volatile write of a texel may be what a loop waits for: a cache policy makes it coherent, as it makes atomic ones.
glslangValidator --quiet -V --target-env vulkan1.3 "$tests/lower/shaders/image-volatile.comp" -o "$work/volatile.spv" || fail volatile
priced 0 'bit: image_load .*, glc: for progress$' "$work/volatile.spv" --mcpu=gfx1100

# ---- assembly, without what orders ----
priced 0 'buffer_gl0_inv: demanded' programs/message.s --mcpu=gfx1100
printf 'k:\ns_waitcnt vmcnt(0)\nglobal_load_b32 v0, v1, s[0:1]\nv_nop\ns_endpgm\n' >"$work/idle.s"
priced 0 'line 2, wait: s_waitcnt vmcnt\(0\), vmcnt\(0\): not demanded: nothing is out' "$work/idle.s" --mcpu=gfx1100
printf 'k:\nglobal_load_b32 v0, v1, s[0:1]\nv_some_float v1, v0\ns_waitcnt vmcnt(0)\nv_pk_fma_f16 v2, v0, v0, v0\ns_endpgm\n' >"$work/x.s"
priced 0 'data: unknown, of line 2 for line 5' "$work/x.s" --mcpu=gfx1100 # what is not known is read as far as it goes

# ---- calls: of a stage's body by its shell, and of the shell's functions by the body ----
for shader in control.tesc mesh.mesh vertex.vert generation.rgen; do
    glslangValidator --quiet -V --target-env vulkan1.3 "$tests/lower/stages/$shader" -o "$work/$shader.spv" || fail "$shader"
    priced 0 '^  line [0-9]+, wait: s_waitcnt vmcnt\(0\) expcnt\(0\) lgkmcnt\(0\), lgkmcnt\(0\): demanded$' \
        "$work/$shader.spv" --mcpu=gfx1100
    priced 0 "^      call: code that is not looked at, line [0-9]+$" "$work/$shader.spv" --mcpu=gfx1100
done
cat >"$work/called.s" <<'END'
called:
v_nop
s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt_vscnt null, 0x0
global_load_b32 v0, v[1:2], off glc
s_swappc_b64 s[30:31], s[0:1]
s_waitcnt vmcnt(0)
s_waitcnt_vscnt null, 0x0
buffer_gl0_inv
s_setpc_b64 s[30:31]
kernel:
v_nop
s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt_vscnt null, 0x0
buffer_gl0_inv
s_endpgm
END
said() { # LINE, WHAT, VERDICT
    sed -n "/^  line $1, .*$2/p" "$work/list" | grep -E ": $3" >/dev/null || fail "called.s: line $1, $2 is not $3: $(cat "$work/list")"
}
priced 0 '^  6 waits, 3 demanded; ' "$work/called.s" --mcpu=gfx1100
said 3 vmcnt demanded
said 3 lgkmcnt demanded
said 4 vscnt demanded
said 7 vmcnt 'not demanded: nothing is out' # the load is waited for by what is called
said 8 vscnt demanded                       # but not its stores
said 9 buffer_gl0_inv demanded              # the caller may read
said 5 glc demanded                         # the caller may have acquired
for line in 13 14 15; do
    said $line '' 'not demanded: nothing'
done
# Write-backs: what the caller has stored may stay in a cache.
printf 'called:\nbuffer_wbl2 sc1\ns_waitcnt vmcnt(0)\nglobal_store_dword v0, v1, s[0:1]\ns_setpc_b64 s[30:31]\n' >"$work/back.s"
priced 0 'buffer_wbl2 sc1: demanded' "$work/back.s" --mcpu=gfx942
sed 's/s_setpc_b64.*/s_endpgm/' "$work/back.s" >"$work/kernel.s"
priced 0 'buffer_wbl2 sc1: not demanded: nothing' "$work/kernel.s" --mcpu=gfx942

# ---- wrong usage ----
priced 2 '--mcpu is missing' "$message"
priced 2 'not a value for --mcpu' "$message" --mcpu=gfx9
priced 2 'no input' --mcpu=gfx1100
priced 2 'No such file' none.spv --mcpu=gfx1100
priced 2 'there is no such command' "$message" --mcpu=gfx1100 --llc=no-such-llc
priced 2 '--coherence=access is for' "$message" --mcpu=gfx942 --coherence=access
printf 'abc' >"$work/bad.spv"
priced 3 'is text, not SPIR-V' "$work/bad.spv" --mcpu=gfx1100
printf 'k:\ns_branch nowhere\n' >"$work/bad.s"
priced 3 'bad.s:2.*no instruction stands at the label' "$work/bad.s" --mcpu=gfx1100
priced 0 'usage: spirv-mmra cost' --help

# ---- JSON ----
"$tool" cost "$message" programs/message.s --mcpu=gfx1100 --coherence=fence --json >"$work/list.json" || fail 'cost --json'
python3 - "$work/list.json" <<'END' || fail 'the JSON is not as it should be'
import json, sys
lists = json.load(open(sys.argv[1]))
assert [len(l["items"]) > 4 for l in lists] == [True, True]
items = lists[0]["items"]
assert lists[0]["totals"]["invalidations"] == {"all": 2, "demanded": 2, "progress": 0, "saved_by_annotations": 0}
assert any(n["reason"] == "release" and n["operation"].startswith("OpAtomicStore") for i in items for n in i["needs"])
END

# ---- debug lines change no code ----
instructions() { # OPTION...
    "$tool" --no-check --llvm 22 --mcpu=gfx1100 "$@" -o - | opt-22 -O2 -S | llc-22 -mcpu=gfx1100 -o - |
        grep -E '^[[:space:]][a-z]' | sed 's/[[:space:]]*;.*//'
}
for module in "$work"/{barrier-acquires,control-flow,lock-cas,image-histogram,initialized}.spv; do
    [ -n "$(instructions "$module")" ] || fail "$module: no code"
    [ "$(instructions "$module")" = "$(instructions "$module" --lines)" ] || fail "$module: lines change the code"
done

# ---- workgroups of one wave: 64 invocations, whose fences order nothing; two waves of 32 need theirs ----
glslangValidator -V --target-env vulkan1.3 "$tests/../samples/two-barriers.comp" -o "$work/two.spv" >/dev/null || fail two-barriers
fences() { # OPTION...: the scopes of fences
    "$tool" --llvm 22 "$work/two.spv" -o - "$@" | sed -nE 's/^ *fence syncscope\("(.*)"\).*/\1/p' | grep -v 'agent\|singlethread' | sort -u
}
[ "$(fences --mcpu=gfx1100 --wave=64)" = wavefront ] || fail 'fences of one wave'
[ "$(fences --mcpu=gfx942)" = wavefront ] || fail 'fences of one wave, whose size the processor says'
[ "$(fences --mcpu=gfx1100)" = workgroup ] || fail 'fences of two waves'
[ "$(fences)" = workgroup ] || fail 'fences of waves of unknown size'

# ---- a barrier for the device, of which no other workgroup learns: one relaxed atomic makes it no link ----
for atomic in before behind; do
    cat >"$work/relaxed-$atomic.comp" <<'END'
#version 450
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Data { uint data[256]; };
layout(set = 0, binding = 1) buffer Count { uint count; };
layout(set = 0, binding = 2) buffer Result { uint result[256]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    before;
    data[i] = i;
    memoryBarrierBuffer();
    barrier();
    behind;
    result[i] = data[255 - i];
}
END
    glslangValidator -V -D"$atomic=atomicAdd(count, 1)" -D"$([ $atomic = before ] && echo behind || echo before)=" \
        "$work/relaxed-$atomic.comp" -o "$work/relaxed-$atomic.spv" >/dev/null || fail "relaxed-$atomic"
    for processor in gfx942 gfx1030 gfx1100 gfx1201; do
        "$tool" cost --mcpu=$processor "$work/relaxed-$atomic.spv" >"$work/list" || fail "relaxed-$atomic on $processor"
        tail -n 1 "$work/list" | grep -E ' ([0-9]*) waits, \1 demanded; ([01]) invalidations?, \2 demanded; ([01]) write-backs?, \3 demanded' >/dev/null ||
            fail "relaxed-$atomic on $processor: $(tail -n 1 "$work/list")"
    done
done

# A release of shared memory leaves stores to buffers under way, and one of buffers what is in shared memory.
cat >"$work/one-memory.comp" <<'END'
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint flags[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i;
    atomicStore(flags[i ^ 1u], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
END
glslangValidator -V --target-env vulkan1.3 "$work/one-memory.comp" -o "$work/one-memory.spv" >/dev/null || fail one-memory
for processor in gfx1030 gfx1100 gfx1201 gfx1250; do
    "$tool" cost --mcpu=$processor "$work/one-memory.spv" >"$work/list" || fail "one-memory on $processor"
    ! grep -E 's_waitcnt_vscnt|s_wait_storecnt' "$work/list" >"$work/waits" ||
        fail "one-memory on $processor waits for a buffer: $(cat "$work/waits")"
done

# ---- the list, tried out ----
export SMMRA_WITHOUT_EACH=1
tool=$SMMRA_BUILD/bin/driver_command
for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201 gfx1250; do
    for module in message-passing barrier-counts barrier-elsewhere two-barriers; do
        expect 0 ' demanded: \([0-9]*\), missed: \1; not demanded: [0-9]*, missed: 0,' "$spirv/$module.spvasm" \
            --machine=$processor
    done
    expect 0 'not demanded: [0-9]*, missed: 0,' "$spirv/dekker.spvasm" --machine=$processor
done
expect 0 ' demanded: \([0-9]*\), missed: \1;' "$spirv/message-passing.spvasm" --machine=gfx1100 --coherence=access
expect 6 'unknown: the code as it is' "$spirv/loop-bound.spvasm" --machine=gfx1100

[ $failures = 0 ] || exit 1
echo "price lists: all as expected"
