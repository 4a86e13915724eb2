# SPDX-License-Identifier: BSD-3-Clause
# The functions of an MPI whose calls are counted, as that MPI's library has them: no other names may
# appear in a program. Functions whose label is computation (they ask for the time or the rank) do not
# count, nor functions that turn handles of one language into those of another: the bindings of
# Fortran call them in between. The same column of labels says which calls synchronise.

set(functions ${PROJECT_SOURCE_DIR}/src/model/mpi_functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${functions})
# A regular expression of the functions that have the label.
foreach(label Synchronization Computation)
  file(STRINGS ${functions} names REGEX "^TARRY_MPI_FUNCTION.* ${label}\\)$")
  list(TRANSFORM names REPLACE "^TARRY_MPI_FUNCTION\\(([A-Za-z0-9_]+),.*" "\\1")
  list(JOIN names "|" names)
  set(functions_of_${label} "^P?MPI_(${names})(_c)?$")
endforeach()

# tarry_counted_calls(<mpi> <library>): sets counted_calls_FILE, in which each of them is a line
# TARRY_COUNTED_CALL(name, 1 if it synchronises else 0).
function(tarry_counted_calls mpi library)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library})
  execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${library} OUTPUT_VARIABLE symbols)
  # Not MPI_T_init_thread, which is of tools, and not MPI_INIT, which is Fortran's.
  string(REGEX MATCHALL " [TWi] P?MPI_[A-Z][a-z][A-Za-z0-9_]*" names "${symbols}")
  list(TRANSFORM names REPLACE "^ . " "")
  list(FILTER names EXCLUDE REGEX "_(f|f08|c)2(f|f08|c)$")
  list(FILTER names EXCLUDE REGEX "${functions_of_Computation}")
  list(REMOVE_DUPLICATES names)
  set(lines "")
  foreach(name IN LISTS names)
    if(name MATCHES "${functions_of_Synchronization}")
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 1)\n")
    else()
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 0)\n")
    endif()
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/counted_calls_${mpi}.inc)
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
  set(counted_calls_FILE ${file} PARENT_SCOPE)
endfunction()
