// SPDX-License-Identifier: BSD-3-Clause
// A directory of one's own for files that nobody needs later.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/result.h"

namespace tarry::base {

// Below the system's directory for such; no other process has one of the same name. Removed with
// all that is in it; what cannot be removed stays.
class TemporaryDirectory {
 public:
  // Io, if none can be made.
  static Result<TemporaryDirectory> make();

  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace tarry::base
