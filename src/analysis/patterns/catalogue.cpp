// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/catalogue.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

constexpr PatternMetrics kPatterns[] = {
    {"mpi_latesender", {"mpi_sls_count", "mpi_cls_count"}},
    {"mpi_latesender_wo", {"mpi_slswo_count", "mpi_clswo_count"}},
    {"mpi_lswo_different", {}},
    {"mpi_lswo_same", {}},
    {"mpi_latereceiver", {"mpi_slr_count", "mpi_clr_count"}},
    {"mpi_barrier_wait", {}},
    {"mpi_barrier_completion", {}},
    {"mpi_earlyreduce", {}},
    {"mpi_earlyscan", {}},
    {"mpi_latebroadcast", {}},
    {"mpi_wait_nxn", {}},
    {"mpi_nxn_completion", {}},
    {"mpi_init_completion", {}},
    {"mpi_finalize_wait", {}},
    {"mpi_rma_wait_at_create", {}},
    {"mpi_rma_wait_at_free", {}},
    {"mpi_rma_wait_at_fence", {}},
    {"mpi_rma_early_fence", {}},
    {"mpi_rma_sync_late_post", {}},
    {"mpi_rma_comm_late_post", {}},
    {"mpi_rma_early_wait", {}},
    {"mpi_rma_late_complete", {}},
    {"mpi_rma_sync_lock_competition", {}},
    {"mpi_rma_comm_lock_competition", {}},
    {"omp_ebarrier_wait", {}},
    {"omp_ibarrier_wait", {}},
    {"omp_lock_contention_critical", {}},
    {"omp_lock_contention_api", {}},
    {"omp_taskwait_wait", {}},
    {"pthread_lock_contention_mutex_lock", {}},
    {"pthread_lock_contention_conditional", {}},
};

bool is_at_or_below(std::string_view metric, std::string_view top) {
  while (!metric.empty() && metric != top)
    metric = model::all_metrics()[model::metric(metric).index()].parent;
  return !metric.empty();
}

bool is_named(const PatternMetrics& pattern, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_at_or_below(pattern.wait, word); });
}

base::Status check(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const bool known = std::any_of(
        std::begin(kPatterns), std::end(kPatterns),
        [&](const PatternMetrics& pattern) { return is_at_or_below(pattern.wait, word); });
    if (!known)
      return base::Error{base::ErrorCode::Usage, "no wait state is called '" + word + "'", "",
                         "metric ids such as mpi_latesender or mpi_collective"};
  }
  return base::kOk;
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
  for (const PatternMetrics& pattern : kPatterns) {
    const bool kept =
        std::any_of(std::begin(kPatterns), std::end(kPatterns), [&](const PatternMetrics& other) {
          return is_wanted(other) && is_at_or_below(other.wait, pattern.wait);
        });
    if (kept) continue;
    left_out.push_back(model::metric(pattern.wait));
    for (const std::string_view count : pattern.counts)
      if (!count.empty()) left_out.push_back(model::metric(count));
  }
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
    if (!metric.parent.empty() || (!is_second && !has_second)) continue;
    if (is_second != (wanted == "waitfirst")) left_out.push_back(m);
  }
  return left_out;
}

}  // namespace tarry::analysis
