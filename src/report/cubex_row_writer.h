// SPDX-License-Identifier: BSD-3-Clause
// Writes a .cubex row by row, for cubes that are larger than the memory: what is known of each
// metric waits in a file until all is there. Doubles and whole numbers are stored as cubex_layout.h
// says; the format: docs/formats/cubex.md.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/cubex_anchor.h"

namespace tarry::report {

// Bytes that are written first and read later: in memory while they are few, else in a file without
// a name. Thread: one.
class Spool {
 public:
  // An Error if there is no room for the file.
  base::Status append(std::string_view bytes);
  // Calls take(std::string_view) -> base::Status for all of it, piece by piece.
  template <class Take>
  base::Status read(Take take) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string memory_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t size_ = 0;
};

class CubexRowWriter {
 public:
  // Values of `cube` are not looked at. Both must outlive the writer; until finish(), warnings may
  // still be added to the cube.
  CubexRowWriter(const model::SeverityCube& cube, const CubexLayout& layout);

  // The values of a metric for the call path at `position` of the layout, by location of the cube.
  // Positions of one metric ascend. A row of zeros takes no room.
  base::Status put(model::MetricId metric, std::uint32_t position, const std::vector<double>& row);

  // Replaces `path` as a whole or not at all.
  base::Status finish(const std::string& path);

 private:
  struct MetricRows {
    std::vector<std::uint32_t> positions;
    std::string segments;  // of compressed rows
    Spool body;
  };

  const model::SeverityCube& cube_;
  const CubexLayout& layout_;
  const bool compresses_;
  std::vector<MetricRows> metrics_;
};

}  // namespace tarry::report
