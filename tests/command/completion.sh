#!/bin/bash
# Completion for bash: subcommands, the options of each, their values and files. Run in tests/, with SMMRA_BUILD set.
set -u
tool=$SMMRA_BUILD/bin/spirv-mmra
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
completions=$(cd ../cmake && pwd)
source "$completions/completion.bash"
shopt -u extglob

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

mapfile -t subcommands < <("$tool" --help | sed -nE '/^subcommands:/,/^$/s/^  ([a-z]+) .*/\1/p' | grep -vx help)
[ "${#subcommands[@]}" -ge 7 ] || fail "--help lists few subcommands: ${subcommands[*]}"

options_of() { # subcommand
    "$tool" "$1" --help | sed -nE 's/^ +(--?[a-z0-9-]+).*/\1/p'
}

cd "$work" || exit 1
touch a.s a.spv a.ll a.litmus a.test a.spvasm a.txt b.comp b.hlsl
mkdir folder
expect '' := "${subcommands[@]}" help folder/ a.spv a.spvasm b.comp b.hlsl
expect li := litmus
expect help ch := check
expect help co := cost
expect cost --mcpu = gfx120 := gfx1201 gfx1200
expect cost --js := --json
expect --target-env = vulkan1.2 := vulkan1.2
expect a. := a.spv a.spvasm
expect translate a. := a.spv a.spvasm
expect check a. := a.ll
expect explain never-a := never-acquired never-available
expect litmus a. := a.litmus a.ll a.s a.spv a.spvasm a.test
expect litmus --tr := --translate
expect cost a. := a.s a.spv a.spvasm
expect litmus --su := --suggest --subgroup
expect check --we := --werror
expect --werr := --werror
expect explain --werr :=
expect race a. := a.s a.spv a.spvasm
expect race b. := b.comp b.hlsl
expect race -x spva := spvasm
expect litmus -I '' := folder
expect race --gr := --groups
expect race --data a.t := a.test a.txt
expect litmus --shader-calls = l := lane
expect litmus a.spv --llvm = 2 := 23 22 24 21
expect check --llvm = a := any
expect --llvm = '' := 23 22 document 24 draft 21 19
expect check --diagnostics j := json
expect litmus --glsl450 = s := strict
expect litmus --groups = '' :=
expect litmus --dot a.t := a.test a.txt
expect litmus --against a.sp := a.spv a.spvasm
expect --out-dir = '' := folder
expect record --layer = '' := folder

for subcommand in "${subcommands[@]}"; do
    # all that --help lists
    expect $subcommand -- := $(options_of $subcommand | grep '^--')
    # an option with a value is followed by that value, never by a file or an option
    for option in $("$tool" $subcommand --help | sed -nE 's/^ +(--[a-z0-9-]+)=.*/\1/p'); do
        case $option in --dot | --against | --out-dir | --layer | --data) continue ;; esac
        [ -z "$(offered $subcommand $option = a.)" ] || fail "$subcommand $option= offers files"
        # where the command takes one of a few, these are offered
        given=$("$tool" $subcommand $option=nonsense a.spv 2>&1 | sed -nE 's/.*; it takes (.*)/\1/p' | grep -E '^[a-z0-9]+, ' | tr -d ,)
        [ -z "$given" ] || expect $subcommand $option = '' := $given
    done
done

# fish and zsh offer the same, where they are installed.
if command -v fish >/dev/null; then
    by_fish() { # what Tab offers after a line, without descriptions
        PATH=$(dirname "$tool"):$PATH fish --no-config -c "source $completions/completion.fish; complete -C '$1'" | cut -f1
    }
    same_in_fish() { # line, what must be offered
        local line=$1 got
        shift
        got=$(by_fish "$line")
        for word in "$@"; do
            grep -qxF -- "$word" <<<"$got" || fail "fish: '$line' does not offer $word: $(tr '\n' ' ' <<<"$got")"
        done
    }
    same_in_fish 'spirv-mmra ' "${subcommands[@]}" help a.spv a.spvasm
    same_in_fish 'spirv-mmra cost ' a.s a.spv a.spvasm
    same_in_fish 'spirv-mmra check ' a.ll
    same_in_fish 'spirv-mmra check --llvm=' --llvm=any --llvm=22
    same_in_fish 'spirv-mmra litmus --glsl450 ' conservative strict
    for option in -o --dot --data; do same_in_fish "spirv-mmra race $option a.t" a.test a.txt; done
    same_in_fish 'spirv-mmra explain never' never-{acquired,available,released,visible}
    for subcommand in "${subcommands[@]}"; do
        mapfile -t options < <(options_of $subcommand | grep '^--')
        same_in_fish "spirv-mmra $subcommand --" "${options[@]}"
    done
else
    echo "left out: completion for fish (package fish)"
fi
if command -v zsh >/dev/null; then
    zsh -fn "$completions/completion.zsh" || fail "zsh: its syntax"
    by_zsh() { # words, the last of which is typed; what zsh's functions are asked to offer
        zsh -fc '
            compadd() { shift; print -l -- "$@"; }
            _describe() { local name=$2; print -l -- ${(P)name%%:*}; }
            _files() { print -- "files $*"; }
            completion=$1; shift
            words=("$@") CURRENT=$# PREFIX=${@[-1]} IPREFIX=
            source $completion' zsh "$completions/completion.zsh" "$tool" "$@"
    }
    same_in_zsh() { # words... := what must be offered
        local given=() got
        while [ "$1" != := ]; do
            given+=("$1")
            shift
        done
        shift
        got=$(by_zsh "${given[@]}")
        for word in "$@"; do
            grep -qxF -- "$word" <<<"$got" || fail "zsh: ${given[*]}: does not offer $word: $(tr '\n' ' ' <<<"$got")"
        done
    }
    sources='comp|vert|frag|geom|tesc|tese|mesh|task|rgen|rint|rahit|rchit|rmiss|rcall|glsl|hlsl|slang|wgsl'
    same_in_zsh '' := "${subcommands[@]}" help "files -g *.(spv|spvasm|$sources)"
    same_in_zsh cost '' := "files -g *.(s|spv|spvasm|$sources)"
    same_in_zsh check '' := 'files -g *.ll'
    same_in_zsh check --llvm= := any 22
    same_in_zsh litmus --glsl450 '' := conservative strict
    same_in_zsh explain never := never-{acquired,available}
    same_in_zsh --out-dir '' := 'files -/'
    for option in -o --dot --data; do same_in_zsh race $option '' := 'files '; done
    for subcommand in "${subcommands[@]}"; do
        mapfile -t options < <(options_of $subcommand | grep '^--')
        same_in_zsh $subcommand -- := "${options[@]}"
    done
else
    echo "left out: completion for zsh (package zsh)"
fi

[ $failures = 0 ] && echo "completion: all as expected"
[ $failures = 0 ]
