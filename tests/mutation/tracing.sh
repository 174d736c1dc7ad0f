# The lowering of rays, tasks and meshes: the comparer traces with the shaders named with each mistake, on a driver that has them
# (tests/run/draw/traced.sh). Needs them compiled (tests/run/draw/compile.sh).
flags=(-O1)
lavapipe=/usr/local/lib/spirv-mmra-lavapipe/lvp_icd.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

prepare() {
    mapfile -t comparer < <(objects_of tests/run/compare compare)
    mapfile -t named < <(grep -oE '\b(query|pipeline|mesh|task)(-[A-Za-z0-9]+)+\b' "$here/tracing.mistakes" | sort -u | while read -r name; do
        if [ -f "$traced/$name.spv" ]; then echo "$name"; fi
    done)
}

tests_pass() { # MUTANT SHADER...
    local mutant=$1 names
    shift
    names=("$@")
    [ $# -gt 0 ] || names=("${named[@]}")
    names=("${names[@]/#/$traced/}")
    link "$work/compare" "$mutant" -rdynamic "${comparer[@]}" -lvulkan || exit 1
    timeout 120 "$work/compare" -j "$jobs" --settings="$traced/settings" "${names[@]/%/.spv}" >"$work/report" 2>&1
}
