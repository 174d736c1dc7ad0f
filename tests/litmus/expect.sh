# For the scripts beside it that try `spirv-mmra litmus`: with SMMRA_BUILD set.
tool=$SMMRA_BUILD/bin/spirv-mmra
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
    [ -z "${SMMRA_FIRST_FAILURE-}" ] || exit 1
}

# expect_of COMMAND STATUS PATTERN ARGUMENT...: the exit status, and a line of output that matches
expect_of() {
    local command=$1 status=$2 pattern=$3 got
    shift 3
    "$tool" "$command" "$@" >"$work/out" 2>&1
    got=$?
    [ $got = "$status" ] || fail "$command $*: status $got, not $status: $(head -3 "$work/out")"
    grep -q -- "$pattern" "$work/out" || fail "$command $*: no '$pattern' in: $(head -5 "$work/out")"
}
expect() { expect_of litmus "$@"; }

# expect_mistakes STATUS PATTERN FILE...: likewise, of mistakes planted in the memory map: which does a file's validation find?
expect_mistakes() {
    local status=$1 pattern=$2 got
    shift 2
    "$SMMRA_BUILD/bin/mistaken_command" "$@" >"$work/out" 2>&1
    got=$?
    [ $got = "$status" ] || fail "mistaken_command $*: status $got, not $status: $(tail -3 "$work/out")"
    grep -q -- "$pattern" "$work/out" || fail "mistaken_command $*: no '$pattern' in: $(tail -5 "$work/out")"
}
