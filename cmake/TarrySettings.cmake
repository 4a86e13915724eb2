# SPDX-License-Identifier: BSD-3-Clause
# Settings that all targets share: language level, warnings, output folders, sanitizers. The build
# tree has the shape of the installed one (bin/, lib/, include/, share/), so the command finds its
# libraries by one rule in both.

# scripts/build switches tests off. The settings of tests change no command that builds the product,
# so switching tests on again in the same tree builds nothing twice.
option(TARRY_BUILD_TESTS "Build tests and benchmarks" ON)
option(TARRY_BUILD_COMMANDS "Build the command tarry; unit tests need none but those of src/cli" ON)
option(TARRY_FUZZ "Build the fuzzers (clang only)" OFF)
set(TARRY_SANITIZE "" CACHE STRING "Value for -fsanitize= (the injected runtime is left out)")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

include(GNUInstallDirs)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/archive)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(tarry_settings INTERFACE)
target_include_directories(tarry_settings INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(tarry_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                -Wno-sign-conversion -Werror)
# g++ 12 sees overlapping copies in std::string's own operator+ (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tarry_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# In the preset release, CMAKE_UNITY_BUILD compiles up to forty files of a folder at a time. This
# takes about half of the time because headers are read once for all of them. Names in unnamed
# namespaces must therefore differ within a folder. The presets dev and clang compile each file by
# itself: they build a change faster and find missing includes. Only they warn when a local name
# hides one of an unnamed namespace, and when a class has members whose type is in one.
if(CMAKE_UNITY_BUILD)
  target_compile_options(tarry_settings INTERFACE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-shadow;-Wshadow=local;-Wno-subobject-linkage>"
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-shadow>")
endif()
# g++ collects its garbage over and over; with half a GB before the first time it takes a tenth less time.
target_compile_options(tarry_settings INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
# Reports have the same bytes on all processors: a product and a sum in one instruction, which x86-64 has only if the
# compiler is told so, rounds once instead of twice.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  target_compile_options(tarry_settings INTERFACE -ffp-contract=off)
endif()
# Each function may be linked by itself: the injected runtime takes little of most files.
target_compile_options(tarry_settings INTERFACE -ffunction-sections -fdata-sections)
target_compile_definitions(tarry_settings INTERFACE TARRY_VERSION="${PROJECT_VERSION}")

# Sanitizers instrument the tools and their tests. A preloaded library cannot carry a sanitizer into
# somebody else's program, so it is taken from a build without one (src/runtime/ready_made.cmake).
#
# Some checks of `undefined` are left out because asan finds the same errors at the access itself;
# they make up a third of the code and of the time to build it.
add_library(tarry_sanitize INTERFACE)
if(TARRY_SANITIZE)
  target_compile_options(tarry_sanitize INTERFACE -fsanitize=${TARRY_SANITIZE}
                                                  -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(TARRY_SANITIZE MATCHES undefined)
    target_compile_options(tarry_sanitize INTERFACE
                           -fno-sanitize=null,object-size,pointer-overflow,vptr)
  endif()
  target_link_options(tarry_sanitize INTERFACE -fsanitize=${TARRY_SANITIZE})
endif()

# Nobody waits for what some modules compute, but for their compilation: -Os takes less than two thirds
# of the time of -O3. Under a sanitizer nothing is optimized but the modules whose tests would take
# longer than what -O1 costs.
add_library(tarry_other_optimization INTERFACE)
if(TARRY_SANITIZE)
  set(TARRY_OPTIMIZED_OTHERWISE compressed extrapolate fit generate)
  target_compile_options(tarry_other_optimization INTERFACE -O1)
else()
  set(TARRY_OPTIMIZED_OTHERWISE cli code compressed_finish diagnosis diagnosis_report emit experiment extrapolate
                                filter finish fit generate launch report score simulate)
  target_compile_options(tarry_other_optimization INTERFACE $<$<CONFIG:Release>:-Os>)
endif()

# For the files of tests only. Optimizing them would take as long as everything else and speed up
# nothing that anybody waits for; the tested code is optimized.
add_library(tarry_test_settings INTERFACE)
target_compile_options(tarry_test_settings INTERFACE -O0)
target_link_libraries(tarry_test_settings INTERFACE tarry_settings tarry_sanitize)
