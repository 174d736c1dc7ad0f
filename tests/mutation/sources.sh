# These tests say what the command does with modules and sources: command/compiled.sh (`compiled`), command/mends.sh (`mends`), command/authors.sh (`authors`), command/newer.sh (`newer`),
# command/names.sh (`names`), command/settings.sh (`settings`) and command/parallel.sh (`parallel`), as each mistake says.
prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() { # MUTANT [WHAT]
    local mutant=$1 what
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$mutant" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    for what in ${2:-compiled mends}; do
        (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash command/$what.sh) >"$work/said" 2>&1 || return
    done
}
