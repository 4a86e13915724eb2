// SPDX-License-Identifier: BSD-3-Clause
// The path in what calls on files are told as a name: MPI libraries take the kind of a file system
// in front of it, as in "ufs:folder/file".
#pragma once

#include <cstring>

namespace tarry::runtime::mpi {

// A colon behind a slash belongs to the path. Thread: any.
inline const char* path_in(const char* name) {
  const char* const end = name + std::strcspn(name, ":/");
  return *end == ':' ? end + 1 : name;
}

}  // namespace tarry::runtime::mpi
