// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_table.h"

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "report/bars.h"
#include "report/counter_ratios.h"
#include "report/cube_types.h"
#include "report/distribution.h"
#include "report/quantity.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

constexpr std::size_t kTableRows = 20;
constexpr std::size_t kMostBars = 200;      // lines with a distribution, which costs a search each
constexpr std::size_t kLeastRowLabel = 20;  // columns of a label before it is elided
constexpr std::size_t kNumbers = 25;        // columns of value and percentage, with their spaces

const char* heading(By by) {
  switch (by) {
    case By::Metric:
      return "metric";
    case By::CallPath:
      return "call path";
    case By::Region:
      return "region";
    case By::CallSite:
      return "call site";
    case By::Location:
      return "location";
    case By::Rank:
      return "rank";
    case By::Host:
      return "host";
    case By::Communicator:
      return "communicator";
  }
  return "";
}

// Returns how many columns bars may take beside numbers and labels.
std::size_t room_for_bars(const TextStyle& style, std::size_t labels) {
  constexpr std::size_t kWide = 34;
  if (style.width == 0) return kWide;
  const std::size_t beside = kNumbers + labels;
  return style.width > beside ? std::min(kWide, style.width - beside) : 0;
}

bool has_members(By by) {
  return by != By::Location && by != By::Rank && by != By::Host && by != By::Communicator;
}

class Table {
 public:
  Table(TextPage& page, MetricId metric)
      : page_(page),
        cube_(page.cube()),
        metric_(metric),
        by_(*page.selection().by),
        inclusive_(page.selection().inclusive),
        rows_(table(cube_, metric, by_, inclusive_)),
        bars_(cube_, page.style(), has_members(by_) ? room_for_bars(page.style(), 30) : 0),
        ratios_(cube_, metric, by_, inclusive_) {}

  void put();

 private:
  void put_title() const;
  void put_head() const;
  void put_row(std::size_t number) const;
  [[nodiscard]] std::string bar_of(std::size_t number) const;
  [[nodiscard]] std::size_t length_cells() const;

  TextPage& page_;
  const SeverityCube& cube_;
  MetricId metric_;
  By by_;
  bool inclusive_;
  std::vector<TableRow> rows_;
  DistributionColumn bars_;
  CounterRatios ratios_;
};

// Rows of ranks have a bar of their length instead of a distribution.
std::size_t Table::length_cells() const {
  constexpr std::size_t kCells = 20, kShortLabels = 16;
  return has_members(by_) ? 0 : std::min(kCells, room_for_bars(page_.style(), kShortLabels));
}

std::string Table::bar_of(std::size_t number) const {
  if (const std::size_t cells = length_cells(); cells != 0) {
    const double most = std::abs(rows_.front().value);
    const double value = rows_[number].value;
    return page_.bar(length_bar(value / most, cells, page_.style().unicode)) + "  ";
  }
  if (!bars_.is_shown()) return "";
  const Distribution distribution(cube_, metric_, by_, inclusive_);
  return page_.bar(bars_.bar(number < kMostBars ? distribution.of(rows_[number], bars_.members())
                                                : std::vector<double>())) +
         "  ";
}

void Table::put_title() const {
  const bool along_calls = by_ == By::CallPath || by_ == By::Region;
  page_.put_heading(fmt::format("{} by {}{}", one_line(cube_.metrics[metric_.index()].name),
                                heading(by_),
                                !along_calls ? ""
                                : inclusive_ ? ", including called functions"
                                             : ", without called functions"));
}

void Table::put_head() const {
  std::string head = fmt::format("  {:>10}  {:>9}  ", "value", percent_name(page_, metric_));
  if (const std::size_t cells = length_cells(); cells != 0) head += std::string(cells + 2, ' ');
  if (bars_.is_shown()) head += bars_.heading() + "  ";
  if (ratios_.apply() && !rows_.empty())
    head += std::string(ratios_.text(rows_.front()).size(), ' ');
  page_.put("{}\n", page_.dim(head + heading(by_)));
}

void Table::put_row(std::size_t number) const {
  const TableRow& row = rows_[number];
  const std::string ratios = ratios_.apply() ? ratios_.text(row) : "";
  const std::size_t bars = length_cells() != 0 ? length_cells() + 2
                           : bars_.is_shown()  ? bars_.width() + 2
                                               : 0;
  const std::size_t room = page_.room(kNumbers + bars + ratios.size(), kLeastRowLabel);
  page_.put("  {:>10}  {:>9}  {}{}{}\n", quantity(row.value, cube_.metrics[metric_.index()].unit),
            share_text(page_, metric_, row.value, cube_.total(metric_)), bar_of(number), ratios,
            fitting_label(row.label, row.place, room, page_.style().unicode));
}

void Table::put() {
  const std::size_t count = std::min(rows_.size(), page_.top(kTableRows));
  put_title();
  if (count != 0) put_head();
  for (std::size_t i = 0; i < count; ++i) put_row(i);
  if (rows_.size() > count)
    page_.put("  and {} more\n", base::counted(rows_.size() - count, "row"));
  page_.put("  {:>10}  in all\n",
            quantity(cube_.total(metric_), cube_.metrics[metric_.index()].unit));
  if (bars_.is_shown() && count != 0) page_.put_wrapped(bars_.legend(), "");
  page_.put("\n");
}

}  // namespace

std::string percent_name(const TextPage& page, MetricId metric) {
  if (page.cube().metrics[metric.index()].sum != CubeMetric::Sum::Total) return "";
  switch (page.selection().percent) {
    case PercentOf::Root:
      return page.cube().metrics[metric.index()].unit == model::Unit::Seconds ? "of time"
                                                                              : "of root";
    case PercentOf::Parent:
      return "of caller";
    case PercentOf::Selection:
    case PercentOf::Usual:
      break;
  }
  return page.is_difference() ? "of time" : "of all";
}

std::string share_text(const TextPage& page, MetricId metric, double value, double caller) {
  const SeverityCube& cube = page.cube();
  const bool is_time = cube.metrics[metric.index()].unit == model::Unit::Seconds;
  if (cube.metrics[metric.index()].sum != CubeMetric::Sum::Total) return "";
  if (page.is_difference()) return is_time ? percent(value, page.time()) : "";
  switch (page.selection().percent) {
    case PercentOf::Parent:
      return percent(value, caller);
    case PercentOf::Root:
      if (is_time) return percent(value, page.time());
      while (cube.metrics[metric.index()].parent.valid())
        metric = cube.metrics[metric.index()].parent;
      break;
    case PercentOf::Selection:
    case PercentOf::Usual:
      break;
  }
  return percent(value, cube.total(metric));
}

void put_table(TextPage& page, MetricId metric) { Table(page, metric).put(); }

}  // namespace tarry::report
