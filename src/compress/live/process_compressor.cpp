// SPDX-License-Identifier: BSD-3-Clause
#include "compress/live/process_compressor.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "compress/capture/notes.h"
#include "compress/merge/merge.h"
#include "trace/recording/clock_reading.h"
#include "trace/recording/log_reader.h"

namespace tarry::compress {

namespace fs = std::filesystem;
using model::Ticks;
using trace::recording::ClockSource;
using trace::recording::LogHeader;
using trace::recording::LogReader;

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

// Of the clock, from its readings in the header. If there is only one (the process was killed
// early), this machine's clock is read once more.
std::uint64_t rate_of(const LogHeader& header) {
  if (header.clock == ClockSource::MonotonicRaw) return kSecond;
  trace::recording::ClockReading latest = header.latest;
  if (latest.ticks <= header.begin.ticks) latest = trace::recording::read_clocks(header.clock);
  const std::uint64_t ticks = latest.ticks - header.begin.ticks;
  const std::uint64_t time = latest.monotonic_ns - header.begin.monotonic_ns;
  if (latest.ticks <= header.begin.ticks || latest.monotonic_ns <= header.begin.monotonic_ns)
    return kSecond;
  return static_cast<std::uint64_t>(
      std::llround(static_cast<long double>(ticks) * static_cast<long double>(kSecond) /
                   static_cast<long double>(time)));
}

}  // namespace

ProcessCompressor::ProcessCompressor(fs::path directory) : directory_(std::move(directory)) {}

void ProcessCompressor::start(const LogHeader& header) {
  if (assembler_) return;
  assembler_.emplace(ids_.regions(), paths_, ids_.communicators(), sites_, rate_of(header),
                     left_out_, [this](Call&& call) { folder_.add(call); });
  assembler_->begin_at(Ticks{static_cast<std::int64_t>(header.tick_base)});
}

ProcessCompressor::Thread& ProcessCompressor::thread(std::uint32_t number) {
  Thread& known = threads_[number];
  if (known.calls != nullptr) return known;
  known.calls = std::make_unique<LocationCalls>(
      ids_.regions(), paths_, left_out_,
      [&known](RecordedCall&& call) { known.waiting.push_back(std::move(call)); });
  known.converter = std::make_unique<trace::recording::LogConverter>(
      ids_, model::RegionId{}, no_teams_, *known.calls, left_out_);
  return known;
}

base::Status ProcessCompressor::take(std::uint32_t number) {
  TRY_ASSIGN(LogReader log,
             LogReader::open(directory_ / ("thread-" + std::to_string(number) + ".log")));
  TRY_ASSIGN(auto definitions, trace::recording::read_process_definitions(directory_));
  ids_.take(std::move(definitions));
  start(log.header());
  Thread& from = thread(number);
  from.converter->convert_begin(log);
  left_out_.add("damaged places in event logs", log.damaged_windows());
  left_out_.add("events not recorded after recording had to stop", log.header().dropped);
  from.has_calls |= !from.waiting.empty();
  hand_on(false);
  return base::kOk;
}

// In the order of their begins, of equal ones the lower thread's first.
void ProcessCompressor::hand_on(bool all) {
  Ticks limit{INT64_MAX};
  for (const auto& [number, thread] : threads_)
    if (!all && thread.has_calls) limit = std::min(limit, thread.calls->last());
  for (;;) {
    Thread* next = nullptr;
    for (auto& [number, thread] : threads_)
      if (!thread.waiting.empty() &&
          (next == nullptr || thread.waiting.front().begin < next->waiting.front().begin))
        next = &thread;
    if (next == nullptr || next->waiting.front().begin > limit) return;
    assembler_->add(next->waiting.front());
    next->waiting.pop_front();
  }
}

base::Status ProcessCompressor::take_rest() {
  TRY_ASSIGN(const std::vector<fs::path> logs, trace::recording::list_logs(directory_));
  for (const fs::path& path : logs) {
    TRY_ASSIGN(const LogReader log, LogReader::open(path));
    TRY(take(log.header().thread));
  }
  for (auto& [number, thread] : threads_) thread.calls->finish();
  if (!assembler_) return base::kOk;
  hand_on(true);
  assembler_->finish();
  return base::kOk;
}

Trace ProcessCompressor::trace_of(std::vector<Event>&& events) const {
  Trace trace;
  trace.ranks = std::max(ids_.definitions().set.size, ids_.definitions().process.rank + 1);
  trace.program = ids_.definitions().set.program;
  trace.events = std::move(events);
  trace.frames = sites_.frames();
  trace.sites = sites_.sites();
  canonicalise(trace);
  for (const std::string& sentence : left_out_.sentences()) trace.notes.push_back(sentence);
  return trace;
}

Trace ProcessCompressor::finish() {
  for (const std::string& note : folder_.notes()) count_note(note, left_out_);
  return trace_of(folder_.finish(ids_.definitions().process.rank));
}

Trace ProcessCompressor::so_far() const {
  return trace_of(folder_.so_far(ids_.definitions().process.rank));
}

}  // namespace tarry::compress
