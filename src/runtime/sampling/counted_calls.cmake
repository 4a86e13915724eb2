# SPDX-License-Identifier: BSD-3-Clause
# The functions of an MPI whose calls are counted. The list comes from the library of that MPI, because
# no other names may appear in a program. It leaves out functions whose label is computation (such as
# asking for the time or the rank), and functions that convert handles between languages, because the
# Fortran bindings call them in between. The same column of labels tells which calls synchronize.

set(functions ${PROJECT_SOURCE_DIR}/src/model/mpi_functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${functions})
# A regular expression that matches the functions with this label.
foreach(label Synchronization Computation)
  file(STRINGS ${functions} names REGEX "^TARRY_MPI_FUNCTION.* ${label}\\)$")
  list(TRANSFORM names REPLACE "^TARRY_MPI_FUNCTION\\(([A-Za-z0-9_]+),.*" "\\1")
  list(JOIN names "|" names)
  set(functions_of_${label} "^P?MPI_(${names})(_c)?$")
endforeach()

# tarry_counted_calls(<mpi> <library>) sets counted_calls_FILE, a file with one line for each function:
# TARRY_COUNTED_CALL(name, 1 if it synchronizes else 0).
function(tarry_counted_calls mpi library)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library})
  execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${library} OUTPUT_VARIABLE symbols)
  # The pattern leaves out MPI_T_init_thread, which belongs to the tools interface, and MPI_INIT, which
  # is Fortran's.
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
