// SPDX-License-Identifier: BSD-3-Clause
// Odd data in a trace is counted, never printed per event: every stage that reads or analyses adds
// to named counters, and every report shows those that are not zero.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tarry::model {

// Named counters. The key is the full description as the reader of the report shall see it
// ("messages received without a send"), so that adding one is one line where it is noticed.
class Anomalies {
 public:
  void add(std::string_view description, std::uint64_t count = 1) {
    if (count == 0) return;
    const auto found = counts_.find(description);
    if (found != counts_.end())
      found->second += count;
    else
      counts_.emplace(description, count);
  }
  void merge(const Anomalies& other) {
    for (const auto& [description, count] : other.counts_) add(description, count);
  }
  [[nodiscard]] bool empty() const { return counts_.empty(); }
  // Sorted by description: the same for any order of adding.
  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& counts() const {
    return counts_;
  }

  // For people; right for one as for many: "messages received without a send: 3".
  [[nodiscard]] std::vector<std::string> sentences() const {
    std::vector<std::string> out;
    for (const auto& [description, count] : counts_)
      out.push_back(description + ": " + std::to_string(count));
    return out;
  }

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace tarry::model
