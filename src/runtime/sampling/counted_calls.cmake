# SPDX-License-Identifier: BSD-3-Clause
# The functions of an MPI whose calls are counted, as that MPI's library has them: no other names may
# appear in a program. Which of them synchronise, the table of labels says.

set(labels ${PROJECT_SOURCE_DIR}/src/diagnosis/standard_labels.inc)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${labels})
file(STRINGS ${labels} synchronising REGEX "^[0-9]+ +MPI_[^ ]+ +synchronization$")
list(TRANSFORM synchronising REPLACE "^[0-9]+ +([^ ]+) .*" "\\1")
list(TRANSFORM synchronising REPLACE "[*]" ".*")
list(JOIN synchronising "|" synchronising)

# tarry_counted_calls(<mpi> <library>): sets counted_calls_FILE, in which each of them is a line
# TARRY_COUNTED_CALL(name, 1 if it synchronises else 0).
function(tarry_counted_calls mpi library)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library})
  execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${library} OUTPUT_VARIABLE symbols)
  # Not MPI_T_init_thread, which is of tools, and not MPI_INIT, which is Fortran's.
  string(REGEX MATCHALL " [TWi] P?MPI_[A-Z][a-z][A-Za-z0-9_]*" names "${symbols}")
  list(TRANSFORM names REPLACE "^ . " "")
  list(REMOVE_DUPLICATES names)
  set(lines "")
  foreach(name IN LISTS names)
    if(name MATCHES "^P?(${synchronising})$")
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 1)\n")
    else()
      string(APPEND lines "TARRY_COUNTED_CALL(${name}, 0)\n")
    endif()
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/counted_calls_${mpi}.inc)
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
  set(counted_calls_FILE ${file} PARENT_SCOPE)
endfunction()
