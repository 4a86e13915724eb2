// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/call_statistics.h"

#include <span>

#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/finalize/statistics.h"

namespace tarry::runtime::mpi {

using core::EventTime;
using core::RecordKind;

constinit std::atomic<bool> has_statistics = false;

namespace {

constexpr std::uint32_t kWorld = 0;  // the number of MPI_COMM_WORLD

// The call that this thread is in, or was in last.
struct MeasuredCall {
  tarry_statistics_call call{};
  core::RecordHead enter{};  // the enter of its region
  std::uint64_t place = 0;   // the place of that record
};
[[gnu::tls_model("initial-exec")]] constinit thread_local MeasuredCall current;

void record_values(std::span<const compressed::StatisticValue> values, EventTime time) {
  for (const compressed::StatisticValue& each : values)
    core::record_at(RecordKind::Statistic, time,
                    trace::eventlog::statistic_and_value(each.statistic, each.value));
}

template <class Record>
Record record_as(std::uint64_t place) {
  return *reinterpret_cast<const Record*>(place);
}

void add_message(const core::MessageRecord& message, std::uint64_t& bytes,
                 tarry_statistics_call& to) {
  if (to.peer < 0 && message.comm == kWorld) to.peer = message.peer;
  bytes += message.bytes;
}

void add_record(std::uint64_t place, RecordKind kind, tarry_statistics_call& to) {
  switch (kind) {
    case RecordKind::MpiSend:
    case RecordKind::MpiIsend:
      return add_message(record_as<core::MessageRecord>(place), to.bytes_sent, to);
    case RecordKind::MpiRecv:
    case RecordKind::MpiIrecv:
      return add_message(record_as<core::MessageRecord>(place), to.bytes_received, to);
    case RecordKind::CollectiveEnd:
    case RecordKind::NonBlockingCollectiveComplete: {
      const auto record = record_as<core::CollectiveRecord>(place);
      to.bytes_sent += record.bytes_sent;
      to.bytes_received += record.bytes_received;
      return;
    }
    default:
      return;
  }
}

// The records of the call stand in the log behind its enter, if the enter is still where it was.
void describe(const core::ThreadState& thread, MeasuredCall& call) {
  if (thread.log.header() == nullptr || call.place < thread.log.window_begin() ||
      call.place + sizeof(core::RecordHead) > thread.cursor)
    return;
  const auto enter = record_as<core::RecordHead>(call.place);
  if (enter.time_and_kind != call.enter.time_and_kind || enter.payload != call.enter.payload)
    return;
  for (std::uint64_t at = call.place; at < thread.cursor;) {
    const auto head = record_as<core::RecordHead>(at);
    const RecordKind kind = trace::eventlog::unpack_kind(head.time_and_kind);
    const std::size_t units = trace::eventlog::record_units(kind, head.payload);
    if (units == 0) return;
    add_record(at, kind, call.call);
    at += units * core::kUnitBytes;
  }
}

}  // namespace

void load_statistics() {
  const core::OnOwnAccount on_own_account;
  const char* const files = core::process.settings.statistics.data();
  if (files[0] == '\0' || !core::process.settings.compressed || !core::start_measurement()) return;
  has_statistics = finalize::load_statistics(files);
}

EventTime enter_measured(const core::Entry& entry, Call call, core::RegionNumber region) {
  if (!entry) return core::enter_region(entry, region);
  const core::OnOwnAccount on_own_account;
  const tarry_statistics_call known{info(call).name, -1, 0, 0};
  const auto values = finalize::measure_begin(known);
  const EventTime begin = core::enter_region(entry, region);
  current = {known,
             {core::pack_time(begin.ticks, RecordKind::RegionEnter), region.value},
             core::this_thread.cursor - sizeof(core::RecordHead)};
  record_values(values, begin);
  return begin;
}

void record_statistics(const core::Entry& entry, EventTime end) {
  if (!entry) return;
  const core::OnOwnAccount on_own_account;
  describe(core::this_thread, current);
  record_values(finalize::measure_end(current.call), end);
}

void go_on_measuring(const core::Entry& entry) {
  if (!entry) return;
  const core::OnOwnAccount on_own_account;
  finalize::measure_between(current.call);
}

}  // namespace tarry::runtime::mpi
