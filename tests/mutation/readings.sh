# The two readings of memory operands, semantics and barriers. The last argument of a mistake says who must find it:
#   validation   a mistake in the memory map: the Vulkan side of --translate has its own reading, so a translation becomes unsound
#   table        a mistake in the second reading, or one of the map's that orders too much: tests/unit/second_reading
prepare() {
    . "$tests/litmus/readings/programs.sh"
    mapfile -t command < <(command_objects; objects_of translator validate)
    mkdir "$work/programs" && build_readings "$work/programs" || return 1
    helpers=$(objects_of tests/unit/second_reading readings_under_test | grep cells)
    testing=$(find "$build/tests/unit/spirv" -name 'libspirv_testing.a')
}

translations_are_sound() { # MUTANT
    local profile name options
    link "$work/litmus" "$1" "${command[@]}" -lSPIRV-Tools -lstdc++ || exit 1
    while read -r name options; do
        for profile in document 24; do
            timeout 20 "$work/litmus" litmus "$work/programs/$name.spvasm" $options --translate --llvm "$profile" >"$work/verdict" 2>&1 &&
                grep -q 'sound and tight' "$work/verdict" || return 1
        done
    done <"$work/programs/list"
}

readings_agree() { # MUTANT
    local name
    for name in access order; do
        link "$work/run" "$1" "$(objects_of tests/unit/second_reading "test_second_$name" | sed -n 1p)" "$helpers" "$testing" \
            -lSPIRV-Tools -lstdc++ || exit 1
        timeout 60 "$work/run" >/dev/null 2>&1 || return 1
    done
}

tests_pass() { # MUTANT WHO...
    local mutant=$1 who
    shift
    [ $# -gt 0 ] || set -- validation table
    for who in "$@"; do
        case $who in
        validation) translations_are_sound "$mutant" || return 1 ;;
        table) readings_agree "$mutant" || return 1 ;;
        esac
    done
}
