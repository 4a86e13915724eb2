// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/catalogue.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/nearest.h"
#include "model/wait_states.h"

namespace tarry::analysis {
namespace {

using model::MetricId;
using model::WaitStateInfo;

bool is_named(const WaitStateInfo& pattern, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return is_at_or_below(pattern.metric, model::find_metric(word));
  });
}

// Returns every word that stands for a pattern: the metrics at and above one.
std::vector<std::string> known_words() {
  std::set<MetricId> known;
  for (const WaitStateInfo& pattern : model::all_wait_states())
    for (MetricId above = pattern.metric; above.valid(); above = info(above).parent)
      known.insert(above);
  std::vector<std::string> words;
  for (const MetricId metric : known) words.emplace_back(info(metric).id);
  return words;
}

// People leave out the paradigm: "late_sender" is nearest to mpi_latesender.
std::string nearest_of(const std::string& word, const std::vector<std::string>& known) {
  for (const char* paradigm : {"", "mpi_", "omp_", "pthread_"})
    if (std::string near = base::nearest(paradigm + word, known); !near.empty()) return near;
  return "";
}

base::Status check(const std::vector<std::string>& words) {
  const std::vector<std::string> known = known_words();
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string near = nearest_of(word, known);
    return base::Error{base::ErrorCode::Usage, "no wait state is called '" + word + "'", "",
                       near.empty() ? "metric ids such as mpi_latesender or mpi_collective"
                                    : "did you mean '" + near + "'?"};
  }
  return base::kOk;
}

// Adds the metrics of the costs and of the classes of waits of these kinds, in both models.
void add_costs(const std::set<std::string_view>& kinds, std::vector<model::MetricId>& to) {
  const auto add = [&](const std::string& id) {
    for (const char* model : {"", "__waitfirst"})
      if (const model::MetricId found = model::find_metric(id + model); found.valid())
        to.push_back(found);
  };
  for (const std::string_view name : kinds) {
    const std::string kind(name);
    for (const char* part : {"_aggregate", "", "_longterm"}) add("delay_" + kind + part);
    const std::string of_messages = kind == "latesender" ? "ls" : "lr";
    const bool is_of_messages = kind == "latesender" || kind == "latereceiver";
    for (const std::string part : {"direct", "indirect", "propagating", "terminal"}) {
      add("wait_" + part + "_" + kind);
      if (!is_of_messages) continue;
      add("mpi_wait_" + part + "_" + kind);
      add("mpi_wait_" + part + "_" + of_messages);
    }
  }
}

// Adds sums of costs whose parts are all left out.
void add_empty_sums(std::vector<model::MetricId>& left_out) {
  const auto all = model::all_metrics();
  const auto is_out = [&](model::MetricId metric) {
    return std::find(left_out.begin(), left_out.end(), metric) != left_out.end();
  };
  for (model::MetricId m{model::metric_end().value}; m != model::first_cost_metric();) {
    --m.value;
    bool has_parts = false, has_any = false;
    for (model::MetricId part = m; part != model::metric_end(); ++part.value)
      if (all[part.index()].parent == m) {
        has_parts = true;
        has_any |= !is_out(part);
      }
    if (has_parts && !has_any && !is_out(m)) left_out.push_back(m);
  }
}

}  // namespace

bool is_at_or_below(MetricId metric, MetricId top) {
  while (metric.valid() && metric != top) metric = info(metric).parent;
  return metric.valid();
}

base::Result<std::vector<model::MetricId>> metrics_left_out(const std::vector<std::string>& only,
                                                            const std::vector<std::string>& skip) {
  TRY(check(only));
  TRY(check(skip));
  const auto is_wanted = [&](const WaitStateInfo& pattern) {
    return (only.empty() || is_named(pattern, only)) && !is_named(pattern, skip);
  };
  const auto patterns = model::all_wait_states();
  std::vector<model::MetricId> left_out;
  std::set<std::string_view> kinds, kept_kinds;  // of costs
  for (const WaitStateInfo& pattern : patterns) {
    const bool kept =
        std::any_of(patterns.begin(), patterns.end(), [&](const WaitStateInfo& other) {
          return is_wanted(other) && is_at_or_below(other.metric, pattern.metric);
        });
    if (!pattern.costs.empty()) (kept ? kept_kinds : kinds).insert(pattern.costs);
    if (kept) continue;
    left_out.push_back(pattern.metric);
    for (const MetricId count : pattern.counts)
      if (count.valid()) left_out.push_back(count);
  }
  if (left_out.empty()) return left_out;
  std::erase_if(kinds, [&](std::string_view kind) { return kept_kinds.contains(kind); });
  add_costs(kinds, left_out);
  add_empty_sums(left_out);
  return left_out;
}

std::vector<model::MetricId> cost_metrics_left_out(std::string_view wanted) {
  std::vector<model::MetricId> left_out;
  if (wanted == "both") return left_out;
  const auto all = model::all_metrics();
  for (model::MetricId m = model::first_cost_metric(); m != model::metric_end(); ++m.value) {
    const model::MetricInfo& metric = all[m.index()];
    const bool is_second = metric.id.ends_with("__waitfirst");
    const bool has_second = model::find_metric(std::string(metric.id) + "__waitfirst").valid();
    if (metric.parent.valid() || (!is_second && !has_second)) continue;
    if (is_second != (wanted == "waitfirst")) left_out.push_back(m);
  }
  return left_out;
}

}  // namespace tarry::analysis
