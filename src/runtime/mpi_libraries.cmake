# SPDX-License-Identifier: BSD-3-Clause
# One injected library for each MPI that is found, and the table lib/tarry/mpi.tsv by which
# `tarry record` chooses: name, soname of the MPI library, file name of the injected library.

file(GLOB mpi_sources CONFIGURE_DEPENDS mpi/*.cpp)
set(mpi_wrappers ${mpi_sources})
list(FILTER mpi_wrappers INCLUDE REGEX "_wrappers\\.cpp$")
list(FILTER mpi_sources EXCLUDE REGEX "_(test|wrappers)\\.cpp$")
# tests/guides/ compiles them once more, with another function.
set_source_files_properties(mpi/uniform_wrappers.cpp mpi/real_functions.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

set(mpi_table "")
if(mpi_sources)
  foreach(mpi IN LISTS TARRY_MPIS)
    find_mpi(${mpi})
    if(mpi_FOUND)
      message(STATUS "Runtime for ${mpi}: ${mpi_LIBRARY} (${mpi_SONAME})")
      tarry_mpi_functions(${mpi} ${mpi_INCLUDES})
      tarry_runtime_library(mpi-${mpi} SOURCES ${mpi_sources} WRAPPERS ${mpi_wrappers}
                            INCLUDES ${mpi_INCLUDES} ${mpi_functions_FOLDER} LIBRARIES ${mpi_LIBRARY})
      # The unwinder that unwinds a stack must be the one whose functions our code calls.
      target_link_options(tarry-mpi-${mpi} PRIVATE -shared-libgcc)
      string(APPEND mpi_table "${mpi}\t${mpi_SONAME}\tlibtarry-mpi-${mpi}.so\n")
    endif()
  endforeach()
endif()
file(MAKE_DIRECTORY ${TARRY_RUNTIME_DIR})
file(WRITE ${TARRY_RUNTIME_DIR}/mpi.tsv "${mpi_table}")
install(FILES ${TARRY_RUNTIME_DIR}/mpi.tsv DESTINATION ${TARRY_RUNTIME_INSTALL_DIR})
