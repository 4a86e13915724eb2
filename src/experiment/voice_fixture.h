// SPDX-License-Identifier: BSD-3-Clause
// Collects what a user would be told, for tests.
#pragma once

#include <string>
#include <vector>

#include "experiment/voice.h"

namespace tarry::experiment {

class CollectingVoice final : public Voice {
 public:
  void say(const std::string& line) override { lines.push_back(line); }
  void detail(const std::string& /*line*/) override {}
  void warn(const std::string& line) override { lines.push_back("warning: " + line); }
  void show(const std::string& table) override { lines.push_back(table); }
  [[nodiscard]] bool is_quiet() const override { return false; }

  std::vector<std::string> lines;
};

}  // namespace tarry::experiment
