// SPDX-License-Identifier: BSD-3-Clause
// Collates made-up summaries and prints what that took: call paths, megabytes of peak memory,
// seconds, trees of call paths held at a time, gatherings of values. Every rank has its own part of
// the call paths, one thread and four values of each. usage: summary_collation RANKS PATHS FILE
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "profile/collate.h"
#include "profile/region_key.h"

namespace {

using namespace tarry;
using profile::Cell;
using profile::Column;

class MadeUpSummaries final : public profile::SummarySource {
 public:
  MadeUpSummaries(std::size_t ranks, std::size_t paths) : ranks_(ranks), paths_(paths) {}

  [[nodiscard]] std::size_t processes() const override { return ranks_; }

  // Of every four call paths the ranks with the same rest have one in common.
  base::Result<profile::ProcessSummary> head(std::size_t rank) override {
    profile::ProcessSummary out;
    out.rank = static_cast<std::uint32_t>(rank);
    out.host = "node";
    out.threads = {0};
    out.last = 1'000'000'000;
    profile::PathUnion paths;
    constexpr std::uint32_t kBranches = 8;
    std::vector<std::uint32_t> made = {profile::kNoPath};
    for (std::uint32_t i = 0; i < paths_; ++i) {
      const std::uint64_t function = i % 4 == 0 ? i + paths_ * (rank % 4) : i;
      made.push_back(
          paths.child(made[i / kBranches],
                      profile::region_key(trace::recording::FunctionKey{"app", function})));
    }
    out.tree = paths.canonical();
    return out;
  }

  base::Status rows(std::size_t rank, std::uint64_t& position, std::size_t count,
                    const Visit& visit) override {
    for (; count > 0; --count, ++position)
      visit({cell(Column::Visits, 1 + position % 100), cell(Column::Time, 1000 * (position + rank)),
             cell(Column::Shortest, 10), cell(Column::Longest, 1000)});
    return base::kOk;
  }

 private:
  static Cell cell(Column column, std::uint64_t value) {
    return {0, static_cast<std::uint16_t>(column), value};
  }

  std::size_t ranks_;
  std::size_t paths_;
};

std::vector<model::Region> regions(const std::vector<std::string>& keys) {
  std::vector<model::Region> out(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) out[i].name = "f" + std::to_string(i);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: summary_collation RANKS PATHS FILE\n");
    return 2;
  }
  MadeUpSummaries source(std::strtoul(argv[1], nullptr, 10), std::strtoul(argv[2], nullptr, 10));
  profile::CollationOptions options;
  options.regions = regions;
  const auto begin = std::chrono::steady_clock::now();
  const auto made = profile::collate(source, options, {}, argv[3]);
  if (!made.ok()) {
    std::fprintf(stderr, "%s\n", made.error().message().c_str());
    return 1;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu %.0f %.1f %zu %zu\n", made->cube.callpaths.size(),
              static_cast<double>(usage.ru_maxrss) / 1024, seconds.count(), made->most_trees,
              made->gatherings);
  return 0;
}
