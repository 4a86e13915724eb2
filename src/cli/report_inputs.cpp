// SPDX-License-Identifier: BSD-3-Clause
#include "cli/report_inputs.h"

#include "algebra/operations.h"
#include "base/shell_line.h"
#include "cli/messages.h"
#include "cli/output_check.h"
#include "experiment/report_file.h"
#include "report/cubex.h"
#include "report/merged_callpaths.h"

namespace tarry::cli {

OptionTable ReportInputs::options() {
  return {{.names = "--call-sites",
           .target = &call_sites_,
           .help = "off: unite calls of one MPI function at several places of a caller first, for "
                   "versions of a program whose lines differ",
           .choices = {"on", "off"}},
          {.names = "--collapse",
           .target = &collapse_,
           .help = "Add up all ranks and threads first, for runs of different sizes"}};
}

base::Result<model::SeverityCube> ReportInputs::load(const std::string& input) const {
  TRY_ASSIGN(const std::string file,
             experiment::report_file(input, experiment::Preferred::Analysis));
  TRY_ASSIGN(model::SeverityCube cube, experiment::open_report_file(file));
  return matched(std::move(cube));
}

model::SeverityCube ReportInputs::matched(model::SeverityCube cube) const {
  if (call_sites_ == "off") cube = report::merge_callpaths(std::move(cube), {.call_sites = true});
  if (collapse_) cube = algebra::collapse(cube);
  return cube;
}

base::Result<std::vector<model::SeverityCube>> ReportInputs::load(
    const std::vector<std::string>& inputs) const {
  std::vector<model::SeverityCube> cubes;
  for (const std::string& input : inputs) {
    TRY_ASSIGN(model::SeverityCube cube, load(input));
    cubes.push_back(std::move(cube));
  }
  return cubes;
}

base::Status check_result(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    TRY_ASSIGN(const std::string file,
               experiment::report_file(input, experiment::Preferred::Analysis));
    TRY(check_no_part(output, file));
  }
  if (!output.ends_with(".json")) return base::kOk;
  return base::Error{base::ErrorCode::Usage, "the result is a .cubex file", output,
                     "'tarry report --format json' makes JSON of it"};
}

base::Status put_report(const model::SeverityCube& cube, const std::string& output,
                        const CommonOptions& common) {
  TRY(report::write_cubex(cube, output));
  say(common, "wrote " + output + "; next: tarry report " + base::shell_line({output}));
  return base::kOk;
}

}  // namespace tarry::cli
