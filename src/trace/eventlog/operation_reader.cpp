// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/operation_reader.h"

namespace tarry::trace::eventlog {

void OperationReader::read(LogReader& log) {
  thread_ = log.header().thread;
  begin_record_ = Operation::kNoRecord;
  std::uint64_t number = 0;
  for (LogRecord next; log.next(next); ++number) record(next, number);
}

void OperationReader::finish() {
  for (const auto& [request, send] : sends_) out_(send.stream, send.operation);
  for (const auto& [request, end] : ended_) out_(end.stream, end.operation);
  sends_.clear();
  ended_.clear();
}

void OperationReader::started(std::uint32_t request, std::uint64_t ticks) {
  if (cancelled_.erase(request) != 0) return;
  const auto end = ended_.find(request);
  if (end == ended_.end()) {
    started_[request] = ticks;
    return;
  }
  end->second.operation.begin = ticks;
  out_(end->second.stream, end->second.operation);
  ended_.erase(end);
}

void OperationReader::cancelled(std::uint32_t request) {
  if (sends_.erase(request) + started_.erase(request) == 0) cancelled_.insert(request);
}

void OperationReader::ended(std::uint32_t request, const Stream& stream, std::uint64_t ticks) {
  Operation operation{ticks, request};
  const auto start = started_.find(request);
  if (start == started_.end()) {
    ended_[request] = {stream, operation};
    return;
  }
  operation.begin = start->second;
  started_.erase(start);
  out_(stream, operation);
}

void OperationReader::message(const LogRecord& record, std::uint64_t number) {
  const auto in = record.as<MessageRecord>();
  const bool is_send = record.kind == RecordKind::MpiSend || record.kind == RecordKind::MpiIsend;
  const Stream stream{is_send ? StreamKind::Sends : StreamKind::Receives, in.comm, in.peer, in.tag};
  if (in.request == 0) return out_(stream, {record.ticks, 0, thread_, number});
  if (!is_send) return ended(in.request, stream, record.ticks);
  if (cancelled_.erase(in.request) == 0) sends_[in.request] = {stream, {record.ticks, in.request}};
}

void OperationReader::collective(const LogRecord& record, std::uint64_t number) {
  const auto in = record.as<CollectiveRecord>();
  const Stream stream{StreamKind::Collectives, in.comm};
  if (record.kind == RecordKind::NonBlockingCollectiveComplete)
    return ended(in.request, stream, record.ticks);
  const bool has_begin = begin_record_ != Operation::kNoRecord;
  out_(stream, {has_begin ? begin_ticks_ : record.ticks, 0, thread_, number, begin_record_});
  begin_record_ = Operation::kNoRecord;
}

void OperationReader::record(const LogRecord& record, std::uint64_t number) {
  switch (record.kind) {
    case RecordKind::MpiSend:
    case RecordKind::MpiIsend:
    case RecordKind::MpiRecv:
    case RecordKind::MpiIrecv:
      return message(record, number);
    case RecordKind::MpiIrecvRequest:
    case RecordKind::NonBlockingCollectiveRequest:
      return started(static_cast<std::uint32_t>(record.payload()), record.ticks);
    case RecordKind::MpiIsendComplete:
      if (const auto send = sends_.find(static_cast<std::uint32_t>(record.payload()));
          send != sends_.end()) {
        out_(send->second.stream, send->second.operation);
        sends_.erase(send);
      }
      return;
    case RecordKind::MpiRequestCancelled:
      return cancelled(static_cast<std::uint32_t>(record.payload()));
    case RecordKind::CollectiveBegin:
      begin_record_ = number;
      begin_ticks_ = record.ticks;
      return;
    case RecordKind::CollectiveEnd:
    case RecordKind::NonBlockingCollectiveComplete:
      return collective(record, number);
    default:
      return;
  }
}

}  // namespace tarry::trace::eventlog
