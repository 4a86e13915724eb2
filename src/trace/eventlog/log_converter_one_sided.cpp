// SPDX-License-Identifier: BSD-3-Clause
// The part of the converter for one-sided communication and files.
#include <algorithm>

#include "trace/eventlog/log_converter.h"

namespace tarry::trace::eventlog {

using model::Ticks;
using model::WindowId;

bool LogConverter::is_known(WindowId window) {
  if (!window.valid()) anomalies_.add("one-sided operations on windows that were never defined");
  return window.valid();
}

void LogConverter::one_sided_operation(const LogRecord& record, Ticks time) {
  model::RmaOperation operation;
  if (record.kind == RecordKind::RmaAtomic) {
    const auto in = record.as<AtomicRecord>();
    operation = {model::RmaOperation::Kind::Atomic,
                 static_cast<std::uint8_t>(in.type),
                 ids_.window(in.window),
                 model::CommRank{in.target},
                 in.bytes_sent,
                 in.bytes_received,
                 in.matching};
  } else {
    const auto in = record.as<OneSidedRecord>();
    const bool is_put = record.kind == RecordKind::RmaPut;
    operation = {is_put ? model::RmaOperation::Kind::Put : model::RmaOperation::Kind::Get,
                 0,
                 ids_.window(in.window),
                 model::CommRank{in.target},
                 is_put ? in.bytes : 0,
                 is_put ? 0 : in.bytes,
                 in.matching};
  }
  if (is_known(operation.window)) out_.rma_operation(time, operation);
}

void LogConverter::file(const LogRecord& record, Ticks time) {
  const bool is_transfer =
      record.kind == RecordKind::FileOperation || record.kind == RecordKind::FileCompleted;
  const OneSidedRecord in = is_transfer ? record.as<OneSidedRecord>() : OneSidedRecord{};
  const model::FileId file =
      ids_.file(is_transfer ? in.window : static_cast<std::uint32_t>(record.payload()));
  if (!file.valid()) return anomalies_.add("operations on files that were never defined");
  switch (record.kind) {
    case RecordKind::FileOpened:
      return out_.file_opened(time, file);
    case RecordKind::FileClosed:
      return out_.file_closed(time, file);
    case RecordKind::FileOperation: {
      const auto kind = std::min(kind_of_file_operation(in.target),
                                 static_cast<std::uint32_t>(model::FileOperation::Kind::Flush));
      return out_.file_operation_begun(
          time,
          {static_cast<model::FileOperation::Kind>(kind), is_collective_file_operation(in.target),
           is_nonblocking_file_operation(in.target), file, in.bytes, in.matching});
    }
    default:
      return out_.file_operation_completed(time, {file, in.bytes, in.matching});
  }
}

void LogConverter::one_sided(const LogRecord& record, Ticks time) {
  const std::uint64_t payload = record.payload();
  const bool is_lock =
      record.kind == RecordKind::RmaLockRequested || record.kind == RecordKind::RmaLockReleased;
  const WindowId window = ids_.window(is_lock ? window_of_lock(payload) : window_of(payload));
  const std::uint32_t number = number_of(payload);
  switch (record.kind) {
    case RecordKind::RmaWindowCreated:
      if (is_known(ids_.window(number))) out_.rma_window_created(time, ids_.window(number));
      return;
    case RecordKind::RmaWindowDestroyed:
      if (is_known(ids_.window(number))) out_.rma_window_destroyed(time, ids_.window(number));
      return;
    case RecordKind::RmaCollectiveBegin:
      return out_.rma_collective_begin(time);
    case RecordKind::RmaCollectiveEnd:
      if (is_known(window))
        out_.rma_collective_end(time, {static_cast<model::CollectiveOp>(number), window});
      return;
    case RecordKind::RmaGroupSync:
      if (is_known(window) && ids_.group(number).valid())
        out_.rma_group_sync(time, {window, ids_.group(number)});
      return;
    case RecordKind::RmaLockRequested:
      if (is_known(window))
        out_.rma_lock_requested(time,
                                {window, model::CommRank{number}, 0, is_exclusive_lock(payload)});
      return;
    case RecordKind::RmaLockReleased:
      if (is_known(window))
        out_.rma_lock_released(time, {window, model::CommRank{number}, 0, false});
      return;
    case RecordKind::RmaCompleted:
    case RecordKind::RmaRequestCompleted:
      if (is_known(window))
        out_.rma_operation_completed(time, {record.kind == RecordKind::RmaCompleted
                                                ? model::RmaCompletion::Kind::Remote
                                                : model::RmaCompletion::Kind::NonBlocking,
                                            window, number});
      return;
    default:
      return one_sided_operation(record, time);
  }
}

}  // namespace tarry::trace::eventlog
