// SPDX-License-Identifier: BSD-3-Clause
#include "cli/messages.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

#include "cli/terminal.h"

namespace tarry::cli {
namespace {

// If stdout and stderr go to one file, the results so far must come before this line.
void print_line(std::string_view prefix, std::string_view text) {
  std::fflush(stdout);
  fmt::print(stderr, "{}{}\n", prefix, text);
}

}  // namespace

void say(const CommonOptions& common, std::string_view text) {
  if (!common.quiet) print_line("tarry: ", text);
}

void detail(const CommonOptions& common, std::string_view text) {
  if (common.verbose) say(common, text);
}

void warn(const CommonOptions& common, std::string_view text) {
  if (!common.quiet) print_line("tarry: warning: ", text);
}

void CommandVoice::say(const std::string& line) { cli::say(common_, line); }

void CommandVoice::detail(const std::string& line) { cli::detail(common_, line); }

void CommandVoice::warn(const std::string& line) { cli::warn(common_, line); }

void CommandVoice::show(const std::string& table) {
  if (!common_.quiet) fmt::print(stderr, "{}", table);
}

report::TextStyle CommandVoice::style() const { return text_style(common_, STDERR_FILENO); }

}  // namespace tarry::cli
