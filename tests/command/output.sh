#!/bin/bash
# Output paths that are no plain new file: the input itself, links, directories, devices, pipes, nowhere.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

good=$shaders/message-passing-pointer.spv
"$spirv_mmra" "$good" -o "$work/reference.ll"
cd "$work"
cp "$good" input.spv
cp "$good" original.spv
printf 'not SPIR-V' >bad.spv

status_of() {
    local status=0
    timeout 20 "$@" >stdout 2>stderr </dev/null || status=$?
    echo "$status"
}

refused() { # what, command...
    local what=$1 status
    shift
    status=$(status_of "$@")
    [ "$status" != 0 ] && [ "$status" -lt 6 ] || fail "$what: status $status"
    [ -s stderr ] || fail "$what: no message"
    cmp input.spv original.spv || fail "$what: the input was changed"
}

ln -s input.spv link-to-input.spv
ln input.spv hard-link.spv
refused "onto the input" "$spirv_mmra" input.spv -o input.spv
refused "onto the input by another path" "$spirv_mmra" input.spv -o ./././input.spv
refused "onto a link to the input" "$spirv_mmra" input.spv -o link-to-input.spv
refused "onto the input, read through a link" "$spirv_mmra" link-to-input.spv -o input.spv
refused "onto another name of the input" "$spirv_mmra" input.spv -o hard-link.spv
[ -L link-to-input.spv ] || fail "the link to the input is gone"

echo old >target.ll
ln -s target.ll link.ll
[ "$(status_of "$spirv_mmra" input.spv -o link.ll)" = 0 ] || fail "through a link"
[ -L link.ll ] || fail "the link was replaced"
cmp target.ll reference.ll || fail "the link's target was not written"
ln -s nowhere-yet.ll dangling.ll
[ "$(status_of "$spirv_mmra" input.spv -o dangling.ll)" = 0 ] || fail "through a dangling link: $(cat stderr)"
cmp nowhere-yet.ll reference.ll || fail "the dangling link's target was not written"

mkdir directory
refused "onto a directory" "$spirv_mmra" input.spv -o directory
[ -z "$(ls -A directory)" ] || fail "something was put into the directory"
refused "into a directory that is not there" "$spirv_mmra" input.spv -o nowhere/out.ll
[ ! -e nowhere ] || fail "a directory was made"
refused "onto the empty path" "$spirv_mmra" input.spv -o ''

[ "$(status_of "$spirv_mmra" input.spv -o /dev/null)" = 0 ] || fail "onto /dev/null: $(cat stderr)"
[ -c /dev/null ] || fail "/dev/null is no device any more"
if [ -c /dev/full ]; then
    refused "onto a device that is full" "$spirv_mmra" input.spv -o /dev/full
    [ -c /dev/full ] || fail "/dev/full is no device any more"
fi
mkfifo pipe
cat pipe >from-pipe.ll &
reader=$!
[ "$(status_of "$spirv_mmra" input.spv -o pipe)" = 0 ] || fail "onto a pipe: $(cat stderr)"
wait "$reader"
[ -p pipe ] || fail "the pipe is no pipe any more"
cmp from-pipe.ll reference.ll || fail "the pipe got something else"

echo precious >old.ll
refused "a failure" "$spirv_mmra" bad.spv -o old.ll
[ "$(cat old.ll)" = precious ] || fail "a failure touched what was at the output path"
refused "a failure" "$spirv_mmra" bad.spv -o new.ll
[ ! -e new.ll ] || fail "a failure left a file"
ls -A >listing
! grep -qE 'tmp|~|\.part' listing || fail "temporary files are left: $(cat listing)"

# What existed keeps its permissions; what is new has those of the umask.
chmod 600 old.ll
[ "$(status_of "$spirv_mmra" input.spv -o old.ll)" = 0 ] || fail "onto an old file"
[ "$(stat -c %a old.ll)" = 600 ] || fail "permissions of an old file became $(stat -c %a old.ll)"
(umask 027 && "$spirv_mmra" input.spv -o fresh.ll)
[ "$(stat -c %a fresh.ll)" = 640 ] || fail "permissions of a new file are $(stat -c %a fresh.ll)"

# The new file is the runner's: it does not get the old one's set-user-ID and set-group-ID bits.
chmod 6755 old.ll
[ "$(status_of "$spirv_mmra" input.spv -o old.ll)" = 0 ] || fail "onto a file with a set-user-ID bit"
[ "$(stat -c %a old.ll)" = 755 ] || fail "permissions of a file with a set-user-ID bit became $(stat -c %a old.ll)"

# Whatever call fails: the old file stays, or no file is there, and nothing lies beside it.
faults=$build/tests/libfile_faults.so
mkdir failing
triggered=0
for call in write close fchmod rename linkat; do
    for old in precious ''; do
        for number in 1 2 3; do
            rm -rf failing/* triggered
            [ -z "$old" ] || echo "$old" >failing/out.ll
            status=$(status_of env LD_PRELOAD="$faults" ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-}" \
                FILE_FAULT=$call:$number FILE_FAULT_MARK=triggered "$spirv_mmra" input.spv -o failing/out.ll)
            [ -e triggered ] || break
            triggered=$((triggered + 1))
            [ "$status" = 2 ] && [ -s stderr ] || fail "$call $number fails: status $status: $(cat stderr)"
            [ "$(cat failing/* 2>/dev/null)" = "$old" ] || fail "$call $number fails: there is: $(ls -A failing)"
            [ "$(ls -A failing)" = "${old:+out.ll}" ] || fail "$call $number fails: there is: $(ls -A failing)"
        done
    done
done
[ "$triggered" -ge 8 ] || fail "only $triggered calls failed"

# Two inputs that would have one output must not silently overwrite each other.
mkdir a b out
cp original.spv a/same.spv
cp "$shaders/ring.spv" b/same.spv
status=$(status_of "$spirv_mmra" --out-dir out a/same.spv b/same.spv)
[ "$status" = 2 ] || fail "two inputs with one output: status $status"
finish "output paths"
