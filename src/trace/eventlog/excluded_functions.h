// SPDX-License-Identifier: BSD-3-Clause
// The functions of a program and its libraries that a filter excludes. `tarry record` finds them in
// the debug information before the start and writes <experiment>/excluded.tsv, which the runtime
// reads. docs/formats/experiment.md
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::trace::eventlog {

// Distinguishes a file from others and from its earlier versions, on all hosts that share it.
struct FileIdentity {
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::uint64_t modified_ns = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// Identifies the file at this path; returns false if there is none. Allocates nothing. Thread: any.
// Signal: safe.
bool identify_file(const char* path, FileIdentity& identity);

struct ExcludedFunctions {
  FileIdentity module;
  std::vector<std::uint64_t> offsets;  // address less load bias; ascending

  [[nodiscard]] bool contains(std::uint64_t offset) const;
};

std::string excluded_as_text(const std::vector<ExcludedFunctions>& modules);
base::Result<std::vector<ExcludedFunctions>> excluded_from_text(std::string_view text);

}  // namespace tarry::trace::eventlog
