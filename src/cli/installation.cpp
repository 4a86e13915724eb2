// SPDX-License-Identifier: BSD-3-Clause
#include "cli/installation.h"

namespace tarry::cli {

base::Result<Installation> find_installation() {
  std::error_code error;
  const std::filesystem::path command = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error)
    return base::Error{base::ErrorCode::NotFound, "cannot find out where tarry is installed",
                       "/proc/self/exe", error.message()};
  return Installation{command.parent_path().parent_path()};
}

}  // namespace tarry::cli
