// SPDX-License-Identifier: BSD-3-Clause
// Intervals between two records in which a location stayed in one function, by kind: those of a
// kind are taken to divide alike among the functions called there. Source:
// docs/decisions/048-samples-in-the-analysis.md.
//
//   MPI leave ──── function, sampled in what it calls ──── MPI enter
//    `before`                 `function`                    `after`
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/parallel/message.h"
#include "model/ids.h"

namespace tarry::analysis {

struct IntervalKind {
  static constexpr std::uint32_t kAnyLength = 255;

  model::RegionId function;  // the innermost region
  model::RegionId before;    // that was left or entered at its begin
  model::RegionId after;     // likewise at its end
  std::uint32_t octave = 0;  // of its length in ticks; kAnyLength: all of them

  friend auto operator<=>(const IntervalKind&, const IntervalKind&) = default;
};

// Functions called from `function`, from the outermost inwards; none: it did the work itself.
using CalledPath = std::vector<model::RegionId>;

// What samples found in the intervals of one kind.
struct KindSamples {
  // Weights of samples (LocationSamples): whole numbers, so that sums are the same in any order.
  std::map<CalledPath, std::uint64_t> by_path;
  std::uint64_t weight = 0;
  // Products of the weights of two samples in one interval, and of those of them in one path.
  std::uint64_t pairs = 0, equal_pairs = 0;

  void add(const KindSamples& other);
  // As many samples of the kind as weigh as much as what an interval's own samples say: few if
  // intervals differ, many if they are alike.
  [[nodiscard]] double prior_samples() const;
};

class IntervalKinds {
 public:
  void add(const IntervalKind& kind, const KindSamples& samples) { kinds_[kind].add(samples); }
  // nullptr: no interval of the kind has been sampled.
  [[nodiscard]] const KindSamples* find(const IntervalKind& kind) const;

  [[nodiscard]] Bytes pack() const;
  void add_packed(const Bytes& message);

 private:
  std::map<IntervalKind, KindSamples> kinds_;
};

}  // namespace tarry::analysis
