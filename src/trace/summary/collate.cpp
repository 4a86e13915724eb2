// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/collate.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>

#include "model/counter_metrics.h"
#include "report/cubex_row_writer.h"
#include "trace/summary/shown_paths.h"
#include "trace/summary/summary_metrics.h"

namespace tarry::trace::summary {
namespace {

// The positions in the whole tree of the call paths of each process, written once and read in
// parts.
class PathNumbers {
 public:
  base::Status open() {
    file_.reset(std::tmpfile());
    return file_ != nullptr ? base::kOk : failure();
  }
  // Adds the numbers of one process after the other.
  base::Status add(const std::vector<std::uint32_t>& numbers) {
    begin_.push_back(size_);
    size_ += numbers.size();
    const bool good = std::fwrite(numbers.data(), sizeof numbers[0], numbers.size(), file_.get()) ==
                      numbers.size();
    return good ? base::kOk : failure();
  }
  [[nodiscard]] std::uint64_t count(std::size_t process) const {
    return (process + 1 < begin_.size() ? begin_[process + 1] : size_) - begin_[process];
  }
  // Reads the numbers of a process that are smaller than `end`, from its path `first` on.
  base::Status read(std::size_t process, std::uint64_t first, std::uint32_t end,
                    std::vector<std::uint32_t>& numbers) const {
    // There is no room in [begin, end) for more than these.
    numbers.resize(std::min<std::uint64_t>(count(process) - first, most_));
    const auto at = static_cast<long>((begin_[process] + first) * sizeof numbers[0]);
    if (std::fseek(file_.get(), at, SEEK_SET) != 0 ||
        std::fread(numbers.data(), sizeof numbers[0], numbers.size(), file_.get()) !=
            numbers.size())
      return failure();
    numbers.erase(std::lower_bound(numbers.begin(), numbers.end(), end), numbers.end());
    return base::kOk;
  }
  void read_at_most(std::size_t most) { most_ = most; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  static base::Status failure() {
    return base::Error{base::ErrorCode::Io, "cannot use a temporary file", "",
                       "is there room in the folder of temporary files?"};
  }
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::uint64_t> begin_;
  std::uint64_t size_ = 0;
  std::size_t most_ = 0;
};

class Collator {
 public:
  Collator(SummarySource& source, const CollationOptions& options, model::SeverityCube cube)
      : source_(source), options_(options) {
    out_.cube = std::move(cube);
  }

  base::Result<Collation> run(const std::string& path) {
    TRY(unite_call_paths());
    TRY(number_call_paths());
    regions_ = options_.regions(whole_.keys);
    describe_call_paths();
    add_topologies();
    const SummaryMetrics metrics(out_.cube, {counters_.begin(), counters_.end()});
    const report::CubexLayout layout = layout_of_cube();
    report::CubexRowWriter writer(out_.cube, layout);
    TRY(gather(metrics, writer));
    TRY(writer.finish(path));
    return std::move(out_);
  }

 private:
  using Columns = std::vector<SummaryMetrics::Row>;  // values of one call path
  using Values = std::vector<Columns>;

  base::Status unite_call_paths() {
    BinomialUnion united;
    if (!source_.united().tree.paths.empty()) united.add(source_.united().tree);
    for (std::size_t p = 0; p < source_.processes(); ++p) {
      TRY_ASSIGN(ProcessSummary head, source_.head(p));
      add_locations(head);
      for (const auto& counter : head.counters)
        if (counter) counters_.insert(*counter);
      anomalies_.merge(head.anomalies);
      united.add(std::move(head.tree));
    }
    anomalies_.add(model::kCountersLeftOut,
                   std::count_if(counters_.begin(), counters_.end(),
                                 [](const auto& counter) { return !model::is_summable(counter); }));
    whole_ = united.take();
    out_.most_trees = united.most_waiting();
    for (std::string& sentence : anomalies_.sentences())
      out_.cube.experiment.warnings.push_back(std::move(sentence));
    return base::kOk;
  }

  void add_locations(const ProcessSummary& head) {
    model::CubeExperiment& experiment = out_.cube.experiment;
    const double seconds = head.slope / options_.ticks_per_second;
    process_of_.emplace(head.rank, first_location_.size());
    first_location_.push_back(out_.cube.locations.size());
    locations_.push_back(head.threads.size());
    seconds_per_tick_.push_back(seconds);
    for (const std::uint32_t thread : head.threads)
      out_.cube.locations.push_back({model::Rank{head.rank}, thread, head.host});
    experiment.ranks += 1;
    experiment.threads =
        std::max(experiment.threads, static_cast<std::uint32_t>(head.threads.size()));
    if (head.last == 0) return;
    first_ = std::min(first_, head.first);
    last_ = std::max(last_, head.last);
    experiment.duration_s = static_cast<double>(last_ - first_) / options_.ticks_per_second;
  }

  base::Status number_call_paths() {
    PathUnion all;
    all.add(whole_);  // its numbers stay as they are
    TRY(numbers_.open());
    for (std::size_t p = 0; p < source_.processes(); ++p) {
      TRY_ASSIGN(const ProcessSummary head, source_.head(p));
      TRY(numbers_.add(all.add(head.tree)));
      number_counters(head);
    }
    return numbers_.add(all.add(source_.united().tree));
  }

  void number_counters(const ProcessSummary& head) {
    counter_columns_.emplace_back();
    for (const auto& counter : head.counters) {
      const auto found = counter ? counters_.find(*counter) : counters_.end();
      counter_columns_.back().push_back(
          kColumns + static_cast<std::size_t>(std::distance(counters_.begin(), found)));
    }
  }

  void describe_call_paths() {
    for (const model::Region& region : regions_) kinds_.push_back(model::classify(region));
    shown_ = shown_paths(whole_, regions_);
    for (const ShownPath& path : shown_.paths) {
      const model::Region& region = regions_[path.region];
      model::CubeCallPath added;
      added.parent = path.parent;
      added.region = region.name;
      added.file = region.file;
      added.line = region.begin_line;
      added.role = model::role_name(region.role);
      added.paradigm = model::paradigm_name(region.paradigm);
      added.call_site = region.call_site;
      added.is_inlined = region.is_inlined;
      out_.cube.callpaths.push_back(std::move(added));
    }
  }

  void add_topologies() {
    std::vector<model::Rank> ranks;
    for (const model::CubeLocation& location : out_.cube.locations) ranks.push_back(location.rank);
    out_.cube.topologies = trace::finish::topologies_of(options_.grids, ranks);
  }

  [[nodiscard]] report::CubexLayout layout_of_cube() const {
    report::CubexLayout layout = report::cubex_layout(out_.cube);
    for (std::size_t m = 0; m < out_.cube.metrics.size(); ++m)
      layout.is_whole[m] =
          out_.cube.metrics[m].unit != model::Unit::Seconds && !out_.cube.metrics[m].is_real;
    return layout;
  }

  // Call paths are in the cube in the order of the whole tree, which is that of the file.
  base::Status gather(const SummaryMetrics& metrics, report::CubexRowWriter& writer) {
    const std::size_t locations = out_.cube.locations.size();
    const std::size_t all_columns = kColumns + counters_.size();
    const std::uint64_t bytes_per_path = std::max<std::uint64_t>(1, locations * all_columns * 8);
    const std::size_t at_a_time = std::clamp<std::uint64_t>(
        options_.memory / bytes_per_path, 1, std::max<std::size_t>(1, whole_.paths.size()));
    numbers_.read_at_most(at_a_time);
    places_.assign(source_.processes() + 1, {});
    Values values(at_a_time, std::vector<SummaryMetrics::Row>(all_columns));
    std::size_t end = 0;
    for (std::size_t first = 0; first < whole_.paths.size(); first = end) {
      end = end_of_gathering(first, at_a_time);
      if (end - first > values.size()) {
        values.resize(end - first, std::vector<SummaryMetrics::Row>(all_columns));
        numbers_.read_at_most(values.size());
      }
      for (auto& columns : values)
        for (SummaryMetrics::Row& row : columns) row.assign(locations, 0.0);
      TRY(gather_united(first, end, values));
      for (std::size_t p = 0; p < source_.processes(); ++p) TRY(gather(p, first, end, values));
      for (std::size_t i = first; i < end; ++i) {
        const std::size_t shown = shown_.stands_for[i];
        if (shown != i) unite(values[i - first], values[shown - first]);
      }
      TRY(write(first, end, values, metrics, writer));
      out_.gatherings += 1;
    }
    return base::kOk;
  }

  // Writes the call paths that are shown for [first, end); they follow those of the last gathering.
  base::Status write(std::size_t first, std::size_t end, const Values& values,
                     const SummaryMetrics& metrics, report::CubexRowWriter& writer) {
    const std::size_t begin = written_;
    while (written_ < shown_.paths.size() && shown_.paths[written_].path < end) ++written_;
    std::map<std::size_t, Columns> inlined;
    const auto columns_of = [&](std::size_t i) -> const Columns& {
      const ShownPath& path = shown_.paths[i];
      return regions_[path.region].is_inlined ? inlined.at(i) : values[path.path - first];
    };
    for (std::size_t i = written_; i-- > begin;) {  // callees come behind their callers
      const model::CallPathId parent = shown_.paths[i].parent;
      if (parent.valid() && regions_[shown_.paths[parent.index()].region].is_inlined)
        add_visits(columns_of(i), inlined[parent.index()]);
    }
    for (std::size_t i = begin; i < written_; ++i)
      TRY(metrics.rows(kinds_[shown_.paths[i].region], columns_of(i),
                       [&](model::MetricId metric, const SummaryMetrics::Row& row) {
                         return writer.put(metric, static_cast<std::uint32_t>(i), row);
                       }));
    return base::kOk;
  }

  // An inlined function is visited with each call in it, and has no other values.
  static void add_visits(const Columns& from, Columns& to) {
    to.resize(from.size());
    for (const Column column : {Column::Visits, Column::Shortest, Column::Longest}) {
      const auto c = static_cast<std::size_t>(column);
      to[c].resize(from[c].size());
      unite(column, from[c], to[c]);
    }
  }

  // Returns an end about `at_a_time` call paths behind `first`, with paths that belong together on
  // one side.
  [[nodiscard]] std::size_t end_of_gathering(std::size_t first, std::size_t at_a_time) const {
    const std::size_t all = whole_.paths.size();
    std::size_t end = std::min(first + at_a_time, all);
    for (std::size_t i = end; i < all; ++i)
      if (shown_.together[i] < end) end = i + 1;
    return end;
  }

  static void unite(const Columns& from, Columns& to) {
    for (std::size_t c = 0; c < from.size(); ++c) unite(static_cast<Column>(c), from[c], to[c]);
  }
  static void unite(Column column, const SummaryMetrics::Row& from, SummaryMetrics::Row& to) {
    for (std::size_t l = 0; l < from.size(); ++l) {
      const double value = from[l];
      double& sum = to[l];
      if (column == Column::Shortest)
        sum = sum == 0.0 || value == 0.0 ? std::max(sum, value) : std::min(sum, value);
      else if (column == Column::Longest)
        sum = std::max(sum, value);
      else
        sum += value;
    }
  }

  // Adds what the processes have united of the call paths [first, end).
  base::Status gather_united(std::size_t first, std::size_t end, Values& values) {
    const std::size_t all = source_.processes();
    std::vector<std::uint32_t> numbers;
    TRY(numbers_.read(all, places_[all].path, static_cast<std::uint32_t>(end), numbers));
    std::size_t next = 0;
    const auto take = [&](std::uint32_t rank, const std::vector<Cell>& cells) {
      const auto process = process_of_.find(rank);
      if (process != process_of_.end())
        add(process->second, cells, values[numbers[next - 1] - first]);
    };
    TRY(source_.united_rows(
        numbers.size(), [&] { ++next; }, take));
    places_[all].path += numbers.size();
    return base::kOk;
  }

  // Adds the values of process `p`, in place of those that were united.
  base::Status gather(std::size_t p, std::size_t first, std::size_t end, Values& values) {
    Place& place = places_[p];
    std::vector<std::uint32_t> numbers;
    TRY(numbers_.read(p, place.path, static_cast<std::uint32_t>(end), numbers));
    std::size_t next = 0;
    const auto take = [&](const std::vector<Cell>& cells) {
      Columns& columns = values[numbers[next++] - first];
      remove(p, columns);
      add(p, cells, columns);
    };
    TRY(source_.rows(p, place.position, numbers.size(), take));
    place.path += numbers.size();
    return base::kOk;
  }

  void remove(std::size_t p, Columns& columns) const {
    if (source_.united().processes == 0) return;  // nothing to remove
    for (SummaryMetrics::Row& row : columns)
      std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(first_location_[p]), locations_[p],
                  0.0);
  }

  void add(std::size_t p, const std::vector<Cell>& cells, Columns& columns) const {
    for (const Cell& cell : cells) {
      const std::size_t column = column_of(p, cell);
      if (cell.thread >= locations_[p] || column >= columns.size()) continue;
      const double value = static_cast<double>(cell.value);
      columns[column][first_location_[p] + cell.thread] +=
          column < kColumns && is_time(static_cast<Column>(column)) ? value * seconds_per_tick_[p]
                                                                    : value;
    }
  }

  // Numbers of counters differ between a process and the union; a damaged cell gets an invalid
  // column.
  [[nodiscard]] std::size_t column_of(std::size_t p, const Cell& cell) const {
    if (cell.column < kColumns) return cell.column;
    const std::size_t counter = cell.column - kColumns;
    return counter < counter_columns_[p].size() ? counter_columns_[p][counter]
                                                : kColumns + counters_.size();
  }

  struct Place {
    std::uint64_t path = 0;
    std::uint64_t position = 0;
  };

  SummarySource& source_;
  const CollationOptions& options_;
  Collation out_;
  PathTree whole_;
  PathNumbers numbers_;
  std::vector<model::Region> regions_;  // by key
  ShownPaths shown_;
  std::size_t written_ = 0;                                // number of shown paths written
  std::vector<model::RegionKind> kinds_;                   // by key
  std::map<std::uint32_t, std::size_t> process_of_;        // by rank
  std::vector<std::size_t> first_location_;                // by process
  std::vector<std::size_t> locations_;                     // by process: number of locations
  std::set<model::Counter> counters_;                      // all counters, in the order of a trace
  std::vector<std::vector<std::size_t>> counter_columns_;  // by process and counter
  std::vector<double> seconds_per_tick_;
  std::vector<Place> places_;                // by process, then for what was united
  std::uint64_t first_ = ~std::uint64_t{0};  // ticks of the run's clock
  std::uint64_t last_ = 0;
  model::Anomalies anomalies_;
};

}  // namespace

const UnitedHead& SummarySource::united() const {
  static const UnitedHead kNothing;
  return kNothing;
}

base::Status SummarySource::united_rows(std::size_t /*count*/,
                                        const std::function<void()>& /*begin*/,
                                        const UnitedRows::Visit& /*visit*/) {
  return base::kOk;
}

base::Result<Collation> collate(SummarySource& source, const CollationOptions& options,
                                model::SeverityCube cube, const std::string& path) {
  return Collator(source, options, std::move(cube)).run(path);
}

}  // namespace tarry::trace::summary
