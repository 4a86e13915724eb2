// SPDX-License-Identifier: BSD-3-Clause
// Random numbers on which all processes agree without talking: a function of what is drawn, not of
// a state, so that the order in which somebody goes through a trace does not matter.
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
  std::uint32_t element = 0;     // a Parameter, or a number of the caller's own from 100 on
  std::uint64_t occurrence = 0;  // how often the rank has drawn it before
};

// 64 uniformly distributed bits. Thread: any.
std::uint64_t random_bits(const DrawKey& key);

// A histogram to draw many values from.
class DrawTable {
 public:
  explicit DrawTable(const ValueHistogram& histogram);
  [[nodiscard]] bool empty() const { return values_.empty(); }
  // A value with the probability of its count; 0 of an empty histogram.
  [[nodiscard]] std::int64_t draw(const DrawKey& key) const;

 private:
  std::vector<std::int64_t> values_;
  std::vector<std::uint64_t> up_to_;  // occurrences of the values up to this one
};

// Nanoseconds: a bin with the probability of its count, evenly within it, between the smallest and
// the largest; 0 of an empty histogram.
std::uint64_t draw(const TimeHistogram& histogram, const DrawKey& key);

}  // namespace tarry::compressed
