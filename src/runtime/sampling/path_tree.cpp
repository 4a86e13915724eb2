// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/path_tree.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "base/hash.h"
#include "base/platform.h"
#include "runtime/core/file_window.h"

namespace tarry::runtime::sampling {
namespace {

constexpr std::uint32_t kGrowth = 2048;  // nodes: a dozen pages

bool is_same(const PathNode& a, const PathNode& b) {
  return a.address == b.address && a.parent == b.parent && a.module == b.module && a.kind == b.kind;
}

std::uint64_t hash_of(const PathNode& node) {
  const std::uint64_t rest = std::uint64_t{node.parent} << 20 ^ std::uint64_t{node.module} << 4 ^
                             static_cast<std::uint64_t>(node.kind);
  const std::uint64_t mixed = base::spread(base::spread(node.address) ^ rest);
  return mixed ^ mixed >> 29;
}

void* map(std::uint64_t bytes, int flags, int file) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

int PathTree::create(const char* path, std::uint32_t most_nodes) {
  most_ = most_nodes;
  slot_count_ = std::bit_ceil(std::uint64_t{most_nodes} * 2);
  const int file = file_.create(path);
  if (file < 0) return errno;
  nodes_ = static_cast<PathNode*>(map(most_ * sizeof(PathNode), MAP_SHARED, file));
  const int error = nodes_ == nullptr ? errno : 0;
  ::close(file);
  if (error != 0) return error;
  slots_ = static_cast<std::uint32_t*>(
      map(slot_count_ * sizeof(std::uint32_t), MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1));
  if (slots_ == nullptr || !grow()) {
    const int reason = errno;
    close();
    return reason;
  }
  nodes_[0].kind = PathNodeKind::Root;
  count_ = 1;
  return 0;
}

void PathTree::close() {
  if (nodes_ != nullptr) munmap(nodes_, most_ * sizeof(PathNode));
  if (slots_ != nullptr) munmap(slots_, slot_count_ * sizeof(std::uint32_t));
  *this = {};
}

bool PathTree::grow() {
  const std::uint32_t more = std::min(kGrowth, most_ - room_);
  if (more == 0) return false;
  const int file = file_.open_again();
  if (file < 0) return false;
  const int error = core::reserve_range(file, std::uint64_t{room_} * sizeof(PathNode),
                                        std::uint64_t{more} * sizeof(PathNode));
  ::close(file);
  errno = error;
  if (error != 0) return false;
  room_ += more;
  return true;
}

// Returns the slot that has its number, or the free one for it.
std::uint32_t* PathTree::slot_of(const PathNode& wanted) const {
  std::uint64_t at = hash_of(wanted) & (slot_count_ - 1);
  while (slots_[at] != 0 && !is_same(nodes_[slots_[at]], wanted)) at = (at + 1) & (slot_count_ - 1);
  return slots_ + at;
}

std::uint32_t PathTree::child(std::uint32_t parent, PathNode wanted) {
  wanted.parent = parent;
  std::uint32_t* slot = slot_of(wanted);
  if (*slot != 0) return *slot;
  if (count_ == room_ && !grow()) return 0;
  PathNode& made = nodes_[count_];
  const PathNodeKind kind = wanted.kind;
  wanted.kind = PathNodeKind::None;
  made = wanted;
  base::compiler_barrier();
  made.kind = kind;
  *slot = count_;
  return count_++;
}

}  // namespace tarry::runtime::sampling
