// SPDX-License-Identifier: BSD-3-Clause
// All call paths that a thread was seen on, each once, as they lie in thread-<n>.paths. The file is
// mapped in its largest size and grows below the mapping; what is stored is in it at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sampling/growing_file.h"
#include "samples/sample_format.h"

namespace tarry::runtime::sampling {

using tarry::samples::PathNode;
using tarry::samples::PathNodeKind;

// Of zeros it is closed. Thread: owner. Signal: safe, unless it interrupts itself.
class PathTree {
 public:
  // A new file with a root, for at most `most_nodes`. Returns the errno value. `path` must stay.
  int create(const char* path, std::uint32_t most_nodes);
  void close();

  // The child of node `parent` that is like `wanted`, whose parent does not matter; a new one if
  // there is none. 0 if there is no room for one.
  std::uint32_t child(std::uint32_t parent, PathNode wanted);

 private:
  [[nodiscard]] std::uint32_t* slot_of(const PathNode& wanted) const;
  bool grow();

  GrowingFile file_;
  PathNode* nodes_ = nullptr;
  std::uint32_t* slots_ = nullptr;  // numbers of nodes by what they are; open addressing
  std::uint64_t slot_count_ = 0;    // a power of two
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;  // nodes that the file has blocks for
  std::uint32_t most_ = 0;
};

}  // namespace tarry::runtime::sampling
