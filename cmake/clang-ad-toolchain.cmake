# cmake -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/cmake/Autodiff/clang-ad-toolchain.cmake
# compiles the whole project with clang-ad and clang-ad++.
get_filename_component(_autodiff_bin "${CMAKE_CURRENT_LIST_DIR}/../../../bin" ABSOLUTE)
set(CMAKE_C_COMPILER "${_autodiff_bin}/clang-ad")
set(CMAKE_CXX_COMPILER "${_autodiff_bin}/clang-ad++")
