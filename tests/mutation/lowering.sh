# The lowering, and the shaders named with each mistake, which are compared with a Vulkan driver. Needs the shaders compiled.
flags=(-O1)
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

prepare() {
    mapfile -t comparer < <(objects_of tests/run/compare compare)
    mapfile -t named < <(sed -nE '/^#/d; s/\\$//; s/^ +([a-z].*)$/\1/p' "$here/lowering.mistakes" |
        grep -oE '\b[a-z0-9]+(-[a-z0-9]+)+\b' | while read -r name; do
        if [ -f "$shaders/$name.spv" ]; then echo "$name"; fi
    done | sort -u)
}

tests_pass() { # MUTANT SHADER...
    local mutant=$1 names
    shift
    names=("$@")
    [ $# -gt 0 ] || names=("${named[@]}")
    names=("${names[@]/#/$shaders/}")
    link "$work/compare" "$mutant" -rdynamic "${comparer[@]}" -lvulkan || exit 1
    timeout 120 "$work/compare" -j "$jobs" --settings="$tests/run/compare/settings.txt" --integers=wide "${names[@]/%/.spv}" \
        >"$work/report" 2>&1
}
