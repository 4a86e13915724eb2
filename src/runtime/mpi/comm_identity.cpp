// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/comm_identity.h"

#include <algorithm>

#include "base/hash.h"

namespace tarry::runtime::mpi {
namespace {

// The hash has two lanes, which see the same words with different constants.
class Hash {
 public:
  Hash& add(std::uint64_t word) {
    high_ = base::mixed(base::spread(high_) + word + 1);
    low_ = base::mixed((low_ ^ word) * 0xD6E8FEB86659FD93u + 0xA0761D6478BD642Fu);
    return *this;
  }
  Hash& add(CommKey key) { return add(key.high).add(key.low); }
  [[nodiscard]] CommKey key() const { return {high_, low_}; }

 private:
  std::uint64_t high_ = 0x243F6A8885A308D3u;
  std::uint64_t low_ = 0x13198A2E03707344u;
};

}  // namespace

CommKey hash_members(const int* ranks, std::size_t count, CommKey space) {
  Hash hash;
  if (space != kFirstJob) hash.add(space);
  hash.add(count);
  for (std::size_t i = 0; i < count; ++i) hash.add(static_cast<std::uint64_t>(ranks[i]));
  return hash.key();
}

CommKey hash_unordered(CommKey a, CommKey b) {
  return hash_ordered(std::min(a, b), std::max(a, b));
}

CommKey hash_ordered(CommKey first, CommKey second) { return Hash().add(first).add(second).key(); }

CommKey collective_identity(CommKey parent, Creation how, std::uint64_t sequence, CommKey members) {
  return Hash().add(parent).add(static_cast<std::uint64_t>(how)).add(sequence).add(members).key();
}

CommKey group_identity(CommKey parent, Creation how, int tag, std::uint64_t repetition,
                       CommKey members) {
  return Hash()
      .add(parent)
      .add(static_cast<std::uint64_t>(how))
      .add(static_cast<std::uint64_t>(tag))
      .add(repetition)
      .add(members)
      .key();
}

}  // namespace tarry::runtime::mpi
