// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recording.h"

#include <fmt/core.h>

#include <ctime>
#include <vector>

#include "base/counted.h"
#include "base/shell_line.h"
#include "base/stopwatch.h"
#include "experiment/missing.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::cli {
namespace {

constexpr unsigned kStragglerSeconds = 20;

}  // namespace

base::Error Recording::explain(base::Error error) const {
  if (!error.hint.empty()) error.hint += "; ";
  error.hint += "what was recorded is kept; when the cause is gone: tarry analyze " +
                base::shell_line({recorded_.shown_name});
  return error;
}

// The launcher may end a little before the processes it started.
void Recording::wait_for_stragglers() const {
  const std::vector<int> pids =
      experiment::unconverted_processes(recorded_.experiment.directory(), recorded_.manifest.host);
  const unsigned alive = launch::wait_for_processes(pids, kStragglerSeconds);
  if (alive > 0)
    recorded_.voice.warn(
        fmt::format("{} measured processes still run after their launcher has ended; the "
                    "trace has what they recorded so far",
                    alive));
}

// If the directory cannot be renamed, it keeps its first name.
void Recording::give_final_name() {
  const experiment::Manifest& manifest = recorded_.manifest;
  if (recorded_.experiment.rename(experiment::default_name(
          manifest.program, manifest.archive->ranks, manifest.archive->threads, manifest.start)))
    recorded_.shown_name = recorded_.experiment.directory().filename().string();
}

// Says why processes stopped, where there is no archive that says it.
void Recording::tell_notes() const {
  const auto raw = trace::finish::read_raw_experiment(recorded_.experiment.directory());
  if (!raw.ok()) return;
  for (const std::string& note : trace::finish::process_notes(raw->processes)) recorded_.warn(note);
}

void Recording::tell_amount() const {
  const std::uint32_t ranks = recorded_.manifest.archive->ranks;
  recorded_.tell(fmt::format("recorded {} of {} in {}", products_.amount(recorded_),
                             base::counted(ranks, "process", "processes"), recorded_.shown_name));
}

base::Status Recording::conclude() {
  wait_for_stragglers();
  const base::Status finished = products_.finish(recorded_);
  const bool can_be_tried_again =
      !finished.ok() && recorded_.has_events && finished.error().code != base::ErrorCode::Nothing;
  if (can_be_tried_again) tell_notes();
  if (!finished.ok()) recorded_.experiment.log(finished.error().message());
  const base::Status written = recorded_.experiment.write(recorded_.manifest);
  if (!finished.ok()) return can_be_tried_again ? explain(finished.error()) : finished.error();
  if (!written.ok()) return explain(written.error());
  recorded_.experiment.remove_raw();
  if (!recorded_.manifest.archive)
    return base::Error{base::ErrorCode::Nothing, "nothing was recorded", recorded_.shown_name,
                       experiment::kSamplesNeedNothing};
  if (rename_when_ranks_known) give_final_name();
  tell_amount();
  return products_.conclude(recorded_);
}

base::Result<launch::ChildEnd> Recording::run_program() {
  experiment::Manifest& manifest = recorded_.manifest;
  const base::Stopwatch running;
  TRY_ASSIGN(const launch::ChildEnd end, launch::run_child(manifest.launched));
  manifest.end = std::time(nullptr);
  manifest.run_seconds = running.seconds();
  manifest.exit_status = end.status;
  manifest.processor_seconds = end.processor_seconds;
  return end;
}

void Recording::tell_end(const launch::ChildEnd& end) const {
  recorded_.tell_detail(fmt::format("the launcher ended with status {} after {:.3f} s", end.status,
                                    recorded_.manifest.run_seconds));
  if (end.killed_by != 0)
    recorded_.tell(fmt::format("the launcher or program was killed by signal {}", end.killed_by));
  else if (end.status != 0)
    recorded_.tell(fmt::format("the launcher or program ended with status {}", end.status));
  if (end.strays_ended > 0)
    recorded_.tell(base::counted(end.strays_ended, "process outlived its launcher and was ended",
                                 "processes outlived their launcher and were ended"));
}

base::Result<int> Recording::run(std::string shown_name) {
  recorded_.shown_name = std::move(shown_name);
  if (base::Status status = recorded_.experiment.write(recorded_.manifest); !status.ok()) {
    recorded_.experiment.remove();
    return status.error();
  }
  recorded_.tell_detail("tarry " TARRY_VERSION " runs: " +
                        base::shell_line(recorded_.manifest.launched));
  TRY_ASSIGN(const experiment::Lock lock, recorded_.experiment.lock());
  const base::Result<launch::ChildEnd> end = run_program();
  if (!end.ok()) {
    recorded_.experiment.remove();  // nothing was started, nothing is lost
    return end.error();
  }
  tell_end(*end);
  if (end->asked_to_stop == 0) host_folders_.collect(recorded_);
  if (base::Status concluded = conclude(); !concluded.ok()) {
    // A program that fails before it reaches anything is what the user must know of first.
    const bool is_about_program = concluded.error().code == base::ErrorCode::Nothing &&
                                  !recorded_.has_events && end->status != 0;
    if (!is_about_program) return concluded.error();
    recorded_.tell(concluded.error().message());
  }
  // A launcher that was told to stop may call that a success.
  if (end->asked_to_stop != 0 && end->status == 0) return 128 + end->asked_to_stop;
  return end->status;
}

}  // namespace tarry::cli
