# SPDX-License-Identifier: BSD-3-Clause
# One folder under src/ = one namespace = one library `tarry_<name>` plus one test program
# `<name>_test` made of the folder's *_test.cpp files. A new source file needs no build change.

include(TarryUnitTests)

# Nobody waits for what these modules compute, but for their compilation: -O1 takes two thirds of the time
# of -O3.
set(TARRY_SELDOM_RUN diagnosis_report emit experiment filter launch report score)

# Under a sanitizer nothing is optimized but these: their tests would take longer than what -O1 costs.
set(TARRY_MOST_TESTED compressed)

# tarry_join_by_folder(<target>): with CMAKE_UNITY_BUILD, up to twelve files of one folder are
# compiled as one. Files of different folders are never joined, nor those of the product with tests,
# so a new file cannot make names in other folders clash.
function(tarry_join_by_folder target)
  if(NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^\\$<")
  list(TRANSFORM sources REPLACE "^([^/])" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  set(folders "")
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    set(joined ${sources})
    list(FILTER joined INCLUDE REGEX "^${folder}/[^/]+$")
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${name}" name)
    set(number 0)
    foreach(source IN LISTS joined)
      math(EXPR group "${number} / 12")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${group})
      math(EXPR number "${number} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# tarry_module(<name> NEEDS <libraries>... [SOURCES_IN <folder>...] [PRECOMPILED <header>...])
function(tarry_module name)
  cmake_parse_arguments(ARG "" "" "NEEDS;SOURCES_IN;PRECOMPILED" ${ARGN})
  set(folders ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(folder IN LISTS ARG_SOURCES_IN)
    list(APPEND folders ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
  endforeach()
  set(sources "")
  set(tests "")
  foreach(folder IN LISTS folders)
    file(GLOB found CONFIGURE_DEPENDS ${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")

  if(sources)
    add_library(tarry_${name} STATIC ${sources})
    target_link_libraries(tarry_${name} PUBLIC ${ARG_NEEDS} PRIVATE tarry_settings tarry_sanitize)
    if(name IN_LIST TARRY_SELDOM_RUN)
      target_compile_options(tarry_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    if(TARRY_SANITIZE AND name IN_LIST TARRY_MOST_TESTED)
      target_compile_options(tarry_${name} PRIVATE -O1)
      list(APPEND ARG_PRECOMPILED <vector>)  # other options need a precompiled header of their own
    endif()
    tarry_precompile(tarry_${name} ${ARG_PRECOMPILED})
    tarry_join_by_folder(tarry_${name})
  else()
    add_library(tarry_${name} INTERFACE)
    target_link_libraries(tarry_${name} INTERFACE ${ARG_NEEDS})
  endif()

  if(TARRY_BUILD_TESTS AND tests)
    tarry_test_program(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE tarry_${name} tarry_test_settings
                                               GTest::gtest_main GTest::gmock)
    if(sources)
      tarry_optimized_first(${name}_test tarry_${name})
    endif()
    tarry_unit_tests(${name}_test ${name}.)
  endif()
endfunction()
