// SPDX-License-Identifier: BSD-3-Clause
// The options --format and --output of a verb: the form of its result and the place for it.
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

  // `formats` begins with "text". The options write into this object.
  Option format_option(std::vector<std::string> formats);
  Option file_option();

  // Writes the whole file or nothing. main checks that standard output was written.
  base::Status put(const std::string& text, const CommonOptions& common) const;
};

}  // namespace tarry::cli
