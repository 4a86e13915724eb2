// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_metrics.h"

#include <algorithm>
#include <set>

#include "base/counted.h"
#include "base/utf8.h"
#include "report/cube_types.h"
#include "report/distribution.h"
#include "report/forest.h"
#include "report/quantity.h"
#include "report/text_escape.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

constexpr std::size_t kLeastName = 26;  // columns of a name before it is elided

struct MetricLine {
  std::string name;
  MetricId metric;
  std::uint32_t depth = 0;
  double total = 0.0;
  double own = 0.0;
};

// Returns true for metrics of the second cost model if the first is shown as well.
bool is_of_second_model(const SeverityCube& cube, const CubeMetric& metric) {
  return metric.id.ends_with("__waitfirst") && cube.find(model::metric::delay).valid();
}

// Returns the selected metric that is the given one or above it, !valid() if none is.
MetricId selected_above(const TextPage& page, MetricId metric) {
  const std::vector<MetricId>& chosen = page.selection().metrics;
  for (; metric.valid(); metric = page.cube().metrics[metric.index()].parent)
    if (std::find(chosen.begin(), chosen.end(), metric) != chosen.end()) return metric;
  return metric;
}

MetricId root_of(const SeverityCube& cube, MetricId metric) {
  while (cube.metrics[metric.index()].parent.valid()) metric = cube.metrics[metric.index()].parent;
  return metric;
}

class MetricTree {
 public:
  explicit MetricTree(TextPage& page) : page_(page), cube_(page.cube()) {
    for (std::uint32_t m = 0; m < cube_.metrics.size(); ++m)
      totals_.push_back(cube_.total(MetricId{m}));
    below_.resize(totals_.size());
    for (std::uint32_t m = 0; m < cube_.metrics.size(); ++m)
      if (const MetricId parent = cube_.metrics[m].parent; parent.valid())
        below_[parent.index()] += totals_[m];
    for (const WaitState& state : sections(cube_)) losses_.insert(state.metric);
  }

  void put();

 private:
  void collect();
  void shorten_names();
  void choose_columns();
  void put_line(const MetricLine& line, const DistributionColumn& bars);
  [[nodiscard]] double whole(MetricId metric) const;
  [[nodiscard]] const char* whole_name() const;

  TextPage& page_;
  const SeverityCube& cube_;
  std::vector<double> totals_;
  std::vector<double> below_;  // sums over the metrics directly below
  std::set<MetricId> losses_;
  std::vector<MetricLine> lines_;
  std::size_t zeros_ = 0, second_ = 0;
  std::size_t name_width_ = 6, id_width_ = 2, bar_room_ = 0;
  bool with_own_ = true, cuts_ids_ = false;
};

void MetricTree::collect() {
  for (const Visit& visit : depth_first(cube_.metrics)) {
    const MetricId id{visit.node};
    const CubeMetric& metric = cube_.metrics[visit.node];
    if (!page_.selection().metrics.empty() && !selected_above(page_, id).valid()) continue;
    if (totals_[visit.node] == 0.0) {
      ++zeros_;
      continue;
    }
    if (!page_.selection().by && page_.selection().metrics.empty() &&
        is_of_second_model(cube_, metric)) {
      ++second_;
      continue;
    }
    lines_.push_back({std::string(2 * visit.depth, ' ') + one_line(metric.name), id, visit.depth,
                      totals_[visit.node], totals_[visit.node] - below_[visit.node]});
    name_width_ = std::max(name_width_, base::columns_of(lines_.back().name));
    id_width_ = std::max(id_width_, base::columns_of(one_line(metric.id)));
  }
}

// Gives the lines short names: less indentation, and nothing that the names above say.
void MetricTree::shorten_names() {
  name_width_ = 6;
  for (MetricLine& line : lines_) {
    const std::string name = one_line(short_name(cube_.metrics[line.metric.index()].name));
    line.name = std::string(line.depth, ' ') + name;
    name_width_ = std::max(name_width_, base::columns_of(line.name));
  }
}

// Where lines are too long, the distribution goes first, then the own part, then parts of names
// and of ids, then all ids.
void MetricTree::choose_columns() {
  constexpr std::size_t kNumber = 12, kPercent = 11, kSpaces = 2, kFullBars = 34;
  constexpr std::size_t kUsualId = 22, kLeastId = 16;
  bar_room_ = kFullBars;
  const std::size_t width = page_.style().width;
  if (width == 0) return;
  constexpr std::size_t kNumbers = kNumber + kPercent;
  const std::size_t all = name_width_ + kNumbers + kSpaces + id_width_;
  with_own_ = width >= all + kNumber;
  bar_room_ = width > all + kNumber + kSpaces ? width - all - kNumber - kSpaces : 0;
  if (width >= all) return;
  shorten_names();
  const std::size_t both = width > kNumbers + kSpaces ? width - kNumbers - kSpaces : 0;
  const std::size_t for_ids = std::min(id_width_, kUsualId);
  const std::size_t whole_names = name_width_, whole_ids = id_width_;
  name_width_ = std::min(whole_names, std::max(kLeastName, both > for_ids ? both - for_ids : 0));
  id_width_ = both > name_width_ ? both - name_width_ : 0;
  cuts_ids_ = id_width_ < whole_ids;
  if (id_width_ >= kLeastId) return;
  id_width_ = 0;
  name_width_ = std::min(whole_names, std::max(kLeastName, width - std::min(width, kNumbers)));
}

// Returns the value that is 100 %.
double MetricTree::whole(MetricId metric) const {
  const CubeMetric& info = cube_.metrics[metric.index()];
  switch (page_.selection().percent) {
    case PercentOf::Parent:
      return totals_[info.parent.valid() ? info.parent.index() : metric.index()];
    case PercentOf::Selection:
      if (const MetricId top = selected_above(page_, metric); top.valid())
        return totals_[top.index()];
      break;
    case PercentOf::Usual:
    case PercentOf::Root:
      break;
  }
  return info.unit == model::Unit::Seconds ? page_.time() : totals_[root_of(cube_, metric).index()];
}

const char* MetricTree::whole_name() const {
  switch (page_.selection().percent) {
    case PercentOf::Parent:
      return "of parent";
    case PercentOf::Selection:
      return page_.selection().metrics.empty() ? "of root" : "of all";
    case PercentOf::Root:
      return "of root";
    case PercentOf::Usual:
      break;
  }
  return "of time";
}

void MetricTree::put_line(const MetricLine& line, const DistributionColumn& bars) {
  const CubeMetric& metric = cube_.metrics[line.metric.index()];
  const double whole_value = whole(line.metric);
  const bool is_usual = page_.selection().percent == PercentOf::Usual;
  const bool is_sum = metric.sum == CubeMetric::Sum::Total;
  const bool has_share = is_sum && (!is_usual || metric.unit == model::Unit::Seconds);
  const std::string share = has_share ? percent(line.total, whole_value) : "";
  const std::string name = elided_path(line.name, name_width_, page_.style().unicode);
  std::string text = name + std::string(name_width_ - base::columns_of(name), ' ');
  text += fmt::format("  {:>10}", quantity(line.total, metric.unit));
  // What floating-point sums leave is no own part.
  const double own = std::abs(line.own) < 1e-9 * std::abs(line.total) ? 0.0 : line.own;
  if (with_own_) text += fmt::format("  {:>10}", is_sum ? quantity(own, metric.unit) : "-");
  const std::string padded = fmt::format("  {:>9}", share);
  text += losses_.contains(line.metric)
              ? page_.alarming(padded, page_.time() > 0.0 ? line.total / page_.time() : 0.0)
              : padded;
  if (bars.is_shown()) {
    std::vector<double> sums(bars.members().count());
    bars.members().add(sums_by_location(cube_, line.metric), sums);
    text += "  " + page_.bar(bars.bar(sums));
  }
  if (id_width_ != 0)
    text += "  " + page_.dim(elided_path(one_line(metric.id), id_width_, page_.style().unicode));
  page_.put("{}\n", text);
}

void MetricTree::put() {
  collect();
  choose_columns();
  const DistributionColumn bars(cube_, page_.style(), bar_room_);
  std::string head = fmt::format("{:<{}}  {:>10}", "Metric", name_width_, "total");
  if (with_own_) head += fmt::format("  {:>10}", "own");
  head += fmt::format("  {:>9}", whole_name());
  if (bars.is_shown()) head += "  " + bars.heading();
  page_.put("{}\n", page_.bold(head + (id_width_ != 0 ? "  id" : "")));
  for (const MetricLine& line : lines_) put_line(line, bars);
  const auto note = [&](const std::string& text) {
    page_.put("{}", wrapped(text, "", page_.style()));
  };
  if (second_ != 0)
    note("(--by metric also shows " + base::counted(second_, "metric") +
         " of the second cost model)");
  if (zeros_ != 0)
    note("(" + base::counted(zeros_, "metric") + " with nothing in " +
         std::string(base::form_for(zeros_, "it is", "them are")) + " not shown)");
  if (cuts_ids_) note("(a wider terminal or a pipe shows whole ids, which --metric takes)");
  std::string legend = with_own_ ? "Own: what none of the metrics below contains." : "";
  if (bars.is_shown()) legend += ' ' + bars.legend();
  if (!legend.empty()) note(legend);
}

}  // namespace

void put_metric_tree(TextPage& page) { MetricTree(page).put(); }

}  // namespace tarry::report
