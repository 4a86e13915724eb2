// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>
#include <vector>

#include "base/counted.h"
#include "report/call_tree_lines.h"
#include "report/cube_types.h"
#include "report/distribution.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/text_table.h"

namespace tarry::report {
namespace {

constexpr std::size_t kTreeLines = 40;
constexpr double kTreeLeast = 0.001;  // part of the largest line
constexpr std::size_t kMostTreeBars = 200;
constexpr std::size_t kDeepestIndent = 20;  // lines that are deeper are not indented further
constexpr std::size_t kLeastCall = 20;      // columns of a label before it is elided
constexpr std::size_t kNumber = 12;         // columns of a number, with its spaces
constexpr std::size_t kShareColumns = 13;

std::size_t room_for_tree_bars(std::size_t width, std::size_t numbers) {
  constexpr std::size_t kLabel = 30, kWide = 34;
  if (width == 0) return kWide;
  return width > numbers + kLabel ? std::min(kWide, width - numbers - kLabel) : 0;
}

class CallTreeText {
 public:
  CallTreeText(TextPage& page, MetricId metric)
      : page_(page),
        cube_(page.cube()),
        metric_(metric),
        unit_(cube_.metrics[metric.index()].unit),
        with_total_(!page.selection().exclusive),
        with_own_(!page.selection().inclusive && (page.selection().exclusive || is_wide())),
        bars_(cube_, page.style(), room_for_tree_bars(page.style().width, numbers())),
        distribution_(cube_, metric, By::CallPath, with_total_) {}

  void put();

 private:
  // Where lines are short, the totals tell enough.
  [[nodiscard]] bool is_wide() const {
    constexpr std::size_t kWide = 72;
    return page_.style().width == 0 || page_.style().width >= kWide;
  }
  [[nodiscard]] std::size_t numbers() const {
    return kShareColumns + (with_total_ ? kNumber : 0) + (with_own_ ? kNumber : 0);
  }
  void put_head() const;
  void put_line(const CallTreeLine& line, bool with_bar) const;

  TextPage& page_;
  const SeverityCube& cube_;
  MetricId metric_;
  model::Unit unit_;
  bool with_total_, with_own_;
  DistributionColumn bars_;
  Distribution distribution_;
};

void CallTreeText::put_head() const {
  std::string head;
  if (with_total_) head += fmt::format("  {:>10}", "total");
  if (with_own_) head += fmt::format("  {:>10}", "own");
  head += fmt::format("  {:>9}  ", percent_name(page_, metric_));
  if (bars_.is_shown()) head += bars_.heading() + "  ";
  page_.put("{}\n", page_.dim(head + "call path"));
}

void CallTreeText::put_line(const CallTreeLine& line, bool with_bar) const {
  const double value = with_total_ ? line.total : line.own;
  std::string text;
  if (with_total_) text += fmt::format("  {:>10}", quantity(line.total, unit_));
  if (with_own_) text += fmt::format("  {:>10}", quantity(line.own, unit_));
  text += fmt::format("  {:>9}  ", share_text(page_, metric_, value, line.caller));
  if (bars_.is_shown()) {
    const TableRow row{"", "", value, line.callpath};
    text += page_.bar(bars_.bar(with_bar ? distribution_.of(row, bars_.members())
                                         : std::vector<double>())) +
            "  ";
  }
  const std::size_t indent = 2 * std::min<std::size_t>(line.depth, kDeepestIndent);
  const std::size_t used = numbers() + indent + (bars_.is_shown() ? bars_.width() + 2 : 0);
  const CubeCallPath& path = cube_.callpaths[line.callpath];
  std::string place = path.has_twin ? "" : source_place(cube_, CallPathId{line.callpath});
  if (place.starts_with("caller at")) place.clear();  // the caller stands above
  page_.put("{}{}{}\n", text, std::string(indent, ' '),
            fitting_label(line.label, place, page_.room(used, kLeastCall), page_.style().unicode));
}

void CallTreeText::put() {
  // Without --top, what nobody would look at does not fill the screen.
  const double least = page_.selection().top == 0 ? kTreeLeast : 0.0;
  const CallTreeLines tree = call_tree_lines(cube_, metric_, page_.top(kTreeLines), least);
  page_.put_heading(
      fmt::format("{} by call path, as a tree", one_line(cube_.metrics[metric_.index()].name)));
  if (!tree.lines.empty()) put_head();
  for (std::size_t i = 0; i < tree.lines.size(); ++i) put_line(tree.lines[i], i < kMostTreeBars);
  if (tree.left_out != 0)
    page_.put("  and {} with less (--top N)\n", base::counted(tree.left_out, "more line"));
  page_.put("  {:>10}  in all\n", quantity(cube_.total(metric_), unit_));
  std::string legend = with_total_ ? "Total: with all calls below." : "";
  if (with_own_) legend += (legend.empty() ? "Own: without calls below." : " Own: without them.");
  if (bars_.is_shown()) legend += ' ' + bars_.legend();
  page_.put_wrapped(legend);
  page_.put("\n");
}

}  // namespace

void put_call_tree(TextPage& page, MetricId metric) { CallTreeText(page, metric).put(); }

}  // namespace tarry::report
