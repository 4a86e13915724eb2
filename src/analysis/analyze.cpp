// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/analyze.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "analysis/assemble.h"
#include "analysis/replay/local_transport.h"
#include "analysis/replay/worker.h"

namespace tarry::analysis {

base::Result<model::SeverityCube> analyze(trace::TraceSource& source, const Options& options) {
  const model::Definitions& definitions = source.definitions();
  if (definitions.clock.ticks_per_second == 0)
    return base::Error{base::ErrorCode::BadInput, "the trace says its clock never ticks", "", ""};
  const RegionTable regions(definitions);

  const unsigned wanted =
      options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t workers =
      std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(1, definitions.locations.size()));
  const Partition partition(definitions, workers);
  const auto transports = make_local_transports(workers);

  std::vector<std::optional<base::Result<Share>>> results(workers);
  const auto run = [&](std::size_t worker) {
    results[worker].emplace(replay_share(source, regions, partition, *transports[worker]));
  };
  std::vector<std::thread> threads;
  for (std::size_t worker = 1; worker < workers; ++worker) threads.emplace_back(run, worker);
  run(0);
  for (std::thread& thread : threads) thread.join();

  std::vector<Share> shares;
  for (auto& result : results) {
    if (!result->ok()) return std::move(*result).error();
    shares.push_back(std::move(*result).value());
  }
  return assemble_cube(source, regions, shares);
}

}  // namespace tarry::analysis
