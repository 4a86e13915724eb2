// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/catalogue.h"

#include <algorithm>
#include <set>
#include <string>

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;

constexpr PatternMetrics kPatterns[] = {
    {metric::mpi_latesender, {metric::mpi_sls_count, metric::mpi_cls_count}, "latesender"},
    {metric::mpi_latesender_wo, {metric::mpi_slswo_count, metric::mpi_clswo_count}},
    {metric::mpi_lswo_different, {}},
    {metric::mpi_lswo_same, {}},
    {metric::mpi_latereceiver, {metric::mpi_slr_count, metric::mpi_clr_count}, "latereceiver"},
    {metric::mpi_late_progress, {}, "progress"},
    {metric::mpi_barrier_wait, {}, "barrier"},
    {metric::mpi_barrier_completion, {}},
    {metric::mpi_earlyreduce, {}, "n21"},
    {metric::mpi_earlyscan, {}},
    {metric::mpi_latebroadcast, {}, "12n"},
    {metric::mpi_inner_wait, {}, "inner"},
    {metric::mpi_wait_nxn, {}, "n2n"},
    {metric::mpi_nxn_completion, {}},
    {metric::mpi_init_completion, {}},
    {metric::mpi_finalize_wait, {}},
    {metric::mpi_rma_wait_at_create, {}, "rma_collective"},
    {metric::mpi_rma_wait_at_free, {}, "rma_collective"},
    {metric::mpi_rma_wait_at_fence, {}, "rma_collective"},
    {metric::mpi_rma_early_fence, {}},
    {metric::mpi_rma_sync_late_post, {}, "rma_late_post"},
    {metric::mpi_rma_comm_late_post, {}, "rma_late_post"},
    {metric::mpi_rma_early_wait, {}, "rma_early_wait"},
    {metric::mpi_rma_late_complete, {}},
    {metric::mpi_rma_sync_lock_competition, {}, "rma_lock"},
    {metric::mpi_rma_comm_lock_competition, {}, "rma_lock"},
    {metric::mpi_rma_sync_wait_for_progress, {}, "progress"},
    {metric::mpi_rma_comm_wait_for_progress, {}, "progress"},
    {metric::omp_ebarrier_wait, {}, "ompbarrier"},
    {metric::omp_ibarrier_wait, {}, "ompbarrier"},
    {metric::omp_lock_contention_critical, {}, "omplock"},
    {metric::omp_lock_contention_api, {}, "omplock"},
    {metric::omp_taskwait_wait, {}, "omptaskwait"},
    {metric::pthread_lock_contention_mutex_lock, {}, "pthreadlock"},
    {metric::pthread_lock_contention_conditional, {}, "pthreadlock"},
};

bool is_at_or_below(MetricId metric, MetricId top) {
  while (metric.valid() && metric != top) metric = info(metric).parent;
  return metric.valid();
}

bool is_named(const PatternMetrics& pattern, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return is_at_or_below(pattern.wait, model::find_metric(word));
  });
}

base::Status check(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const bool known =
        std::any_of(std::begin(kPatterns), std::end(kPatterns), [&](const PatternMetrics& pattern) {
          return is_at_or_below(pattern.wait, model::find_metric(word));
        });
    if (!known)
      return base::Error{base::ErrorCode::Usage, "no wait state is called '" + word + "'", "",
                         "metric ids such as mpi_latesender or mpi_collective"};
  }
  return base::kOk;
}

// The metrics of what waits of these kinds cost and how they are classified, in both models.
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

// Sums of costs of which nothing is left.
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

std::span<const PatternMetrics> all_patterns() { return kPatterns; }

base::Result<std::vector<model::MetricId>> metrics_left_out(const std::vector<std::string>& only,
                                                            const std::vector<std::string>& skip) {
  TRY(check(only));
  TRY(check(skip));
  const auto is_wanted = [&](const PatternMetrics& pattern) {
    return (only.empty() || is_named(pattern, only)) && !is_named(pattern, skip);
  };
  std::vector<model::MetricId> left_out;
  std::set<std::string_view> kinds, kept_kinds;  // of costs
  for (const PatternMetrics& pattern : kPatterns) {
    const bool kept =
        std::any_of(std::begin(kPatterns), std::end(kPatterns), [&](const PatternMetrics& other) {
          return is_wanted(other) && is_at_or_below(other.wait, pattern.wait);
        });
    if (!pattern.costs.empty()) (kept ? kept_kinds : kinds).insert(pattern.costs);
    if (kept) continue;
    left_out.push_back(pattern.wait);
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
