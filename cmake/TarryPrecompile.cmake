# SPDX-License-Identifier: BSD-3-Clause
# Precompiled headers are used by the tests everywhere, and by everything in the presets release, asan
# and tsan. The presets dev and clang compile the product without them and file by file, which finds
# files that do not include what they need.

option(TARRY_PRECOMPILE "Compile common headers once; hides missing includes" OFF)

set(common_headers <algorithm> <array> <atomic> <cstdint> <filesystem> <functional> <map> <memory>
                   <memory_resource> <mutex> <optional> <set> <span> <sstream> <string> <string_view>
                   <unordered_map> <utility> <variant> <vector>)

function(precompiled_headers name)
  cmake_parse_arguments(ARG "" "" "NEEDS;ADDED" ${ARGN})
  file(WRITE ${PROJECT_BINARY_DIR}/empty.cpp "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/empty.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_NEEDS})
  target_precompile_headers(${name} PRIVATE ${common_headers} ${ARG_ADDED})
endfunction()

# ccache needs these options; without them it compiles everything every time.
target_compile_options(tarry_settings INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>"
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>")
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
if(TARRY_PRECOMPILE)
  # g++ 12 warns of its own strings when their header is precompiled. The preset dev has these warnings.
  target_compile_options(tarry_settings INTERFACE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-stringop-overflow;-Wno-array-bounds>")
  precompiled_headers(precompiled NEEDS tarry_settings tarry_sanitize)
  precompiled_headers(precompiled_otherwise NEEDS tarry_settings tarry_sanitize tarry_other_optimization)
endif()
if(TARRY_BUILD_TESTS)
  precompiled_headers(precompiled_for_tests NEEDS tarry_test_settings GTest::gmock
                      ADDED <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_options(precompiled_for_tests PRIVATE -fPIE)  # programs are compiled in this way
endif()

# tarry_precompile(<target>): lets <target>, the library of a module or the program of a test, use the
# common precompiled headers, and optimizes a library as its module wants it
# (TARRY_OPTIMIZED_OTHERWISE).
function(tarry_precompile target)
  get_target_property(type ${target} TYPE)
  string(REGEX REPLACE "^tarry_" "" module ${target})
  set(headers precompiled)
  if(type STREQUAL EXECUTABLE)
    set(headers precompiled_for_tests)
  elseif(module IN_LIST TARRY_OPTIMIZED_OTHERWISE)
    target_link_libraries(${target} PRIVATE tarry_other_optimization)
    set(headers precompiled_otherwise)
  endif()
  if(TARGET ${headers})
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()
