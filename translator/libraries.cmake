# libspirv-mmra, static and, unless BUILD_SHARED_LIBS is OFF, shared. Both are made of one object, into which everything is linked, so that the static
# library too shows nothing but smmra_... symbols: the others are made local to it, which also keeps the compiler's own functions (below) apart
# from those of the objects that it links a shared library with.
set(library_rooms translator checker cost litmus machine_reader map models mmra pages price report spirv)
set(library_objects)
foreach(room ${library_rooms})
  list(APPEND library_objects $<TARGET_OBJECTS:${room}>)
  target_compile_options(${room} PRIVATE ${SMMRA_OBJECT_OPTIONS})
endforeach()
set(whole ${CMAKE_CURRENT_BINARY_DIR}/spirv_mmra_whole.o)
set(closed ${CMAKE_CURRENT_BINARY_DIR}/spirv_mmra.o)

# A function of the compiler's own that several parts have (__x86.get_pc_thunk.bx, in code for 32 bits) stands in a group, of which the
# linker keeps one. Made local it must be no group any more: else the program's own is kept in its place, and ours is lost.
include(CheckLinkerFlag)
check_linker_flag(C -Wl,--force-group-allocation SMMRA_LINKER_ALLOCATES_GROUPS)
if(SMMRA_LINKER_ALLOCATES_GROUPS)
  list(APPEND SMMRA_WHOLE_OPTIONS -Wl,--force-group-allocation)
endif()

find_program(CMAKE_OBJCOPY NAMES objcopy llvm-objcopy REQUIRED)
add_custom_command(
  OUTPUT ${closed}
  BYPRODUCTS ${whole}
  COMMAND ${CMAKE_C_COMPILER} ${SMMRA_WHOLE_OPTIONS} -r -nostdlib -o ${whole} ${library_objects}
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole} ${closed}
  DEPENDS ${library_objects}
  COMMENT "Closing the library's object"
  COMMAND_EXPAND_LISTS VERBATIM)
set_source_files_properties(${closed} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)

# one target runs the command above, once the parts are there; the libraries wait for it
add_custom_target(spirv-mmra-whole DEPENDS ${closed})
add_dependencies(spirv-mmra-whole ${library_rooms})

set(libraries spirv-mmra-static)
add_library(spirv-mmra-static STATIC ${closed})
if(NOT DEFINED BUILD_SHARED_LIBS OR BUILD_SHARED_LIBS)
  add_library(spirv-mmra-shared SHARED ${closed})
  list(APPEND libraries spirv-mmra-shared)
endif()
foreach(library ${libraries})
  add_dependencies(${library} spirv-mmra-whole)
  add_library(spirv-mmra::${library} ALIAS ${library}) # the names that find_package gives
  set_target_properties(${library} PROPERTIES OUTPUT_NAME spirv-mmra LINKER_LANGUAGE C)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PRIVATE m) # the model checker's floating-point arithmetic
endforeach()
if(NOT TARGET spirv-mmra-shared)
  add_library(spirv-mmra::spirv-mmra ALIAS spirv-mmra-static)
  return()
endif()
add_library(spirv-mmra::spirv-mmra ALIAS spirv-mmra-shared)
set_target_properties(spirv-mmra-shared PROPERTIES VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                      LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
target_link_options(spirv-mmra-shared PRIVATE -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
if(NOT SMMRA_SANITIZE)
  target_link_options(spirv-mmra-shared PRIVATE -Wl,--no-undefined)
endif()
