// SPDX-License-Identifier: BSD-3-Clause
// The reports that verbs of the report algebra read and write.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/option.h"
#include "model/severity_cube.h"

namespace tarry::cli {

class ReportInputs {
 public:
  // The options that say how reports are matched. They write into this object.
  OptionTable options();

  // `input` is an experiment directory, a .cubex or a JSON report. Rows are read when they are
  // asked for: SeverityCube::reading() tells errors of that.
  [[nodiscard]] base::Result<model::SeverityCube> load(const std::string& input) const;
  [[nodiscard]] base::Result<std::vector<model::SeverityCube>> load(
      const std::vector<std::string>& inputs) const;
  // Returns a report that is in no file as the options want it.
  [[nodiscard]] model::SeverityCube matched(model::SeverityCube cube) const;

 private:
  std::string call_sites_ = "on";
  bool collapse_ = false;
};

// Returns an Error if the result may not be written to `output`, as it would replace a part of an
// input.
base::Status check_result(const std::string& output, const std::vector<std::string>& inputs);

// Writes a computed report, says so, and how to read it.
base::Status put_report(const model::SeverityCube& cube, const std::string& output,
                        const CommonOptions& common);

}  // namespace tarry::cli
