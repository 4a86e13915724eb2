// SPDX-License-Identifier: BSD-3-Clause
// One switch per record, one virtual call per event, one clock correction per time stamp (events
// with equal time share one). Everything odd is counted by a field of its own and becomes an
// anomaly at the end, so that the loop touches no map.
#include "trace/otf2/event_reader.h"

#include <algorithm>
#include <limits>

namespace tarry::trace::otf2 {
namespace {

using model::CollectiveOp;
using model::CollectiveRecord;
using model::CommId;
using model::CommRank;
using model::MessageRecord;
using model::RegionId;
using model::RequestId;
using model::Ticks;

enum class EventType : std::uint8_t {
  BufferFlush = 10,
  MeasurementOnOff = 11,
  Enter = 12,
  Leave = 13,
  MpiSend = 14,
  MpiIsend = 15,
  MpiIsendComplete = 16,
  MpiIrecvRequest = 17,
  MpiRecv = 18,
  MpiIrecv = 19,
  MpiRequestTest = 20,
  MpiRequestCancelled = 21,
  MpiCollectiveBegin = 22,
  MpiCollectiveEnd = 23,
  OmpFork = 24,
  OmpTaskCreate = 28,
  OmpTaskSwitch = 29,
  OmpTaskComplete = 30,
  ThreadBegin = 63,
  ThreadEnd = 65,
  ProgramBegin = 83,
  ProgramEnd = 84,
  NonBlockingCollectiveRequest = 85,
  NonBlockingCollectiveComplete = 86,
};

constexpr std::uint8_t kFirstEventType = static_cast<std::uint8_t>(EventType::BufferFlush);
constexpr std::uint8_t kMeasurementOn = 1;

enum class ChunkResult { NextChunk, EndOfFile, AllRead, Damaged };

class EventDecoder {
 public:
  EventDecoder(const EventContext& context, model::EventHandler& handler)
      : context_(context), handler_(handler), program_(context.undefined_region) {
    set_time_bounds();
  }

  ChunkResult decode(RecordCursor chunk);
  void report(model::Anomalies& anomalies) const;

  [[nodiscard]] std::uint64_t missing() const { return context_.event_count - events_; }

 private:
  void set_time_bounds();
  bool take_time(std::uint64_t local);
  bool deliver(EventType type, RecordCursor& chunk);
  bool deliver_rare(EventType type, RecordCursor record);
  void deliver_request(EventType type, RequestId request);
  bool deliver_message(EventType type, RecordCursor record);
  bool deliver_collective(EventType type, RecordCursor record);
  bool deliver_program_begin(RecordCursor record);
  bool deliver_buffer_flush(RecordCursor record);

  RegionId region(std::uint32_t id) {
    const std::uint32_t dense = context_.regions[id];
    if (dense != kUndefined32) [[likely]]
      return RegionId{dense};
    ++undefined_regions_;
    return context_.undefined_region;
  }

  const EventContext& context_;
  model::EventHandler& handler_;
  RegionId program_;
  Ticks time_{};
  std::int64_t earliest_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t latest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t tolerated_step_back_ = 0;
  bool has_time_ = false;
  std::uint64_t events_ = 0;
  std::uint64_t undefined_regions_ = 0;
  std::uint64_t undefined_comms_ = 0;
  std::uint64_t impossible_ranks_ = 0;
  std::uint64_t unknown_operations_ = 0;
  std::uint64_t impossible_times_ = 0;
  std::uint64_t steps_back_ = 0;
};

// A time stamp far outside of what the definitions state is a flipped bit; a second of tolerance,
// and as much again as the run took, leaves room for clocks that differ.
void EventDecoder::set_time_bounds() {
  const model::Clock& clock = context_.trace_clock;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 61;
  tolerated_step_back_ =
      static_cast<std::int64_t>(std::min(clock.ticks_per_second, kLargest) / 1000);
  if (clock.length == 0 || std::max({clock.begin, clock.length, clock.ticks_per_second}) > kLargest)
    return;
  const auto tolerance = static_cast<std::int64_t>(clock.ticks_per_second + clock.length);
  earliest_ = static_cast<std::int64_t>(clock.begin) - tolerance;
  latest_ = static_cast<std::int64_t>(clock.begin + clock.length) + tolerance;
}

// False if time goes back so far that what follows cannot be trusted.
bool EventDecoder::take_time(std::uint64_t local) {
  const Ticks time{static_cast<std::int64_t>(context_.clock.correct(local))};
  if (time.count < earliest_ || time.count > latest_) [[unlikely]] {
    ++impossible_times_;
    return true;
  }
  if (time < time_ && has_time_) [[unlikely]] {
    ++steps_back_;
    return (time_ - time).count <= tolerated_step_back_;
  }
  time_ = time;
  has_time_ = true;
  return true;
}

ChunkResult EventDecoder::decode(RecordCursor chunk) {
  while (chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type >= kFirstEventType) [[likely]] {
      if (events_ == context_.event_count) return ChunkResult::AllRead;
      if (!deliver(static_cast<EventType>(type), chunk)) return ChunkResult::Damaged;
      ++events_;
      continue;
    }
    switch (static_cast<Mark>(type)) {
      case Mark::TimeStamp: {
        const std::uint64_t local = chunk.full64();
        if (!chunk.ok() || !take_time(local)) return ChunkResult::Damaged;
        break;
      }
      case Mark::AttributeList:
        chunk.record();
        break;
      case Mark::EndOfChunk:
        return ChunkResult::NextChunk;
      case Mark::EndOfBuffer:
      case Mark::EndOfFile:
        return ChunkResult::EndOfFile;
      default:
        return ChunkResult::Damaged;
    }
  }
  return chunk.ok() ? ChunkResult::NextChunk : ChunkResult::Damaged;
}

// False if the record does not fit into what is left of the chunk or its values are malformed.
bool EventDecoder::deliver(EventType type, RecordCursor& chunk) {
  switch (type) {
    // Records of one number have no length of their own.
    case EventType::Enter: {
      const std::uint32_t id = chunk.u32();
      if (!chunk.ok()) return false;
      handler_.enter(time_, region(id));
      return true;
    }
    case EventType::Leave: {
      const std::uint32_t id = chunk.u32();
      if (!chunk.ok()) return false;
      handler_.leave(time_, region(id));
      return true;
    }
    case EventType::MpiIsendComplete:
    case EventType::MpiIrecvRequest:
    case EventType::MpiRequestTest:
    case EventType::MpiRequestCancelled: {
      const RequestId request{chunk.u64()};
      if (!chunk.ok()) return false;
      deliver_request(type, request);
      return true;
    }
    case EventType::OmpFork:
    case EventType::OmpTaskCreate:
    case EventType::OmpTaskSwitch:
    case EventType::OmpTaskComplete:
      chunk.u64();
      return chunk.ok();
    default: {
      const RecordCursor record = chunk.record();
      return chunk.ok() && deliver_rare(type, record);
    }
  }
}

bool EventDecoder::deliver_rare(EventType type, RecordCursor record) {
  switch (type) {
    case EventType::MpiSend:
    case EventType::MpiIsend:
    case EventType::MpiRecv:
    case EventType::MpiIrecv:
      return deliver_message(type, record);
    case EventType::MpiCollectiveEnd:
    case EventType::NonBlockingCollectiveComplete:
      return deliver_collective(type, record);
    case EventType::MpiCollectiveBegin:
      handler_.collective_begin(time_);
      return true;
    case EventType::NonBlockingCollectiveRequest: {
      const RequestId request{record.u64()};
      if (record.ok()) handler_.nonblocking_collective_request(time_, request);
      return record.ok();
    }
    case EventType::ProgramBegin:
      return deliver_program_begin(record);
    case EventType::ProgramEnd:
      handler_.program_end(time_, program_);
      return true;
    case EventType::ThreadBegin:
      handler_.thread_begin(time_);
      return true;
    case EventType::ThreadEnd:
      handler_.thread_end(time_);
      return true;
    case EventType::BufferFlush:
      return deliver_buffer_flush(record);
    case EventType::MeasurementOnOff: {
      const bool on = record.u8() == kMeasurementOn;
      if (record.ok()) handler_.measurement_on_off(time_, on);
      return record.ok();
    }
    default:
      return true;  // no analysis uses it
  }
}

void EventDecoder::deliver_request(EventType type, RequestId request) {
  switch (type) {
    case EventType::MpiIsendComplete:
      return handler_.mpi_isend_complete(time_, request);
    case EventType::MpiIrecvRequest:
      return handler_.mpi_irecv_request(time_, request);
    case EventType::MpiRequestTest:
      return handler_.mpi_request_test(time_, request);
    default:
      return handler_.mpi_request_cancelled(time_, request);
  }
}

bool EventDecoder::deliver_message(EventType type, RecordCursor record) {
  MessageRecord message;
  message.peer = CommRank{record.u32()};
  message.comm = CommId{context_.comms[record.u32()]};
  message.tag = record.u32();
  message.bytes = record.u64();
  const bool non_blocking = type == EventType::MpiIsend || type == EventType::MpiIrecv;
  if (non_blocking) message.request = RequestId{record.u64()};
  if (!record.ok()) return false;
  if (!message.comm.valid()) {
    ++undefined_comms_;
    return true;
  }
  if (message.peer.value >= context_.peer_limits[message.comm.index()]) {
    ++impossible_ranks_;
    return true;
  }
  switch (type) {
    case EventType::MpiSend:
      handler_.mpi_send(time_, message);
      break;
    case EventType::MpiIsend:
      handler_.mpi_isend(time_, message);
      break;
    case EventType::MpiRecv:
      handler_.mpi_recv(time_, message);
      break;
    default:
      handler_.mpi_irecv(time_, message);
      break;
  }
  return true;
}

bool EventDecoder::deliver_collective(EventType type, RecordCursor record) {
  CollectiveRecord collective;
  const std::uint8_t operation = record.u8();
  collective.op = static_cast<CollectiveOp>(operation);
  collective.comm = CommId{context_.comms[record.u32()]};
  collective.root = CommRank{record.u32()};
  collective.bytes_sent = record.u64();
  collective.bytes_received = record.u64();
  const bool non_blocking = type == EventType::NonBlockingCollectiveComplete;
  if (non_blocking) collective.request = RequestId{record.u64()};
  if (!record.ok()) return false;
  if (!collective.comm.valid()) {
    ++undefined_comms_;
    return true;
  }
  const bool special_root = collective.root >= model::kRootThisGroup;
  if (!special_root && collective.root.value >= context_.peer_limits[collective.comm.index()]) {
    ++impossible_ranks_;
    return true;
  }
  if (operation > static_cast<std::uint8_t>(CollectiveOp::DestroyHandleAndDeallocate)) {
    ++unknown_operations_;
    return true;
  }
  if (non_blocking)
    handler_.nonblocking_collective_complete(time_, collective);
  else
    handler_.collective_end(time_, collective);
  return true;
}

bool EventDecoder::deliver_program_begin(RecordCursor record) {
  const std::uint32_t name = context_.programs[record.u32()];
  if (!record.ok()) return false;
  if (name != kUndefined32)
    program_ = RegionId{name};
  else
    ++undefined_regions_;
  handler_.program_begin(time_, program_);
  return true;
}

bool EventDecoder::deliver_buffer_flush(RecordCursor record) {
  const std::uint64_t local = record.full64();
  if (!record.ok()) return false;
  const Ticks stop{static_cast<std::int64_t>(context_.clock.correct(local))};
  handler_.buffer_flush(time_, std::clamp(stop, time_, std::max(time_, Ticks{latest_})));
  return true;
}

void EventDecoder::report(model::Anomalies& anomalies) const {
  anomalies.add("events of undefined regions (shown as one region)", undefined_regions_);
  anomalies.add("messages and collectives in undefined communicators (skipped)", undefined_comms_);
  anomalies.add("messages and collectives with impossible ranks (skipped)", impossible_ranks_);
  anomalies.add("collectives of an unknown kind (skipped)", unknown_operations_);
  anomalies.add("time stamps outside of the run (time of the event before used)",
                impossible_times_);
  anomalies.add("time stamps earlier than the one before (time of the event before used)",
                steps_back_);
}

}  // namespace

std::vector<std::uint32_t> peer_limits(const model::Definitions& definitions) {
  std::vector<std::uint32_t> limits;
  limits.reserve(definitions.communicators.size());
  for (const model::Communicator& comm : definitions.communicators) {
    // Peers in an intercommunicator are ranks of the other group, whichever that is.
    const std::size_t size = std::max(comm.members.size(), comm.remote_members.size());
    const bool unknown = size == 0 && !comm.is_self;
    limits.push_back(unknown ? kUndefined32 : static_cast<std::uint32_t>(comm.is_self ? 1 : size));
  }
  return limits;
}

base::Status read_events(ChunkedFile& file, const EventContext& context,
                         model::EventHandler& handler, model::Anomalies& anomalies) {
  EventDecoder decoder(context, handler);
  ChunkResult result = ChunkResult::NextChunk;
  while (result == ChunkResult::NextChunk) {
    TRY_ASSIGN(const bool more, file.next());
    if (!more) break;
    result = decoder.decode(file.chunk());
  }
  decoder.report(anomalies);
  if (result == ChunkResult::AllRead)
    anomalies.add("locations with more events than the definitions state (rest not read)");
  else if (result != ChunkResult::EndOfFile)
    anomalies.add("locations whose event file is truncated or damaged (read up to there)");
  else if (decoder.missing() > 0)
    anomalies.add("locations with fewer events than the definitions state");
  anomalies.add("events that the definitions state and the event files lack", decoder.missing());
  return base::kOk;
}

std::uint32_t first_program_name(ChunkedFile& file) {
  const auto more = file.next();
  if (!more || !*more) return kUndefined32;
  RecordCursor chunk = file.chunk();
  while (chunk.ok() && chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type == static_cast<std::uint8_t>(Mark::TimeStamp))
      chunk.full64();
    else if (type == static_cast<std::uint8_t>(Mark::AttributeList))
      chunk.record();
    else if (type == static_cast<std::uint8_t>(EventType::ProgramBegin))
      return chunk.record().u32();
    else
      break;
  }
  return kUndefined32;
}

}  // namespace tarry::trace::otf2
