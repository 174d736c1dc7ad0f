# Tests that are scripts. Each is run in tests/, with SMMRA_BUILD naming the build tree, whose bin/ holds the command.
function(add_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "COMMAND;LABELS")
  add_test(NAME ${name} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "SMMRA_BUILD=${CMAKE_BINARY_DIR}" TIMEOUT 300)
  if(ARG_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  endif()
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

add_script_test(scripts.syntax COMMAND bash scripts.sh)
