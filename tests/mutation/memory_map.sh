# The memory map and its unit tests.
programs=(access atomic barrier glsl450 image profile tags)

prepare() {
    text=$(objects_of tests/unit/memory_map memory_map_under_test | grep memory_map_text)
}

# A test that hangs or crashes fails.
tests_pass() {
    local name
    for name in "${programs[@]}"; do
        link "$work/run" "$1" "$(objects_of tests/unit/memory_map "test_map_$name" | sed -n 1p)" "$text" || exit 1
        timeout 20 "$work/run" >/dev/null 2>&1 || return 1
    done
}
