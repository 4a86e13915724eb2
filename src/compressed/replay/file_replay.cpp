// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/file_replay.h"

#include <utility>

#include "compressed/replay/file_survey.h"

namespace tarry::replay {

using compressed::Action;
using compressed::ActionKind;

// The survey has made sure that the files are open and that each call has a single action.
bool FileReplay::call(const Function& function, const std::vector<Action>& actions,
                      CallCounts& counts) {
  if (actions.empty() || !function.number || function.role != CallRole::OnFile) return false;
  const Action& action = actions.front();
  if (action.kind == ActionKind::OpenFile) return open(action);
  if (action.kind == ActionKind::DeleteFile) {
    stage_.mpi.delete_file(action.name, action.mode);
    return true;
  }
  const OpenFile* const file = files_.at(action.file);
  if (file == nullptr) return false;
  const bool is_made = file->is_made && on_file(function, action, *file, counts);
  if (!is_made && action.kind == ActionKind::StartTransfer) accesses_.open(nullptr);
  if (action.kind == ActionKind::CloseFile) files_.close(action.file);
  return is_made;
}

bool FileReplay::open(const Action& action) {
  const bool is_made = files_.can_open(action);
  FileNumber number = 0;
  if (is_made)
    number =
        stage_.mpi.open_file(perform_.comm(action.comm), action.name, action.size, action.mode);
  if ((action.mode & compressed::kFileFailed) == 0) files_.open(action, number);
  return is_made;
}

bool FileReplay::on_file(const Function& function, const Action& action, const OpenFile& file,
                         CallCounts& counts) {
  if (action.kind == ActionKind::CloseFile) {
    stage_.mpi.close_file(file.number);
    return true;
  }
  if (!can_be_made(*function.number, action)) return false;
  if (action.kind == ActionKind::SetFile) {
    stage_.mpi.set_file({*function.number, file.number, action.at, action.size, action.unit,
                         action.extent, action.mode});
    return true;
  }
  const auto sent = static_cast<std::uint64_t>(action.bytes);
  const auto received = static_cast<std::uint64_t>(action.received);
  Request request = stage_.mpi.transfer({*function.number, file.number, action.at, sent, received});
  counts.sent += sent;
  counts.received += received;
  if (action.kind == ActionKind::StartTransfer) accesses_.open(std::move(request));
  return true;
}

}  // namespace tarry::replay
