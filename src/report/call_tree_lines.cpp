// SPDX-License-Identifier: BSD-3-Clause
#include "report/call_tree_lines.h"

#include <algorithm>
#include <cmath>

#include "report/cube_types.h"

namespace tarry::report {
namespace {

using Children = std::vector<std::vector<std::uint32_t>>;

class CallTreeLayout {
 public:
  CallTreeLayout(const SeverityCube& cube, MetricId metric)
      : cube_(cube),
        own_(sums_by_callpath(cube, metric, false)),
        total_(sums_by_callpath(cube, metric, true)),
        below_(cube.callpaths.size()),
        counts_(cube.callpaths.size()) {
    // A sum of values with different signs may be zero where calls below have some.
    for (std::size_t i = counts_.size(); i-- > 0;) {
      if (own_[i] != 0.0) counts_[i] = true;
      const CallPathId parent = cube.callpaths[i].parent;
      if (counts_[i] && parent.valid()) counts_[parent.index()] = true;
    }
    for (std::uint32_t i = 0; i < counts_.size(); ++i) {
      if (!counts_[i]) continue;
      const CallPathId parent = cube.callpaths[i].parent;
      (parent.valid() ? below_[parent.index()] : roots_).push_back(i);
    }
  }

  CallTreeLines lines(std::size_t most, double least);

 private:
  struct Step {
    std::uint32_t callpath;
    std::uint32_t depth;
    double caller;
  };
  // Returns the last call path of the line that begins here.
  [[nodiscard]] std::uint32_t end_of_line(std::uint32_t at) const {
    while (own_[at] == 0.0 && below_[at].size() == 1) at = below_[at].front();
    return at;
  }
  [[nodiscard]] std::vector<bool> chosen(std::size_t most, double least, std::size_t& all) const;
  [[nodiscard]] std::string label(std::uint32_t first, std::uint32_t last) const;

  const SeverityCube& cube_;
  std::vector<double> own_, total_;
  Children below_;
  std::vector<bool> counts_;  // whether it or a call below has a value
  std::vector<std::uint32_t> roots_;
};

// Returns by call path whether it ends a line that is shown; `all` becomes the number of lines.
std::vector<bool> CallTreeLayout::chosen(std::size_t most, double least, std::size_t& all) const {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] && end_of_line(i) == i) ends.push_back(i);
  all = ends.size();
  std::stable_sort(ends.begin(), ends.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::abs(total_[a]) > std::abs(total_[b]);
  });
  ends.resize(std::min(ends.size(), most));
  while (!ends.empty() && std::abs(total_[ends.back()]) < least * std::abs(total_[ends.front()]))
    ends.pop_back();
  std::vector<bool> shown(counts_.size());
  for (const std::uint32_t end : ends)
    for (CallPathId at{end}; at.valid() && !shown[at.index()];
         at = cube_.callpaths[at.index()].parent)
      shown[at.index()] = true;
  return shown;
}

std::string CallTreeLayout::label(std::uint32_t first, std::uint32_t last) const {
  std::vector<std::string> names;
  for (std::uint32_t at = last;; at = cube_.callpaths[at].parent.value) {
    names.push_back(cube_.callpaths[at].shown_name());
    if (at == first) break;
  }
  std::reverse(names.begin(), names.end());
  return join_calls(names);
}

CallTreeLines CallTreeLayout::lines(std::size_t most, double least) {
  CallTreeLines out;
  std::size_t all = 0;
  const std::vector<bool> shown = chosen(most, least, all);
  std::vector<Step> stack;  // the next step on top
  const auto push = [&](std::vector<std::uint32_t> calls, std::uint32_t depth, double caller) {
    std::stable_sort(calls.begin(), calls.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::abs(total_[a]) > std::abs(total_[b]);
    });
    for (auto call = calls.rbegin(); call != calls.rend(); ++call)
      if (shown[*call]) stack.push_back({*call, depth, depth == 0 ? total_[*call] : caller});
  };
  push(roots_, 0, 0.0);
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    const std::uint32_t end = end_of_line(step.callpath);
    out.lines.push_back(
        {step.depth, end, label(step.callpath, end), total_[end], own_[end], step.caller});
    push(below_[end], step.depth + 1, total_[end]);
  }
  out.left_out = all - out.lines.size();
  return out;
}

}  // namespace

CallTreeLines call_tree_lines(const SeverityCube& cube, MetricId metric, std::size_t most,
                              double least) {
  return CallTreeLayout(cube, metric).lines(most, least);
}

}  // namespace tarry::report
