# find_package(spirv-mmra) reads this file in the build tree: spirv-mmra_DIR may name it. cmake/install.cmake installs the like.
include(CMakePackageConfigHelpers)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/spirv-mmra)
set(exports static)
if(TARGET spirv-mmra-shared)
  list(APPEND exports shared)
endif()
if(SMMRA_TOOLS)
  list(APPEND exports validate)
endif()
foreach(export ${exports})
  export(TARGETS spirv-mmra-${export} NAMESPACE spirv-mmra:: FILE ${PROJECT_BINARY_DIR}/spirv-mmra-${export}.cmake)
endforeach()
configure_package_config_file(cmake/spirv-mmra-config.cmake.in ${PROJECT_BINARY_DIR}/spirv-mmra-config.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/spirv-mmra-config-version.cmake COMPATIBILITY SameMinorVersion)
