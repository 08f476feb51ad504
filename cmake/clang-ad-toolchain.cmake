# cmake -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/cmake/Autodiff/clang-ad-toolchain.cmake
# compiles the whole project with clang-ad and clang-ad++; find_package(Autodiff)
# finds the package beside this file.
get_filename_component(_autodiff_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(CMAKE_C_COMPILER "${_autodiff_prefix}/bin/clang-ad")
set(CMAKE_CXX_COMPILER "${_autodiff_prefix}/bin/clang-ad++")
list(APPEND CMAKE_PREFIX_PATH "${_autodiff_prefix}")
