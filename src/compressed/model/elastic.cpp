// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/elastic.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "compressed/model/time_histogram.h"

namespace tarry::compressed {
namespace {

// Equal vectors are found by their hash if there are more pairs than this.
constexpr std::size_t kManyPairs = 8;
// A rank is found by an index if there are more lists of ranks than this.
constexpr std::size_t kManyLists = 8;
// A histogram with more values than this becomes coarser.
constexpr std::size_t kMostValues = 1024;

std::uint64_t hash_of(const Values& values) {
  const auto* sequence = std::get_if<Sequence>(&values);
  return sequence == nullptr ? 0 : sequence->hash();
}

bool is_histogram(const ElasticPair& pair) {
  return std::holds_alternative<ValueHistogram>(pair.values);
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

ElasticIndex& ElasticIndex::operator=(const ElasticIndex& other) {
  if (this != &other) clear();
  return *this;
}

ElasticIndex& ElasticIndex::operator=(ElasticIndex&& other) noexcept {
  if (this != &other) delete index_.exchange(other.index_.exchange(nullptr));
  return *this;
}

// Threads may make it at the same time; the first one's is kept.
const RankIndex& ElasticIndex::of(const std::vector<ElasticPair>& pairs) const {
  if (const RankIndex* const made = index_.load(std::memory_order_acquire)) return *made;
  std::vector<const RankSet*> sets;
  sets.reserve(pairs.size());
  for (const ElasticPair& pair : pairs) sets.push_back(&pair.ranks);
  auto own = std::make_unique<const RankIndex>(sets);
  const RankIndex* expected = nullptr;
  if (!index_.compare_exchange_strong(expected, own.get(), std::memory_order_acq_rel))
    return *expected;
  return *own.release();
}

Elastic::Elastic(ElasticPair pair)
    : pairs_{std::move(pair)}, has_histograms_(is_histogram(pairs_.front())) {}

Elastic Elastic::of_pairs(std::vector<ElasticPair> pairs) {
  Elastic out;
  out.pairs_ = std::move(pairs);
  sort_by_rank(out.pairs_);
  out.has_histograms_ = std::any_of(out.pairs_.begin(), out.pairs_.end(), is_histogram);
  return out;
}

bool Elastic::has_many_lists() const {
  std::size_t lists = 0;
  for (const ElasticPair& pair : pairs_) {
    lists += pair.ranks.lists().size();
    if (lists > kManyLists) return true;
  }
  return false;
}

const Values* Elastic::of(std::uint32_t rank) const {
  if (has_many_lists()) {
    const std::optional<std::size_t> found = index_.of(pairs_).find(rank);
    return found ? &pairs_[*found].values : nullptr;
  }
  for (const ElasticPair& pair : pairs_)
    if (pair.ranks.contains(rank)) return &pair.values;
  return nullptr;
}

void Elastic::merge_ranks(const Elastic& other) {
  index_.clear();
  has_histograms_ |= other.has_histograms_;
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
