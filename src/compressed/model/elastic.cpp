// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/elastic.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "compressed/model/time_histogram.h"

namespace tarry::compressed {
namespace {

// Equal vectors are found by their hash if there are more pairs than this.
constexpr std::size_t kManyPairs = 8;
// A histogram with more values than this becomes coarser.
constexpr std::size_t kMostValues = 1024;

std::uint64_t hash_of(const Values& values) {
  const auto* sequence = std::get_if<Sequence>(&values);
  return sequence == nullptr ? 0 : sequence->hash();
}

void sort_by_rank(std::vector<ElasticPair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const ElasticPair& a, const ElasticPair& b) {
    return a.ranks.lowest() < b.ranks.lowest();
  });
}

// Finds the pair that `values` belongs to: the one with the same vector, or the one with a
// histogram.
class Index {
 public:
  explicit Index(std::vector<ElasticPair>& pairs, std::size_t more) : pairs_(pairs) {
    hashed_ = pairs.size() + more > kManyPairs;
    for (std::size_t i = 0; hashed_ && i < pairs.size(); ++i)
      by_hash_.emplace(hash_of(pairs[i].values), i);
  }
  ElasticPair* find(const Values& values) {
    if (!hashed_) {
      for (ElasticPair& pair : pairs_)
        if (fits(pair.values, values)) return &pair;
      return nullptr;
    }
    const auto [first, last] = by_hash_.equal_range(hash_of(values));
    for (auto it = first; it != last; ++it)
      if (fits(pairs_[it->second].values, values)) return &pairs_[it->second];
    return nullptr;
  }
  void add(const ElasticPair& pair) {
    if (hashed_) by_hash_.emplace(hash_of(pair.values), pairs_.size());
    pairs_.push_back(pair);
  }

 private:
  static bool fits(const Values& a, const Values& b) {
    if (std::holds_alternative<ValueHistogram>(a)) return std::holds_alternative<ValueHistogram>(b);
    return a == b;
  }
  std::vector<ElasticPair>& pairs_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  bool hashed_ = false;
};

}  // namespace

std::uint64_t ValueHistogram::size() const {
  std::uint64_t size = 0;
  for (const auto& [value, count] : counts) size += count;
  return size;
}

std::uint64_t ValueHistogram::sum() const {
  std::uint64_t sum = 0;
  for (const auto& [value, count] : counts) sum += static_cast<std::uint64_t>(value) * count;
  return sum;
}

void ValueHistogram::add(std::int64_t value, std::uint64_t times) {
  counts[value] += times;
  if (counts.size() <= kMostValues) return;
  std::map<std::int64_t, std::uint64_t> coarse;
  for (const auto& [fine, count] : counts) {
    const std::uint64_t size =
        fine < 0 ? 0 - static_cast<std::uint64_t>(fine) : static_cast<std::uint64_t>(fine);
    const auto lowest =
        static_cast<std::int64_t>(TimeHistogram::lowest_of(TimeHistogram::bin_of(size)));
    coarse[fine < 0 ? -lowest : lowest] += count;
  }
  counts = std::move(coarse);
}

void ValueHistogram::add(const ValueHistogram& other) {
  for (const auto& [value, count] : other.counts) add(value, count);
}

void ValueHistogram::add(const Sequence& values) {
  for (SequenceCursor cursor(values); !cursor.done();) {
    const Run run = cursor.next_run_whole();
    if (run.stride == 0) {
      add(run.first, run.count);
      continue;
    }
    for (std::uint64_t i = 0; i < run.count; ++i) add(run.at(i), 1);
  }
}

Elastic Elastic::of_pairs(std::vector<ElasticPair> pairs) {
  Elastic out;
  out.pairs_ = std::move(pairs);
  sort_by_rank(out.pairs_);
  return out;
}

bool Elastic::has_histograms() const {
  return std::any_of(pairs_.begin(), pairs_.end(), [](const ElasticPair& pair) {
    return std::holds_alternative<ValueHistogram>(pair.values);
  });
}

const Values* Elastic::of(std::uint32_t rank) const {
  for (const ElasticPair& pair : pairs_)
    if (pair.ranks.contains(rank)) return &pair.values;
  return nullptr;
}

void Elastic::merge_ranks(const Elastic& other) {
  Index index(pairs_, other.pairs_.size());
  // Ranks are added to a pair at once: each of many pairs may bring a single one.
  std::unordered_map<std::size_t, std::vector<const RankSet*>> more;  // by pair
  for (const ElasticPair& pair : other.pairs_) {
    ElasticPair* const mine = index.find(pair.values);
    if (mine == nullptr) {
      index.add(pair);
      continue;
    }
    more[static_cast<std::size_t>(mine - pairs_.data())].push_back(&pair.ranks);
    if (auto* histogram = std::get_if<ValueHistogram>(&mine->values))
      histogram->add(std::get<ValueHistogram>(pair.values));
  }
  for (auto& [at, sets] : more) {
    RankSet& ranks = pairs_[at].ranks;
    if (sets.size() == 1) {
      ranks.unite(*sets[0]);
      continue;
    }
    sets.push_back(&ranks);
    ranks = RankSet::of_sets(sets);
  }
  sort_by_rank(pairs_);
}

}  // namespace tarry::compressed
