# Unit tests with cmocka: one program and one test a file. add_unit_test(name file.c ...) builds name from the files and
# from the three rooms.
function(add_unit_test name)
  add_executable(${name} ${ARGN})
  foreach(room spirv mmra translator)
    if(TARGET ${room})
      target_link_libraries(${name} PRIVATE ${room})
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE cmocka m)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
