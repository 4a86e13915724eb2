// SPDX-License-Identifier: BSD-3-Clause
// Libraries whose functions are not functions of the program: call paths do not show them.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "trace/eventlog/mpi_library.h"

namespace tarry::trace::eventlog {

// Returns true for the C library with its threads and mathematics, and for the dynamic loader, by
// the path of the shared object. Thread: any. Signal: safe.
inline bool is_c_library(std::string_view path) {
  constexpr std::string_view kBegins[] = {"libc.so",    "libc-",    "libm.so", "libm-",
                                          "libpthread", "ld-linux", "ld-musl"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::any_of(std::begin(kBegins), std::end(kBegins),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

// Returns true for MPI with everything it loads, for runtimes of languages and of OpenMP, for the
// kernel's own object, and for our libraries, by the path of the shared object. Thread: any.
// Signal: safe.
inline bool is_runtime_library(std::string_view path) {
  constexpr std::string_view kBegins[] = {"linux-vdso", "libgomp", "libomp",    "libiomp5",
                                          "libstdc++",  "libc++",  "libgcc_s",  "libgfortran",
                                          "libopen-",   "libpmix", "mca_",      "libucs",
                                          "libucp",     "libuct",  "libfabric", "libtarry"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return is_mpi_library(path) ||
         std::any_of(std::begin(kBegins), std::end(kBegins),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

// Thread: any. Signal: safe.
inline bool is_hidden_library(std::string_view path) {
  return is_c_library(path) || is_runtime_library(path);
}

}  // namespace tarry::trace::eventlog
