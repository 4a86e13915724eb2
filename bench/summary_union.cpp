// SPDX-License-Identifier: BSD-3-Clause
// Measures the union of generated summaries over ranks, which a measured program makes when MPI
// ends. The ranks are simulated one after the other, with the same messages along the same binomial
// tree. Prints call paths, batches of values, and the number of messages that wait for each other
// (rounds); then, in megabytes, the most that one process receives, sends, and holds of messages;
// and seconds of all processes together. usage: summary_union RANKS PATHS FILE
#include "trace/summary/summary_union.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/made_up_summaries.h"

namespace {

using namespace tarry;

constexpr std::uint64_t kId = 1;

class SimulatedRanks {
 public:
  SimulatedRanks(std::size_t ranks, std::size_t paths)
      : ranks_(ranks), source_(ranks, paths), received_(ranks), sent_(ranks) {}

  bool unite(const std::string& path) {
    trace::summary::SummaryUnion root = rank(0);
    if (!unite_paths(root)) return false;
    auto file = trace::summary::begin_united_file(root.head(), path);
    if (!file.ok()) return false;
    for (std::uint32_t first = 0;; ++batches_) {
      const std::optional<std::uint32_t> end = root.end_of_batch(first);
      if (!end) return false;
      if (*end == first) break;
      if (!file->write(rows(0, ranks_, first, *end)).ok()) return false;
      first = *end;
    }
    return file->commit().ok();
  }

  void print(double seconds) const {
    const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; };
    // A broadcast takes as many rounds as a reduction. Call paths go up, then their size and they
    // themselves go down. If there are several batches, the sizes go up, and the choice of the
    // batch and the end go down.
    const std::size_t depth = std::bit_width(ranks_ - 1);
    const std::size_t rounds = depth * (3 + (batches_ == 1 ? 1 : 2 * batches_ + 2));
    std::printf("%zu %zu %zu %.1f %.1f %.1f %.1f\n", call_paths_, batches_, rounds,
                megabytes(*std::max_element(received_.begin(), received_.end())),
                megabytes(*std::max_element(sent_.begin(), sent_.end())), megabytes(held_),
                seconds);
  }

 private:
  // Includes values, as when the program ends MPI.
  trace::summary::SummaryUnion rank(std::size_t rank) {
    trace::summary::ProcessSummary own = *source_.head(rank);
    for (std::size_t p = 0; p < own.tree.paths.size(); ++p)
      own.cells.push_back(bench::MadeUpSummaries::cells(rank, p));
    return {std::move(own), static_cast<std::uint32_t>(rank), kId};
  }

  void count(std::size_t from, std::size_t to, std::uint64_t bytes) {
    sent_[from] += bytes;
    received_[to] += bytes;
  }

  // Reduces the ranks [first, first + count) to `first`: its own data and those of the blocks
  // behind.
  template <class One, class Merge>
  auto reduce(std::size_t first, std::size_t count, One one, Merge merge) -> decltype(one(first)) {
    if (count == 1) return one(first);
    const std::size_t half = std::bit_floor(count - 1);
    auto front = reduce(first, half, one, merge);
    return merge(std::move(front), reduce(first + half, count - half, one, merge), first,
                 first + half);
  }

  bool unite_paths(trace::summary::SummaryUnion& root) {
    std::string all = reduce(
        0, ranks_, [&](std::size_t r) { return *rank(r).paths(); },
        [&](const std::string& front, const std::string& behind, std::size_t to, std::size_t from) {
          this->count(from, to, behind.size());
          auto one = *trace::summary::unpacked(front);
          const auto other = *trace::summary::unpacked(behind);
          one.processes += other.processes;
          one.bytes += other.bytes;
          one.tree = trace::summary::unite(one.tree, other.tree);
          std::string both = trace::summary::packed(one);
          hold(front.size() + behind.size() + both.size());
          return both;
        });
    for (std::size_t r = 1; r < ranks_; ++r) received_[r] += all.size();
    // All ranks of a kind have the same sizes and numbers.
    for (std::size_t kind = 0; kind < std::min(ranks_, bench::MadeUpSummaries::kKinds); ++kind) {
      kinds_.push_back(rank(kind));
      if (!kinds_.back().adopt_paths(all)) return false;
      trace::summary::PathUnion numbers;
      numbers.add(kinds_.back().head().tree);
      numbers_.push_back(numbers.add(source_.head(kind)->tree));
    }
    if (!root.adopt_paths(all)) return false;
    call_paths_ = root.head().tree.paths.size();
    for (std::size_t r = 1; r < ranks_; ++r) {
      const std::string sizes = kinds_[r % kinds_.size()].sizes();
      count(r, r & (r - 1), sizes.size());  // to the rank whose number lacks the last bit
      if (!root.merge_sizes(sizes)) return false;
    }
    return true;
  }

  std::string rows(std::size_t first_rank, std::size_t count, std::uint32_t first,
                   std::uint32_t end) {
    return reduce(
        first_rank, count, [&](std::size_t r) { return own_rows(r, first, end); },
        [&](const std::string& front, const std::string& behind, std::size_t to, std::size_t from) {
          this->count(from, to, behind.size());
          std::string both = *trace::summary::merged_rows(front, behind);
          hold(front.size() + behind.size() + both.size());
          return both;
        });
  }

  std::string own_rows(std::size_t rank, std::uint32_t first, std::uint32_t end) const {
    const std::vector<std::uint32_t>& numbers = numbers_[rank % numbers_.size()];
    auto own = std::lower_bound(numbers.begin(), numbers.end(), first);
    std::string out;
    for (std::uint32_t path = first; path < end; ++path) {
      const bool is_own = own != numbers.end() && *own == path;
      const auto place = static_cast<std::uint64_t>(own - numbers.begin());
      trace::summary::put_row(out, static_cast<std::uint32_t>(rank),
                              is_own ? bench::MadeUpSummaries::cells(rank, place)
                                     : std::vector<trace::summary::Cell>{});
      if (is_own) ++own;
    }
    return out;
  }

  void hold(std::uint64_t bytes) { held_ = std::max(held_, bytes); }

  std::size_t ranks_;
  bench::MadeUpSummaries source_;
  std::vector<trace::summary::SummaryUnion> kinds_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by kind
  std::size_t call_paths_ = 0;
  std::size_t batches_ = 0;
  std::vector<std::uint64_t> received_;  // in bytes, by rank
  std::vector<std::uint64_t> sent_;
  std::uint64_t held_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t ranks = argc == 4 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (ranks == 0) {
    std::fprintf(stderr, "usage: summary_union RANKS PATHS FILE\n");
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  SimulatedRanks simulated(ranks, std::strtoul(argv[2], nullptr, 10));
  if (!simulated.unite(argv[3])) {
    std::fprintf(stderr, "the summaries could not be united: is there room for %s?\n", argv[3]);
    return 1;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  simulated.print(seconds.count());
  return 0;
}
