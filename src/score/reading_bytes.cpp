// SPDX-License-Identifier: BSD-3-Clause
#include "score/reading_bytes.h"

#include <cmath>

#include "model/counter_metrics.h"
#include "score/otf2_bytes.h"

namespace tarry::score {
namespace {

constexpr double kUnit = 16;  // size of a unit of the event log: trace/eventlog/log_format.h

// The initial thread reads the counters of a process, into a record of their own.
bool is_of_process(const model::CubeMetric& metric) { return metric.id.starts_with("process:"); }

// One record with these values, empty if there are none.
struct Record {
  double values = 0;
  double value_bytes = 0;

  [[nodiscard]] Bytes bytes(double set_bytes) const {
    if (values == 0) return {};
    // A record has kind, length, set and number of values, then a type for each value.
    return {kHeadBytes + set_bytes + kShortBytes + values * kShortBytes + value_bytes,
            kUnit * (1 + std::ceil(values / 2))};
  }
};

// Returns the final values of the running totals: the sum over all call paths of a location.
std::vector<double> totals(const model::SeverityCube& cube, const model::CounterRead& counter) {
  std::vector<double> out(cube.locations.size());
  for (const model::CallPathId path : cube.callpaths_with_values(counter.metric)) {
    const std::vector<double>& row = cube.row(counter.metric, path);
    for (std::size_t l = 0; l < row.size(); ++l) out[l] += row[l] / counter.one;
  }
  return out;
}

}  // namespace

std::vector<Bytes> reading_bytes(const model::SeverityCube& cube) {
  constexpr double kFirstSet = 1, kSecondSet = 2;  // sets are numbered from 0
  std::vector<Record> of_thread(cube.locations.size()), of_process(cube.locations.size());
  for (const model::CounterRead& counter : model::counters_read(cube)) {
    const bool is_process = is_of_process(cube.metrics[counter.metric.index()]);
    const std::vector<double> counted = totals(cube, counter);
    for (std::size_t l = 0; l < counted.size(); ++l) {
      if (is_process && cube.locations[l].thread != 0) continue;
      Record& record = is_process ? of_process[l] : of_thread[l];
      record.values += 1;
      record.value_bytes += mean_number_bytes(counted[l] + 1);
    }
  }
  std::vector<Bytes> out;
  for (std::size_t l = 0; l < cube.locations.size(); ++l) {
    out.push_back(of_thread[l].bytes(kFirstSet));
    out.back() += of_process[l].bytes(of_thread[l].values == 0 ? kFirstSet : kSecondSet);
  }
  return out;
}

}  // namespace tarry::score
