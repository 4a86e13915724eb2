# SPDX-License-Identifier: BSD-3-Clause
# Makes the wrappers of PMPI_X: those of MPI_X with other names, which are compiled only once. They go
# on to behind_pmpi::X instead of behind_mpi::X (mpi/wrapper.h).

# tarry_pmpi_names(<output> <objects>...): makes one object of those, with the names of PMPI_X.
function(tarry_pmpi_names output)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_LINKER} -r -o ${output} ${ARGN}
    COMMAND ${CMAKE_COMMAND} -D OBJECT=${output} -D NM=${CMAKE_NM} -D OBJCOPY=${CMAKE_OBJCOPY}
            -P ${PROJECT_SOURCE_DIR}/src/runtime/rename_to_pmpi.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/src/runtime/rename_to_pmpi.cmake
    COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${output} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
endfunction()
