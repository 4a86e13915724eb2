// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/stream_places.h"

#include <algorithm>
#include <utility>

namespace tarry::trace::eventlog {

RunsByStream runs_by_stream(const std::vector<UnrecordedRun>& unrecorded) {
  RunsByStream out;
  for (const UnrecordedRun& run : unrecorded) out[run.stream].push_back(run);
  for (auto& [stream, runs] : out)
    std::stable_sort(runs.begin(), runs.end(), [](const UnrecordedRun& a, const UnrecordedRun& b) {
      return a.ticks < b.ticks;
    });
  return out;
}

void RecordedPlaces::add(const Stream& stream, const Operation& operation) {
  std::vector<std::uint64_t>& counts = counts_[stream];
  const auto found = runs_.find(stream);
  if (counts.empty()) counts.resize(found == runs_.end() ? 1 : found->second.size() + 1);
  if (found == runs_.end()) {
    ++counts[0];
    return;
  }
  const auto behind = std::lower_bound(
      found->second.begin(), found->second.end(), operation.begin,
      [](const UnrecordedRun& run, std::uint64_t begin) { return run.ticks < begin; });
  ++counts[static_cast<std::size_t>(behind - found->second.begin())];
}

std::map<Stream, PlaceRanges> RecordedPlaces::ranges() const {
  std::map<Stream, PlaceRanges> out;
  for (const auto& [stream, counts] : counts_) {
    PlaceRanges& ranges = out[stream];
    const auto found = runs_.find(stream);
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 0 && !ranges.empty() && ranges.back().last == place)
        ranges.back().last += counts[i];
      else if (counts[i] != 0)
        ranges.push_back({place, place + counts[i]});
      place += counts[i];
      if (i + 1 < counts.size()) place += static_cast<std::uint64_t>(found->second[i].count);
    }
  }
  return out;
}

LeftOut::LeftOut(Selection selection)
    : selection_(std::move(selection)),
      runs_(runs_by_stream(selection_.unrecorded)),
      requests_(selection_.lost_requests.begin(), selection_.lost_requests.end()) {}

void LeftOut::add(const Stream& stream, const Operation& operation) {
  if (selection_.left_out.contains(stream)) concerned_[stream].push_back(operation);
}

void LeftOut::decide() {
  for (auto& [stream, operations] : concerned_)
    decide(stream, operations, selection_.left_out.at(stream));
  concerned_.clear();
}

void LeftOut::decide(const Stream& stream, std::vector<Operation>& operations,
                     const PlaceRanges& ranges) {
  std::stable_sort(operations.begin(), operations.end(),
                   [](const Operation& a, const Operation& b) { return a.begin < b.begin; });
  const auto found = runs_.find(stream);
  const std::vector<UnrecordedRun> none;
  const std::vector<UnrecordedRun>& runs = found == runs_.end() ? none : found->second;
  std::size_t next_run = 0;
  std::size_t range = 0;
  std::uint64_t place = 0;
  for (const Operation& operation : operations) {
    for (; next_run < runs.size() && runs[next_run].ticks < operation.begin; ++next_run)
      place += static_cast<std::uint64_t>(runs[next_run].count);
    while (range < ranges.size() && ranges[range].last <= place) ++range;
    if (range < ranges.size() && ranges[range].first <= place) leave_out(stream, operation);
    ++place;
  }
}

void LeftOut::leave_out(const Stream& stream, const Operation& operation) {
  ++(stream.kind == StreamKind::Collectives ? collectives_ : messages_);
  if (operation.request != 0) {
    requests_.insert(operation.request);
    return;
  }
  std::unordered_set<std::uint64_t>& records = records_[operation.thread];
  records.insert(operation.record);
  if (operation.begin_record != Operation::kNoRecord) records.insert(operation.begin_record);
}

bool LeftOut::contains(const LogRecord& record, std::uint32_t thread, std::uint64_t number) const {
  std::uint32_t request = 0;
  switch (record.kind) {
    case RecordKind::MpiIsend:
    case RecordKind::MpiIrecv:
      request = record.as<MessageRecord>().request;
      break;
    case RecordKind::NonBlockingCollectiveComplete:
      request = record.as<CollectiveRecord>().request;
      break;
    case RecordKind::MpiIsendComplete:
    case RecordKind::MpiIrecvRequest:
    case RecordKind::MpiRequestCancelled:
    case RecordKind::NonBlockingCollectiveRequest:
      request = static_cast<std::uint32_t>(record.payload());
      break;
    case RecordKind::MpiSend:
    case RecordKind::MpiRecv:
    case RecordKind::CollectiveBegin:
    case RecordKind::CollectiveEnd: {
      const auto records = records_.find(thread);
      return records != records_.end() && records->second.contains(number);
    }
    default:
      return false;
  }
  return requests_.contains(request);
}

}  // namespace tarry::trace::eventlog
