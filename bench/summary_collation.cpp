// SPDX-License-Identifier: BSD-3-Clause
// Collates generated summaries and prints call paths, megabytes of peak memory, seconds, trees of
// call paths held at a time, and gatherings of values.
// usage: summary_collation RANKS PATHS FILE [UNITED]
// UNITED is the output of bench/summary_union for as many ranks; since then only each rank's root
// has changed.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

#include "bench/made_up_summaries.h"

using namespace tarry;

namespace {

class UnitedSummaries final : public bench::MadeUpSummaries {
 public:
  UnitedSummaries(std::size_t ranks, std::size_t paths, trace::summary::UnitedRows rows)
      : MadeUpSummaries(ranks, paths), rows_(std::move(rows)) {}

  base::Result<trace::summary::ProcessSummary> head(std::size_t rank) override {
    TRY_ASSIGN(trace::summary::ProcessSummary out, MadeUpSummaries::head(rank));
    out.tree.keys.resize(1);
    out.tree.paths = {{trace::summary::kNoPath, 0}};
    return out;
  }
  [[nodiscard]] const trace::summary::UnitedHead& united() const override { return rows_.head(); }
  base::Status united_rows(std::size_t count, const std::function<void()>& begin,
                           const trace::summary::UnitedRows::Visit& visit) override {
    for (; count > 0; --count) {
      begin();
      TRY(rows_.next(visit));
    }
    return base::kOk;
  }

 private:
  trace::summary::UnitedRows rows_;
};

base::Result<std::unique_ptr<trace::summary::SummarySource>> source_of(int argc, char** argv) {
  const std::size_t ranks = std::strtoul(argv[1], nullptr, 10);
  const std::size_t paths = std::strtoul(argv[2], nullptr, 10);
  std::unique_ptr<trace::summary::SummarySource> out;
  if (argc == 4) {
    out = std::make_unique<bench::MadeUpSummaries>(ranks, paths);
  } else {
    TRY_ASSIGN(trace::summary::UnitedRows rows, trace::summary::UnitedRows::open(argv[4]));
    out = std::make_unique<UnitedSummaries>(ranks, paths, std::move(rows));
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: summary_collation RANKS PATHS FILE [UNITED]\n");
    return 2;
  }
  const auto source = source_of(argc, argv);
  if (!source.ok()) {
    std::fprintf(stderr, "%s\n", source.error().message().c_str());
    return 1;
  }
  trace::summary::CollationOptions options;
  options.regions = bench::regions;
  const auto begin = std::chrono::steady_clock::now();
  const auto made = trace::summary::collate(**source, options, {}, argv[3]);
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
