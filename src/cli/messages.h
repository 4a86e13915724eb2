// SPDX-License-Identifier: BSD-3-Clause
// Messages of a verb to the user besides its results: one line each on stderr, none with --quiet.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"
#include "experiment/voice.h"

namespace tarry::cli {

// Prints "tarry: <text>".
void say(const CommonOptions& common, std::string_view text);
// Prints the same line only with --verbose.
void detail(const CommonOptions& common, std::string_view text);
// Prints "tarry: warning: <text>".
void warn(const CommonOptions& common, std::string_view text);

// Prints the same lines for what happens to a recording. `common` must outlive it.
class CommandVoice final : public experiment::Voice {
 public:
  explicit CommandVoice(const CommonOptions& common) : common_(common) {}

  void say(const std::string& line) override;
  void detail(const std::string& line) override;
  void warn(const std::string& line) override;
  void show(const std::string& table) override;
  [[nodiscard]] report::TextStyle style() const override;
  [[nodiscard]] bool is_quiet() const override { return common_.quiet; }

 private:
  const CommonOptions& common_;
};

}  // namespace tarry::cli
