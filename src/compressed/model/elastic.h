// SPDX-License-Identifier: BSD-3-Clause
// The elastic data element: every value of a compressed trace is a list of pairs of a value vector
// and the ranks it belongs to. Folding iterations appends to the vector, merging ranks unites the
// ranks of equal vectors. A rank and how often it has used the element determine the value. For
// some parameters a histogram may replace the vector; the trace is probabilistic then.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.1.
#pragma once

#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "compressed/model/rank_set.h"
#include "compressed/model/sequence.h"

namespace tarry::compressed {

// How often each value occurred. If there are very many values, each is counted as the lowest one
// of its bin (TimeHistogram::bin_of). compressed/model/draw.h tells what a rank draws from it.
struct ValueHistogram {
  std::map<std::int64_t, std::uint64_t> counts;

  [[nodiscard]] std::uint64_t size() const;
  // Returns the sum of all values, modulo 2^64.
  [[nodiscard]] std::uint64_t sum() const;
  void add(std::int64_t value, std::uint64_t times);
  void add(const ValueHistogram& other);
  void add(const Sequence& values);
  friend bool operator==(const ValueHistogram&, const ValueHistogram&) = default;
};

using Values = std::variant<Sequence, ValueHistogram>;

struct ElasticPair {
  Values values;
  RankSet ranks;
  friend bool operator==(const ElasticPair&, const ElasticPair&) = default;
};

// Thread: caller-locks.
class Elastic {
 public:
  Elastic() = default;
  explicit Elastic(ElasticPair pair) : pairs_{std::move(pair)} {}
  static Elastic of_pairs(std::vector<ElasticPair> pairs);

  [[nodiscard]] bool empty() const { return pairs_.empty(); }
  // Returns the pairs, ordered by lowest rank.
  [[nodiscard]] const std::vector<ElasticPair>& pairs() const { return pairs_; }
  // Returns whether a histogram replaces the values of any rank.
  [[nodiscard]] bool has_histograms() const;
  // Returns nullptr if the rank has no values here.
  [[nodiscard]] const Values* of(std::uint32_t rank) const;
  // Merges ranks, which must be disjoint. Histograms are united into one.
  void merge_ranks(const Elastic& other);

  friend bool operator==(const Elastic&, const Elastic&) = default;

 private:
  std::vector<ElasticPair> pairs_;
};

}  // namespace tarry::compressed
