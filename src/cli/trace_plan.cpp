// SPDX-License-Identifier: BSD-3-Clause
#include "cli/trace_plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/shell_line.h"
#include "cli/measured_launch.h"
#include "cli/messages.h"
#include "cli/record_filter.h"
#include "cli/traced_part.h"
#include "diagnosis/traced_functions.h"
#include "experiment/experiment.h"
#include "filter/filter_text.h"
#include "samples/recorded_samples.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using diagnosis::Time;

// Returns the window in the time that filters use: since the start of `tarry record`. The sampled
// program began some time after that, and so will the traced one.
base::Result<filter::TimeWindow> since_start(const diagnosis::TraceWindow& window,
                                             const samples::ThreadSamples& first,
                                             const EarlierRun& run, const std::string& experiment) {
  if (run.start_ns == 0 || first.begin_realtime == Time{0})
    return Error{ErrorCode::Unsupported, "the sampled run does not say when it was started",
                 experiment, "it was recorded by an older version; sample the program again"};
  const Time start{static_cast<Time::rep>(run.start_ns)};
  const Time start_up = std::max(Time{0}, first.begin_realtime - start);
  using std::chrono::milliseconds;
  // Other ranks may have begun before the first one.
  const Time begin = std::max(Time{0}, start_up + window.begin - first.begin);
  return filter::TimeWindow{std::chrono::floor<milliseconds>(begin),
                            std::chrono::ceil<milliseconds>(start_up + window.end - first.begin)};
}

// Sets the paths and the description of the sampled run. The number of the loss is the one that
// users give.
base::Status find_sampled(const TraceWishes& wishes, TracePlan& out) {
  const std::string number = std::to_string(wishes.finding + 1);
  std::error_code error;
  out.experiment = fs::canonical(wishes.experiment, error);
  if (error)
    return Error{ErrorCode::NotFound, "no such experiment", wishes.experiment, error.message()};
  out.filter_file = out.experiment / ("finding-" + number + ".filter");
  out.directory = out.experiment.string() + "-finding-" + number;
  if (!wishes.directory.empty()) out.directory = fs::absolute(wishes.directory, error);
  TRY_ASSIGN(out.sampled, read_earlier_run(experiment::Experiment(out.experiment)));
  if (out.sampled.command.empty())
    return Error{ErrorCode::BadInput, "the sampled run does not say which program it was",
                 wishes.experiment, "trace it with 'tarry record'"};
  if (!fs::is_directory(out.sampled.directory, error))
    return Error{ErrorCode::NotFound, "the directory in which the sampled run was started is gone",
                 out.sampled.directory, "trace the program with 'tarry record'"};
  return base::kOk;
}

// Returns the launch of the program in the directory in which the sampled run was started.
base::Result<MeasuredLaunch> launch_again(const TracePlan& plan) {
  change_environment(plan.environment);
  std::error_code error;
  fs::current_path(plan.sampled.directory, error);
  if (error)
    return Error{ErrorCode::Io,
                 "cannot change to the directory in which the sampled run was started",
                 plan.sampled.directory, error.message()};
  TRY_ASSIGN(const Installation installation, find_installation());
  return prepare_launch(plan.sampled.command, installation, launch::OpenMpWish::Auto,
                        SampledPrograms::None);
}

void warn_of_changes(const std::vector<launch::Program>& programs, const EarlierRun& sampled,
                     const CommonOptions& common) {
  for (const launch::Program& program : programs) {
    struct stat status {};
    if (stat(program.path.c_str(), &status) != 0) continue;
    if (static_cast<std::uint64_t>(status.st_mtim.tv_sec) > sampled.start_ns / 1'000'000'000)
      warn(common, program.path + " has changed since it was sampled: the loss may be elsewhere");
  }
}

// Returns rules that keep those names that are regions. Not all names on call paths are: loops,
// inlined functions and functions of libraries without instrumentation are not.
std::vector<filter::Rule> rules_that_keep(const std::vector<std::string>& names,
                                          const std::set<std::string>& regions) {
  if (regions.empty()) return {};
  std::vector<filter::Rule> out = {{true, false, "*"}};
  for (const std::string& name : names)
    if (regions.contains(name)) out.push_back({false, false, filter::exact_pattern(name)});
  return out;
}

std::string filter_of(const diagnosis::Diagnosis& diagnosis, const TraceWishes& wishes,
                      const diagnosis::TracedFunctions& functions,
                      const std::set<std::string>& regions, const TracePlan& plan) {
  filter::Filter filter;
  filter.regions = rules_that_keep(functions.kept, regions);
  filter.times = {plan.since_start};
  std::vector<std::string> comments = {"Written by 'tarry diagnose --then-trace' for loss " +
                                           std::to_string(wishes.finding + 1) + " of " +
                                           plan.experiment.string() + ":",
                                       loss_text(diagnosis, diagnosis.findings[wishes.finding])};
  if (regions.empty())
    comments.emplace_back("No function of the program is instrumented: only calls are recorded.");
  else
    comments.emplace_back(
        "The filter keeps the functions that lead there and leaves out all others; add regions "
        "that the program marks itself.");
  for (const std::string& name : functions.too_often)
    if (regions.contains(name))
      comments.push_back("Left out because it is called too often for a trace: " + name);
  return filter::filter_text(filter, comments);
}

std::vector<std::string> record_words(const TracePlan& plan, bool force) {
  std::vector<std::string> out = {"record", "-o", plan.directory.string()};
  if (force) out.emplace_back("--force");
  out.insert(out.end(), {"--trace", "--filter", plan.filter_file.string(), "--"});
  out.insert(out.end(), plan.sampled.command.begin(), plan.sampled.command.end());
  return out;
}

}  // namespace

std::string TracePlan::command() const {
  std::vector<std::string> words = as_command(environment);
  words.emplace_back("tarry");
  words.insert(words.end(), record.begin(), record.end());
  return "cd " + base::shell_line({sampled.directory}) + " && " + base::shell_line(words);
}

base::Status check_traceable(const TraceWishes& wishes) {
  TracePlan plan;
  TRY(find_sampled(wishes, plan));
  return experiment::Experiment::check_creation(plan.directory, wishes.force);
}

base::Result<TracePlan> plan_trace(const diagnosis::Diagnosis& diagnosis, const TraceWishes& wishes,
                                   const CommonOptions& common) {
  CHECK(wishes.finding < diagnosis.findings.size(), "the diagnosis has the loss");
  TracePlan out;
  const diagnosis::Finding& finding = diagnosis.findings[wishes.finding];
  TRY(find_sampled(wishes, out));
  TRY_ASSIGN(samples::SampleSet samples, samples::read_recorded_samples(out.experiment));
  TRY_ASSIGN(const std::vector<samples::ThreadSamples> threads,
             diagnosis::samples_again(std::move(samples), diagnosis));
  out.window = diagnosis::trace_window(diagnosis, threads, finding, wishes.length);
  TRY_ASSIGN(out.since_start,
             since_start(out.window, threads.front(), out.sampled, wishes.experiment));
  out.environment = environment_changes(out.sampled);
  TRY_ASSIGN(const MeasuredLaunch launch, launch_again(out));
  warn_of_changes(launch.programs, out.sampled, common);
  out.filter = filter_of(diagnosis, wishes,
                         diagnosis::traced_functions(diagnosis, threads, finding, out.window),
                         instrumented_functions(launch.programs), out);
  out.record = record_words(out, wishes.force);
  return out;
}

}  // namespace tarry::cli
