// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recording.h"

#include <fmt/core.h>

#include "cli/analysis_step.h"
#include "cli/experiment_directory.h"
#include "cli/messages.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kStragglerSeconds = 20;

// Ids of the processes on `host` that have a folder in `raw` and have not converted their logs.
std::vector<int> unconverted_processes(const fs::path& raw, const std::string& host) {
  std::vector<int> out;
  std::error_code error;
  for (fs::directory_iterator it(raw, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(host + "-")) continue;
    const int pid = std::atoi(name.c_str() + host.size() + 1);
    std::error_code ignored;
    if (pid > 0 && !fs::exists(it->path() / "converted.tsv", ignored)) out.push_back(pid);
  }
  return out;
}

base::Error explain(base::Error error, const std::string& shown_name) {
  if (error.hint.empty())
    error.hint = "what was recorded is kept; when the cause is gone: tarry analyze " + shown_name;
  return error;
}

}  // namespace

void Recording::tell(const std::string& text) {
  say(common_, text);
  log_line(directory_, text);
}

// The launcher may end a little before the processes it started.
void Recording::wait_for_stragglers() const {
  const std::vector<int> pids = unconverted_processes(directory_ / "raw", manifest_.host);
  const unsigned alive = launch::wait_for_processes(pids, kStragglerSeconds);
  if (alive > 0)
    warn(common_, fmt::format("{} measured processes still run after their launcher has ended; the "
                              "trace has what they recorded so far",
                              alive));
}

base::Status Recording::finish(const launch::ChildEnd& end) {
  wait_for_stragglers();
  if (!trace::finish::is_unfinished(directory_)) {
    tell(end.status == 0 ? "no process recorded anything: no MPI_Init and no instrumented function "
                           "was reached"
                         : "the program ended before anything was recorded");
    return base::kOk;
  }
  auto archive = trace::finish::finish_archive(directory_, common_.threads);
  if (!archive.ok()) return explain(std::move(archive).error(), shown_name);
  for (const std::string& warning : recording_warnings(*archive)) {
    log_line(directory_, warning);
    if (!analyze) warn(common_, warning);  // else the analysis says it
  }
  manifest_.archive = std::move(*archive);
  return base::kOk;
}

void Recording::give_final_name() {
  const std::string name = default_experiment_name(manifest_.program, manifest_.archive->ranks,
                                                   manifest_.archive->threads, manifest_.start);
  std::error_code error;
  const fs::path target = directory_.parent_path() / name;
  if (fs::exists(target, error) || error) return;  // the first name serves as well
  fs::rename(directory_, target, error);
  if (error) return;
  directory_ = target;
  shown_name = name;
}

base::Status Recording::conclude(const launch::ChildEnd& end) {
  const base::Status finished = finish(end);
  if (!finished.ok()) log_line(directory_, finished.error().message());
  const base::Status written = write_manifest(directory_, manifest_);
  TRY(finished);
  if (!written.ok()) return explain(written.error(), shown_name);
  if (!manifest_.archive) return base::kOk;
  if (rename_when_ranks_known) give_final_name();
  tell(fmt::format("recorded {} events of {} {} in {}", manifest_.archive->events,
                   manifest_.archive->ranks,
                   manifest_.archive->ranks == 1 ? "process" : "processes", shown_name));
  if (!analyze) {
    say(common_, "next: tarry analyze " + shell_line({shown_name}));
    return base::kOk;
  }
  auto cube = analyze_to(directory_ / "traces.otf2", directory_ / "analysis.cubex", common_);
  if (!cube.ok()) {
    log_line(directory_, cube.error().message());
    return std::move(cube).error();
  }
  say_findings(*cube, shown_name, common_);
  return base::kOk;
}

base::Result<int> Recording::run() {
  if (const base::Status status = write_manifest(directory_, manifest_); !status.ok()) {
    std::error_code ignored;
    fs::remove(directory_, ignored);
    return status.error();
  }
  log_line(directory_, "tarry " TARRY_VERSION " runs: " + shell_line(manifest_.launched));
  const auto end = launch::run_child(manifest_.launched);
  manifest_.end = std::time(nullptr);
  if (!end.ok()) {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);  // nothing was started, nothing is lost
    return end.error();
  }
  manifest_.exit_status = end->status;
  log_line(directory_, fmt::format("the launcher ended with status {}", end->status));
  if (end->strays_ended > 0)
    tell(fmt::format("{} processes outlived their launcher and were ended", end->strays_ended));
  TRY(conclude(*end));
  // A launcher that was told to stop may call that a success.
  if (end->asked_to_stop != 0 && end->status == 0) return 128 + end->asked_to_stop;
  return end->status;
}

}  // namespace tarry::cli
