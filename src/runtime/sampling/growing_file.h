// SPDX-License-Identifier: BSD-3-Clause
// A file that grows while it is mapped. It is opened again each time, because programs may close
// descriptors that they do not know. By then `tarry record` may have put another file in its place,
// because it took the process for dead. The mapped file cannot grow then, and new content would be
// lost.
#pragma once

#include <sys/types.h>

namespace tarry::runtime::sampling {

struct GrowingFile {
  const char* path = nullptr;  // must stay valid
  ino_t number = 0;            // 0: the system does not tell it

  // Creates a new file. Returns its descriptor, or -1 with errno. Signal: no.
  int create(const char* new_path);
  // Returns a descriptor of the file, or -1 with errno; ENOENT if another file has taken its place.
  // Signal: safe.
  [[nodiscard]] int open_again() const;
};

}  // namespace tarry::runtime::sampling
