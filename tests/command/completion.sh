#!/bin/bash
# Completion for bash: subcommands, the options of each, their values and files. Run in tests/, with SMMRA_BUILD set.
set -u
tool=$SMMRA_BUILD/bin/spirv-mmra
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
source ../cmake/completion.bash
shopt -s extglob

fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
}

sorted() {
    printf '%s\n' "$@" | LC_ALL=C sort | paste -sd ' '
}

# What Tab offers after these words, the last of which is being typed. As bash breaks them: --llvm = 2
offered() {
    COMP_WORDS=("$tool" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _spirv_mmra
    sorted "${COMPREPLY[@]}"
}

# expect WORDS... := OFFERED...
expect() {
    local words=() got
    while [ "$1" != := ]; do
        words+=("$1")
        shift
    done
    shift
    got=$(offered "${words[@]}")
    [ "$got" = "$(sorted "$@")" ] || fail "${words[*]}: '$got', not '$*'"
}

options_of() { # subcommand
    "$tool" "$1" --help | sed -nE 's/^ +(--?[a-z0-9-]+).*/\1/p'
}

cd "$work" || exit 1
touch a.spv a.ll a.litmus a.test a.spvasm a.txt
mkdir folder
expect '' := translate check litmus help folder/ a.spv a.spvasm
expect li := litmus
expect help ch := check
expect --target-env = vulkan1.2 := vulkan1.2
expect a. := a.spv a.spvasm
expect translate a. := a.spv a.spvasm
expect check a. := a.ll
expect litmus a. := a.litmus a.ll a.spv a.spvasm a.test
expect litmus --tr := --translate
expect litmus --su := --suggest --subgroup
expect check --we := --werror
expect --werr :=
expect litmus a.spv --llvm = 2 := 22 23 24
expect check --llvm = a := any
expect --llvm = '' := document 22 23 24 draft
expect check --diagnostics j := json
expect litmus --glsl450 = s := strict
expect litmus --groups = '' :=
expect litmus --dot a.t := a.test a.txt
expect --out-dir = '' := folder

for subcommand in translate check litmus; do
    # all that --help lists
    expect $subcommand -- := $(options_of $subcommand | grep '^--')
    # an option with a value is followed by that value, never by a file or an option
    for option in $("$tool" $subcommand --help | sed -nE 's/^ +(--[a-z0-9-]+)=.*/\1/p'); do
        case $option in --dot | --out-dir) continue ;; esac
        [ -z "$(offered $subcommand $option = a.)" ] || fail "$subcommand $option= offers files"
        # where the command takes one of a few, these are offered
        given=$("$tool" $subcommand $option=nonsense a.spv 2>&1 | sed -nE 's/.*; it takes (.*)/\1/p' | grep -E '^[a-z0-9]+, ' | tr -d ,)
        [ -z "$given" ] || expect $subcommand $option = '' := $given
    done
done

[ $failures = 0 ] && echo "completion: all as expected"
[ $failures = 0 ]
