// SPDX-License-Identifier: BSD-3-Clause
// The functions of the MPI library itself. A recording puts its own in front of them, also in front
// of those named PMPI_. If a replay is recorded, only the calls that it makes again must be.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

namespace tarry::mpi_plugins {

// Returns the definition of `name` in the libraries that the library around `inside` was linked
// with, which those that are injected into the process do not belong to; nullptr if there is none.
inline void* find_unrecorded(const void* inside, const char* name) {
  Dl_info own{};
  if (dladdr(inside, &own) == 0) return nullptr;
  void* const library = dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library != nullptr ? dlsym(library, name) : nullptr;
}

}  // namespace tarry::mpi_plugins

// TARRY_UNRECORDED(Wait)(arguments) is MPI_Wait(arguments) that no recording sees.
#define TARRY_UNRECORDED(name)                                                      \
  ([]() -> decltype(&PMPI_##name) {                                                 \
    static int inside_this_library;                                                 \
    static void* const library_function =                                           \
        ::tarry::mpi_plugins::find_unrecorded(&inside_this_library, "PMPI_" #name); \
    return library_function != nullptr                                              \
               ? reinterpret_cast<decltype(&PMPI_##name)>(library_function)         \
               : &PMPI_##name;                                                      \
  }())
