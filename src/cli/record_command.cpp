// SPDX-License-Identifier: BSD-3-Clause
// tarry record: runs a program under measurement, makes a trace of what it left behind, analyses
// it. The program's own output is untouched; what we say goes to stderr.
#include <unistd.h>

#include <cstdlib>

#include "cli/command.h"
#include "cli/experiment_directory.h"
#include "cli/installation.h"
#include "cli/measured_launch.h"
#include "cli/messages.h"
#include "cli/record_settings.h"
#include "cli/recording.h"

namespace tarry::cli {
namespace {

std::uint32_t threads_wanted() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  const long value = text != nullptr ? std::strtol(text, nullptr, 10) : 1;
  return value > 0 ? static_cast<std::uint32_t>(value) : 1;
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

class RecordCommand final : public Command {
 public:
  std::string name() const override { return "record"; }
  std::string summary() const override {
    return "Run a program under measurement, then analyse its trace";
  }
  std::vector<Example> examples() const override {
    return {
        {"tarry record mpirun -n 8 ./lulesh -s 20", "measure 8 ranks and report where they wait"},
        {"tarry record -o run1 srun -n 64 ./app", "keep everything in the directory run1"},
        {"tarry record --buffer 64M --no-analyze mpirun -n 4 ./app",
         "larger buffers; analyse later with: tarry analyze <directory>"},
        {"tarry record ./openmp_app", "a program without MPI"}};
  }

  bool takes_command() const override { return true; }
  void set_command(std::vector<std::string> words) override { words_ = std::move(words); }

  void add_options(CLI::App& app) override {
    app.description(summary() + "\ntarry record [OPTIONS] [--] <launcher and program>");
    app.add_option("-o,--output", output_,
                   "Experiment directory; must not exist "
                   "(default: tarry-<program>-<ranks>x<threads>-<time>)")
        ->type_name("DIR");
    app.add_flag("--force", force_, "Replace the experiment directory if there is one");
    app.add_flag("--trace", trace_, "Keep an event trace (the default)");
    app.add_flag("--no-analyze", no_analyze_, "Only record");
    settings_.add_options(app);
  }

  base::Result<int> run(const CommonOptions& common) override {
    if (words_.empty())
      return base::Error{base::ErrorCode::Usage, "there is no program to run", "",
                         "for example: tarry record mpirun -n 4 ./program"};
    TRY(settings_.resolve());
    TRY_ASSIGN(const Installation installation, find_installation());
    TRY_ASSIGN(const MeasuredLaunch launch, prepare_launch(words_, installation));
    const std::optional<std::uint32_t> ranks = launch.plan.ranks();
    Manifest manifest = first_manifest(launch);
    const std::string given_name =
        output_.empty()
            ? default_experiment_name(manifest.program, ranks, threads_wanted(), manifest.start)
            : output_;
    TRY_ASSIGN(const std::filesystem::path directory,
               make_experiment_directory(given_name, force_));
    for (const std::string& note : launch.notes) say(common, note);
    std::vector<std::string> variables = settings_.variables();
    variables.push_back(std::string(trace::recording::kExperimentVariable) + "=" +
                        directory.string());
    manifest.launched = launch.command(installation, variables);

    Recording recording(directory, std::move(manifest), common);
    recording.shown_name = given_name;
    recording.rename_when_ranks_known = output_.empty() && !ranks;
    recording.analyze = !no_analyze_;
    return recording.run();
  }

 private:
  [[nodiscard]] Manifest first_manifest(const MeasuredLaunch& launch) const {
    Manifest out;
    out.command = words_;
    std::error_code ignored;
    out.directory = std::filesystem::current_path(ignored).string();
    out.program = launch.programs.front().path;
    out.host = host_name();
    if (launch.mpi) {
      out.mpi_name = launch.mpi->name;
      out.mpi_soname = launch.mpi->soname;
    }
    out.options = settings_.values();
    out.environment = relevant_environment();
    out.start = std::time(nullptr);
    return out;
  }

  std::vector<std::string> words_;
  std::string output_;
  RecordSettings settings_;
  bool force_ = false;
  bool trace_ = false;
  bool no_analyze_ = false;
};

}  // namespace

std::unique_ptr<Command> make_record_command() { return std::make_unique<RecordCommand>(); }

}  // namespace tarry::cli
