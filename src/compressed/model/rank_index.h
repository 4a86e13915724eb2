// SPDX-License-Identifier: BSD-3-Clause
// Finds which of many disjoint sets of ranks has a rank, in a time that hardly depends on their
// number. The sets are progressions of ranks. Those of one distance lie in different residue
// classes or beside each other, so for each distance one of them is compared. There are few
// distances: the ranks of rare ones are entered one by one. There are at most as many entries as
// ranks, and few more than the sets have lists if they follow a pattern.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/model/rank_set.h"

namespace tarry::compressed {

// Thread: any.
class RankIndex {
 public:
  explicit RankIndex(const std::vector<const RankSet*>& sets);

  // Returns the place of the set that has the rank.
  [[nodiscard]] std::optional<std::size_t> find(std::uint32_t rank) const;

  [[nodiscard]] std::size_t entries() const;
  // Returns how many binary searches look for a rank.
  [[nodiscard]] std::size_t distances() const { return distances_.size(); }

 private:
  struct Progression {
    std::uint32_t start = 0;
    std::uint32_t length = 1;
    std::uint32_t set = 0;
  };
  struct Distance {
    std::uint32_t stride = 1;
    std::vector<Progression> progressions;  // by residue class, then by start
  };
  std::vector<Distance> distances_;
};

}  // namespace tarry::compressed
