// SPDX-License-Identifier: BSD-3-Clause
#include "cli/messages.h"

#include <fmt/core.h>

#include <cstdio>

namespace tarry::cli {

void say(const CommonOptions& common, std::string_view text) {
  if (!common.quiet) fmt::print(stderr, "tarry: {}\n", text);
}

void detail(const CommonOptions& common, std::string_view text) {
  if (common.verbose) say(common, text);
}

void warn(const CommonOptions& common, std::string_view text) {
  if (!common.quiet) fmt::print(stderr, "tarry: warning: {}\n", text);
}

}  // namespace tarry::cli
