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

status=0
"$build/bin/submission" --races "$here/race-gfx1100.txt" 2>"$work/messages" || status=$?
[ "$status" = 1 ] || fail "a race: status $status"
grep -q '^race: workgroup 0, .*ds_store_b32.*ds_load_b32.* shared memory at .* missing: order$' "$work/messages" ||
    fail "a race: $(cat "$work/messages")"

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
