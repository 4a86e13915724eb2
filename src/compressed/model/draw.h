// SPDX-License-Identifier: BSD-3-Clause
// Random numbers on which all processes agree without communication: a value is a function of its
// key and not of a state, so the order in which a trace is read does not matter.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.6.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/elastic.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

struct DrawKey {
  std::uint64_t seed = 0;
  std::uint32_t rank = 0;
  std::uint32_t event = 0;       // index into Trace::events
  std::uint32_t element = 0;     // a Parameter, or a number of the caller's own, from 100 on
  std::uint64_t occurrence = 0;  // how often the rank has drawn it before
};

// Returns 64 uniformly distributed bits. Thread: any.
std::uint64_t random_bits(const DrawKey& key);

// A histogram to draw many values from.
class DrawTable {
 public:
  explicit DrawTable(const ValueHistogram& histogram);
  [[nodiscard]] bool empty() const { return values_.empty(); }
  // Returns a value with the probability of its count, or 0 if the histogram is empty.
  [[nodiscard]] std::int64_t draw(const DrawKey& key) const;

 private:
  std::vector<std::int64_t> values_;
  std::vector<std::uint64_t> up_to_;  // number of occurrences up to and including this value
};

// Returns nanoseconds: a bin is chosen with the probability of its count, then a uniformly
// distributed value within it, limited by the smallest and the largest. An empty histogram gives 0.
std::uint64_t draw(const TimeHistogram& histogram, const DrawKey& key);

}  // namespace tarry::compressed
