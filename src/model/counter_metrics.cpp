// SPDX-License-Identifier: BSD-3-Clause
#include "model/counter_metrics.h"

#include <charconv>
#include <cstdlib>
#include <sstream>

namespace tarry::model {
namespace {

// As in the reports of other tools, a counter of anything but time and bytes has occurrences, with
// its unit in the name.
CubeMetric counter_metric(const Counter& counter, const std::string& id) {
  CubeMetric metric;
  metric.id = metric.name = id;
  metric.description = counter.description.empty() ? "Counter of the trace" : counter.description;
  metric.unit = Unit::Occurrences;
  metric.is_real = counter.type == CounterType::Double || counter.exponent != 0;
  const std::string& unit = counter.unit;
  if (unit == "s" || unit == "sec")
    metric.unit = Unit::Seconds;
  else if (unit == "bytes" || unit == "B")
    metric.unit = Unit::Bytes;
  else if (unit != "#" && unit != "occ" && !unit.empty())
    metric.name += " (" + unit + ")";
  return metric;
}

std::string shortest(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace

std::vector<MetricId> add_counter_metrics(const std::vector<Counter>& counters,
                                          const std::vector<CounterSet>& sets, SeverityCube& cube) {
  std::vector<MetricId> table;
  std::string read;
  for (const std::string& id : counter_metric_ids(counters, sets)) {
    const Counter& counter = counters[table.size()];
    table.push_back(id.empty() ? MetricId{}
                               : MetricId{static_cast<std::uint32_t>(cube.metrics.size())});
    if (id.empty()) continue;
    cube.metrics.push_back(counter_metric(counter, id));
    // A program reads its own counters wherever it wants to.
    if (counter.origin != CounterOrigin::User)
      read += (read.empty() ? "" : " ") + id + "=" + shortest(scaled(counter, 1));
  }
  if (!read.empty()) cube.experiment.attributes[kCountersRead] = read;
  return table;
}

std::vector<CounterRead> counters_read(const SeverityCube& cube) {
  std::vector<CounterRead> out;
  const auto found = cube.experiment.attributes.find(kCountersRead);
  if (found == cube.experiment.attributes.end()) return out;
  std::istringstream words(found->second);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.rfind('=');
    if (equals == std::string::npos) continue;
    const CounterRead read{cube.find(word.substr(0, equals)),
                           std::strtod(word.c_str() + equals + 1, nullptr)};
    if (read.metric.valid() && read.one > 0) out.push_back(read);
  }
  return out;
}

}  // namespace tarry::model
