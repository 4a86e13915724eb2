// SPDX-License-Identifier: BSD-3-Clause
#include "cli/result_output.h"

#include <fmt/core.h>

#include <cstdio>
#include <utility>

#include "base/bytes_text.h"
#include "base/files.h"
#include "cli/messages.h"

namespace tarry::cli {

Option ResultOutput::format_option(std::vector<std::string> formats) {
  return {.names = "--format",
          .target = &format,
          .help = "How to show it",
          .choices = std::move(formats),
          .otherwise = "text"};
}

Option ResultOutput::file_option() {
  return {.names = "-o,--output",
          .target = &file,
          .help = "File to write",
          .value = "FILE",
          .otherwise = "standard output"};
}

base::Status ResultOutput::put(const std::string& text, const CommonOptions& common) const {
  if (file.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return base::kOk;
  }
  TRY(base::write_file(file, text));
  detail(common, fmt::format("wrote {} of {} to {}", format, base::bytes_text(text.size()), file));
  return base::kOk;
}

}  // namespace tarry::cli
