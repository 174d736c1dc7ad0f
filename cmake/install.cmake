# cmake --install: the command, both libraries, the header, the packages of CMake and pkg-config, manual pages, completion.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS spirv-mmra-static EXPORT spirv-mmra-static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS spirv-mmra-shared EXPORT spirv-mmra-shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES translator/spirv_mmra.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/spirv-mmra)
set(exports static shared)
if(SMMRA_TOOLS)
  install(TARGETS spirv-mmra RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS spirv-mmra-validate EXPORT spirv-mmra-validate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  list(APPEND exports validate)
endif()
foreach(export ${exports})
  install(EXPORT spirv-mmra-${export} NAMESPACE spirv-mmra:: DESTINATION ${package_directory})
endforeach()
configure_package_config_file(cmake/spirv-mmra-config.cmake.in ${CMAKE_BINARY_DIR}/spirv-mmra-config.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/spirv-mmra-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/spirv-mmra-config.cmake ${CMAKE_BINARY_DIR}/spirv-mmra-config-version.cmake
        DESTINATION ${package_directory})

file(RELATIVE_PATH prefix_from_pkgconfig "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/spirv-mmra.pc.in ${CMAKE_BINARY_DIR}/spirv-mmra.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/spirv-mmra.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES docs/man/spirv-mmra.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/smmra.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
install(FILES cmake/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME spirv-mmra)
