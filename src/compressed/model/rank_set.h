// SPDX-License-Identifier: BSD-3-Clause
// A set of ranks as a list of rank lists: start + sum of i_k * stride_k, 0 <= i_k < length_k, the
// slowest dimension first, as `<dimension start {length stride}>`. The form depends on the set
// alone. For SPMD programs its size does not depend on the number of ranks.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 2.2.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::compressed {

struct RankList {
  struct Dimension {
    std::uint32_t length = 1;  // at least 2 in the canonical form
    std::uint32_t stride = 1;
    friend auto operator<=>(const Dimension&, const Dimension&) = default;
  };
  std::uint32_t start = 0;
  std::vector<Dimension> dimensions;  // empty for a single rank

  [[nodiscard]] std::uint64_t size() const;
  friend auto operator<=>(const RankList&, const RankList&) = default;
};

// Thread: caller-locks.
class RankSet {
 public:
  RankSet() = default;
  explicit RankSet(std::uint32_t rank) : lists_{{rank, {}}} {}
  static RankSet of_sorted(const std::vector<std::uint32_t>& ranks);  // ascending, no duplicates
  static RankSet of_lists(const std::vector<RankList>& lists);        // in any form
  static RankSet first(std::uint32_t count);                          // 0 .. count - 1
  // Returns the union. It takes one pass, where unite() takes one for each set.
  static RankSet of_sets(const std::vector<const RankSet*>& sets);

  [[nodiscard]] bool empty() const { return lists_.empty(); }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool contains(std::uint32_t rank) const;
  [[nodiscard]] std::uint32_t lowest() const;              // UINT32_MAX of an empty set
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;  // ascending
  [[nodiscard]] const std::vector<RankList>& lists() const { return lists_; }

  void unite(const RankSet& other);

  friend bool operator==(const RankSet&, const RankSet&) = default;

 private:
  std::vector<RankList> lists_;  // canonical, by rising start
};

}  // namespace tarry::compressed
