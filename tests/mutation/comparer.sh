# The comparer itself (run/compare/comparer.sh). Needs a Vulkan driver.
flags=(-O1 -I"$tests/run")

prepare() {
    mkdir -p "$work/built/bin"
    mapfile -t comparer < <(objects_of tests/run/compare compare)
}

tests_pass() {
    # the mistaken file is one of the comparer's own objects: the first definition counts
    link "$work/built/bin/compare" "$1" -Wl,--allow-multiple-definition -rdynamic "${comparer[@]}" -lvulkan || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 200 bash run/compare/comparer.sh) >"$work/said" 2>&1
}
