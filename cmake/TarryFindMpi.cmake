# SPDX-License-Identifier: BSD-3-Clause
# Finds the MPIs of this machine, several of which may be installed side by side.

include(${CMAKE_CURRENT_LIST_DIR}/TarryMpiFunctions.cmake)

set(TARRY_MPIS openmpi mpich CACHE STRING
    "MPIs to build for if they are there, by the suffix of their compiler commands")

# The number of cores that a test with several ranks keeps busy. Waiting ranks of Open MPI give way,
# as scripts/mpi-environment and tests/e2e/measured.py tell them to; those of MPICH do not.
set(TARRY_PROCESSORS_openmpi 1)
set(TARRY_PROCESSORS_mpich 2)

# find_mpi(<name>): sets mpi_INCLUDES, mpi_LIBRARY, mpi_SONAME; mpi_FOUND says whether it is there.
function(find_mpi name)
  set(mpi_FOUND FALSE PARENT_SCOPE)
  find_program(TARRY_MPICC_${name} mpicc.${name})
  if(NOT TARRY_MPICC_${name})
    return()
  endif()
  if(name STREQUAL openmpi)
    set(show --showme)
  else()
    set(show -show)
  endif()
  execute_process(COMMAND ${TARRY_MPICC_${name}} ${show} OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(STATUS "mpicc.${name} does not work; nothing is built for it")
    return()
  endif()
  separate_arguments(flags UNIX_COMMAND "${flags}")
  set(includes ${flags})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(folders ${flags})
  list(FILTER folders INCLUDE REGEX "^-L")
  list(TRANSFORM folders REPLACE "^-L" "")
  set(libraries ${flags})
  list(FILTER libraries INCLUDE REGEX "^-lmpi")
  list(TRANSFORM libraries REPLACE "^-l" "")
  list(GET libraries 0 library)
  find_library(TARRY_LIBMPI_${name} ${library} HINTS ${folders})
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${TARRY_LIBMPI_${name}} OUTPUT_VARIABLE dump)
  if(NOT dump MATCHES "SONAME +([^ \n]+)")
    message(STATUS "the library of mpicc.${name} has no soname; nothing is built for it")
    return()
  endif()
  set(mpi_SONAME ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(mpi_INCLUDES ${includes} PARENT_SCOPE)
  set(mpi_LIBRARY ${TARRY_LIBMPI_${name}} PARENT_SCOPE)
  set(mpi_FOUND TRUE PARENT_SCOPE)
endfunction()

# tarry_mpi_libraries(<name> SOURCE...): makes one library per MPI found,
# lib/tarry/libtarry-<name>-<mpi>.so, which a verb of the tool loads when the launcher of that MPI
# has started it.
function(tarry_mpi_libraries name)
  foreach(mpi IN LISTS TARRY_MPIS)
    find_mpi(${mpi})
    if(NOT mpi_FOUND)
      continue()
    endif()
    set(target tarry-${name}-${mpi})
    add_library(${target} SHARED ${ARGN})
    target_include_directories(${target} SYSTEM PRIVATE ${mpi_INCLUDES})
    # Only the C interface is used: the C++ bindings of old MPIs would need libraries of their own.
    target_compile_definitions(${target} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    target_link_libraries(${target} PRIVATE ${mpi_LIBRARY} tarry_settings tarry_sanitize tarry_other_optimization)
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/tarry)
    install(TARGETS ${target} LIBRARY DESTINATION lib/tarry)
  endforeach()
endfunction()
