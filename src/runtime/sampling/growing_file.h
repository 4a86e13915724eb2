// SPDX-License-Identifier: BSD-3-Clause
// A file that grows while it is mapped. It is opened again each time: programs may close
// descriptors that they do not know. Another file may stand there by then, because `tarry record`
// took the process for dead: what is mapped cannot grow in that one, and nobody would find it
// there.
#pragma once

#include <sys/types.h>

namespace tarry::runtime::sampling {

struct GrowingFile {
  const char* path = nullptr;  // must stay
  ino_t number = 0;            // 0: the system does not tell

  // A new one. Returns its descriptor, or -1 with errno. Signal: no.
  int create(const char* new_path);
  // Its descriptor, or -1 with errno; ENOENT if another file has taken its place. Signal: safe.
  [[nodiscard]] int open_again() const;
};

}  // namespace tarry::runtime::sampling
