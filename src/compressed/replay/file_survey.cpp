// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/file_survey.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <string_view>

#include "compressed/replay/call_role.h"
#include "model/mpi_function.h"

namespace tarry::replay {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::Action;
using compressed::ActionKind;

Error contradiction(const std::string& what) {
  return {ErrorCode::BadInput, "the trace contradicts itself", what, ""};
}

// Returns the kind of all calls of a function; nothing if it does nothing that a replay does again
// with a file.
std::optional<ActionKind> kind_of_calls(std::string_view function) {
  if (call_role(function) != CallRole::OnFile) return std::nullopt;
  function.remove_prefix(std::string_view("MPI_File_").size());
  if (function == "open") return ActionKind::OpenFile;
  if (function == "close") return ActionKind::CloseFile;
  if (function == "delete") return ActionKind::DeleteFile;
  if (function.starts_with("iread") || function.starts_with("iwrite"))
    return ActionKind::StartTransfer;
  const bool moves = function.starts_with("read") || function.starts_with("write");
  return moves && !function.ends_with("_end") ? ActionKind::Transfer : ActionKind::SetFile;
}

bool is_collective(model::MpiFunction function) {
  using model::MpiCall;
  const MpiCall call = info(function).kind.call;
  return call == MpiCall::FileCollective || call == MpiCall::FileCollectiveRead ||
         call == MpiCall::FileCollectiveWrite || function == model::MpiFunction::File_seek_shared;
}

bool is_view(model::MpiFunction function) { return function == model::MpiFunction::File_set_view; }

// Blocks that overlap cannot be told from blocks with holes, of which only the bytes are known.
bool is_possible_view(const Action& view) {
  return view.extent >= view.size && std::max(view.size, view.unit) <= INT_MAX;
}

}  // namespace

bool says_enough(model::MpiFunction function, const Action& action) {
  using enum model::MpiFunction;
  switch (function) {
    case File_set_view:
      return action.at >= 0 && action.size >= 0 && action.unit > 0 && action.extent >= 0;
    case File_set_size:
    case File_preallocate:
      return action.size >= 0;
    case File_seek:
    case File_seek_shared:
    case File_read_at:
    case File_read_at_all:
    case File_read_at_all_begin:
    case File_write_at:
    case File_write_at_all:
    case File_write_at_all_begin:
    case File_iread_at:
    case File_iread_at_all:
    case File_iwrite_at:
    case File_iwrite_at_all:
      return action.at >= 0;
    default:
      return true;
  }
}

bool can_be_made(model::MpiFunction function, const Action& action) {
  return says_enough(function, action) && (!is_view(function) || is_possible_view(action));
}

void FileSurvey::open(const Action& action, const std::string& function, Survey& found) {
  const bool can_open = files_.can_open(action);
  const bool has_failed = (action.mode & compressed::kFileFailed) != 0;
  if (!has_failed) files_.open(action);
  if (!can_open) {
    found.unsupported.insert("files of groups (intercommunicators)");
    return;
  }
  const auto comm = static_cast<std::size_t>(action.comm);
  found.uses[comm] = found.has_files = true;
  found.collectives[comm].add_call(has_failed ? function + " (failed)" : function);
}

base::Status FileSurvey::look_at(const Action& action, const std::string& function, Survey& found,
                                 CallCounts& counts) {
  const std::optional<model::MpiFunction> called = model::find_mpi_function(function);
  if (!called || kind_of_calls(function) != action.kind)
    return contradiction(function + " does what only other functions do with a file");
  if (action.kind == ActionKind::OpenFile) {
    constexpr std::int64_t kAny =
        compressed::kFileRead | compressed::kFileWrite | compressed::kFileFailed;
    if ((action.mode & kAny) == 0)
      return contradiction("a file is opened neither for reading nor for writing");
    open(action, function, found);
    return base::kOk;
  }
  if (action.kind == ActionKind::DeleteFile) {
    found.has_files = true;
    return base::kOk;
  }
  const OpenFile* const file = files_.at(action.file);
  if (file == nullptr) return contradiction("a call on a file that the process has not opened");
  const bool is_there = file->is_made;
  const bool is_made = is_there && can_be_made(*called, action);
  // Calls that are left out count, too: others must not wait for this process in them.
  if (is_there && is_collective(*called))
    found.collectives[static_cast<std::size_t>(file->comm)].add_call(
        is_made ? function : function + " (left out)");
  if (action.kind == ActionKind::CloseFile) files_.close(action.file);
  if (!is_there || action.kind == ActionKind::CloseFile) return base::kOk;
  if (!says_enough(*called, action)) {
    found.unsupported.insert(function + " (the trace does not say what it does)");
    return base::kOk;
  }
  if (is_view(*called) && action.size % action.unit != 0)
    return contradiction("a view of a file whose pieces are no multiples of its unit");
  if (!is_made) {
    found.unsupported.insert(function + " (pieces that overlap or have more than 2 GiB)");
    return base::kOk;
  }
  if (action.kind == ActionKind::SetFile) return base::kOk;
  if (action.bytes < 0 || action.received < 0) return contradiction("a negative number of bytes");
  const auto sent = static_cast<std::uint64_t>(action.bytes);
  const auto received = static_cast<std::uint64_t>(action.received);
  counts.sent += sent;
  counts.received += received;
  found.send_room = std::max(found.send_room, sent);
  found.receive_room = std::max(found.receive_room, received);
  return base::kOk;
}

}  // namespace tarry::replay
