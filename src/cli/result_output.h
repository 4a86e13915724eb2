// SPDX-License-Identifier: BSD-3-Clause
// Where the result of a verb goes, and as what: its options --format and --output.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/option.h"

namespace tarry::cli {

struct ResultOutput {
  std::string format = "text";
  std::string file;  // empty: standard output

  // `formats`: "text" first. The options write into this object.
  Option format_option(std::vector<std::string> formats);
  Option file_option();

  // Writes the file, whole or not at all; main checks that what goes to standard output arrived.
  base::Status put(const std::string& text, const CommonOptions& common) const;
};

}  // namespace tarry::cli
