# The memory map, section by section of memory-mapping.md.
add_unit_test(test_profile test_profile.c)
add_unit_test(test_memory_map_access test_memory_map_access.c memory_map_text.c)
add_unit_test(test_memory_map_atomic test_memory_map_atomic.c memory_map_text.c)
add_unit_test(test_memory_map_barrier test_memory_map_barrier.c memory_map_text.c)
add_unit_test(test_memory_map_glsl450 test_memory_map_glsl450.c memory_map_text.c)
add_unit_test(test_memory_map_image test_memory_map_image.c memory_map_text.c)
