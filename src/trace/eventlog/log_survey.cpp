// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_survey.h"

#include <algorithm>
#include <vector>

#include "trace/eventlog/address_set.h"
#include "trace/eventlog/log_reader.h"

namespace tarry::trace::eventlog {
namespace {

// The size of a record in OTF2: time stamp 9, kind and length 2, then at most 9 per 64-bit and 5
// per 32-bit field.
constexpr std::uint64_t otf2_bytes(RecordKind kind, std::uint64_t payload) {
  if (kind == RecordKind::CountersRead) return 9 + 2 + 5 + 1 + value_count_of(payload) * (1 + 9);
  switch (record_units(kind, payload)) {
    case 1:
      return 9 + 2 + (kind >= RecordKind::ThreadBegin ? 3 * 5 : 9);
    case 2:
      return 9 + 2 + 3 * 5 + 2 * 9;
    default:
      return 9 + 2 + 3 * 5 + 3 * 9;
  }
}

// The attribute of a leave: two bytes, two numbers of 32 bits, a type and a number of 64 bits.
constexpr std::uint64_t kJoinedCallsBytes = 2 + 2 * 5 + 1 + 9;

// The attribute that the end of a collective operation may have, with a type and a number of a
// byte.
constexpr std::uint64_t kNeighborhoodBytes = 2 + 2 * 5 + 1 + 1;

// Ends of files, mapping tables, clock offsets, blocks that are not full.
constexpr std::uint64_t kPerLocation = 64u << 10;

class Histogram {
 public:
  void add(std::uint64_t value) {
    const std::uint32_t position = values_.insert(value);
    if (position == counts_.size()) counts_.push_back(0);
    ++counts_[position];
  }
  // Returns count and value of the most frequent one; count 0 if there is none.
  void most(std::uint64_t& count, std::uint64_t& value) const {
    const auto best = std::max_element(counts_.begin(), counts_.end());
    count = best == counts_.end() ? 0 : *best;
    value = best == counts_.end() ? 0 : values_.values()[best - counts_.begin()];
  }

 private:
  AddressSet values_;
  std::vector<std::uint64_t> counts_;
};

// A fork that was not recorded is damage.
void note_team(std::uint64_t payload, std::uint64_t forks, std::vector<std::uint32_t>& teams) {
  const std::uint64_t fork = fork_of(payload);
  if (fork == 0 || fork > forks) return;
  if (teams.size() < fork) teams.resize(fork);
  teams[fork - 1] = team_of(payload);
}

}  // namespace

LogSurvey survey_log(const std::filesystem::path& path, const ShortFunctions& left_out) {
  LogSurvey out;
  base::Result<LogReader> log = LogReader::open(path);
  if (!log.ok()) return out;
  out.most_event_file_bytes = kPerLocation;
  out.thread = log->header().thread;
  Histogram functions;
  Histogram regions;
  std::uint64_t forks = 0;
  for (LogRecord record; log->next(record);) {
    if (is_left_out(record, left_out)) continue;
    out.most_event_file_bytes += otf2_bytes(record.kind, record.payload());
    if (record.kind == RecordKind::RegionLeave && calls_of_leave(record.payload()) > 1)
      out.most_event_file_bytes += kJoinedCallsBytes;
    if (record.kind == RecordKind::CollectiveEnd ||
        record.kind == RecordKind::NonBlockingCollectiveComplete)
      out.most_event_file_bytes += kNeighborhoodBytes;
    if (record.kind == RecordKind::FunctionEnter) functions.add(record.payload());
    if (record.kind == RecordKind::RegionEnter) regions.add(record.payload());
    forks += record.kind == RecordKind::ThreadFork;
    if (record.kind == RecordKind::ThreadJoin) note_team(record.payload(), forks, out.teams);
    out.regions +=
        record.kind == RecordKind::FunctionEnter || record.kind == RecordKind::RegionEnter;
  }
  std::uint64_t function_count = 0;
  std::uint64_t region_count = 0;
  std::uint64_t function = 0;
  std::uint64_t region = 0;
  functions.most(function_count, function);
  regions.most(region_count, region);
  out.function_is_frequent = function_count >= region_count;
  out.frequent = out.function_is_frequent ? function : region;
  return out;
}

}  // namespace tarry::trace::eventlog
