// SPDX-License-Identifier: BSD-3-Clause
#include "base/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace tarry::base {

namespace fs = std::filesystem;

Result<TemporaryDirectory> TemporaryDirectory::make() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "tarry-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    return Error{ErrorCode::Io, "cannot create a temporary directory", name,
                 error ? error.message() : std::strerror(errno)};
  return TemporaryDirectory(std::move(name));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace tarry::base
