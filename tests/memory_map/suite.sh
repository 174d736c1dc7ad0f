# The memory map and its unit tests, for tests/mutate.sh.
sources=(translator/{map_tags,memory_map_access,memory_map_atomic,memory_map_barrier,memory_map_image}
    translator/{memory_map_semantics,profile})
support=(mmra/{arena,index,sort,tags} tests/memory_map/memory_map_text)
programs=(access atomic barrier glsl450 image profile tags)

for name in "${programs[@]}"; do
    compile "$suite/test_$name.c" "$work/test_$name.o" || exit 1
done

# A test that hangs or crashes fails.
tests_pass() {
    local name
    for name in "${programs[@]}"; do
        cc "$work/test_$name.o" "$work"/support/*.o "$1"/*.o -lcmocka -o "$work/run" || exit 1
        timeout 20 "$work/run" >/dev/null 2>&1 || return 1
    done
}
