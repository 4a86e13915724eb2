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
  const fs::path directory = fs::temp_directory_path(error);
  if (error)
    return Error{ErrorCode::Io, "cannot create a temporary directory", directory.string(),
                 error.message()};
  return make_in(directory);
}

Result<TemporaryDirectory> TemporaryDirectory::make_in(const fs::path& directory) {
  std::string name = (directory / "tarry-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    return Error{ErrorCode::Io, "cannot create a temporary directory in", directory.string(),
                 std::strerror(errno)};
  return TemporaryDirectory(std::move(name));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace tarry::base
