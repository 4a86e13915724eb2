// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/analyze.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "analysis/assemble.h"
#include "analysis/records/location_records.h"
#include "analysis/worker.h"
#include "base/counted.h"
#include "base/thread_team.h"
#include "clocks/corrected_source.h"
#include "workers/agree.h"
#include "workers/spill_memory.h"
#include "workers/team_transport.h"

namespace tarry::analysis {

namespace {

// The same number of threads for all processes: the smallest that one of them has or wants.
std::size_t agree_on_threads(std::size_t wanted, workers::Transport& processes) {
  workers::Bytes message;
  workers::append(message, std::uint64_t{wanted});
  for (const workers::Bytes& from : processes.all_gather(message))
    wanted = std::min<std::size_t>(wanted, workers::record_at<std::uint64_t>(from, 0));
  return wanted;
}

base::Status check_definitions(const model::Definitions& definitions) {
  if (definitions.clock.ticks_per_second == 0)
    return base::Error{base::ErrorCode::BadInput, "the trace says its clock never ticks", "", ""};
  for (const model::Location& location : definitions.locations)
    if (location.event_count >= kNoIndex)
      return base::Error{base::ErrorCode::Unsupported,
                         "a location with more than 4294967294 events", location.name,
                         "record a shorter part of the run"};
  return base::kOk;
}

class Analyzer {
 public:
  // `memory`: of the containers; nullptr: the heap.
  Analyzer(model::TraceSource& source, workers::Transport& processes, Progress& progress,
           const Options& options, workers::SpillMemory* memory)
      : source_(source),
        processes_(processes),
        progress_(progress),
        options_(options),
        memory_(memory),
        regions_(source.definitions(), options.samples, options.rma_progress) {
    for (const model::Location& location : source.definitions().locations)
      progress.events_total += location.event_count / processes.size();
  }

  // Workers wait for each other, so that all of them must be there before one begins. If the system
  // of one of the processes refuses a thread, all processes go on with the smaller number.
  void run() {
    std::size_t wanted =
        agree_on_threads(std::min(base::threads_or_cores(options_.threads),
                                  std::max<std::size_t>(1, source_.definitions().locations.size())),
                         processes_);
    while (true) {
      base::ThreadTeam team(wanted);
      const std::size_t smallest = agree_on_threads(team.size(), processes_);
      if (smallest == wanted) return run_in(team);
      wanted = smallest;
    }
  }

  base::Result<Analysis> gather() {
    base::Status analyzed;
    for (auto& result : results_)
      if (!result->ok() && analyzed.ok()) analyzed = std::move(*result).error();
    TRY(analyzed);  // the same on all processes
    Analysis analysis;
    analysis.corrections = std::move((*results_.front())->corrections);
    analysis.corrected_error = (*results_.front())->corrected_error;
    if (!analysis.corrections.empty()) return analysis;
    progress_.stage = Stage::Assemble;
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Share> shares;
    for (auto& result : results_) shares.push_back(std::move(*result).value());
    if (processes_.size() > 1) shares = gather_shares(std::move(shares));
    TRY(workers::do_together(processes_, [&] {
      if (processes_.rank() == 0)
        analysis.cube = assemble_cube(source_, regions_, shares, options_, analysis.prospect);
      return base::kOk;
    }));
    for (const Share& share : shares) analysis.cost.add(share.cost);
    analysis.cost.seconds[static_cast<std::size_t>(Stage::Assemble)] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return analysis;
  }

 private:
  void run_in(base::ThreadTeam& team) {
    const Partition partition(source_.definitions(), processes_.size() * team.size());
    const auto transports = workers::make_team_transports(processes_, team.size());
    results_.resize(team.size());
    team.run([&](std::size_t thread) {
      const workers::SpillThread keeps_limit(memory_);
      try {
        results_[thread].emplace(analyze_share(source_, regions_, partition, *transports[thread],
                                               {.clamp_delays = options_.clamp_delays,
                                                .rma_progress = options_.rma_progress,
                                                .correct_clocks = options_.correct_clocks,
                                                .findings = options_.findings,
                                                .finding_model = options_.finding_model,
                                                .supposition = options_.supposition,
                                                .samples = options_.samples,
                                                .visit = options_.visit ? &options_.visit : nullptr,
                                                .visits_in_turn = options_.visits_in_turn,
                                                .path = options_.path ? &options_.path : nullptr,
                                                .patterns = options_.patterns,
                                                .left_out = options_.left_out},
                                               progress_));
      } catch (const std::exception& caught) {
        transports[thread]->abandon(workers::failure_of(caught).message());
      }
    });
  }

  // The shares of all processes on the first, none on the others.
  std::vector<Share> gather_shares(std::vector<Share> own) {
    Insights insights = std::move(own.front().insights);
    std::vector<std::vector<workers::Bytes>> packed;  // [thread][process]
    for (Share& share : own) {
      workers::Bytes message = pack(share);
      share = Share();
      packed.push_back(processes_.gather(std::move(message)));
    }
    std::vector<Share> all;
    if (processes_.rank() != 0) return all;
    for (std::size_t process = 0; process < processes_.size(); ++process)
      for (auto& of_thread : packed) {
        all.push_back(unpack(of_thread[process]));
        of_thread[process] = workers::Bytes();
      }
    all.front().insights = std::move(insights);
    return all;
  }

  model::TraceSource& source_;
  workers::Transport& processes_;
  Progress& progress_;
  const Options& options_;
  workers::SpillMemory* memory_;
  const RegionTable regions_;
  std::vector<std::optional<base::Result<Share>>> results_;  // by thread
};

// Returns a text such as "12.3 us", in the largest of three units that gives more than 1.
std::string duration_text(std::int64_t ticks, std::uint64_t ticks_per_second) {
  const double seconds = static_cast<double>(ticks) / static_cast<double>(ticks_per_second);
  const auto [scale, unit] = seconds >= 1      ? std::pair(1.0, " s")
                             : seconds >= 1e-3 ? std::pair(1e3, " ms")
                                               : std::pair(1e6, " us");
  const std::int64_t tenths = std::llround(10 * scale * seconds);
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + unit;
}

// Tells the readers of a report that clocks were corrected.
std::string correction_note(const Analysis& found, std::uint64_t ticks_per_second) {
  return "clocks were corrected, because messages or operations went back in time: " +
         std::to_string(found.corrected_error.contradictions) + ", by up to " +
         duration_text(found.corrected_error.most.count, ticks_per_second) + "; " +
         base::counted(found.corrections.processes.size(), "process", "processes") +
         " moved forward, by up to " +
         duration_text(found.corrections.largest_shift(), ticks_per_second);
}

base::Result<Analysis> analyze_once(workers::SpillMemory* memory, model::TraceSource& source,
                                    const Options& options, workers::Transport& processes) {
  Progress unseen;
  const model::Definitions& definitions = source.definitions();
  TRY(workers::agree(check_definitions(definitions), processes));
  Analyzer analyzer(source, processes, options.progress != nullptr ? *options.progress : unseen,
                    options, memory);
  analyzer.run();
  const workers::SpillThread keeps_limit(memory);
  return analyzer.gather();
}

// Analyzes once more, with corrected clocks, if the first analysis ended because clocks contradict
// each other.
base::Result<Analysis> analyze_in(workers::SpillMemory* memory, model::TraceSource& source,
                                  const Options& options, workers::Transport& processes) {
  TRY_ASSIGN(Analysis first, analyze_once(memory, source, options, processes));
  if (first.corrections.empty()) return first;
  clocks::CorrectedSource corrected(source, first.corrections);
  std::optional<clocks::CorrectedSamples> samples;
  Options again = options;
  again.correct_clocks = false;
  if (options.samples != nullptr)
    again.samples = &samples.emplace(*options.samples, first.corrections);
  TRY_ASSIGN(Analysis second, analyze_once(memory, corrected, again, processes));
  second.cube.experiment.warnings.push_back(
      correction_note(first, source.definitions().clock.ticks_per_second));
  second.corrections = std::move(first.corrections);
  second.corrected_error = first.corrected_error;
  return second;
}

}  // namespace

base::Result<Analysis> analyze(model::TraceSource& source, const Options& options) {
  workers::SoleProcess alone;
  workers::Transport& processes = options.processes != nullptr ? *options.processes : alone;
  if (options.memory_limit == 0) return analyze_in(nullptr, source, options, processes);

  auto memory = workers::SpillMemory::make(options.spill_directory, options.memory_limit);
  TRY(workers::agree(memory.ok() ? base::kOk : base::Status(memory.error()), processes));
  const workers::SpillScope scope(**memory);
  base::Result<Analysis> analysis = analyze_in(memory->get(), source, options, processes);
  if (!analysis.ok()) return analysis;
  analysis->spilled_bytes = (*memory)->peak_bytes();
  analysis->unspillable_bytes = (*memory)->floor_bytes();
  return analysis;
}

}  // namespace tarry::analysis
