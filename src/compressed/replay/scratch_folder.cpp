// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/scratch_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "workers/agree.h"

namespace tarry::replay {

using base::Error;
using base::ErrorCode;

base::Result<ScratchFolder> ScratchFolder::make(const std::string& parent,
                                                workers::Transport& transport) {
  ScratchFolder made;
  TRY(workers::do_together(transport, [&]() -> base::Status {
    if (transport.rank() != 0) return base::kOk;
    base::Result<base::TemporaryDirectory> own =
        parent.empty() ? base::TemporaryDirectory::make()
                       : base::TemporaryDirectory::make_in(std::filesystem::absolute(parent));
    if (!own.ok()) {
      Error error = own.error();
      error.hint += error.hint.empty() ? "" : "; ";
      error.hint += "--scratch names a folder for the files of a replay";
      return error;
    }
    made.own_ = std::make_unique<base::TemporaryDirectory>(std::move(*own));
    made.path_ = made.own_->path().string();
    return base::kOk;
  }));
  workers::Bytes told;
  workers::append_text(told, made.path_);
  const workers::Bytes first = transport.all_gather(told).front();
  made.path_ = workers::MessageReader(first).take_text();
  TRY(workers::do_together(transport, [&]() -> base::Status {
    if (access(made.path_.c_str(), R_OK | W_OK | X_OK) == 0) return base::kOk;
    return Error{ErrorCode::Io, "not every process can use the folder for scratch files",
                 made.path_ + ": " + std::strerror(errno),
                 "--scratch names a folder that all machines share"};
  }));
  return made;
}

void ScratchFolder::remove() const {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace tarry::replay
