// SPDX-License-Identifier: BSD-3-Clause
// An interval is the time between two records during which its location stayed in one function.
// Intervals of the same kind are expected to divide in the same way among the functions that ran
// there. Source: docs/decisions/048-samples-in-the-analysis.md.
//
//   MPI leave ──── function, sampled in its callees ──── MPI enter
//    `before`                 `function`                    `after`
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "model/ids.h"
#include "workers/message.h"

namespace tarry::analysis {

struct IntervalKind {
  static constexpr std::uint32_t kAnyLength = 255;

  model::RegionId function;  // the innermost region
  model::RegionId before;    // the region that was left or entered at its begin
  model::RegionId after;     // the region that was entered or left at its end
  std::uint32_t octave = 0;  // the bit width of its length in ticks, or kAnyLength

  friend auto operator<=>(const IntervalKind&, const IntervalKind&) = default;
};

// The place of a sample relative to the innermost region: so many regions had been left, and then
// these functions had been entered, from the outermost inwards.
struct SampledPath {
  std::uint32_t left = 0;
  std::vector<model::RegionId> entered;

  // Returns whether the sample was in the innermost region itself.
  [[nodiscard]] bool is_here() const { return left == 0 && entered.empty(); }
  friend auto operator<=>(const SampledPath&, const SampledPath&) = default;
};

// The samples in the intervals of one kind.
struct KindSamples {
  // Weights of samples (LocationSamples) are whole numbers, so that sums are the same in any order.
  std::map<SampledPath, std::uint64_t> by_path;
  std::uint64_t weight = 0;
  // Each pair of samples of one interval counts with the product of its weights; `equal_pairs`
  // count those with equal paths.
  std::uint64_t pairs = 0, equal_pairs = 0;

  void add(const KindSamples& other);
  // Returns how many samples of an interval tell as much about it as the whole kind: few if the
  // intervals differ, many if they are similar.
  [[nodiscard]] double prior_samples() const;
};

class IntervalKinds {
 public:
  void add(const IntervalKind& kind, const KindSamples& samples) { kinds_[kind].add(samples); }
  // Returns nullptr if no interval of the kind has been sampled.
  [[nodiscard]] const KindSamples* find(const IntervalKind& kind) const;

  [[nodiscard]] workers::Bytes pack() const;
  void add_packed(const workers::Bytes& message);

 private:
  std::map<IntervalKind, KindSamples> kinds_;
};

}  // namespace tarry::analysis
