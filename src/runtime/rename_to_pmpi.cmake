# SPDX-License-Identifier: BSD-3-Clause
# Renames what an object defines as MPI_X or MPIX_X to PMPI_X or PMPIX_X, and what it needs of behind_mpi to behind_pmpi.
# usage: cmake -D OBJECT=FILE -D NM=PROGRAM -D OBJCOPY=PROGRAM -P rename_to_pmpi.cmake
execute_process(COMMAND ${NM} -P -g ${OBJECT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" symbols "${symbols}")
set(names "")
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES "^(MPIX?_[^ ]+) T")
    string(APPEND names "${CMAKE_MATCH_1} P${CMAKE_MATCH_1}\n")
  elseif(symbol MATCHES "^([^ ]*10behind_mpi[^ ]*) ")
    string(REPLACE "10behind_mpi" "11behind_pmpi" name ${CMAKE_MATCH_1})
    string(APPEND names "${CMAKE_MATCH_1} ${name}\n")
  endif()
endforeach()
if(NOT names MATCHES "behind_pmpi")
  message(FATAL_ERROR "${OBJECT} has no wrappers of MPI")
endif()
file(WRITE ${OBJECT}.names "${names}")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${OBJECT}.names ${OBJECT} COMMAND_ERROR_IS_FATAL ANY)
