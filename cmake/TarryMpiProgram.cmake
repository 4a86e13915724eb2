# SPDX-License-Identifier: BSD-3-Clause
# Programs to be measured: examples and test programs, built with an MPI's own compiler wrapper as a
# user would, whatever compiler builds Tarry.

# mpi_program(<mpi> <name> <wrapper> <source> [flags...]): builds
# build/<preset>/<folder>/<mpi>/<name> as target <mpi>_<name>, where <folder> is that of the caller
# (examples, tests/...). Does nothing if there is no <wrapper>.<mpi>. The wrapper's path stays in
# TARRY_<mpi>_<wrapper>. MPI_PROGRAM_COMPILER, if set, compiles C or C++ in place of the wrapper's
# own compiler.
function(mpi_program mpi name wrapper source)
  find_program(TARRY_${mpi}_${wrapper} ${wrapper}.${mpi})
  if(NOT TARRY_${mpi}_${wrapper})
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${mpi})
  get_filename_component(source ${source} ABSOLUTE)
  if(wrapper STREQUAL mpifort)
    file(MAKE_DIRECTORY ${folder}/modules/${name})
    list(APPEND ARGN -J ${folder}/modules/${name})
  elseif(NOT MPI_PROGRAM_COMPILER)
    # GCC takes the special addresses of MPI's headers for arrays that are too small.
    list(APPEND ARGN -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  set(command ${TARRY_${mpi}_${wrapper}})
  if(MPI_PROGRAM_COMPILER)
    string(REGEX REPLACE "^mpi(cc|cxx)$" "\\1" language ${wrapper})
    string(TOUPPER ${language} language)
    set(command ${CMAKE_COMMAND} -E env OMPI_${language}=${MPI_PROGRAM_COMPILER}
                MPICH_${language}=${MPI_PROGRAM_COMPILER} ${command})
  endif()
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/${name}
    COMMAND ${command} -O2 -g ${ARGN} ${source} -o ${folder}/${name}
    DEPENDS ${source}
    COMMENT "Building ${name} with ${wrapper}.${mpi}"
    VERBATIM)
  add_custom_target(${mpi}_${name} ALL DEPENDS ${folder}/${name})
endfunction()
