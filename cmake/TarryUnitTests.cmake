# SPDX-License-Identifier: BSD-3-Clause
include(GoogleTest)
include(TarryOneThread)

# Tests of sizes and of costs. With a sanitizer they would take minutes, and they go through nothing that
# smaller ones do not go through.
set(TARRY_LARGE_IN_analysis_test DivisionTest.NineOfTen*)
set(TARRY_LARGE_IN_compressed_test Large/* Size.* Folder.*Cost* Analysis.RepetitionsAreGoneThroughOnce)
set(TARRY_LARGE_IN_extrapolate_test Large/* Lossy.WhatIsLeftOfAnyProgramRunsToItsEnd)
set(TARRY_LARGE_IN_many_ranks_test *)

# A sanitized program starts slowly. Two cores are busy to the end with this many parts.
set(TARRY_TEST_PARTS 4)

# The preset asan takes the objects of test files from another build: what they call has the sanitizer,
# and compiling them once more, for errors in the tests themselves, takes as long as all that is tested.
set(TARRY_TESTS_FROM "" CACHE PATH "Build without sanitizers whose objects of test files are used")

# tarry_test_program(<program> <test file>...): a program of test files, which are joined by folder.
function(tarry_test_program program)
  if(TARRY_TESTS_FROM)
    file(STRINGS ${TARRY_TESTS_FROM}/test_objects/${program}.txt objects)
    add_executable(${program} ${objects})
    set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    set_target_properties(${program} PROPERTIES LINKER_LANGUAGE CXX)
    return()
  endif()
  add_executable(${program} ${ARGN})
  tarry_precompile(${program})
  tarry_join_by_folder(${program})
  if(NOT TARRY_SANITIZE)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/test_objects/${program}.txt
         CONTENT "$<JOIN:$<TARGET_OBJECTS:${program}>,\n>\n")
  endif()
endfunction()

# tarry_unit_tests(<program> <prefix>): makes the tests of a GoogleTest program known to CTest, one
# by one, or under a sanitizer in a few parts.
function(tarry_unit_tests program prefix)
  if(TARRY_SANITIZE)
    tarry_sanitized_tests(${program} ${prefix})
  elseif(program IN_LIST TARRY_ONE_THREAD)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 60
                         PROPERTIES ENVIRONMENT ${TARRY_ENDS_AT_THREADS})
  elseif(TARRY_THREADS_IN_${program})
    list(TRANSFORM TARRY_THREADS_IN_${program} APPEND ".*" OUTPUT_VARIABLE threaded)
    list(JOIN threaded ":" threaded)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 60 TEST_FILTER ${threaded}
                         TEST_LIST ${program}_threaded)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 60 TEST_FILTER -${threaded}
                         PROPERTIES ENVIRONMENT ${TARRY_ENDS_AT_THREADS})
  else()
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 60)
  endif()
endfunction()

function(tarry_sanitized_tests program prefix)
  set(environment "GTEST_TOTAL_SHARDS=${TARRY_TEST_PARTS};TARRY_TEST_SEEDS=100")
  if(TARRY_SANITIZE STREQUAL thread)
    if(program IN_LIST TARRY_ONE_THREAD)
      set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
      return()
    endif()
    if(TARRY_THREADS_IN_${program})
      list(TRANSFORM TARRY_THREADS_IN_${program} APPEND ".*" OUTPUT_VARIABLE threaded)
      list(JOIN threaded ":" threaded)
      list(APPEND environment "GTEST_FILTER=${threaded}")
    endif()
  elseif(TARRY_LARGE_IN_${program})
    list(JOIN TARRY_LARGE_IN_${program} ":" large)
    list(APPEND environment "GTEST_FILTER=-${large}")
  endif()
  foreach(part RANGE 1 ${TARRY_TEST_PARTS})
    math(EXPR index "${part} - 1")
    set(test ${prefix}${program}.${part})
    add_test(NAME ${test} COMMAND ${program} --gtest_brief=1)
    set_tests_properties(${test} PROPERTIES TIMEOUT 5000
                         ENVIRONMENT "${environment};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# tarry_optimized_first(<program> <library>...): lets a program of unoptimized test files run the
# optimized code of static libraries. Both have functions of headers, and the linker takes the
# first one of each: here those of the libraries, which therefore stand before the test files. The
# dearest tests take half of the time.
function(tarry_optimized_first program)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  target_link_options(${program} PRIVATE LINKER:--whole-archive ${ARGN} LINKER:--no-whole-archive)
endfunction()
