// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/report_answers.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "explorer/source_file.h"
#include "report/delay_causes.h"
#include "report/json_report.h"
#include "report/machine_notes.h"
#include "report/query.h"
#include "report/text_escape.h"
#include "report/text_report.h"
#include "report/unexplained.h"
#include "report/wait_states.h"

namespace tarry::explorer {

using model::CallPathId;
using model::MetricId;

namespace {

// The explorer adds up whatever it shows.
model::SeverityCube without_extremes(model::SeverityCube cube) {
  std::vector<MetricId> extremes;
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    if (cube.metrics[m].sum != model::CubeMetric::Sum::Total) extremes.push_back(MetricId{m});
  if (!extremes.empty()) cube.leave_out(extremes);
  return cube;
}

}  // namespace

// Has the cube for itself while it lives.
class ReportAnswers::Question {
 public:
  explicit Question(ReportAnswers& answers) : answers_(answers) {
    ++answers.questions_;
    answers.mutex_.lock();
  }
  Question(ReportAnswers& answers, MetricId metric) : Question(answers) {
    answers.has_work_ = answers.has_work_ || answers.asked_ != metric;
    answers.asked_ = metric;
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() {
    --answers_.questions_;
    answers_.mutex_.unlock();
    answers_.changed_.notify_all();
  }

 private:
  ReportAnswers& answers_;
};

ReportAnswers::ReportAnswers(std::string name, model::SeverityCube cube,
                             std::vector<std::filesystem::path> source_folders)
    : name_(std::move(name)),
      cube_(without_extremes(std::move(cube))),
      source_folders_(std::move(source_folders)),
      subtrees_(cube_),
      regions_(cube_, subtrees_) {}

base::Result<FirstScreen> ReportAnswers::first_screen() {
  const Question question(*this);
  if (first_screen_.has_value()) return *first_screen_;
  std::vector<std::string> lines = {report::headline(cube_)};
  const bool is_of_one_run = !cube_.experiment.attributes.contains(report::kOperationKey);
  if (is_of_one_run) {
    for (const std::string& note : report::machine_notes(cube_)) lines.push_back(note);
    lines.push_back(report::waiting_summary(cube_));
    lines.push_back(report::unexplained_note(cube_));
  }
  std::vector<report::TimePart> parts = report::time_parts(cube_);
  std::vector<DelayCost> costs;
  for (const report::DelayCause& cause : report::causes_without_findings(cube_))
    costs.push_back({report::one_line(report::place_of(cube_, cause)), cause.callpath, cause.cost});
  TRY(cube_.reading());
  std::erase(lines, "");
  for (std::string& line : lines) line = report::one_line(line);
  first_screen_ = {std::move(lines), std::move(parts), std::move(costs)};
  return *first_screen_;
}

base::Result<std::string> ReportAnswers::structure() {
  const Question question(*this);
  std::string text = report::json_structure(cube_);
  TRY(cube_.reading());
  return text;
}

base::Result<std::vector<double>> ReportAnswers::callpath_sums(MetricId metric) {
  const Question question(*this, metric);
  std::vector<double> sums = report::sums_by_callpath(cube_, metric, false);
  TRY(cube_.reading());
  return sums;
}

base::Result<std::vector<double>> ReportAnswers::location_sums(MetricId metric) {
  const Question question(*this, metric);
  std::vector<double> sums = cube_.sums_by_location(metric);
  TRY(cube_.reading());
  return sums;
}

base::Result<std::vector<double>> ReportAnswers::location_sums(
    MetricId metric, const std::vector<CallPathId>& callpaths, bool inclusive) {
  const Question question(*this, metric);
  std::vector<double> sums(cube_.locations.size());
  for (const CallPathId callpath : callpaths) {
    const std::vector<double> values =
        inclusive ? subtrees_.of(metric, callpath) : cube_.copy_of_row(metric, callpath);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
  }
  TRY(cube_.reading());
  return sums;
}

base::Result<std::vector<double>> ReportAnswers::region_sums(MetricId metric,
                                                             const std::vector<CallPathId>& regions,
                                                             bool inclusive) {
  const Question question(*this, metric);
  std::vector<double> sums(cube_.locations.size());
  for (const CallPathId callpath : regions) {
    const std::vector<double> values = regions_.of(metric, callpath, inclusive);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
  }
  TRY(cube_.reading());
  return sums;
}

void ReportAnswers::add_up_ahead() {
  has_work_ = true;
  try {
    ahead_ = std::jthread([this](const std::stop_token& stop) { add_up(stop); });
  } catch (const std::system_error&) {
    has_work_ = false;
  }
}

void ReportAnswers::wait_for_sums() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !has_work_ || !ahead_.joinable(); });
}

void ReportAnswers::add_up(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return questions_ == 0 && has_work_; }) &&
         !stop.stop_requested()) {
    try {
      has_work_ = keep_more();
    } catch (const std::bad_alloc&) {
      has_work_ = false;  // questions may still find enough memory
    }
    if (!has_work_) changed_.notify_all();
  }
}

// Returns false if there is nothing to be done until another metric is asked for.
bool ReportAnswers::keep_more() {
  if (!cube_.reading().ok()) return false;
  const auto keep_more_of = [&](MetricId metric) {
    return subtrees_.keep_more(metric) || regions_.keep_more(metric);
  };
  if (asked_.valid() && keep_more_of(asked_)) return true;
  for (; next_ < cube_.metrics.size() && !subtrees_.is_full() && !regions_.is_full(); ++next_)
    if (keep_more_of(MetricId{next_})) return true;
  return false;
}

base::Result<std::string> ReportAnswers::source(const std::string& file) const {
  const bool is_named =
      !file.empty() && std::any_of(cube_.callpaths.begin(), cube_.callpaths.end(),
                                   [&](const auto& path) { return path.file == file; });
  if (!is_named)
    return base::Error{base::ErrorCode::NotFound, "the report names no such file", file, ""};
  return read_source(file, source_folders_);
}

}  // namespace tarry::explorer
