// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/file_records.h"

namespace tarry::trace::synthetic {
namespace {

using Kind = Event::Kind;
using model::FileOperation;

bool has(const std::string& name, std::string_view part) {
  return name.find(part) != std::string::npos;
}

Event event_of(Kind kind, Ticks time, model::FileId file) {
  Event event;
  event.kind = kind;
  event.time = time;
  event.file = file;
  return event;
}

std::optional<FileOperation::Kind> kind_of(const std::string& region) {
  if (has(region, "read")) return FileOperation::Kind::Read;
  if (has(region, "write")) return FileOperation::Kind::Write;
  if (has(region, "sync")) return FileOperation::Kind::Flush;
  return std::nullopt;
}

}  // namespace

FileRecords file_records(const std::string& region, Ticks begin, std::optional<Ticks> end,
                         Attributes& attributes, CaseBuilder& builder) {
  FileRecords out;
  const model::FileId file = attributes.file();
  if (region == "MPI_File_open" && end)
    out.at_leave.push_back(event_of(Kind::FileOpened, *end, file));
  if (region == "MPI_File_close") out.at_enter.push_back(event_of(Kind::FileClosed, begin, file));
  const bool is_end = region.ends_with("_end") || attributes.has("done");
  const auto kind = is_end ? std::nullopt : kind_of(region);
  const std::uint64_t bytes = attributes.number("bytes", 0);
  const std::uint64_t moved = attributes.number("moved", bytes);
  const bool has_number = attributes.has("match");
  const std::uint64_t matching =
      has_number ? attributes.number("match", 0) : builder.next_transfer++;
  bool is_complete = is_end;
  if (kind) {
    Event event = event_of(Kind::FileOperation, attributes.time("at", begin), file);
    FileOperation& operation = event.file_operation;
    operation.kind = *kind;
    operation.is_collective = has(region, "_all") || has(region, "_ordered") || has(region, "sync");
    operation.is_nonblocking =
        has(region, "_iread") || has(region, "_iwrite") || region.ends_with("_begin");
    operation.file = file;
    operation.bytes_wanted = bytes;
    operation.matching = matching;
    is_complete = !operation.is_nonblocking;
    out.at_enter.push_back(event);
  }
  if (!is_complete || !end) return out;
  Event event = event_of(Kind::FileCompletion, *end, file);
  event.file_completion = {file, moved, attributes.number("done", matching)};
  out.at_leave.push_back(event);
  return out;
}

}  // namespace tarry::trace::synthetic
