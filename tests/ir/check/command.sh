#!/bin/bash
# spirv-mmra check: exit status, options, SARIF, standard input.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

unpack_corpus
status() { # EXPECTED ARGUMENTS...: the exit status, with what was said in $work/said
    local expected=$1 got=0
    shift
    "$spirv_mmra" check "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
    cat "$work/out" "$work/err" >"$work/said"
    [ "$got" = "$expected" ] || fail "check $*: status $got, expected $expected: $(head -2 "$work/said")"
}
said() { grep -q -- "$1" "$work/said" || fail "nothing said of '$1': $(head -2 "$work/said")"; }

status 0 "$corpus/shape-pair.ll"
[ ! -s "$work/said" ] || fail "a right file made it speak"
status 1 "$corpus/av-value-no.ll"
said 'av-value-no.ll:[0-9]*:3: error: .*\[av-value\]'
status 0 "$corpus/both-fence-wrong.ll"
said 'warning'
# The notes of a finding say which path: each place in order.
path() { # FILE LINES...
    status 0 "$corpus/$1.ll"
    [ "$(sed -nE 's/.*\.ll:([0-9]+):[0-9]+: (warning|note): .*/\1/p' "$work/said" | tr '\n' ' ')" = "$2 " ] ||
        fail "$1: not the path $2: $(cat "$work/said")"
}
path never-available-one-path '10 11 18 19 23'       # the write, the branch, the release, the end; a read
path never-available-callee-publishes '10 11 26 21 16' # the write, the call, the release in it, the end; a read
path never-available-loop '14 17 11 17 20 12'         # around the loop, and out of it
path never-available-both-halves '10 11 12 15 16'     # the release; the acquire, and the read behind it
path never-visible-callee-reads '25 15 16 10'         # the read, the acquire, the call; the write
status 1 --werror "$corpus/both-fence-wrong.ll"
status 1 --rule both-private=error "$corpus/both-fence-wrong.ll"
status 0 --rule=both-private=off --werror "$corpus/both-fence-wrong.ll"
status 0 --suggest "$corpus/narrower-off.ll"
said 'note: .*\[fence-narrower\]'
status 1 --llvm 23 "$corpus/av-name-document.ll"
status 1 "$corpus/shape-pair.ll" "$corpus/av-value-no.ll" "$corpus/shape-set.ll"
status 2 --rule no-such-rule=off "$corpus/shape-pair.ll"
status 2 --rule both-private=loud "$corpus/shape-pair.ll"
status 2
status 2 "$work/nowhere.ll"
printf 'define void @f() {\n  fence sideways\n}\n' >"$work/bad.ll"
status 3 "$work/bad.ll"
said 'bad.ll:2:9: error: '
status 1 --diagnostics=sarif "$corpus/av-value-no.ll" "$corpus/one-as-local-wrong.ll"
python3 -c 'import json, sys; log = json.load(open(sys.argv[1])); assert len(log["runs"][0]["results"]) == 2' \
    "$work/out" || fail "no SARIF"
status 1 --diagnostics=json "$corpus/av-value-no.ll" "$corpus/one-as-local-wrong.ll"
python3 -c 'import json, sys; assert [json.loads(line)["rule"] for line in open(sys.argv[1])] == ["av-value", "one-as-tag"]' \
    "$work/out" || fail "no line of JSON for each finding"
"$spirv_mmra" check - <"$corpus/shape-pair.ll" || fail "standard input was not read"
finish "the check command"
