// SPDX-License-Identifier: BSD-3-Clause
// The anchor file, which tells what an archive consists of.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace tarry::trace::otf2 {

struct Anchor {
  std::filesystem::path directory;
  std::string name;  // the archive's: NAME.otf2, NAME.def, NAME/
  std::uint64_t event_chunk_bytes = 0;
  std::uint64_t definition_chunk_bytes = 0;
  std::uint64_t locations = 0;
  std::uint64_t global_definitions = 0;
  bool has_measured_times = true;  // false: they are those of a model, as means or a simulation

  [[nodiscard]] std::filesystem::path definition_file() const;
  [[nodiscard]] std::filesystem::path event_file(std::uint64_t location) const;
  [[nodiscard]] std::filesystem::path local_definition_file(std::uint64_t location) const;
};

// The property of an archive whose times were not measured; its value is "false".
inline constexpr const char* kMeasuredTimes = "TARRY::MEASURED_TIMES";

// `path` is the anchor file or the directory that contains traces.otf2.
base::Result<Anchor> read_anchor(const std::filesystem::path& path);

}  // namespace tarry::trace::otf2
