# The CMake package, in the build tree as in the installed one.
include(CMakePackageConfigHelpers)
set(AUTODIFF_PACKAGE_DIR lib/cmake/Autodiff)
get_filename_component(AUTODIFF_PLUGIN_ROOT ${AUTODIFF_PLUGIN_DIR} DIRECTORY)

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/AutodiffConfig.cmake.in
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/AutodiffConfig.cmake
  INSTALL_DESTINATION ${AUTODIFF_PACKAGE_DIR})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/AutodiffConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(${CMAKE_CURRENT_LIST_DIR}/clang-ad-toolchain.cmake
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/clang-ad-toolchain.cmake COPYONLY)

install(FILES
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/AutodiffConfig.cmake
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/AutodiffConfigVersion.cmake
  ${CMAKE_BINARY_DIR}/${AUTODIFF_PACKAGE_DIR}/clang-ad-toolchain.cmake
  DESTINATION ${AUTODIFF_PACKAGE_DIR})
