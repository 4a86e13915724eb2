# SPDX-License-Identifier: BSD-3-Clause
# The injected libraries for a build with sanitizers. They never carry a sanitizer, so those of another
# build are copied, again whenever they change there.

set(TARRY_RUNTIME_FROM "" CACHE PATH "Build folder whose injected libraries a sanitized build takes")
set(from ${TARRY_RUNTIME_FROM}/lib/tarry)
file(GLOB ready_made CONFIGURE_DEPENDS RELATIVE ${from} ${from}/libtarry-serial.so
                                                        ${from}/libtarry-sampling*.so
                                                        ${from}/libtarry-mpi-*.so)
if(NOT ready_made)
  message(FATAL_ERROR "There is no injected runtime in TARRY_RUNTIME_FROM (${TARRY_RUNTIME_FROM}): "
                      "build preset release first")
endif()
foreach(file IN LISTS ready_made ITEMS tarry-start mpi.tsv)
  add_custom_command(OUTPUT ${TARRY_RUNTIME_DIR}/${file}
                     COMMAND ${CMAKE_COMMAND} -E copy ${from}/${file} ${TARRY_RUNTIME_DIR}/${file}
                     DEPENDS ${from}/${file}
                     VERBATIM)
  string(REGEX REPLACE "^lib|\\.so$" "" target ${file})
  add_custom_target(${target} ALL DEPENDS ${TARRY_RUNTIME_DIR}/${file})
endforeach()

# One of the two presets still compiles the rest of the sources, for the warnings of the second
# compiler.
if(NOT TARRY_SANITIZE MATCHES address)
  return()
endif()
file(GLOB rest CONFIGURE_DEPENDS mpi/*.cpp pthread/*.cpp finalize/*.cpp rules/*.cpp start/*.cpp)
list(FILTER rest EXCLUDE REGEX "_test\\.cpp$")
set(wrappers ${rest})
list(FILTER wrappers INCLUDE REGEX "_wrappers\\.cpp$")
list(FILTER rest EXCLUDE REGEX "_wrappers\\.cpp$")
foreach(mpi IN LISTS TARRY_MPIS)
  find_mpi(${mpi})
  if(NOT mpi_FOUND)
    continue()
  endif()
  add_library(tarry_runtime_rest_${mpi} OBJECT ${rest})
  add_library(tarry_runtime_wrappers_${mpi} OBJECT ${wrappers})
  tarry_join_by_folder(tarry_runtime_wrappers_${mpi})
  foreach(target tarry_runtime_rest_${mpi} tarry_runtime_wrappers_${mpi})
    target_include_directories(${target} SYSTEM PRIVATE ${mpi_INCLUDES} ${OTF2_INCLUDE_DIRS})
    target_link_libraries(${target} PRIVATE tarry_runtime_settings tarry_runtime_exceptions)
  endforeach()
endforeach()
