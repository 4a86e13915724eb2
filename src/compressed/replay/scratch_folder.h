// SPDX-License-Identifier: BSD-3-Clause
// The folder in which a replay keeps files instead of those of the program.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/temporary_directory.h"
#include "workers/transport.h"

namespace tarry::replay {

// It belongs to this replay and is removed with all that is in it when the first process leaves it.
class ScratchFolder {
 public:
  // Collective. The folder lies in `parent`, or below the system's directory for temporary files if
  // that is empty. Returns an Error, the same for all, if a process cannot use it.
  static base::Result<ScratchFolder> make(const std::string& parent, workers::Transport& transport);

  [[nodiscard]] const std::string& path() const { return path_; }
  // Removes it early, for a process that is about to end all.
  void remove() const;

 private:
  std::string path_;
  std::unique_ptr<base::TemporaryDirectory> own_;  // of the first process
};

}  // namespace tarry::replay
