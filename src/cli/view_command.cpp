// SPDX-License-Identifier: BSD-3-Clause
// tarry view: the explorer, from a local server or as one page.
#include <filesystem>

#include "base/bytes_text.h"
#include "base/files.h"
#include "cli/command.h"
#include "cli/installation.h"
#include "cli/memory_limit.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "cli/report_inputs.h"
#include "cli/view_diagnosis.h"
#include "cli/view_server.h"
#include "cli/view_timeline.h"
#include "experiment/experiment.h"
#include "experiment/report_file.h"
#include "explorer/one_file_page.h"
#include "explorer/session.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;
using experiment::Experiment;
using experiment::Part;

// Returns true if `input` is an experiment with samples that were not diagnosed yet, and with
// nothing else that could be shown.
bool has_only_samples(const std::string& input) {
  std::error_code ignored;
  if (!fs::is_directory(input, ignored)) return false;
  const Experiment experiment(input);
  if (!experiment.has(Part::Samples) || experiment.is_unfinished()) return false;
  for (const Part other :
       {Part::Archive, Part::Compressed, Part::Summary, Part::Analysis, Part::Diagnosis})
    if (experiment.has(other)) return false;
  return true;
}

base::Result<std::string> explorer_page() {
  TRY_ASSIGN(const Installation installation, find_installation());
  const fs::path file = installation.explorer();
  base::Result<std::string> page = base::read_file(file);
  if (!page.ok() && page.error().code == base::ErrorCode::NotFound)
    return base::Error{base::ErrorCode::NotFound, "the explorer was not built", file.string(),
                       "install Node 18 and npm and run scripts/build; 'tarry report' needs "
                       "neither"};
  return page;
}

class ViewCommand final : public Command {
 public:
  [[nodiscard]] std::string name() const override { return "view"; }
  [[nodiscard]] std::string summary() const override {
    return "Explore a report in the browser: trees, causes, timeline, samples";
  }
  [[nodiscard]] std::vector<Example> examples() const override {
    return {{"tarry view run1", "where run1 waits, in the browser"},
            {"tarry view run1 run2", "two runs side by side, and their difference"},
            {"tarry view run1 --html run1.html", "one page to keep or to send; it needs no server"},
            {"tarry view run1 --port 8080 --no-browser",
             "for a browser elsewhere, through ssh -L 8080:127.0.0.1:8080"}};
  }
  [[nodiscard]] std::vector<std::string> description() const override {
    return {
        "Starts a server for this machine alone, prints its address and opens the browser where "
        "there is one. The address has a token without which the server answers nothing. Ctrl-C "
        "ends it.",
        "The server gives out the report, and source files that the report names if they are at "
        "hand.",
        "If there is a trace beside the first report, its timeline is shown, too. It needs an "
        "index, timeline.index beside the trace, which is made the first time and stays there.",
        "If there are samples beside the first report, or nothing else, they are diagnosed as by "
        "'tarry diagnose': phases, losses and flame graphs.",
        "With --html, writes the same application with the whole report in it as one file, which "
        "opens in any browser without a network."};
  }
  OptionTable options() override {
    constexpr unsigned kLastPort = 65535;
    OptionTable table = {
        {.names = "report",
         .target = &inputs_,
         .help = "Experiment directory, .cubex file or JSON report; two are compared"},
        {.names = "--html",
         .target = &html_,
         .help = "Write one page with everything in it, and start no server",
         .value = "FILE"},
        {.names = "--port",
         .target = Number{&port_, 1, kLastPort},
         .help = "Port of the server",
         .value = "N",
         .otherwise = "a free one"},
        {.names = "--no-browser", .target = Clears{&browser_}, .help = "Only print the address"},
        {.names = "--no-timeline",
         .target = Clears{&timeline_},
         .help = "Leave the trace alone: show the report only"},
        {.names = "--no-diagnosis",
         .target = Clears{&diagnosis_},
         .help = "Leave the samples alone: show the report only"},
        {.names = "--labels",
         .target = &labels_,
         .help = "Rules that say what procedures do, as in 'tarry diagnose'",
         .value = "FILE"},
        memory_option(memory_)};
    for (Option& option : matching_.options()) table.push_back(std::move(option));
    return table;
  }
  base::Result<int> run(const CommonOptions& common) override {
    if (inputs_.size() > 2)
      return base::Error{base::ErrorCode::Usage, "at most two reports can be compared", "",
                         "'tarry report' shows more side by side"};
    TRY_ASSIGN(const std::string page, explorer_page());
    TRY_ASSIGN(const explorer::Session session, open(common));
    if (!html_.empty()) {
      TRY(write(page, session, common));
      return 0;
    }
    // What is damaged in front of the values shall be known before a browser opens.
    TRY(session.description());
    TRY(serve_view(session, page, {.port = static_cast<int>(port_), .browser = browser_}, common));
    return 0;
  }

 private:
  [[nodiscard]] base::Result<explorer::Session> open(const CommonOptions& common) const {
    std::vector<std::unique_ptr<explorer::ReportAnswers>> reports;
    std::unique_ptr<explorer::TimelineAnswers> timeline;
    explorer::DiagnosisAnswers diagnosis;
    for (const std::string& input : inputs_) {
      const bool is_first = reports.empty();
      Opened opened;
      if (diagnosis_ && has_only_samples(input)) {
        TRY_ASSIGN(opened, open_samples(input, common));
      } else {
        TRY_ASSIGN(opened, open_report(input, is_first, common));
      }
      if (is_first) diagnosis = std::move(opened.diagnosis);
      if (is_first && timeline_) {
        TRY_ASSIGN(timeline, timeline_of(opened.file, opened.cube, common));
      }
      std::vector<fs::path> folders = {fs::current_path(), opened.file.parent_path()};
      reports.push_back(std::make_unique<explorer::ReportAnswers>(input, std::move(opened.cube),
                                                                  std::move(folders)));
    }
    return explorer::Session(std::move(reports), std::move(timeline), std::move(diagnosis));
  }

  struct Opened {
    fs::path file;  // absolute; where the report is or would be
    model::SeverityCube cube;
    explorer::DiagnosisAnswers diagnosis;
  };

  // The report of an experiment that was not diagnosed yet is its diagnosis.
  [[nodiscard]] base::Result<Opened> open_samples(const std::string& input,
                                                  const CommonOptions& common) const {
    const Experiment experiment(input);
    TRY(check_no_part(html_, experiment.path(Part::Diagnosis)));
    TRY_ASSIGN(ViewedDiagnosis made, viewed_diagnosis(experiment, input, labels_, common));
    return Opened{fs::absolute(experiment.path(Part::Diagnosis)),
                  matching_.matched(std::move(made.cube)), std::move(made.answers)};
  }
  // A report is worth looking at without a diagnosis, too.
  [[nodiscard]] base::Result<Opened> open_report(const std::string& input, bool is_first,
                                                 const CommonOptions& common) const {
    TRY_ASSIGN(const std::string file,
               experiment::report_file(input, experiment::Preferred::Analysis));
    TRY(check_no_part(html_, file));
    TRY_ASSIGN(model::SeverityCube cube, matching_.load(input));
    Opened opened{fs::absolute(file), std::move(cube), {}};
    const Experiment around = Experiment::around(opened.file);
    if (!is_first || !diagnosis_ || !around.has(Part::Samples)) return opened;
    std::error_code ignored;
    const std::string name =
        fs::is_directory(input, ignored) ? input : around.directory().filename().string();
    base::Result<ViewedDiagnosis> made = viewed_diagnosis(around, name, labels_, common);
    if (made.ok())
      opened.diagnosis = std::move(made->answers);
    else
      warn(common, "there is no diagnosis: " + made.error().message());
    return opened;
  }
  // A report is worth looking at without its trace, too.
  [[nodiscard]] base::Result<std::unique_ptr<explorer::TimelineAnswers>> timeline_of(
      const fs::path& file, const model::SeverityCube& cube, const CommonOptions& common) const {
    TRY_ASSIGN(const std::uint64_t limit, memory_limit(memory_));
    base::Result<std::unique_ptr<explorer::TimelineAnswers>> timeline =
        timeline_beside(file, cube, limit, common);
    if (timeline.ok()) return timeline;
    warn(common, "there is no timeline: " + timeline.error().message());
    return std::unique_ptr<explorer::TimelineAnswers>();
  }
  base::Status write(const std::string& page, const explorer::Session& session,
                     const CommonOptions& common) const {
    TRY_ASSIGN(const std::string whole, explorer::one_file_page(page, session));
    TRY(base::write_file(html_, whole));
    say(common,
        "wrote " + html_ + " (" + base::bytes_text(whole.size()) + "); open it in a browser");
    return base::kOk;
  }

  std::vector<std::string> inputs_;
  std::string html_;
  ReportInputs matching_;
  std::string memory_ = kUnlimited;
  unsigned port_ = 0;
  std::string labels_;
  bool timeline_ = true;
  bool diagnosis_ = true;
  bool browser_ = true;
};

}  // namespace

std::unique_ptr<Command> make_view_command() { return std::make_unique<ViewCommand>(); }

}  // namespace tarry::cli
