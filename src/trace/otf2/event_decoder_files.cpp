// SPDX-License-Identifier: BSD-3-Clause
// The part of the decoder for files that MPI has opened. Score-P records files of other interfaces,
// too, such as those of the C library.
#include "trace/otf2/definition_model.h"
#include "trace/otf2/event_decoder.h"

namespace tarry::trace::otf2 {

using model::FileId;
using model::FileOperation;

namespace {

constexpr std::uint8_t kLastKind = static_cast<std::uint8_t>(FileOperation::Kind::Flush);

}  // namespace

FileId EventDecoder::file(std::uint32_t id) {
  const std::uint32_t dense = context_.file_ids[id];
  if (dense == kOtherParadigm) return {};
  if (dense == kUndefined32) ++undefined_files_;
  return FileId{dense};
}

bool EventDecoder::deliver_file(EventType type, RecordCursor record) {
  const std::uint32_t id = record.u32();
  if (type == EventType::IoOperationComplete) {
    const std::uint64_t bytes = record.u64();
    const std::uint64_t matching = record.u64();
    if (!record.ok()) return false;
    if (const FileId of = file(id); of.valid())
      handler_.file_operation_completed(time_.now(), {of, bytes, matching});
    return true;
  }
  if (type == EventType::IoOperationBegin) {
    const std::uint8_t kind = record.u8();
    const std::uint32_t flags = record.u32();
    const std::uint64_t bytes = record.u64();
    const std::uint64_t matching = record.u64();
    if (!record.ok()) return false;
    if (const FileId of = file(id); of.valid() && kind <= kLastKind)
      handler_.file_operation_begun(
          time_.now(), {static_cast<FileOperation::Kind>(kind), (flags & kIoCollective) != 0,
                        (flags & kIoNonBlocking) != 0, of, bytes, matching});
    return true;
  }
  if (!record.ok()) return false;
  const FileId of = file(id);
  if (of.valid() && type == EventType::IoCreateHandle)
    handler_.file_opened(time_.now(), of);
  else if (of.valid())
    handler_.file_closed(time_.now(), of);
  return true;
}

}  // namespace tarry::trace::otf2
