#!/bin/bash
# Recorded submissions of AMD's driver are executed everywhere: what they leave in memory is what their shader says, a
# shader without its barrier races, and what is no submission is an error with its place.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/run/submissions/recordings
words=512

if ! command -v "${SMMRA_LLVM_MC:-llvm-mc-22}" >/dev/null; then
    echo "NO LLVM-MC-22: NOTHING WAS EXECUTED. tests/packages.sh test installs it." >&2
    exit 77
fi

data_of() { # RECORDING: the address
    sed -n '1s/.*DATA //p' "$1"
}

# What turn.comp makes of the words at DATA: that of invocation i is three times that of 255 - i, and the workgroup.
turned() { # RECORDING
    python3 - "$1" "$(data_of "$1")" <<'END'
import sys
words, size, within = {}, 256, False
for line in open(sys.argv[1]):
    head, *rest = line.split()
    if head in ("memory", "submit"):
        within = rest[0] == sys.argv[2]
    elif within:
        words.update((int(head, 16) // 4 + k, int(word, 16)) for k, word in enumerate(rest))
for k in range(2 * size):
    group, i = divmod(k, size)
    print((3 * words.get(group * size + size - 1 - i, 0) + group) % 2**32)
END
}

# RADV made the code of those named "library" of this library's IR (samples/mesa/radv). Code may also end in a branch back to
# its s_endpgm.
sed 's/bf800000 bfb60003 bfb00000/bfa00001 bfb00000 bfa0fffe/' "$here/turn-library-gfx1100.txt" >"$work/branch-at-the-end"
! cmp -s "$work/branch-at-the-end" "$here/turn-library-gfx1100.txt" || fail "no s_endpgm after s_sendmsg"
for recording in "$here"/turn-*.txt "$work/branch-at-the-end"; do
    name=$(basename "$recording")
    for order in 0 1 2; do
        "$build/bin/submission" --races --order=$order --print="$(data_of "$recording"):$words" "$recording" >"$work/after" 2>"$work/messages" ||
            fail "$name: status $?: $(cat "$work/messages")"
        turned "$recording" | cmp - "$work/after" || fail "$name, order $order: other words"
    done
done

# What texels.comp makes of them: each invocation's is that of its neighbour, turned round, 1000 times the workgroup, and 7.
through_texels() { # RECORDING
    python3 - "$1" "$(data_of "$1")" <<'END'
import sys
words, within = {}, False
for line in open(sys.argv[1]):
    head, *rest = line.split()
    if head in ("memory", "submit"):
        within = rest[0] == sys.argv[2]
    elif within:
        words.update((int(head, 16) // 4 + k, int(word, 16)) for k, word in enumerate(rest))
for k in range(256):
    group, i = divmod(k, 128)
    print((words.get(group * 128 + 127 - (i ^ 1), 0) + 1000 * group + 7) % 2**32)
END
}
for recording in "$here"/texels-*.txt; do
    name=$(basename "$recording")
    for order in 0 1 2; do
        "$build/bin/submission" --races --order=$order --print="$(data_of "$recording"):256" "$recording" >"$work/after" 2>"$work/messages" ||
            fail "$name: status $?: $(cat "$work/messages")"
        through_texels "$recording" | cmp - "$work/after" || fail "$name, order $order: other words"
    done
done

racing() { # what, RECORDING, the race
    local status=0
    "$build/bin/submission" --races "$2" 2>"$work/messages" || status=$?
    [ "$status" = 1 ] || fail "$1: status $status"
    grep -q "^race: workgroup 0, $3\$" "$work/messages" || fail "$1: $(cat "$work/messages")"
}
racing "a race" "$here/race-gfx1100.txt" '.*ds_store_b32.*ds_load_b32.* shared memory at .* missing: order'
# A load of texels that is not coherent may find an old copy; without the barrier before it (s_nop) it is not ordered. A
# sample is waited for by a counter of its own from gfx12 on.
changed() { # RECORDING OLD NEW
    sed "s/$2/$3/" "$here/$1" >"$work/changed"
    ! cmp -s "$here/$1" "$work/changed" || fail "$1 has no $2"
}
changed texels-gfx1100.txt 'bfbd0000 f0004195' 'bf800000 f0000195'
racing "texels without a barrier" "$work/changed" '.*image_store .*image_load .* global memory at .* missing: order'
changed texels-gfx1100.txt 'bfbd0000 f0004195' 'bfbd0000 f0000195'
racing "texels of an old copy" "$work/changed" '.*image_store .*image_load .* global memory at .* missing: invalidation'
changed texels-gfx1201.txt bfc20000 bf800000
racing "a sample that nobody waits for" "$work/changed" '.*image_sample_l .*v_cmp_eq_f32.* missing: register-wait'

refuse() { # what, message
    local status=0
    "$build/bin/submission" "$work/hostile" >/dev/null 2>"$work/messages" || status=$?
    [ "$status" = 3 ] || fail "$1: status $status"
    grep -qF "$2" "$work/messages" || fail "$1: $(cat "$work/messages")"
}
hostile() { # what, message; the recording on standard input
    cat >"$work/hostile"
    refuse "$1" "$2"
}
hostile "an empty recording" "the first line has to be: processor NAME" </dev/null
hostile "another processor" "line 1: it is none of the processors gfx90a" <<<"processor gfx7"
printf 'processor gfx1100\nmemory 0x1000 16\n8 1 2 3\n' | hostile "words beyond memory" "line 3: it is no word in hexadecimal, or goes past"
printf 'processor gfx1100\nmemory 0x1000 16\nmemory 0x1008 16\n' | hostile "memory twice" "line 3: memory that overlaps"
printf 'processor gfx1100\nmemory 0x1000 300000000\n' | hostile "much memory" "line 2: more memory than 256 MB"
printf 'processor gfx1100\nmemory 0x1000 16\n0 c0031502 1 1 1 45\nsubmit 0x1000 5\n' | hostile "bounds" "goes past its memory"
printf 'processor gfx1100\nmemory 0x1000 32\n0 c0031502 1 1 1 45\nsubmit 0x1000 5\n' |
    hostile "no code" "line 4: packet DISPATCH_DIRECT (0x15) at 0x1000: no code is mapped at 0x0"
# The code of a shader without its first bytes, and with memory taken away.
sed 's/^3fe00 .*/3fe00 ffffffff ffffffff/' "$here/turn-gfx1100.txt" | hostile "no instruction" "no instruction of gfx1100 that llvm-mc knows: 0xFFFFFFFF, byte 0"
awk '$1 == "memory" && $2 == "0xffff800100040000" { print "memory 0xffff8001f0000000 8192"; next } { print }' "$here/turn-gfx1100.txt" |
    hostile "no buffer" "an access out of bounds: buffer_load_b32"
finish "executed $(find "$here" -name '*.txt' | wc -l) recorded submissions"
