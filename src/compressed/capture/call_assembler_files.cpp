// SPDX-License-Identifier: BSD-3-Clause
// Calls on files. All that their actions say is in the record of the call.
#include "compressed/capture/call_assembler.h"

namespace tarry::compressed {

bool CallAssembler::on_file(const RecordedAction& in, Action& out) {
  const model::MpiOperands& told = in.operands;
  out.mode = told.mode;
  if (in.kind == ActionKind::OpenFile) return open_file(told, out);
  if (in.kind == ActionKind::DeleteFile) {
    out.name = told.name;
    return true;
  }
  const auto place = files_.place_of(told.object);
  if (!place) {
    left_out_.add("calls on files that were not seen to be opened (left out)");
    return false;
  }
  out.file = *place;
  out.at = told.at;
  out.size = told.size;
  out.unit = told.unit;
  out.count = told.count;
  out.datatype = told.datatype;
  if (in.kind == ActionKind::SetFile) {
    // Only a view has a unit, and an extent then.
    if (told.unit != kUnknown) out.extent = static_cast<std::int64_t>(told.bytes);
    return true;
  }
  out.bytes = static_cast<std::int64_t>(told.bytes);
  out.received = static_cast<std::int64_t>(told.received);
  if (in.kind == ActionKind::StartTransfer) accesses_.open(told.request);
  if (in.kind == ActionKind::CloseFile) files_.close_at(*place);
  return true;
}

bool CallAssembler::open_file(const model::MpiOperands& in, Action& out) {
  const OwnCommunicator* const comm = communicators_.find(in.comm);
  if (comm == nullptr) {
    left_out_.add("files on communicators that the process is no member of (left out)");
    return false;
  }
  out.comm = comm->position;
  out.name = in.name;
  out.size = in.size;
  if ((in.mode & kFileFailed) == 0) files_.open(in.object);
  return true;
}

}  // namespace tarry::compressed
