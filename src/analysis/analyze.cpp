// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/analyze.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <system_error>
#include <thread>

#include "analysis/assemble.h"
#include "analysis/replay/local_transport.h"
#include "analysis/replay/worker.h"

namespace tarry::analysis {

namespace {

// Calls run(0) .. run(workers - 1), each in a thread, the first in this one. False, and no call, if
// the system has no more threads to give: workers wait for each other, so it is all or none.
template <class Run>
bool run_in_threads(std::size_t workers, Run run) {
  enum Order : int { Wait, Go, GiveUp };
  std::atomic<int> order{Wait};
  std::vector<std::thread> threads;
  bool complete = true;
  for (std::size_t worker = 1; worker < workers && complete; ++worker) {
    try {
      threads.emplace_back([&, worker] {
        order.wait(Wait);
        if (order == Go) run(worker);
      });
    } catch (const std::system_error&) {
      complete = false;
    }
  }
  order = complete ? Go : GiveUp;
  order.notify_all();
  if (complete) run(0);
  for (std::thread& thread : threads) thread.join();
  return complete;
}

}  // namespace

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
  if (!run_in_threads(workers, run)) return analyze(source, Options{.threads = 1});

  std::vector<Share> shares;
  for (auto& result : results) {
    if (!result->ok()) return std::move(*result).error();
    shares.push_back(std::move(*result).value());
  }
  return assemble_cube(source, regions, shares);
}

}  // namespace tarry::analysis
