// SPDX-License-Identifier: BSD-3-Clause
// A private directory for files that are not needed later.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/result.h"

namespace tarry::base {

// It lies below the system's directory for temporary files or another one, and no other process has
// one of the same name. It is removed with its whole content; files that cannot be removed stay.
class TemporaryDirectory {
 public:
  // Returns an error of kind Io if no directory can be made.
  static Result<TemporaryDirectory> make();
  static Result<TemporaryDirectory> make_in(const std::filesystem::path& directory);

  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace tarry::base
