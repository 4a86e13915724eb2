// SPDX-License-Identifier: BSD-3-Clause
#include "model/undecided_waits.h"

#include <array>
#include <charconv>
#include <vector>

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::model {

void note_undecided(std::string_view metric, const UndecidedWaits& waits,
                    CubeExperiment& experiment) {
  std::array<char, 32> seconds{};  // with as many digits as it needs to come back
  const auto end = std::to_chars(seconds.data(), seconds.data() + seconds.size(), waits.wait_s).ptr;
  std::string& text = experiment.attributes[kUndecidedWaits];
  if (!text.empty()) text += ';';
  text.append(metric).append(" ").append(std::to_string(waits.count)).append(" ");
  text.append(seconds.data(), end);
}

std::optional<UndecidedWaits> undecided_waits(const CubeExperiment& experiment,
                                              std::string_view metric) {
  const auto found = experiment.attributes.find(kUndecidedWaits);
  if (found == experiment.attributes.end()) return std::nullopt;
  for (const std::string_view each : base::split(found->second, ';')) {
    const std::vector<std::string_view> words = base::split(each, ' ');
    UndecidedWaits waits;
    if (words.size() == 3 && words[0] == metric && base::parse_number(words[1], waits.count) &&
        base::parse_number(words[2], waits.wait_s) && waits.count > 0 && waits.wait_s >= 0.0)
      return waits;
  }
  return std::nullopt;
}

}  // namespace tarry::model
