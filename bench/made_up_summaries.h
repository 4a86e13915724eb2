// SPDX-License-Identifier: BSD-3-Clause
// Summaries of any number of ranks, generated when they are asked for. Every rank has its own part
// of the call paths, one thread, and four values for each path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/summary/collate.h"
#include "trace/summary/region_key.h"

namespace tarry::bench {

using trace::summary::Cell;
using trace::summary::Column;

class MadeUpSummaries : public trace::summary::SummarySource {
 public:
  MadeUpSummaries(std::size_t ranks, std::size_t paths) : ranks_(ranks), paths_(paths) {}

  [[nodiscard]] std::size_t processes() const override { return ranks_; }

  // Of four call paths, ranks with the same remainder have one in common.
  static constexpr std::size_t kKinds = 4;
  base::Result<trace::summary::ProcessSummary> head(std::size_t rank) override {
    trace::summary::ProcessSummary out;
    out.rank = static_cast<std::uint32_t>(rank);
    out.host = "node";
    out.threads = {0};
    out.last = 1'000'000'000;
    trace::summary::PathUnion paths;
    constexpr std::uint32_t kBranches = 8;
    std::vector<std::uint32_t> made = {trace::summary::kNoPath};
    for (std::uint32_t i = 0; i < paths_; ++i) {
      const std::uint64_t function = i % kKinds == 0 ? i + paths_ * (rank % kKinds) : i;
      made.push_back(
          paths.child(made[i / kBranches],
                      trace::summary::region_key(trace::eventlog::FunctionKey{"app", function})));
    }
    out.tree = paths.canonical();
    return out;
  }

  static std::vector<Cell> cells(std::size_t rank, std::uint64_t path) {
    return {cell(Column::Visits, 1 + path % 100), cell(Column::Time, 1000 * (path + rank)),
            cell(Column::Shortest, 10), cell(Column::Longest, 1000)};
  }

  base::Status rows(std::size_t rank, std::uint64_t& position, std::size_t count,
                    const Visit& visit) override {
    for (; count > 0; --count, ++position) visit(cells(rank, position));
    return base::kOk;
  }

 private:
  static Cell cell(Column column, std::uint64_t value) {
    return {0, static_cast<std::uint16_t>(column), value};
  }

  std::size_t ranks_;
  std::size_t paths_;
};

inline std::vector<model::Region> regions(const std::vector<std::string>& keys) {
  std::vector<model::Region> out(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) out[i].name = "f" + std::to_string(i);
  return out;
}

}  // namespace tarry::bench
