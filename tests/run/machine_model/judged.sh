# For radv.sh and driver_abi.sh: code that another than litmus compiled, beside what Vulkan allows. After expect.sh, with $here and $tests
# set; $compiler is the command that compiles, $all_processors are those to ask.
export SMMRA_BUILD tool work here compiler
export algorithms=$tests/litmus/algorithms

# A file that litmus takes, with its headers: in $work.
module_of() { # FILE
    local name from=$1
    name=$(basename "${1%.*}")
    [[ $from = *.comp ]] || { cp "$from" "$work/$name.spvasm"; return; }
    glslangValidator -V --target-env vulkan1.3 -I"$algorithms" "$from" -o "$work/$name.spv" >/dev/null || return
    local count
    count=$(sed -n 's,^// @Config: ,,p' "$from" | tr -d ' ' | tr , '*')
    count=$((${count:-1}))
    { sed -n 's,^// \(@.*\),; \1,p' "$from" | sed "s/INVOCATIONS/$count/; s/QUARTER/$((count / 4))/"; spirv-dis "$work/$name.spv" | grep -v '^;'; } >"$work/$name.spvasm"
}
judge() { # FILE PROCESSOR: "name | processor | verdict"
    local name options said status=0
    name=$(basename "${1%.*}")
    options=$(sed -n 's,^// run: ,,p' "$1")
    # shellcheck disable=SC2086
    said=$(SMMRA_DRIVER=$compiler timeout "${SMMRA_SECONDS:-60}" "$SMMRA_BUILD/bin/driver_command" litmus "$work/$name.spvasm" \
        $options --machine="$2" 2>&1) || status=$?
    [ $status != 124 ] || said='too long'
    echo "$name | $2 | $(sed -n '1{s/^[^ ]*\.spvasm: //; s/error: //; s/machine code, line [0-9]*: //; s/ on gfx[0-9]*//; p}' <<<"$said")"
}
export -f module_of judge

judge_all() { # FILE...: $work/table, sorted; for the processors that $processors names, or for one of all by turns
    printf '%s\n' "$@" | awk -v p="$processors" -v all="$all_processors" '
        BEGIN { count = split(all, names, " ") }
        { print; print p ? p : names[NR % count + 1] }' |
        xargs -d '\n' -P 2 -n 2 bash -c 'module_of "$1" && for p in $2; do judge "$1" $p; done' one | sort >"$work/table"
}
