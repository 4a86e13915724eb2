// SPDX-License-Identifier: BSD-3-Clause
#include "cli/measured_launch.h"

#include "cli/launch/launch_syntax.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

base::Error not_found(const launch::LaunchPlan& plan, const launch::PlannedProgram& program) {
  const std::string where =
      program.directory.empty() ? program.name : program.name + " in " + program.directory;
  if (plan.has_launcher)
    return {base::ErrorCode::NotFound, "program not found behind " + plan.launcher, where,
            "is its path right, and can it be executed?"};
  return {base::ErrorCode::NotFound, "launcher or program not found", where,
          "is it in the PATH, and can it be executed?"};
}

base::Status check_runtime(const std::string& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) return base::kOk;
  return base::Error{base::ErrorCode::NotFound, "a part of tarry is missing", file,
                     "build or install tarry again"};
}

// What to say about a program that is measured without MPI.
std::string note_without_mpi(const launch::Program& program, bool has_launcher) {
  const std::string name = fs::path(program.path).filename().string();
  if (program.is_script && !has_launcher)
    return name +
           " is a script: to measure an MPI program that it starts, put `tarry record` in "
           "front of the launcher inside it; what it starts is recorded without MPI";
  return name + " is not linked with MPI: only its instrumented functions are recorded";
}

}  // namespace

base::Result<MeasuredLaunch> prepare_launch(const std::vector<std::string>& words,
                                            const Installation& installation) {
  MeasuredLaunch out;
  TRY_ASSIGN(out.plan, launch::plan_launch(words, [](const std::string& word) {
               return !launch::find_executable(word, "").empty();
             }));
  const std::string first = launch::find_executable(words.front(), "");
  std::string launcher;
  if (out.plan.has_launcher) {
    launcher = launch::find_executable(out.plan.launcher, "");
    if (first.empty() || launcher.empty())
      return base::Error{base::ErrorCode::NotFound, "launcher not found",
                         first.empty() ? words.front() : out.plan.launcher, "is it in the PATH?"};
  }
  const std::vector<launch::KnownMpi> known = launch::read_known_mpis(installation.runtime());
  for (const launch::PlannedProgram& planned : out.plan.programs) {
    const std::string path = launch::find_executable(planned.name, planned.directory);
    if (path.empty()) return not_found(out.plan, planned);
    TRY_ASSIGN(launch::Program program, launch::inspect_program(path));
    TRY_ASSIGN(const launch::MpiChoice choice, launch::choose_mpi(program, launcher, known));
    if (choice.mpi != nullptr && !out.mpi) out.mpi = *choice.mpi;
    if (choice.mpi == nullptr)
      out.notes.push_back(note_without_mpi(program, out.plan.has_launcher));
    out.preloads.push_back(choice.mpi != nullptr
                               ? choice.mpi->library
                               : (installation.runtime() / "libtarry-serial.so").string());
    TRY(check_runtime(out.preloads.back()));
    out.programs.push_back(std::move(program));
  }
  TRY(check_runtime((installation.runtime() / "tarry-start").string()));
  return out;
}

std::vector<std::string> MeasuredLaunch::command(const Installation& installation,
                                                 const std::vector<std::string>& variables) const {
  std::vector<std::vector<std::string>> prefixes;
  for (const std::string& preload : preloads) {
    std::vector<std::string> prefix = {(installation.runtime() / "tarry-start").string(),
                                       "--preload", preload};
    for (const std::string& variable : variables) {
      prefix.emplace_back("--set");
      prefix.push_back(variable);
    }
    prefix.emplace_back("--");
    prefixes.push_back(std::move(prefix));
  }
  return plan.with_prefixes(prefixes);
}

}  // namespace tarry::cli
