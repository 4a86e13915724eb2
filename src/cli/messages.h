// SPDX-License-Identifier: BSD-3-Clause
// What a verb tells the user besides its results: one line each on stderr, none with --quiet.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"
#include "experiment/voice.h"

namespace tarry::cli {

// "tarry: <text>".
void say(const CommonOptions& common, std::string_view text);
// The same if the user wants to know more (--verbose).
void detail(const CommonOptions& common, std::string_view text);
// The same with "warning: " in front.
void warn(const CommonOptions& common, std::string_view text);

// The same for what happens to a recording. `common` must outlive it.
class CommandVoice final : public experiment::Voice {
 public:
  explicit CommandVoice(const CommonOptions& common) : common_(common) {}

  void say(const std::string& line) override;
  void detail(const std::string& line) override;
  void warn(const std::string& line) override;
  void show(const std::string& table) override;
  [[nodiscard]] bool is_quiet() const override { return common_.quiet; }

 private:
  const CommonOptions& common_;
};

}  // namespace tarry::cli
