// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/event_decoder.h"

#include <utility>

#include "trace/otf2/archive_file.h"
#include "trace/otf2/counter_model.h"

namespace tarry::trace::otf2 {

using model::CollectiveOp;
using model::CollectiveRecord;
using model::CommId;
using model::CommRank;
using model::MessageRecord;
using model::Paradigm;
using model::RegionId;
using model::RequestId;

namespace {

// Events from one place to read from to the next.
constexpr std::uint64_t kPlaceInterval = 1024;

}  // namespace

void EventDecoder::resume(const model::EventPlace& place) {
  events_ = place.event;
  time_.resume(place.time);
  program_ = place.program;
  if (open_) open_->resume(place.open);
}

void EventDecoder::name_place(std::uint64_t offset) {
  place_.offset = offset;
  place_.event = events_;
  place_.time = time_.now();
  place_.program = program_;
  if (open_) place_.open = open_->open();
  places_->place_reached(place_);
}

ChunkResult EventDecoder::decode(RecordCursor chunk, std::uint64_t offset) {
  const std::uint8_t* const begin = chunk.position();
  while (chunk.left() > 0) {
    const std::uint8_t type = chunk.u8();
    if (type >= kFirstEventType) [[likely]] {
      if (events_ == context_.event_count) return ChunkResult::AllRead;
      if (!deliver(static_cast<EventType>(type), chunk)) return ChunkResult::Damaged;
      ++events_;
      if (places_ != nullptr && events_ % kPlaceInterval == 0) [[unlikely]]
        name_place(offset + static_cast<std::uint64_t>(chunk.position() - begin));
      continue;
    }
    switch (static_cast<Mark>(type)) {
      case Mark::TimeStamp: {
        const std::uint64_t local = chunk.full64();
        if (!chunk.ok() || !time_.take(local)) return ChunkResult::Damaged;
        break;
      }
      case Mark::AttributeList:
        take_attributes(chunk.record());
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

// Inlined functions only surround their calls: they are entered and left with them.
void EventDecoder::enter(RegionId region) {
  if (open_) [[unlikely]]
    for (const RegionId around : open_->enter(region)) handler_.enter(time_.now(), around);
  handler_.enter(time_.now(), region);
}

void EventDecoder::leave(RegionId region) {
  handler_.leave(time_.now(), region);
  if (!open_) [[likely]]
    return;
  const auto inlined = open_->leave(region);
  for (auto around = inlined.rbegin(); around != inlined.rend(); ++around)
    handler_.leave(time_.now(), *around);
}

// Returns false if the record does not fit into the rest of the chunk or its values are malformed.
bool EventDecoder::deliver(EventType type, RecordCursor& chunk) {
  switch (type) {
    // Records whose content is one number have no length of their own.
    case EventType::Enter: {
      const std::uint32_t id = chunk.u32();
      if (!chunk.ok()) return false;
      enter(region(id));
      return true;
    }
    case EventType::Leave: {
      const std::uint32_t id = chunk.u32();
      if (!chunk.ok()) return false;
      if (joined_calls_ != 0) [[unlikely]]
        handler_.joined_calls(time_.now(), std::exchange(joined_calls_, 0));
      leave(region(id));
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
    case EventType::Metric:
      return deliver_counters(record);
    case EventType::MpiCollectiveEnd:
    case EventType::NonBlockingCollectiveComplete:
      return deliver_collective(type, record);
    case EventType::MpiCollectiveBegin:
      handler_.collective_begin(time_.now());
      return true;
    case EventType::NonBlockingCollectiveRequest: {
      const RequestId request{record.u64()};
      if (record.ok()) handler_.nonblocking_collective_request(time_.now(), request);
      return record.ok();
    }
    case EventType::ProgramBegin:
      return deliver_program_begin(record);
    case EventType::ProgramEnd:
      handler_.program_end(time_.now(), program_);
      return true;
    case EventType::ThreadCreate:
    case EventType::ThreadBegin:
    case EventType::ThreadWait:
    case EventType::ThreadEnd:
      return deliver_thread(type, record);
    case EventType::ThreadFork:
    case EventType::ThreadJoin:
      return deliver_fork_or_join(type, record);
    case EventType::ThreadTeamBegin:
    case EventType::ThreadTeamEnd:
      return deliver_team(type, record);
    case EventType::ThreadAcquireLock:
    case EventType::ThreadReleaseLock:
      return deliver_lock(type, record);
    case EventType::ThreadTaskCreate:
    case EventType::ThreadTaskSwitch:
    case EventType::ThreadTaskComplete:
      return deliver_task(type, record);
    case EventType::IoCreateHandle:
    case EventType::IoDestroyHandle:
    case EventType::IoOperationBegin:
    case EventType::IoOperationComplete:
      return deliver_file(type, record);
    case EventType::BufferFlush:
      return deliver_buffer_flush(record);
    case EventType::MeasurementOnOff: {
      const bool on = record.u8() == kMeasurementOn;
      if (record.ok()) handler_.measurement_on_off(time_.now(), on);
      return record.ok();
    }
    default:
      return deliver_rma(type, record);
  }
}

void EventDecoder::deliver_request(EventType type, RequestId request) {
  switch (type) {
    case EventType::MpiIsendComplete:
      return handler_.mpi_isend_complete(time_.now(), request);
    case EventType::MpiIrecvRequest:
      return handler_.mpi_irecv_request(time_.now(), request);
    case EventType::MpiRequestTest:
      return handler_.mpi_request_test(time_.now(), request);
    default:
      return handler_.mpi_request_cancelled(time_.now(), request);
  }
}

// Reads only the first attribute, because ours stands alone.
void EventDecoder::take_attributes(RecordCursor record) {
  const std::uint32_t count = record.u32();
  const std::uint32_t attribute = record.u32();
  if (!record.ok() || count == 0 || attribute == kUndefined32) return;
  from_any_source_ = attribute == context_.any_source_attribute;
  neighborhood_ = kNoNeighborhood;
  if (attribute == context_.neighborhood_attribute && record.u8() == kTypeUint8)
    neighborhood_ = record.u8();
  if (attribute != context_.joined_calls_attribute || record.u8() != kTypeUint64) return;
  const std::uint64_t more = record.u64();
  if (record.ok()) joined_calls_ = more;
}

bool EventDecoder::deliver_message(EventType type, RecordCursor record) {
  MessageRecord message;
  message.peer = CommRank{record.u32()};
  message.comm = CommId{context_.comms[record.u32()]};
  message.tag = record.u32();
  message.bytes = record.u64();
  message.from_any_source = std::exchange(from_any_source_, false);
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
      handler_.mpi_send(time_.now(), message);
      break;
    case EventType::MpiIsend:
      handler_.mpi_isend(time_.now(), message);
      break;
    case EventType::MpiRecv:
      handler_.mpi_recv(time_.now(), message);
      break;
    default:
      handler_.mpi_irecv(time_.now(), message);
      break;
  }
  return true;
}

bool EventDecoder::deliver_collective(EventType type, RecordCursor record) {
  CollectiveRecord collective;
  const std::uint8_t operation = record.u8();
  collective.op = static_cast<CollectiveOp>(operation);
  const std::uint8_t like = std::exchange(neighborhood_, kNoNeighborhood);
  if (like != kNoNeighborhood && model::has_neighborhood_form(static_cast<CollectiveOp>(like)))
    collective.op = model::among_neighbors(static_cast<CollectiveOp>(like));
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
  if (!model::is_otf2_collective_op(operation)) {
    ++unknown_operations_;
    return true;
  }
  if (non_blocking)
    handler_.nonblocking_collective_complete(time_.now(), collective);
  else
    handler_.collective_end(time_.now(), collective);
  return true;
}

bool EventDecoder::deliver_program_begin(RecordCursor record) {
  const std::uint32_t name = context_.programs[record.u32()];
  if (!record.ok()) return false;
  if (name != kUndefined32)
    program_ = RegionId{name};
  else
    ++undefined_regions_;
  if (open_) open_->enter(program_);
  handler_.program_begin(time_.now(), program_);
  return true;
}

bool EventDecoder::deliver_buffer_flush(RecordCursor record) {
  const std::uint64_t local = record.full64();
  if (!record.ok()) return false;
  handler_.buffer_flush(time_.now(), time_.later(local));
  return true;
}

bool EventDecoder::deliver_counters(RecordCursor record) {
  const std::uint32_t set = context_.counter_sets[record.u32()];
  counter_values_.resize(record.u8());
  for (model::CounterValue& value : counter_values_) {
    value.type = static_cast<model::CounterType>(record.u8());
    value.bits = record.u64();
  }
  if (!record.ok()) return false;
  if (set == kUndefined32)
    ++undefined_counters_;
  else if (set != kLeftOut)
    handler_.counters_read(time_.now(), model::CounterSetId{set}, counter_values_);
  return true;
}

void EventDecoder::report(model::Anomalies& anomalies) const {
  anomalies.add("events of undefined regions (shown as one region)", undefined_regions_);
  anomalies.add("messages and collectives in undefined communicators (skipped)", undefined_comms_);
  anomalies.add("messages and collectives with impossible ranks (skipped)", impossible_ranks_);
  anomalies.add("collectives of an unknown kind (skipped)", unknown_operations_);
  anomalies.add("records of threads in undefined teams (skipped)", undefined_teams_);
  anomalies.add("one-sided operations on undefined windows or groups (skipped)",
                undefined_windows_);
  anomalies.add("operations on undefined files (skipped)", undefined_files_);
  anomalies.add("values of undefined counters (skipped)", undefined_counters_);
  time_.report(anomalies);
}

}  // namespace tarry::trace::otf2
