# cmake --install: the command, the libraries, the header, the packages of CMake and pkg-config, manual pages, documents,
# completion. Directories may be absolute, as some distributions have them.
install(TARGETS spirv-mmra-static EXPORT spirv-mmra-static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET spirv-mmra-shared)
  install(TARGETS spirv-mmra-shared EXPORT spirv-mmra-shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
set(public_headers translator/spirv_mmra.h translator/spirv_mmra_litmus.h translator/spirv_mmra_host.h)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(SMMRA_TOOLS)
  install(TARGETS spirv-mmra RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS spirv-mmra-validate EXPORT spirv-mmra-validate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

if(TARGET smmra_layer) # for Vulkan's loader, which leaves it off unless VK_INSTANCE_LAYERS names it
  install(TARGETS smmra_layer LIBRARY DESTINATION ${SMMRA_LAYER_LIBRARY_DIR})
  install(FILES ${PROJECT_BINARY_DIR}/smmra_layer.json DESTINATION ${SMMRA_LAYER_MANIFEST_DIR})
endif()

foreach(export ${exports}) # of cmake/package.cmake
  install(EXPORT spirv-mmra-${export} NAMESPACE spirv-mmra:: DESTINATION ${package_directory})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/spirv-mmra-config.cmake ${PROJECT_BINARY_DIR}/spirv-mmra-config-version.cmake
        DESTINATION ${package_directory})

# pkg-config: paths from where the file is, so that the whole can be moved; an absolute directory is what it is.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  set(pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
foreach(directory LIBDIR INCLUDEDIR)
  set(pc_${directory} "${CMAKE_INSTALL_${directory}}")
  if(NOT IS_ABSOLUTE "${pc_${directory}}")
    set(pc_${directory} "\${prefix}/${pc_${directory}}")
  endif()
endforeach()
set(packages spirv-mmra)
if(SMMRA_TOOLS)
  list(APPEND packages spirv-mmra-validate)
  get_filename_component(pc_tools_directory ${SMMRA_SPIRV_TOOLS_LIBRARY} DIRECTORY)
endif()
foreach(package ${packages})
  configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# A manual page for every function of the headers, made of its contract there.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(man_pages ${PROJECT_BINARY_DIR}/man3)
add_custom_command(
  OUTPUT ${man_pages}/smmra_translate.3
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/docs/man/generate.py ${public_headers}
          docs/man/examples.c ${man_pages}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  DEPENDS docs/man/generate.py docs/man/examples.c ${public_headers}
  COMMENT "Making a manual page for every function"
  VERBATIM)
add_custom_target(spirv-mmra-man ALL DEPENDS ${man_pages}/smmra_translate.3)
install(DIRECTORY ${man_pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 FILES_MATCHING PATTERN "*.3")
install(FILES docs/man/smmra.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)

# The samples too: the documents refer to them. docs/evidence and docs/upstream are logs, which no user of the tool needs.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES web/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/web)
install(DIRECTORY samples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/samples PATTERN "*.sh" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md"
        PATTERN man EXCLUDE PATTERN evidence EXCLUDE PATTERN upstream EXCLUDE)
if(NOT SMMRA_TOOLS) # what follows is the command's
  return()
endif()
install(FILES docs/man/spirv-mmra.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES cmake/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME spirv-mmra)
install(FILES cmake/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _spirv-mmra)
install(FILES cmake/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME spirv-mmra.fish)
