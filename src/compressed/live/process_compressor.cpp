// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/process_compressor.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/experiment_files.h"
#include "compressed/capture/notes.h"
#include "compressed/fold/merge.h"
#include "trace/eventlog/clock_reading.h"
#include "trace/eventlog/log_reader.h"

namespace tarry::compressed {

namespace fs = std::filesystem;
using model::Ticks;
using trace::eventlog::ClockSource;
using trace::eventlog::LogHeader;
using trace::eventlog::LogReader;

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// Returns the rate of the clock from the readings in the header. If there is only one (the process
// was killed early), the clock of this machine is read once more.
std::uint64_t rate_of(const LogHeader& header) {
  if (header.clock == ClockSource::MonotonicRaw) return kSecond;
  trace::eventlog::ClockReading latest = header.latest;
  if (latest.ticks <= header.begin.ticks) latest = trace::eventlog::read_clocks(header.clock);
  const std::uint64_t ticks = latest.ticks - header.begin.ticks;
  const std::uint64_t time = latest.monotonic_ns - header.begin.monotonic_ns;
  if (latest.ticks <= header.begin.ticks || latest.monotonic_ns <= header.begin.monotonic_ns)
    return kSecond;
  return static_cast<std::uint64_t>(
      std::llround(static_cast<long double>(ticks) * static_cast<long double>(kSecond) /
                   static_cast<long double>(time)));
}

fs::path kept_log(const fs::path& directory, std::uint32_t thread, std::uint64_t emptied) {
  return directory / (base::kThreadPrefix + std::to_string(thread) + "." + std::to_string(emptied) +
                      base::kTakenLogEnding);
}

std::vector<fs::path> kept_logs(const fs::path& directory) {
  std::vector<fs::path> logs;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == base::kTakenLogEnding) logs.push_back(it->path());
  return logs;
}

}  // namespace

ProcessCompressor::ProcessCompressor(fs::path directory, const FoldOptions& options)
    : directory_(std::move(directory)),
      options_(options),
      sites_(options.stack_threshold),
      folder_(options) {}

void ProcessCompressor::start(const LogHeader& header) {
  if (assembler_) return;
  assembler_.emplace(ids_.regions(), paths_, ids_.communicators(), sites_, rate_of(header),
                     left_out_, [this](Call&& call) { folder_.add(call); });
  if (before_)
    assembler_->go_on(*before_);
  else
    assembler_->begin_at(Ticks{static_cast<std::int64_t>(header.tick_base)});
}

ProcessCompressor::Thread& ProcessCompressor::thread(std::uint32_t number) {
  Thread& known = threads_[number];
  if (known.calls != nullptr) return known;
  known.calls = std::make_unique<LocationCalls>(
      ids_.regions(), paths_, left_out_,
      [this, &known](RecordedCall&& call) { wait(known, std::move(call)); });
  known.converter = std::make_unique<trace::eventlog::LogConverter>(
      ids_, model::RegionId{}, no_teams_, *known.calls, left_out_);
  known.converter->tell(*known.calls);
  return known;
}

base::Status ProcessCompressor::go_on_after(const Trace& trace, const LogRest& rest) {
  TRY(read_definitions());
  before_ = rest.progress;
  if (rest.last.valid() && rest.last.index() < trace.sites.size()) {
    const Site& last = trace.sites[rest.last.index()];
    Site own{last.function, {}};
    for (const FrameId frame : last.stack)
      own.stack.push_back(sites_.frame(trace.frames[frame.index()]));
    folder_.go_on_after(sites_.site(own));
  }
  for (const auto& [number, state] : rest.threads) {
    Thread& own = thread(number);
    own.taken = state.emptied;
    std::vector<model::RegionId> open;
    for (const RegionOrigin& origin : state.open) open.push_back(ids_.region_of(origin));
    own.calls->go_on_inside(open);
    own.converter->go_on_inside(std::move(open));
  }
  return base::kOk;
}

base::Status ProcessCompressor::read_definitions() {
  TRY_ASSIGN(auto definitions, trace::eventlog::read_process_definitions(directory_));
  ids_.take(std::move(definitions));
  return base::kOk;
}

base::Result<LogReader> ProcessCompressor::open(std::uint32_t thread) const {
  return LogReader::open(directory_ /
                         (base::kThreadPrefix + std::to_string(thread) + base::kEventLogEnding));
}

bool ProcessCompressor::is_taken(const LogHeader& header) const {
  const auto known = threads_.find(header.thread);
  return known != threads_.end() && known->second.taken && header.emptied <= *known->second.taken;
}

void ProcessCompressor::convert(LogReader& log) {
  start(log.header());
  Thread& of = thread(log.header().thread);
  of.converter->convert_begin(log);
  of.taken = log.header().emptied;
  left_out_.add("damaged places in event logs", log.damaged_windows());
  left_out_.add("events other than MPI calls not recorded after recording had to stop",
                log.header().dropped);
}

base::Status ProcessCompressor::take(std::uint32_t number, std::uint64_t others) {
  TRY_ASSIGN(LogReader log, open(number));
  const std::uint64_t base = log.header().tick_base;
  convert(log);
  constexpr std::uint64_t kLatest = INT64_MAX;
  hand_on(Ticks{static_cast<std::int64_t>(base + std::min(others, kLatest - base))});
  return base::kOk;
}

void ProcessCompressor::wait(Thread& thread, RecordedCall&& call) {
  const std::size_t undefined = std::erase_if(call.statistics, [&](const StatisticValue& each) {
    return each.statistic >= definitions().statistics.size();
  });
  left_out_.add("values of statistics that were never defined (left out)", undefined);
  thread.waiting.push_back(std::move(call));
}

// Hands on the calls in the order of their begins; at equal times the lower thread comes first.
void ProcessCompressor::hand_on(Ticks limit) {
  std::size_t waiting = 0;
  for (const auto& [number, thread] : threads_) waiting += thread.waiting.size();
  for (; waiting > 0; --waiting) {
    Thread* next = nullptr;
    for (auto& [number, thread] : threads_)
      if (!thread.waiting.empty() &&
          (next == nullptr || thread.waiting.front().begin < next->waiting.front().begin))
        next = &thread;
    if (next->waiting.front().begin >= limit) {
      if (waiting <= kMostWaiting) return;
      left_out_.add("calls that may stand before earlier ones of other threads");
    }
    assembler_->add(next->waiting.front());
    next->waiting.pop_front();
  }
}

base::Status ProcessCompressor::take_rest() {
  TRY(read_definitions());
  TRY_ASSIGN(std::vector<fs::path> paths, trace::eventlog::list_logs(directory_));
  for (fs::path& kept : kept_logs(directory_)) paths.push_back(std::move(kept));
  std::vector<LogReader> logs;
  for (const fs::path& path : paths) {
    TRY_ASSIGN(LogReader log, LogReader::open(path));
    logs.push_back(std::move(log));
  }
  // A log comes before its kept copy, which may be incomplete.
  std::stable_sort(logs.begin(), logs.end(), [](const LogReader& a, const LogReader& b) {
    return std::pair(a.header().thread, a.header().emptied) <
           std::pair(b.header().thread, b.header().emptied);
  });
  Ticks latest{0};
  for (LogReader& log : logs) {
    latest = std::max(latest, Ticks{static_cast<std::int64_t>(log.header().latest.ticks)});
    if (!is_taken(log.header())) convert(log);
  }
  for (auto& [number, thread] : threads_) thread.calls->finish(latest);
  if (!assembler_) return base::kOk;
  hand_on(Ticks{INT64_MAX});
  assembler_->finish();
  return base::kOk;
}

Trace ProcessCompressor::trace_of(std::vector<Event>&& events) const {
  Trace trace;
  trace.ranks = std::max(ids_.definitions().set.size, ids_.definitions().process.rank + 1);
  trace.program = ids_.definitions().set.first_program();
  for (const auto& [name, unit] : ids_.definitions().statistics)
    trace.statistics.push_back({name, unit});
  trace.events = std::move(events);
  trace.frames = sites_.frames();
  trace.sites = sites_.sites();
  trace.datatypes = ids_.definitions().datatypes;
  canonicalise(trace);
  for (const std::string& sentence : left_out_.sentences()) trace.notes.push_back(sentence);
  return trace;
}

Trace ProcessCompressor::finish() {
  for (const std::string& note : folder_.notes()) count_note(note, left_out_);
  return trace_of(folder_.finish(ids_.definitions().process.rank));
}

ProcessCompressor::Progress ProcessCompressor::so_far() const {
  const std::uint32_t rank = ids_.definitions().process.rank;
  Folder waiting(options_);
  waiting.go_on_after(folder_.previous());
  Progress out;
  if (assembler_) {
    for (const Call& call : assembler_->waiting()) waiting.add(call);
    out.rest.progress = assembler_->progress();
  }
  const SiteId last = waiting.previous();
  std::vector<Event> events = folder_.so_far(rank);
  for (Event& event : waiting.finish(rank)) events.push_back(std::move(event));
  out.trace = trace_of(std::move(events));
  if (last.valid()) out.rest.last = site_in(out.trace, last);
  for (const auto& [number, thread] : threads_) {
    if (!thread.taken) continue;
    LogRest::Thread& state = out.rest.threads[number];
    state.emptied = *thread.taken;
    for (const model::RegionId region : thread.converter->open())
      if (region.valid()) state.open.push_back(ids_.origin(region));
  }
  return out;
}

// Returns the place of a site in the tables of a trace that was made of ours.
SiteId ProcessCompressor::site_in(const Trace& trace, SiteId site) const {
  const Site& own = sites_.sites()[site.index()];
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    const Site& other = trace.sites[i];
    if (other.function == own.function &&
        std::equal(own.stack.begin(), own.stack.end(), other.stack.begin(), other.stack.end(),
                   [&](FrameId a, FrameId b) {
                     return sites_.frames()[a.index()] == trace.frames[b.index()];
                   }))
      return SiteId{i};
  }
  return {};
}

base::Status keep_log(const fs::path& directory, std::uint32_t thread) {
  const std::string name = base::kThreadPrefix + std::to_string(thread);
  const fs::path path = directory / (name + base::kEventLogEnding);
  TRY_ASSIGN(const LogReader log, LogReader::open(path));
  std::error_code error;
  fs::copy_file(path, kept_log(directory, thread, log.header().emptied),
                fs::copy_options::overwrite_existing, error);
  if (!error) return base::kOk;
  return base::Error{base::ErrorCode::Io, "cannot copy (" + error.message() + ")", path.string(),
                     ""};
}

void forget_kept_logs(const fs::path& directory) {
  std::error_code ignored;
  for (const fs::path& path : kept_logs(directory)) fs::remove(path, ignored);
}

bool has_kept_logs(const fs::path& directory) { return !kept_logs(directory).empty(); }

}  // namespace tarry::compressed
