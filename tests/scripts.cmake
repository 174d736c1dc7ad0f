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

# Shaders and samples, compiled once, then translated and read by LLVM. The sanitizers watch the translations; what mostly
# runs LLVM's tools needs no second time with them.
add_script_test(shaders.compile COMMAND bash shaders_compile.sh)
set_tests_properties(shaders.compile PROPERTIES FIXTURES_SETUP compiled_shaders)

function(add_shader_test name)
  add_script_test(${name} ${ARGN})
  set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED compiled_shaders)
endfunction()

add_shader_test(shaders.strict COMMAND bash shaders_strict.sh)
add_shader_test(shaders.deterministic COMMAND bash shaders_deterministic.sh)
add_shader_test(command.status COMMAND bash command/status.sh)
add_shader_test(command.output COMMAND bash command/output.sh)
add_shader_test(command.invalid COMMAND bash command/invalid.sh)
add_shader_test(command.names COMMAND bash command/names.sh)
if(NOT SMMRA_SANITIZE)
  add_shader_test(shaders.accepted COMMAND bash shaders_accepted.sh TIMEOUT 900)
  add_script_test(samples.golden COMMAND bash ../samples/regenerate.sh --check)
  add_executable(measure bench/measure.c)
  add_shader_test(command.cost COMMAND bash command/cost.sh)
  set_tests_properties(command.cost PROPERTIES RUN_SERIAL ON)
endif()
