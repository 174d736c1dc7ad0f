# The Vulkan layer of samples/embed/layer, for `spirv-mmra record`. Its manifest lies where the loader looks for layers that an application
# or its user asks for, and leads from there to the library, so that the whole can be moved. Beside the build's bin is the like.
if(NOT SMMRA_TOOLS OR NOT SMMRA_LAYER)
  return()
endif()
find_path(SMMRA_VULKAN_INCLUDE_DIR vulkan/vk_layer.h DOC "The include directory of Vulkan's headers")
if(NOT SMMRA_VULKAN_INCLUDE_DIR)
  message(STATUS "Vulkan's headers are not there (Debian: libvulkan-dev): the layer that records is not built")
  return()
endif()
file(GLOB layer_sources CONFIGURE_DEPENDS samples/embed/layer/*.c)
add_library(smmra_layer MODULE ${layer_sources})
set(SMMRA_LAYER_LIBRARY_DIR ${CMAKE_INSTALL_LIBDIR}/spirv-mmra)
set(SMMRA_LAYER_MANIFEST_DIR ${CMAKE_INSTALL_DATADIR}/vulkan/explicit_layer.d)
set_target_properties(smmra_layer PROPERTIES C_EXTENSIONS ON NO_SONAME ON LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_include_directories(smmra_layer SYSTEM PRIVATE ${SMMRA_VULKAN_INCLUDE_DIR})
target_link_libraries(smmra_layer PRIVATE spirv-mmra-static Threads::Threads)
if(NOT SMMRA_SANITIZE)
  target_link_options(smmra_layer PRIVATE -Wl,--no-undefined) # or the loader leaves it out without a word
endif()

set(manifest samples/embed/layer/smmra_layer.json.in)
set(SMMRA_LAYER_LIBRARY ../../../lib/libsmmra_layer.so)
configure_file(${manifest} ${PROJECT_BINARY_DIR}/share/vulkan/explicit_layer.d/smmra_layer.json @ONLY)
file(RELATIVE_PATH SMMRA_LAYER_LIBRARY "${CMAKE_INSTALL_FULL_DATADIR}/vulkan/explicit_layer.d"
     "${CMAKE_INSTALL_FULL_LIBDIR}/spirv-mmra/libsmmra_layer.so")
configure_file(${manifest} ${PROJECT_BINARY_DIR}/smmra_layer.json @ONLY)
