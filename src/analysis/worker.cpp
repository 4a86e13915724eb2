// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/worker.h"

#include <chrono>
#include <map>
#include <numeric>
#include <optional>

#include "analysis/clocks/find_corrections.h"
#include "analysis/declared/evaluate_declared.h"
#include "analysis/extract/extractor.h"
#include "analysis/extract/task_journeys.h"
#include "analysis/extract/visit_log.h"
#include "analysis/findings/delay_evaluation.h"
#include "analysis/match/find_awaited_calls.h"
#include "analysis/match/find_late_progress.h"
#include "analysis/match/find_rma_progress.h"
#include "analysis/match/match_collectives.h"
#include "analysis/match/match_init_and_finalize.h"
#include "analysis/match/match_messages.h"
#include "analysis/match/match_rma.h"
#include "analysis/patterns/evaluate_mpi.h"
#include "analysis/patterns/evaluate_rma.h"
#include "analysis/patterns/evaluate_tasks.h"
#include "analysis/patterns/evaluate_threads.h"
#include "analysis/patterns/fold.h"
#include "analysis/records/survey_waits.h"
#include "analysis/samples/division.h"
#include "analysis/samples/interval_survey.h"
#include "analysis/visit_events.h"
#include "analysis/whatif/dependencies.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

constexpr std::uint64_t kWorthPrefetching = 1 << 14;  // events

class Worker {
 public:
  Worker(model::TraceSource& source, const RegionTable& regions, const Partition& partition,
         workers::Transport& transport, const WorkerOptions& options, Progress& progress)
      : source_(source),
        regions_(regions),
        partition_(partition),
        transport_(transport),
        options_(options),
        progress_(progress) {}

  base::Result<Share> run() {
    if (options_.samples != nullptr) TRY(stage(Stage::Extract, &Worker::survey_samples));
    TRY(stage(Stage::Extract, &Worker::extract));
    TRY(stage(Stage::MatchMessages, &Worker::match_all_messages));
    TRY(stage(Stage::MatchCollectives, &Worker::match_all_collectives));
    if (options_.correct_clocks) TRY(stage(Stage::MatchCollectives, &Worker::correct_clocks));
    if (!share_.corrections.empty()) return std::move(share_);
    TRY(stage(Stage::Evaluate, &Worker::evaluate_all));
    TRY(stage(Stage::Evaluate, &Worker::find_progress));
    if (options_.patterns != nullptr) TRY(stage(Stage::Evaluate, &Worker::evaluate_patterns));
    if (options_.visit != nullptr) TRY(stage(Stage::Evaluate, &Worker::visit_all_events));
    TRY(stage(Stage::Evaluate, &Worker::survey_waits));
    if (options_.visit == nullptr || options_.path != nullptr) TRY(find_causes());
    processes_.clear();
    share_.cost.message_bytes = transport_.bytes_received();
    return std::move(share_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  base::Status find_causes() {
    if (options_.insights()) TRY(stage(Stage::Insights, &Worker::find_all_dependencies));
    TRY(stage(Stage::Delays, &Worker::trace_back));
    if (options_.insights()) TRY(stage(Stage::Insights, &Worker::conclude));
    delays_.reset();
    return base::kOk;
  }

  base::Status stage(Stage which, base::Status (Worker::*work)()) {
    if (transport_.rank() == 0) progress_.stage = which;
    const Clock::time_point begin = Clock::now();
    TRY((this->*work)());
    share_.cost.seconds[static_cast<std::size_t>(which)] +=
        std::chrono::duration<double>(Clock::now() - begin).count();
    return base::kOk;
  }

  // What the samples of all locations tell is known before the time of any is divided.
  base::Status survey_samples() {
    workers::Bytes own;
    TRY(workers::do_together(transport_, [&] { return survey_own_samples(own); }));
    const std::vector<workers::Bytes> all = transport_.all_gather(own);
    return workers::do_together(transport_, [&] {
      for (const workers::Bytes& message : all) kinds_.add_packed(message);
    });
  }

  base::Status survey_own_samples(workers::Bytes& packed) {
    const std::size_t worker = transport_.rank();
    for (std::size_t p = partition_.begin(worker); p < partition_.begin(worker + 1); ++p)
      TRY(survey_samples(model::LocationIndex{partition_.processes()[p].first_location}));
    IntervalKinds kinds;
    for (const auto& [location, intervals] : intervals_) intervals.add_to(kinds);
    packed = kinds.pack();
    return base::kOk;
  }

  base::Status survey_samples(model::LocationIndex location) {
    const base::Result<model::LocationSamples> samples = options_.samples->read(location);
    if (!samples.ok()) share_.anomalies.add("locations whose samples cannot be read");
    if (!samples.ok() || samples->samples.empty()) return base::kOk;
    IntervalSurvey survey(regions_, *samples);
    model::Anomalies counted_when_extracted;
    TRY(source_.read(location, survey, counted_when_extracted));
    intervals_.emplace(location, survey.finish());
    return base::kOk;
  }

  base::Status extract() {
    CallPathLookup callpaths(share_.tree);
    const auto work = [&]() -> base::Status {
      const std::size_t worker = transport_.rank();
      for (std::size_t p = partition_.begin(worker); p < partition_.begin(worker + 1); ++p)
        TRY(extract_process(partition_.processes()[p], callpaths));
      share_.cost.callpath_bytes = share_.tree.memory();
      if (!wants_visits()) forget_extraction();
      lists_ = {};
      return base::kOk;
    };
    return workers::do_together(transport_, work);
  }

  // Mostly the next location of this worker, too; if not, somebody else is glad of it. Of a short
  // one, opening the file is what takes time.
  void prefetch(model::LocationIndex next) const {
    const auto& locations = source_.definitions().locations;
    if (next.index() < locations.size() && locations[next.index()].event_count >= kWorthPrefetching)
      source_.prefetch(next);
  }

  [[nodiscard]] bool wants_visits() const {
    return options_.patterns != nullptr && options_.patterns->has(declared::Type::Visit);
  }

  // Forgets what a location needs to be extracted again.
  void forget_extraction() {
    intervals_.clear();
    kinds_ = {};
    known_.clear();
  }

  // Extracts a location again, with what is known of its process, for its visits.
  base::Status read_visits(std::size_t process, std::uint32_t l, VisitSink& sink) {
    Known& known = known_[process];
    CallPathLookup callpaths(share_.tree);
    GrownLists lists;
    model::Anomalies counted_when_extracted;
    Progress unseen;
    const model::LocationIndex location{processes_[process].first_location.value + l};
    Extractor extractor(source_.definitions(), regions_, location, callpaths, known.roots,
                        known.journeys, lists, counted_when_extracted, unseen);
    VisitLog visits(sink);
    extractor.tell_visits(visits);
    TRY(run(extractor, location, counted_when_extracted));
    return base::kOk;
  }

  base::Result<LocationRecords> run(Extractor& extractor, model::LocationIndex location,
                                    model::Anomalies& anomalies) {
    std::optional<Division> division;
    if (const auto found = intervals_.find(location); found != intervals_.end())
      extractor.divide_by(division.emplace(found->second, kinds_));
    prefetch(model::LocationIndex{location.value + 1});
    TRY(source_.read(location, extractor, anomalies));
    return extractor.finish();
  }

  base::Status extract_process(const Partition::Process& process, CallPathLookup& callpaths) {
    ProcessRecords records;
    records.rank = process.rank;
    records.first_location = model::LocationIndex{process.first_location};
    records.locations.resize(process.locations);
    TeamRoots roots;
    TaskJourneys journeys;
    model::Anomalies anomalies;
    TRY(extract_locations(records, roots, journeys, callpaths, anomalies));
    if (journeys.has_suspects() && records.locations.size() > 1)
      TRY(follow_tasks(records, roots, journeys, callpaths, anomalies));
    share_.anomalies.merge(anomalies);
    for (const LocationRecords& extracted : records.locations) {
      share_.cost.events += extracted.events;
      share_.cost.record_bytes += extracted.memory();
      if (extracted.events != 0) share_.span.add({extracted.first, extracted.last});
    }
    if (records.locations.size() > 1) link_foreign_requests(records, share_.anomalies);
    processes_.push_back(std::move(records));
    roots.complete = true;
    if (wants_visits()) known_.push_back({std::move(roots), std::move(journeys)});
    return base::kOk;
  }

  // Reads each location once, but those again that were in teams of which another one, read later,
  // tells where they were forked (nested parallelism).
  base::Status extract_locations(ProcessRecords& process, TeamRoots& roots, TaskJourneys& journeys,
                                 CallPathLookup& callpaths, model::Anomalies& anomalies) {
    std::vector<std::uint32_t> wanted(process.locations.size());
    std::iota(wanted.begin(), wanted.end(), 0u);
    for (std::uint64_t unknown_before = ~std::uint64_t{0}; !wanted.empty();) {
      std::uint64_t unknown = 0;
      std::vector<std::uint32_t> again;
      for (const std::uint32_t l : wanted) {
        TRY_ASSIGN(const std::uint32_t unknown_here,
                   extract(process, l, roots, journeys, callpaths, anomalies));
        if (unknown_here != 0 && !roots.complete) again.push_back(l);
        unknown += unknown_here;
      }
      roots.complete = unknown >= unknown_before;
      unknown_before = unknown;
      wanted = std::move(again);
    }
    return base::kOk;
  }

  // Reads a process again in which tasks were left unfinished: they may have gone on elsewhere.
  base::Status follow_tasks(ProcessRecords& process, TeamRoots& roots, TaskJourneys& journeys,
                            CallPathLookup& callpaths, model::Anomalies& anomalies) {
    ProcessRecords again;  // for where the tasks have been only
    again.first_location = process.first_location;
    again.locations.resize(process.locations.size());
    model::Anomalies unseen;
    journeys.follow();
    TRY(extract_locations(again, roots, journeys, callpaths, unseen));
    if (!journeys.conclude()) return base::kOk;
    again.locations.clear();
    anomalies = {};
    roots = {};
    return extract_locations(process, roots, journeys, callpaths, anomalies);
  }

  // Teams of location `l` whose fork was not known.
  base::Result<std::uint32_t> extract(ProcessRecords& process, std::uint32_t l, TeamRoots& roots,
                                      TaskJourneys& journeys, CallPathLookup& callpaths,
                                      model::Anomalies& all_anomalies) {
    const model::LocationIndex location{process.first_location.value + l};
    model::Anomalies anomalies;
    Extractor extractor(source_.definitions(), regions_, location, callpaths, roots, journeys,
                        lists_, anomalies, progress_);
    TRY_ASSIGN(process.locations[l], run(extractor, location, anomalies));
    const std::uint32_t unknown = extractor.unknown_teams();
    if (unknown == 0 || roots.complete) all_anomalies.merge(anomalies);
    return unknown;
  }

  base::Status match_all_messages() {
    return match_messages(processes_, source_.definitions(), partition_, transport_,
                          share_.clock_error, share_.anomalies);
  }

  base::Status match_all_collectives() {
    TRY(match_collectives(processes_, source_.definitions(), transport_, partial_meetings_,
                          share_.clock_error, share_.anomalies));
    TRY(match_rma(processes_, source_.definitions(), partition_, transport_, options_.rma_progress,
                  share_.anomalies));
    whole_run_ =
        match_init_and_finalize(processes_, source_.definitions(), transport_, share_.anomalies);
    return base::kOk;
  }

  base::Status correct_clocks() {
    workers::Bytes own;
    workers::append(own, share_.clock_error);
    ClockError& all = share_.corrected_error;
    for (const workers::Bytes& message : transport_.all_gather(own))
      all.add(workers::record_at<ClockError>(message, 0));
    if (all.contradictions == 0) return base::kOk;
    TRY_ASSIGN(share_.corrections, find_corrections(processes_, source_.definitions(), partition_,
                                                    transport_, share_.anomalies));
    return base::kOk;
  }

  base::Status evaluate_all() {
    return workers::do_together(transport_, [&] {
      for (std::size_t p = 0; p < processes_.size(); ++p) evaluate_process(p);
      share_.cost.cell_bytes = share_.cells.size() * sizeof share_.cells[0] +
                               share_.counters.size() * sizeof share_.counters[0];
      return base::kOk;
    });
  }

  // Of calls whose other waits are known.
  base::Status find_progress() {
    if (options_.rma_progress)
      TRY(find_rma_progress(processes_, source_.definitions(), partition_, transport_));
    return find_late_progress(processes_, source_.definitions(), partition_, options_.rma_progress,
                              transport_, share_);
  }

  // Patterns of the user. All waits are known.
  base::Status evaluate_patterns() {
    const auto read = [this](std::size_t process, std::uint32_t location, VisitSink& sink) {
      return read_visits(process, location, sink);
    };
    TRY(declared::evaluate_declared(*options_.patterns, processes_, {source_, read}, regions_,
                                    partition_, transport_, share_));
    forget_extraction();
    return base::kOk;
  }

  base::Status survey_waits() {
    TRY(workers::do_together(transport_, [&] {
      for (std::size_t p = 0; p < processes_.size(); ++p)
        analysis::survey_waits(processes_[p], whole_run_.finalize_wait[p], share_.waits);
      return base::kOk;
    }));
    find_awaited_calls(processes_, partition_, transport_, share_.waits);
    return base::kOk;
  }

  void evaluate_process(std::size_t p) {
    ProcessRecords& process = processes_[p];
    std::vector<Cells> cells = evaluate_mpi(process, whole_run_.init_completion[p],
                                            whole_run_.finalize_wait[p], share_.anomalies);
    evaluate_rma(process, cells, share_.anomalies);
    evaluate_threads(process, cells, share_.anomalies);
    evaluate_tasks(process, cells);
    for (std::uint32_t l = 0; l < cells.size(); ++l) {
      fold_times_and_sums(process.locations[l], share_.tree, regions_, cells[l]);
      const model::LocationIndex location{process.first_location.value + l};
      share_.add(location, cells[l]);
      share_.add(location, process.locations[l].counters);
    }
  }

  // Workers take turns if locations are to be visited in their order.
  base::Status visit_all_events() {
    const auto visit_own = [&]() -> base::Status {
      for (std::size_t p = 0; p < processes_.size(); ++p)
        TRY(visit_events(processes_[p], whole_run_.finalize_wait[p], partition_, *options_.visit));
      return base::kOk;
    };
    if (!options_.visits_in_turn) return workers::do_together(transport_, visit_own);
    for (std::size_t turn = 0; turn < transport_.size(); ++turn)
      TRY(workers::do_together(
          transport_, [&] { return turn == transport_.rank() ? visit_own() : base::kOk; }));
    return base::kOk;
  }

  // Before delays are looked for: they need less of the records.
  base::Status find_all_dependencies() {
    return find_dependencies(processes_, whole_run_, source_.definitions(), partition_, transport_,
                             steps_);
  }

  base::Status trace_back() {
    delays_.emplace(processes_, whole_run_, source_.definitions(), partition_, partial_meetings_,
                    regions_, options_, steps_, transport_, share_);
    TRY(delays_->evaluate());
    share_.cost.cell_bytes += share_.costs.size() * sizeof share_.costs[0];
    return base::kOk;
  }

  base::Status conclude() { return delays_->conclude(); }

  // What the locations of a process have learnt from each other.
  struct Known {
    TeamRoots roots;
    TaskJourneys journeys;
  };

  GrownLists lists_;                                             // while locations are extracted
  std::vector<Known> known_;                                     // by process, if visits are wanted
  std::map<model::LocationIndex, LocationIntervals> intervals_;  // of those with samples
  IntervalKinds kinds_;                                          // of all locations
  model::TraceSource& source_;
  const RegionTable& regions_;
  const Partition& partition_;
  workers::Transport& transport_;
  const WorkerOptions options_;
  Progress& progress_;
  Share share_;
  std::vector<ProcessRecords> processes_;
  PartialMeetings partial_meetings_;
  InitAndFinalizeWaits whole_run_;
  std::vector<LocationSteps> steps_;  // by location
  std::optional<DelayEvaluation> delays_;
};

}  // namespace

base::Result<Share> analyze_share(model::TraceSource& source, const RegionTable& regions,
                                  const Partition& partition, workers::Transport& transport,
                                  const WorkerOptions& options, Progress& progress) {
  return Worker(source, regions, partition, transport, options, progress).run();
}

}  // namespace tarry::analysis
