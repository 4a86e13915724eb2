// SPDX-License-Identifier: BSD-3-Clause
#include "cli/measured_launch.h"

#include <algorithm>

#include "launch/launch_syntax.h"
#include "launch/openmp.h"
#include "launch/sanitizer.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

base::Error not_found(const launch::LaunchPlan& plan, const launch::PlannedProgram& program) {
  const std::string where =
      program.directory.empty() ? program.name : program.name + " in " + program.directory;
  const bool is_here = !launch::find_executable("./" + program.name, program.directory).empty();
  if (is_here && program.name.find('/') == std::string::npos)
    return {base::ErrorCode::NotFound, "program not found in the PATH", where,
            "did you mean ./" + program.name + "?"};
  if (plan.has_launcher)
    return {base::ErrorCode::NotFound, "program not found after " + plan.launcher, where,
            "is its path right, and can it be executed?"};
  // --sample takes its value only after `=`: the word after a space is the program.
  if (trace::eventlog::period_from_text(program.name))
    return {base::ErrorCode::NotFound, "launcher or program not found", where,
            "did you mean --sample=" + program.name + "?"};
  return {base::ErrorCode::NotFound, "launcher or program not found", where,
          "is it in the PATH, and can it be executed?"};
}

base::Status check_runtime(const std::string& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) return base::kOk;
  return base::Error{base::ErrorCode::NotFound, "a part of tarry is missing", file,
                     "build or install tarry again"};
}

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

// Adds what the user should know about a program that is measured without MPI.
void explain_without_mpi(const launch::Program& program, bool has_openmp, MeasuredLaunch& out) {
  const std::string name = file_name(program.path);
  if (program.has_runtime)
    out.notes.push_back(name +
                        " is linked statically: only its instrumented functions and user regions "
                        "are recorded");
  if (program.is_script && !out.plan.has_launcher)
    out.warnings.push_back(name +
                           " is a script: what it starts is recorded without MPI calls; to see "
                           "those, put 'tarry record' in front of the launcher inside it");
  else if (out.plan.has_launcher)
    out.warnings.push_back(name + " is not linked with MPI: no MPI calls are recorded");
  else if (!program.has_runtime)
    out.notes.push_back(name + " is not linked with MPI: only " +
                        (has_openmp ? "OpenMP, threads and instrumented functions are recorded"
                                    : "its threads and instrumented functions are recorded"));
}

// Warns of a launcher of another MPI: each process then takes itself for the only one.
void explain_mismatch(const launch::Program& program, const launch::KnownMpi& mpi,
                      const std::string& launcher, MeasuredLaunch& out) {
  const std::string family = launch::launcher_family(launcher);
  const auto name = [](const std::string& mpi_name) {
    return mpi_name == "openmpi" ? "Open MPI" : mpi_name == "mpich" ? "MPICH" : mpi_name;
  };
  if (!family.empty() && family != mpi.name)
    out.warnings.push_back(file_name(program.path) + " is linked with " + name(mpi.name) + " (" +
                           mpi.soname + "), but " + file_name(launcher) + " is the launcher of " +
                           name(family) + ": its processes do not know each other");
}

void add_openmp(const launch::OpenMpPlan& plan, MeasuredLaunch& out) {
  const auto add_once = [](std::vector<std::string>& to, const std::string& text) {
    if (!text.empty() && std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
  };
  Injection& injection = out.injections.back();
  if (!plan.preload.empty()) injection.libraries.push_back(plan.preload);
  if (!plan.variable.empty()) injection.variables.push_back(plan.variable);
  injection.waits_like_gcc = plan.waits_like_gcc;
  add_once(out.notes, plan.note);
  add_once(out.warnings, plan.warning);
}

// Injects the library that records events into the next program.
base::Status add_runtime(const launch::Program& program, const launch::MpiChoice& choice,
                         const Installation& installation, MeasuredLaunch& out) {
  if (program.has_runtime) {
    out.injections.push_back({});
    out.reasons.push_back(program.path + " has the runtime linked in");
    return base::kOk;
  }
  const std::string library = choice.mpi != nullptr
                                  ? choice.mpi->library
                                  : (installation.runtime() / "libtarry-serial.so").string();
  TRY(check_runtime(library));
  out.injections.push_back({{library}, {}});
  out.reasons.push_back(program.path + " is " + choice.why + ": preloading " + library);
  return base::kOk;
}

// Returns the plan of a command line with the path of its launcher, if there is one.
base::Result<launch::LaunchPlan> plan_of(const std::vector<std::string>& words,
                                         std::string& launcher) {
  TRY_ASSIGN(launch::LaunchPlan plan, launch::plan_launch(words, [](const std::string& word) {
               return !launch::find_executable(word, "").empty();
             }));
  if (!plan.has_launcher) return plan;
  const std::string first = launch::find_executable(words.front(), "");
  launcher = launch::find_executable(plan.launcher, "");
  if (first.empty() || launcher.empty())
    return base::Error{base::ErrorCode::NotFound, "launcher not found",
                       first.empty() ? words.front() : plan.launcher, "is it in the PATH?"};
  return plan;
}

base::Result<launch::Program> find_program(const launch::LaunchPlan& plan,
                                           const launch::PlannedProgram& planned,
                                           const std::string& launcher) {
  // Open MPI's launcher finds a program in the current directory, too; MPICH's does not.
  const bool also_here = launch::launcher_family(launcher) == "openmpi";
  const std::string path = launch::find_executable(planned.name, planned.directory, also_here);
  if (path.empty()) return not_found(plan, planned);
  return launch::inspect_program(path);
}

base::Status check_samples(const launch::Program& program) {
  if (!program.has_runtime) return base::kOk;
  return base::Error{base::ErrorCode::Unsupported, "no samples are taken in a static program",
                     program.path, "record events instead, without --sample"};
}

fs::path general_sampling_library(const Installation& installation) {
  return installation.runtime() / "libtarry-sampling.so";
}

bool takes_samples(const Installation& installation) {
  std::error_code ignored;
  return fs::is_regular_file(general_sampling_library(installation), ignored);
}

// Returns the library that takes samples. With MPI it is the one that also counts MPI calls.
base::Result<std::string> sampling_library(const Installation& installation,
                                           const launch::KnownMpi* mpi) {
  const std::string general = general_sampling_library(installation).string();
  if (!takes_samples(installation))
    return base::Error{base::ErrorCode::Unsupported,
                       "samples are not taken on this processor: only x86-64 is supported", general,
                       "record events instead, without --sample"};
  if (mpi == nullptr) return general;
  std::string counting =
      (installation.runtime() / ("libtarry-sampling-" + mpi->name + ".so")).string();
  TRY(check_runtime(counting));
  return counting;
}

// Adds sampling to the program that was injected into last. Its library comes in front, so that it
// counts the calls of MPI that the program makes.
base::Status add_sampling(const Installation& installation, const launch::KnownMpi* mpi,
                          MeasuredLaunch& out) {
  TRY_ASSIGN(std::string sampling, sampling_library(installation, mpi));
  out.reasons.push_back("for its samples: preloading " + sampling + " in front of that");
  std::vector<std::string>& libraries = out.injections.back().libraries;
  libraries.insert(libraries.begin(), std::move(sampling));
  out.takes_samples = true;
  return base::kOk;
}

// Adds the runtime of a sanitizer to the program that was injected into last, in front of the
// other libraries.
base::Status add_sanitizer(const launch::Program& program, MeasuredLaunch& out) {
  TRY_ASSIGN(const auto sanitizer, launch::sanitizer_of(program));
  if (!sanitizer) return base::kOk;
  out.reasons.push_back("the program runs under a sanitizer: preloading " + sanitizer->soname +
                        " in front of all");
  std::vector<std::string>& libraries = out.injections.back().libraries;
  libraries.insert(libraries.begin(),
                   sanitizer->path.empty() ? sanitizer->soname : sanitizer->path);
  return base::kOk;
}

}  // namespace

base::Result<MeasuredLaunch> prepare_launch(const std::vector<std::string>& words,
                                            const Installation& installation,
                                            launch::OpenMpWish openmp_wish,
                                            SampledPrograms sampled) {
  MeasuredLaunch out;
  std::string launcher;
  TRY_ASSIGN(out.plan, plan_of(words, launcher));
  const std::vector<launch::KnownMpi> known = launch::read_known_mpis(installation.runtime());
  for (const launch::PlannedProgram& planned : out.plan.programs) {
    TRY_ASSIGN(launch::Program program, find_program(out.plan, planned, launcher));
    TRY_ASSIGN(const launch::MpiChoice choice, launch::choose_mpi(program, launcher, known));
    if (choice.mpi != nullptr && !out.mpi) out.mpi = *choice.mpi;
    const launch::OpenMpPlan openmp = launch::plan_openmp(program, openmp_wish);
    if (choice.mpi == nullptr)
      explain_without_mpi(program, openmp.is_recorded, out);
    else
      explain_mismatch(program, *choice.mpi, launcher, out);
    TRY(add_runtime(program, choice, installation, out));
    if (sampled == SampledPrograms::All) TRY(check_samples(program));
    if (sampled == SampledPrograms::All || (sampled == SampledPrograms::WithMpi &&
                                            choice.mpi != nullptr && takes_samples(installation)))
      TRY(add_sampling(installation, choice.mpi, out));
    add_openmp(openmp, out);
    TRY(add_sanitizer(program, out));
    out.programs.push_back(std::move(program));
  }
  TRY(check_runtime((installation.runtime() / "tarry-start").string()));
  return out;
}

base::Result<MeasuredLaunch> prepare_sampled_launch(const std::vector<std::string>& words,
                                                    const Installation& installation) {
  MeasuredLaunch out;
  std::string launcher;
  TRY_ASSIGN(out.plan, plan_of(words, launcher));
  const std::vector<launch::KnownMpi> known = launch::read_known_mpis(installation.runtime());
  for (const launch::PlannedProgram& planned : out.plan.programs) {
    TRY_ASSIGN(launch::Program program, find_program(out.plan, planned, launcher));
    TRY(check_samples(program));
    // A program that we know nothing about is sampled as well.
    const auto choice = launch::choose_mpi(program, launcher, known);
    const launch::KnownMpi* mpi = choice.ok() ? choice->mpi : nullptr;
    if (mpi != nullptr) {
      if (!out.mpi) out.mpi = *mpi;
      explain_mismatch(program, *mpi, launcher, out);
    }
    TRY_ASSIGN(const std::string injected, sampling_library(installation, mpi));
    out.injections.push_back({{injected}, {}});
    out.reasons.push_back(program.path + ": preloading " + injected);
    TRY(add_sanitizer(program, out));
    out.programs.push_back(std::move(program));
  }
  TRY(check_runtime((installation.runtime() / "tarry-start").string()));
  return out;
}

std::vector<std::string> MeasuredLaunch::command(const Installation& installation,
                                                 const std::vector<std::string>& variables) const {
  std::vector<std::vector<std::string>> prefixes;
  for (const Injection& injection : injections) {
    std::vector<std::string> prefix = {(installation.runtime() / "tarry-start").string()};
    const auto add = [&prefix](const char* option, const std::vector<std::string>& values) {
      for (const std::string& value : values) {
        prefix.emplace_back(option);
        prefix.push_back(value);
      }
    };
    add("--preload", injection.libraries);
    add("--set", variables);
    add("--set", injection.variables);
    if (injection.waits_like_gcc) add("--wait-like", {"gcc"});
    prefix.emplace_back("--");
    prefixes.push_back(std::move(prefix));
  }
  return plan.with_prefixes(prefixes);
}

}  // namespace tarry::cli
