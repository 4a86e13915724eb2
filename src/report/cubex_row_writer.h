// SPDX-License-Identifier: BSD-3-Clause
// Writes a .cubex row by row, for cubes that are larger than the memory: the rows of each metric
// wait in a file until all are there. Doubles and whole numbers are stored as cubex_layout.h says;
// docs/formats/cubex.md describes the format.
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

// Bytes that are written first and read later: in memory while they are few, otherwise in a file
// without a name. Thread: one.
class Spool {
 public:
  // Returns an Error if there is no room for the file.
  base::Status append(std::string_view bytes);
  // Calls take(std::string_view) -> base::Status for all bytes, piece by piece.
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
  // Values of `cube` are ignored. Both arguments must outlive the writer; warnings may be added to
  // the cube until finish().
  CubexRowWriter(const model::SeverityCube& cube, const CubexLayout& layout);
  ~CubexRowWriter();

  // Adds the values of a metric for the call path at `position` of the layout, by location of the
  // cube. Positions of one metric must ascend. A row of zeros takes no room.
  base::Status put(model::MetricId metric, std::uint32_t position, const std::vector<double>& row);

  // Replaces `path` completely or leaves it unchanged.
  base::Status finish(const std::string& path);

 private:
  struct MetricRows {
    std::vector<std::uint32_t> positions;
    std::string segments;  // segment headers of compressed rows
    Spool body;
    std::vector<double> sums;         // by position
    std::vector<double> by_location;  // of the cube
  };
  class Deflater;

  void add_up(MetricRows& rows, const std::vector<double>& row) const;
  // Leaves the row as it is stored, columns in the order of the layout, in raw_.
  void make_raw(model::MetricId metric, const std::vector<double>& row);

  const model::SeverityCube& cube_;
  const CubexLayout& layout_;
  const bool compresses_;
  std::vector<MetricRows> metrics_;
  std::unique_ptr<Deflater> deflater_;
  std::string raw_;  // the row that is being written
};

}  // namespace tarry::report
