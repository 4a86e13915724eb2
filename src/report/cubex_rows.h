// SPDX-License-Identifier: BSD-3-Clause
// The rows of a .cubex, read when they are asked for: of a metric that nobody asks for nothing is
// read, and of the others the index first, then the rows one by one.
// docs/decisions/071-large-reports.md
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/row_source.h"
#include "model/severity_cube.h"
#include "report/cubex_anchor.h"
#include "report/cubex_archive.h"

namespace tarry::report {

// Thread: one.
class CubexRows final : public model::RowSource {
 public:
  // A file that claims to have more than `limit` bytes of values is damaged. `path` is named by
  // errors.
  CubexRows(CubexArchive archive, const Anchor& anchor, std::uint64_t limit, std::string path);
  ~CubexRows() override;

  base::Result<std::vector<model::CallPathId>> callpaths(model::MetricId metric) override;
  base::Result<std::vector<double>> row(model::MetricId metric,
                                        model::CallPathId callpath) override;
  base::Result<model::RowSums> sums(model::MetricId metric) override;

  // What was done so far, for tests of what a query costs.
  [[nodiscard]] std::uint64_t rows_decoded() const { return rows_decoded_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return archive_.bytes_read(); }

  // From now on the rows that are delivered count, too: somebody keeps them all.
  void limit_memory() { is_limited_ = true; }
  // Compares the whole file with its checksums.
  [[nodiscard]] base::Status verify() const;

 private:
  // The index of a metric, and where its rows are.
  struct Opened;
  class Inflater;
  using RowNumber = std::pair<model::CallPathId, std::uint32_t>;

  base::Result<Opened*> open_index(model::MetricId metric);
  base::Result<Opened*> open_data(model::MetricId metric);
  base::Status read_index(Opened& opened) const;
  base::Status read_data(Opened& opened) const;
  base::Result<std::vector<double>> stored_row(model::MetricId metric, model::CallPathId callpath);
  base::Result<std::vector<double>> decoded_row(const Opened& opened, std::uint32_t number);
  base::Status row_bytes(const Opened& opened, std::uint32_t number, std::size_t row_size,
                         char* row);
  base::Result<std::vector<double>> exclusive_row(model::MetricId metric,
                                                  model::CallPathId callpath);
  base::Result<model::RowSums> read_sums(const Opened& opened) const;
  [[nodiscard]] base::Error at_path(base::Error error) const;
  bool take_room(std::uint64_t bytes);
  [[nodiscard]] base::Error too_much(const Opened& opened) const;

  CubexArchive archive_;
  std::string path_;
  std::uint64_t limit_;
  std::uint64_t room_;  // bytes of values that may still come
  bool is_limited_ = false;
  std::vector<std::string> ids_;  // by metric
  std::map<model::MetricId, StoredMetric> stored_;
  std::vector<model::CallPathId> wide_order_;
  std::vector<model::LocationIndex> locations_;  // by column
  bool in_order_;                                // whether columns are in the order of the cube
  std::vector<std::vector<std::uint32_t>> children_;  // by call path
  std::map<model::MetricId, std::unique_ptr<Opened>> opened_;
  std::unique_ptr<Inflater> inflater_;
  std::string row_, packed_;  // of the row that is being read
  std::uint64_t rows_decoded_ = 0;
};

// A report without values in memory; the cube takes them from `rows`.
struct OpenCubex {
  model::SeverityCube cube;
  std::shared_ptr<CubexRows> rows;
};

// Opens a .cubex of any origin as described for read_cubex(). Reads what describes the cube, and of
// a report that does not tell its duration the times.
base::Result<OpenCubex> open_cubex(const std::string& path);
// The same of a file of `size` bytes, which limits what is unpacked from it; `bytes` are those of
// the archive, if it was compressed.
base::Result<OpenCubex> open_cubex(ByteSource bytes, std::uint64_t size, const std::string& path);

}  // namespace tarry::report
