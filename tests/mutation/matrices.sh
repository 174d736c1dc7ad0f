# Cooperative matrices, and the shaders named with each mistake, which machine code of a processor runs beside scalar shaders on a
# Vulkan driver (tests/run/matrices).
flags=(-O1)
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

prepare() {
    [ -f "$matrices/settings" ] || bash "$tests/run/matrices/compile.sh" >&2 || return 1
    mapfile -t comparer < <(objects_of tests/run/compare compare)
}

tests_pass() { # MUTANT PROCESSOR SHADER...
    local mutant=$1 on=${2:-gfx1100}
    shift $(($# > 1 ? 2 : 1))
    local names=("$@")
    [ $# -gt 0 ] || names=(f16-f32 i8-u8-i32 copy-f16-a shared-i8)
    names=("${names[@]/#/$matrices/}")
    link "$work/compare" "$mutant" -rdynamic "${comparer[@]}" -lvulkan || exit 1
    timeout 300 "$work/compare" -j "$jobs" --settings="$matrices/settings" ${on:+$([ "$on" = host ] || echo "--on=$on")} \
        "${names[@]/%/.spv}" >"$work/report" 2>&1
}
