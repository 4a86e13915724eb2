// SPDX-License-Identifier: BSD-3-Clause
// Odd data in a trace is counted and never printed per event: every stage that reads or analyzes
// adds to named counters, and every report shows the counters that are not zero.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tarry::model {

// Named counters. The key is the full description that the reader of the report sees ("messages
// received without a send"), so that a new counter takes one line, where the data is noticed.
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
  // The counters, sorted by description: their order does not depend on the order of adding.
  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& counts() const {
    return counts_;
  }

  // Returns lines for people, which read well for one as for many: "messages received without a
  // send: 3".
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
