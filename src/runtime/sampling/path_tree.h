// SPDX-License-Identifier: BSD-3-Clause
// All call paths on which a thread was seen, each once, in the layout of thread-<n>.paths. The file
// is mapped in its largest size and grows below the mapping; whatever is stored is in the file at
// once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sampling/growing_file.h"
#include "samples/sample_format.h"

namespace tarry::runtime::sampling {

using tarry::samples::PathNode;
using tarry::samples::PathNodeKind;

// A zero-initialized tree is closed. Thread: owner. Signal: safe, unless the handler interrupts one
// of its functions.
class PathTree {
 public:
  // Creates a file with a root, for at most `most_nodes`. Returns the errno value. `path` must stay
  // valid.
  int create(const char* path, std::uint32_t most_nodes);
  void close();

  // Returns the child of node `parent` that equals `wanted` (apart from `wanted`'s parent), and
  // creates it if there is none. Returns 0 if there is no room.
  std::uint32_t child(std::uint32_t parent, PathNode wanted);

 private:
  [[nodiscard]] std::uint32_t* slot_of(const PathNode& wanted) const;
  bool grow();

  GrowingFile file_;
  PathNode* nodes_ = nullptr;
  std::uint32_t* slots_ = nullptr;  // numbers of nodes, by their content; open addressing
  std::uint64_t slot_count_ = 0;    // a power of two
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;  // nodes for which the file has blocks
  std::uint32_t most_ = 0;
};

}  // namespace tarry::runtime::sampling
