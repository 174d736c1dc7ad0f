# The lowering of vertex and fragment shaders: the comparer draws with the shaders named with each mistake. Needs them
# compiled (tests/run/draw/compile.sh).
flags=(-O1)
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

prepare() {
    mapfile -t comparer < <(objects_of tests/run/compare compare)
    mapfile -t named < <(grep -oE '\b[A-Za-z0-9]+(-[A-Za-z0-9]+)+\b' "$here/drawing.mistakes" | sort -u | while read -r name; do
        if [ -f "$drawn/$name.spv" ]; then echo "$name"; fi
    done)
}

tests_pass() { # MUTANT SHADER...
    local mutant=$1 names
    shift
    names=("$@")
    [ $# -gt 0 ] || names=("${named[@]}")
    names=("${names[@]/#/$drawn/}")
    link "$work/compare" "$mutant" -rdynamic "${comparer[@]}" -lvulkan || exit 1
    timeout 120 "$work/compare" -j "$jobs" --settings="$drawn/settings" "${names[@]/%/.spv}" >"$work/report" 2>&1
}
