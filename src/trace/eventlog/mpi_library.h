// SPDX-License-Identifier: BSD-3-Clause
// Recognizes the code of an MPI library.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tarry::trace::eventlog {

// Returns whether a shared object is part of an MPI library, its Fortran and C++ bindings included,
// by its path. "libmpi" matches "libmpi.so.40" and "libmpi_mpifh.so.40", but not "libmpirical.so".
// Thread: any. Signal: safe.
inline bool is_mpi_library(std::string_view path) {
  constexpr std::string_view kLibraries[] = {"libmpi",       "libmpich",  "libmpichcxx",
                                             "libmpichfort", "libmpicxx", "libmpifort"};
  std::string_view name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.find_first_of("._-"));
  return std::find(std::begin(kLibraries), std::end(kLibraries), name) != std::end(kLibraries);
}

}  // namespace tarry::trace::eventlog
