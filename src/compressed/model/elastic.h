// SPDX-License-Identifier: BSD-3-Clause
// The elastic data element: every value of a compressed trace is a list of pairs of a value vector
// and the ranks it belongs to. Folding iterations appends to the vector, merging ranks unites the
// ranks of equal vectors. A rank and how often it has used the element determine the value. For
// some parameters a histogram may replace the vector; the trace is probabilistic then.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.1.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "compressed/model/rank_index.h"
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

// The index of the pairs of an element, which is made when a rank is first looked for. Copies make
// their own. Thread: any, but for changes.
class ElasticIndex {
 public:
  ElasticIndex() = default;
  ElasticIndex(const ElasticIndex& /*other*/) {}
  ElasticIndex(ElasticIndex&& other) noexcept : index_(other.index_.exchange(nullptr)) {}
  ElasticIndex& operator=(const ElasticIndex& other);
  ElasticIndex& operator=(ElasticIndex&& other) noexcept;
  ~ElasticIndex() { clear(); }

  [[nodiscard]] const RankIndex& of(const std::vector<ElasticPair>& pairs) const;
  void clear() { delete index_.exchange(nullptr); }

 private:
  mutable std::atomic<const RankIndex*> index_{nullptr};
};

// Thread: caller-locks.
class Elastic {
 public:
  Elastic() = default;
  explicit Elastic(ElasticPair pair);
  static Elastic of_pairs(std::vector<ElasticPair> pairs);

  [[nodiscard]] bool empty() const { return pairs_.empty(); }
  // Returns the pairs, ordered by lowest rank.
  [[nodiscard]] const std::vector<ElasticPair>& pairs() const { return pairs_; }
  // Returns whether a histogram replaces the values of any rank.
  [[nodiscard]] bool has_histograms() const { return has_histograms_; }
  // Returns nullptr if the rank has no values here. It takes a time that hardly depends on the
  // number of pairs.
  [[nodiscard]] const Values* of(std::uint32_t rank) const;
  // Merges ranks, which must be disjoint. Histograms are united into one.
  void merge_ranks(const Elastic& other);

  friend bool operator==(const Elastic& a, const Elastic& b) { return a.pairs_ == b.pairs_; }

 private:
  [[nodiscard]] bool has_many_lists() const;

  std::vector<ElasticPair> pairs_;
  bool has_histograms_ = false;
  ElasticIndex index_;
};

}  // namespace tarry::compressed
