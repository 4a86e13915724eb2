# SPDX-License-Identifier: BSD-3-Clause
# The functions of an MPI whose calls are counted, as that MPI's library has them: no other names may
# appear in a program. What the table of labels takes for computation (asking for the time or the
# rank) does not count, nor what turns handles of one language into those of another: the bindings of
# Fortran call them in between. Which calls synchronise, the same table says.

set(labels ${PROJECT_SOURCE_DIR}/src/diagnosis/standard_labels.inc)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${labels})
# Regular expressions of the functions that have the label.
foreach(label synchronization computation)
  file(STRINGS ${labels} patterns REGEX "^[0-9]+ +MPI_[^ ]+ +${label}$")
  list(TRANSFORM patterns REPLACE "^[0-9]+ +([^ ]+) .*" "\\1")
  list(TRANSFORM patterns REPLACE "[*]" ".*")
  list(JOIN patterns "|" patterns)
  set(functions_of_${label} "^P?(${patterns})$")
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
  list(FILTER names EXCLUDE REGEX "${functions_of_computation}")
  list(REMOVE_DUPLICATES names)
  set(lines "")
  foreach(name IN LISTS names)
    if(name MATCHES "${functions_of_synchronization}")
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 1)\n")
    else()
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 0)\n")
    endif()
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/counted_calls_${mpi}.inc)
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
  set(counted_calls_FILE ${file} PARENT_SCOPE)
endfunction()
