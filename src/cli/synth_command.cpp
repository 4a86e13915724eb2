// SPDX-License-Identifier: BSD-3-Clause
// tarry synth: makes traces from a few numbers, and writes what an analysis must find in them.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/counted.h"
#include "base/files.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "trace/open_trace.h"
#include "trace/synthetic/expected_waits.h"
#include "trace/synthetic/generated_source.h"
#include "trace/write_archive.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
namespace synthetic = trace::synthetic;
using base::Error;
using base::ErrorCode;

constexpr const char* kParametersFile = "parameters.synth";
constexpr const char* kExpectedFile = "expected.json";

class SynthCommand final : public Command {
 public:
  std::string name() const override { return "synth"; }
  bool hidden() const override { return true; }
  std::string summary() const override {
    return "Make a synthetic trace whose wait states are known";
  }
  std::vector<Example> examples() const override {
    return {{"tarry synth --ranks 64 --iterations 100 -o made", "a trace with every pattern"},
            {"tarry synth --ranks 16 --events 20M --patterns halo/2,late-sender/2+1,nxn/8 -o made",
             "halo exchange and ring in turn, an MPI_Allreduce in every eighth iteration"},
            {"tarry synth --ranks 1024 --patterns barrier:row,nxn:column -o grid.synth",
             "only the parameters: tarry analyze grid.synth makes the events itself"},
            {"tarry synth --from tests/cases/latesender_basic.case -o made",
             "the trace of a text case"}};
  }
  std::vector<std::string> description() const override {
    return {
        "Writes an OTF2 trace and, beside it, expected.json: what an analysis must find, known "
        "from how the trace is made. Times are the same for the same parameters on every "
        "machine.",
        "If the name of the output ends in .synth, only the parameters are written; such a file "
        "can be analyzed as it is. docs/formats/synth.md describes the patterns."};
  }

  OptionTable options() override;
  base::Result<int> run(const CommonOptions& common) override;

 private:
  [[nodiscard]] base::Result<synthetic::Parameters> parameters() const;
  base::Status write_parameters(const synthetic::Parameters& made, unsigned threads) const;
  base::Status write_generated(const synthetic::Parameters& made,
                               const CommonOptions& common) const;
  base::Status write_case(unsigned threads) const;
  // Calls `write`. If that fails, the output directory is removed.
  template <class Write>
  base::Status into_directory(Write write) const;

  std::string output_;
  std::string from_;
  std::string patterns_;
  std::map<std::string_view, std::string> numbers_;  // values as given
};

OptionTable SynthCommand::options() {
  OptionTable table = {
      {.names = "-o,--output",
       .target = &output_,
       .help = "Directory to make, or FILE.synth for the parameters only",
       .value = "OUTPUT"},
      {.names = "--from",
       .target = &from_,
       .help = "A text case (.case), or parameters (.synth) that the other options change",
       .value = "FILE"},
      {.names = "--patterns",
       .target = &patterns_,
       .help = "What to communicate in each iteration: PATTERN[:world|row|column][/EVERY[+FIRST]] "
               "with commas between them",
       .value = "LIST",
       .otherwise = "each pattern once"}};
  const synthetic::Parameters defaults;
  for (const synthetic::ParameterInfo& info : synthetic::parameter_table())
    table.push_back({.names = "--" + std::string(info.name),
                     .target = &numbers_[info.name],
                     .help = std::string(info.help),
                     .value = "N",
                     .otherwise = std::to_string(defaults.*info.value)});
  return table;
}

base::Result<synthetic::Parameters> SynthCommand::parameters() const {
  synthetic::Parameters made;
  if (!from_.empty()) {
    TRY_ASSIGN(made, synthetic::read_parameters(from_));
  }
  if (!patterns_.empty())
    TRY(synthetic::set_parameter(synthetic::kPatternsParameter, patterns_, made));
  const auto given = [this](std::string_view name) { return !numbers_.at(name).empty(); };
  if (given("events") && given("iterations"))
    return Error{ErrorCode::Usage, "--events and --iterations exclude each other", "", ""};
  if (given("iterations")) made.events = 0;
  for (const auto& [name, value] : numbers_)
    if (!value.empty()) TRY(synthetic::set_parameter(name, value, made));
  return synthetic::complete(std::move(made));
}

base::Status SynthCommand::write_parameters(const synthetic::Parameters& made,
                                            unsigned threads) const {
  TRY(base::write_file(output_, synthetic::to_text(made)));
  const synthetic::Schedule schedule(made);
  TRY_ASSIGN(const auto expected, synthetic::expected_waits(schedule, threads));
  return synthetic::write_expected(schedule, expected,
                                   fs::path(output_).replace_extension(".expected.json"));
}

template <class Write>
base::Status SynthCommand::into_directory(Write write) const {
  base::Status status = write();
  std::error_code ignored;
  if (!status.ok()) fs::remove_all(output_, ignored);
  return status;
}

base::Status SynthCommand::write_generated(const synthetic::Parameters& made,
                                           const CommonOptions& common) const {
  return into_directory([&]() -> base::Status {
    synthetic::GeneratedSource source(made);
    TRY(trace::write_archive(source, output_, trace::Times::MadeUp, common.threads));
    TRY(base::write_file((fs::path(output_) / kParametersFile).string(), synthetic::to_text(made)));
    TRY_ASSIGN(const auto expected, synthetic::expected_waits(source.schedule(), common.threads));
    TRY(synthetic::write_expected(source.schedule(), expected, fs::path(output_) / kExpectedFile));
    std::uint64_t events = 0;
    for (const model::Location& location : source.definitions().locations)
      events += location.event_count;
    say(common,
        fmt::format("{} of {} in {}", base::counted(events, "event"),
                    base::counted(source.definitions().locations.size(), "location"), output_));
    return base::kOk;
  });
}

base::Status SynthCommand::write_case(unsigned threads) const {
  TRY_ASSIGN(const auto source, trace::open_trace(from_, trace::TimeCorrection::Offsets));
  return into_directory([&]() -> base::Status {
    TRY(trace::write_archive(*source, output_, trace::Times::MadeUp, threads));
    return base::kOk;
  });
}

base::Result<int> SynthCommand::run(const CommonOptions& common) {
  if (output_.empty())
    return Error{ErrorCode::Usage, "no output given", "", "-o DIRECTORY or -o FILE.synth"};
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(output_, ignored)))
    return Error{ErrorCode::Exists, "the output exists", output_, "choose another or remove it"};
  if (fs::path(from_).extension() == ".case") {
    TRY(write_case(common.threads));
    return 0;
  }
  TRY_ASSIGN(const synthetic::Parameters made, parameters());
  if (fs::path(output_).extension() == ".synth")
    TRY(write_parameters(made, common.threads));
  else
    TRY(write_generated(made, common));
  return 0;
}

}  // namespace

std::unique_ptr<Command> make_synth_command() { return std::make_unique<SynthCommand>(); }

}  // namespace tarry::cli
