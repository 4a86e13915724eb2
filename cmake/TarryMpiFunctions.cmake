# SPDX-License-Identifier: BSD-3-Clause
# The functions of MPI that the headers of a library have. What a standard newer than the library adds is
# left out of what is built for it.

# tarry_mpi_functions(<mpi> <include folder>...): writes tarry_mpi_has.h, which includes the headers and
# says of each function in src/model/mpi_functions.def, and of its form for large counts, whether it is
# there: TARRY_HAS_Send, TARRY_HAS_Send_c. If only an extension of the same name is there (MPIX_Bcast_init),
# MPI_Bcast_init stands for it. mpi_functions_FOLDER: the folder to be included.
function(tarry_mpi_functions mpi)
  set(table ${PROJECT_SOURCE_DIR}/src/model/mpi_functions.def)
  set(folder ${PROJECT_BINARY_DIR}/mpi_functions/${mpi})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  set(include "")
  foreach(include_folder IN LISTS ARGN)
    string(APPEND include "// include ${include_folder}\n")
  endforeach()
  string(APPEND include "#include <mpi.h>\n#if __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n")
  file(CONFIGURE OUTPUT ${folder}/headers.cpp CONTENT "${include}" @ONLY)
  list(TRANSFORM ARGN PREPEND -I OUTPUT_VARIABLE flags)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -E -P -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX ${flags}
                          ${folder}/headers.cpp
                  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "MPIX?_[A-Z][A-Za-z0-9_]* *\\(" declared "${text}")
  # A few functions are macros alone.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -E -dM ${flags} ${folder}/headers.cpp
                  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "MPI_[A-Z][a-z][A-Za-z0-9_]*\\(" macros "${text}")
  list(APPEND declared ${macros})
  list(TRANSFORM declared REPLACE " *\\($" "")
  list(REMOVE_DUPLICATES declared)

  file(STRINGS ${table} rows REGEX "^TARRY_MPI_FUNCTION")
  set(lines "")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^TARRY_MPI_FUNCTION\\(([A-Za-z0-9_]+),.*" "\\1" name "${row}")
    foreach(form IN ITEMS ${name} ${name}_c)
      set(has 1)
      if(NOT MPI_${form} IN_LIST declared)
        if(MPIX_${form} IN_LIST declared)
          string(APPEND lines "#define MPI_${form} MPIX_${form}\n#define PMPI_${form} PMPIX_${form}\n")
        else()
          set(has 0)
        endif()
      endif()
      string(APPEND lines "#define TARRY_HAS_${form} ${has}\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/tarry_mpi_has.h CONTENT "#pragma once\n${include}${lines}" @ONLY)
  set(TARRY_MPI_FUNCTIONS_${mpi} ${folder}/tarry_mpi_has.h CACHE INTERNAL "what the headers of ${mpi} have")
  set(mpi_functions_FOLDER ${folder} PARENT_SCOPE)
endfunction()
