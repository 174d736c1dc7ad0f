#!/bin/bash
# The two commands of the README on a bare Debian system, which mmdebstrap makes: nothing is there but what Debian's minimal
# system has. The files of this checkout are copied in as they are now, but for what git ignores. The system is removed in the end.
#
#   tests/project/bare.sh bookworm|trixie|sid [COMMAND...]    COMMANDs instead of samples/show.sh and tests/run.sh, run in turn
#
#   DEBIAN_MIRROR    Debian's archive (mirrors.sh); that of the machine's own sources if it is not set
#   BARE_DIRECTORY   makes the system there, and keeps it: the next run begins with it
#
# Needs root, mmdebstrap and git. The last line is "bare.sh: PASS ..." with exit status 0, or "bare.sh: FAIL ..." with 1.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
suite=${1:-}
case $suite in
bookworm | trixie | sid) shift ;;
*)
    sed -n '/^# *tests/p' "$0" >&2
    exit 2
    ;;
esac
commands=("$@")
[ $# -gt 0 ] || commands=(samples/show.sh tests/run.sh)

finish() { # PASS | FAIL, why
    echo "bare.sh: $1 ($suite: $2)"
    [ "$1" = PASS ]
    exit
}

# In a mount namespace of its own, so that nothing stays mounted whatever happens.
if [ -z "${BARE_IS_INSIDE:-}" ]; then
    BARE_IS_INSIDE=1 exec unshare --mount --propagation private bash "$0" "$suite" "${commands[@]}"
fi
if [ -n "${BARE_DIRECTORY:-}" ]; then
    system=$BARE_DIRECTORY
else
    system=$(mktemp -d)
    chmod 755 "$system"
    trap 'umount "$system/proc" "$system/dev" 2>/dev/null; rm -rf --one-file-system "$system"' EXIT
fi
if [ ! -e "$system/etc/os-release" ]; then
    mirror=$("$root/tests/project/mirrors.sh" | sed -n 1p) || finish FAIL "no mirror"
    # an archive that is older than it promises to be is one, too
    mmdebstrap --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' "$suite" "$system" "$mirror" ||
        finish FAIL "mmdebstrap"
fi
cp -L /etc/resolv.conf "$system/etc/resolv.conf"
rm -rf --one-file-system "$system/root/spirv-mmra"
mkdir -p "$system/root/spirv-mmra"
git -C "$root" ls-files -z --cached --others --exclude-standard | (cd "$root" && tar -c --null -T -) | tar -x -C "$system/root/spirv-mmra" --no-same-owner
mount --bind /dev "$system/dev"
mount -t proc proc "$system/proc"
for command in "${commands[@]}"; do
    echo "bare.sh: $suite: $command"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$system" bash -c "cd /root/spirv-mmra && $command" \
        </dev/null || finish FAIL "$command"
done
finish PASS "$(IFS=,; echo "${commands[*]}")"
