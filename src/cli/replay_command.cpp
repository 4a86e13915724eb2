// SPDX-License-Identifier: BSD-3-Clause
// tarry replay: runs the communication of a compressed trace again, with sleeps for computation.
#include <unistd.h>

#include <cmath>
#include <iostream>

#include "base/counted.h"
#include "base/parse_number.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/processes.h"
#include "cli/replay_report.h"
#include "compressed/format/trace_file.h"
#include "compressed/replay/replay.h"
#include "workers/agree.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

base::Result<double> number_of(const std::string& option, const std::string& text, double least,
                               double most) {
  const auto value = base::number_in<double>(text);
  if (value && *value >= least && *value <= most) return *value;
  return Error{ErrorCode::Usage, "not a number that " + option + " can have", option + " " + text,
               "for example " + option + " 2"};
}

class ReplayCommand final : public Command {
 public:
  std::string name() const override { return "replay"; }
  std::string summary() const override { return "Run recorded communication again"; }
  std::vector<Example> examples() const override {
    return {{"mpirun -n 4 tarry replay run1/compressed/trace.tct",
             "the recorded calls on as many processes; computation becomes sleep"},
            {"mpirun -n 4 tarry replay --compute none run1.tct",
             "communication alone: what the network and the MPI library need"},
            {"mpirun -n 4 tarry replay --speed 2 run1.tct", "computation takes half the time"},
            {"mpirun -n 4 tarry replay --scale-bytes 10 run1.tct", "ten times larger messages"},
            {"mpirun -n 4 tarry replay --format json run1.tct | jq .accuracy",
             "how close the replay came to the recording"}};
  }

  std::vector<std::string> description() const override {
    return {
        "Makes the MPI calls of a compressed trace again, with as many bytes, on as many "
        "processes, and compares their times with the recorded ones. Where the program computed, "
        "processes sleep as long as it computed, or work, or do nothing.",
        "A receive from any source is replayed as one from the process whose message it got. Where "
        "a trace has histograms instead of peers, each process draws the receivers of its messages "
        "and receives what the others draw for it.",
        "One-sided communication uses windows of the recorded sizes. A trace that was made of an "
        "event trace does not know them and is refused.",
        "Calls on files work on scratch files, with as many bytes at the same places. They are in "
        "a "
        "folder of the replay, which is removed at the end; the files of the program are neither "
        "read nor changed.",
        "Start it with as many processes as the trace has ranks, by the launcher of any MPI that "
        "tarry was built with; it need not be the recorded MPI."};
  }

  bool runs_together() const override { return true; }

  OptionTable options() override {
    return {
        {.names = "trace",
         .target = &file_,
         .help = "Compressed trace (.tct), or experiment directory with one"},
        {.names = "--compute",
         .target = &compute_,
         .help = "What a process does where the program computed",
         .value = "HOW",
         .choices = {"sleep", "spin", "none"},
         .otherwise = "sleep"},
        {.names = "--times",
         .target = &times_,
         .help = "Duration: drawn from the recorded times of the place, or their "
                 "average",
         .value = "HOW",
         .choices = {"drawn", "average"},
         .otherwise = "drawn"},
        {.names = "--speed",
         .target = &speed_,
         .help = "Compute F times as fast",
         .value = "F",
         .otherwise = "1"},
        {.names = "--scale-bytes",
         .target = &bytes_factor_,
         .help = "Send F times as many bytes, except to windows and files",
         .value = "F",
         .otherwise = "1"},
        {.names = "--seed",
         .target = Number{&seed_, 0, UINT32_MAX},
         .help = "Seed of all that is drawn; the same seed gives the same replay",
         .value = "N",
         .otherwise = "0"},
        {.names = "--destinations",
         .target = Number{&destinations_, 1, 1u << 20},
         .help = "Most receivers of one process, where peers are drawn",
         .value = "N",
         .otherwise = "32"},
        {.names = "--scratch",
         .target = &scratch_,
         .help = "Folder in which the replay makes a folder for its files, and removes it at the "
                 "end; all machines must share it",
         .value = "FOLDER",
         .otherwise = "that for temporary files"},
        {.names = "--skip-unsupported",
         .target = &skip_,
         .help = "Leave out calls that cannot be replayed, such as those that start programs, "
                 "instead of refusing the trace"},
        {.names = "--patience",
         .target = &patience_,
         .help =
             "Give up when a call waits longer than the length of the recording and SECONDS more",
         .value = "SECONDS",
         .otherwise = "60"},
        {.names = "--format",
         .target = &format_,
         .help = "Format of the result",
         .value = "FORMAT",
         .choices = {"text", "json"},
         .otherwise = "text"}};
  }

  base::Result<int> run(const CommonOptions& common) override {
    TRY_ASSIGN(const replay::Settings settings, settings_of());
    TRY_ASSIGN(const Processes processes,
               Processes::connect_through_mpi("tarry replay: the launcher ended this process, "
                                              "probably because another process had ended\n"));
    try {
      return processes.status(replay_on(processes, settings, common));
    } catch (const std::exception& caught) {  // the others wait for a message
      processes.transport().abandon(workers::failure_of(caught).message());
      return 1;  // unreachable; GCC does not see that a virtual function never returns
    }
  }

 private:
  [[nodiscard]] base::Result<replay::Settings> settings_of() const {
    constexpr double kLeast = 1e-6, kMost = 1e6;
    replay::Settings settings;
    settings.compute = compute_ == "spin"   ? replay::Compute::Spin
                       : compute_ == "none" ? replay::Compute::None
                                            : replay::Compute::Sleep;
    settings.times = times_ == "average" ? replay::Times::Average : replay::Times::Drawn;
    TRY_ASSIGN(settings.speed, number_of("--speed", speed_, kLeast, kMost));
    TRY_ASSIGN(settings.bytes_factor, number_of("--scale-bytes", bytes_factor_, 0, kMost));
    TRY_ASSIGN(settings.patience_s, number_of("--patience", patience_, 0, 1e9));
    settings.seed = seed_;
    settings.destinations = destinations_;
    settings.skip_unsupported = skip_;
    settings.scratch = scratch_;
    return settings;
  }

  base::Result<int> replay_on(const Processes& processes, const replay::Settings& settings,
                              const CommonOptions& common) const {
    std::optional<compressed::Trace> trace;
    TRY(workers::do_together(processes.transport(), [&]() -> base::Status {
      TRY_ASSIGN(trace, compressed::read_trace(file_));
      return base::kOk;
    }));
    std::unique_ptr<replay::MessagePassing> mpi;
    TRY(workers::do_together(processes.transport(), [&]() -> base::Status {
      TRY_ASSIGN(void* const make, processes.function_of("replay", replay::kMakeSymbol));
      mpi.reset(reinterpret_cast<replay::MakeFunction>(make)());
      return base::kOk;
    }));
    TRY_ASSIGN(const replay::Outcome outcome,
               replay::replay(*trace, settings, processes.transport(), *mpi, give_up));
    if (!processes.is_first()) return 0;
    if (outcome.left_out != 0)
      warn(common,
           base::counted(outcome.left_out,
                         "send or receive is recorded on one side only and was left out",
                         "sends and receives are recorded on one side only and were left out"));
    std::cout << (format_ == "json" ? replay_json(outcome, *trace, settings)
                                    : replay_text(outcome, *trace, settings))
              << std::flush;
    return 0;
  }

  // Ends this process at once: it is inside of MPI and cannot end the others, which its launcher
  // does.
  static void give_up(const std::string& reason) {
    const std::string line = "tarry replay: gave up: " + reason + "\n";
    const auto written = write(STDERR_FILENO, line.data(), line.size());
    static_cast<void>(written);
    _exit(1);
  }

  std::string file_;
  std::string compute_ = "sleep";
  std::string times_ = "drawn";
  std::string speed_ = "1", bytes_factor_ = "1", patience_ = "60";
  unsigned seed_ = 0;
  unsigned destinations_ = 32;
  bool skip_ = false;
  std::string scratch_;
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> make_replay_command() { return std::make_unique<ReplayCommand>(); }

}  // namespace tarry::cli
