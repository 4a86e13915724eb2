// SPDX-License-Identifier: BSD-3-Clause
#include "support/invariants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "model/wait_states.h"
#include "support/cube_comparison.h"
#include "support/plain_location.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
namespace metric = model::metric;

constexpr std::size_t kMostShown = 10;

// The kinds of waits that have delay costs.
constexpr std::string_view kWaitKinds[] = {
#define TARRY_WAIT_KIND(channel, kind, ...) #kind,
#include "model/wait_kinds.def"
};

// Idle threads wait in no call, so no wait state has this kind. No single location is to blame for
// the second metric, which is a part of the first.
constexpr std::string_view kIdleness = "ompidle";
constexpr std::string_view kIdleThreads = "omp_idle_threads";
constexpr std::string_view kNotCharged = "omp_limited_parallelism";

// Values are exact ticks, divided once, so only the rounding of sums is tolerated.
bool equal(double a, double b) { return std::abs(a - b) <= 1e-12 * (1.0 + std::abs(a)); }

// A metric that is exactly the sum of its children.
constexpr std::string_view kSums[] = {"mpi_management",
                                      "mpi_synchronization",
                                      "mpi_rma_synchronization",
                                      "mpi_communication",
                                      "mpi_io",
                                      "mpi_latesender_wo",
                                      "omp_time",
                                      "omp_synchronization",
                                      "omp_barrier",
                                      "pthread_time",
                                      "pthread_synchronization",
                                      "syncs",
                                      "syncs_p2p",
                                      "syncs_rma",
                                      "comms",
                                      "comms_p2p",
                                      "comms_coll",
                                      "comms_rma",
                                      "bytes",
                                      "bytes_p2p",
                                      "bytes_coll",
                                      "bytes_rma",
                                      "execution",
                                      "mpi_file_ops"};

// The parents of these metrics are at the sending call, they themselves at the completing one, so
// only totals can be compared.
bool only_totals_compare(std::string_view id) {
  return id == "mpi_slr_count" || id == "mpi_clr_count";
}

class Checker {
 public:
  Checker(const model::SeverityCube& cube, model::TraceSource& source)
      : cube_(cube), source_(source), paths_(path_names(cube)) {}

  std::vector<std::string> run() {
    const auto& locations = source_.definitions().locations;
    if (cube_.locations.size() != locations.size())
      return {"the cube has " + std::to_string(cube_.locations.size()) + " locations, the trace " +
              std::to_string(locations.size())};
    check_tree();
    check_costs();
    for (const model::Finding& finding : cube_.findings) check_finding(finding);
    for (std::uint32_t i = 0; i < locations.size(); ++i) check_location(LocationIndex{i});
    for (const auto& [rank, process] : collectives_) check_collectives(rank, process);
    for (const auto& [rank, process] : teams_) check_teams(rank, process);
    return std::move(found_);
  }

 private:
  struct Collectives {
    std::uint64_t records = 0;
    double bytes_sent = 0.0;
    double bytes_received = 0.0;
    double counted = 0.0;
    double counted_sent = 0.0;
    double counted_received = 0.0;
  };

  // A finding costs as much as its call path in the model it names, except for the effect of lost
  // cores, and its waits are not more.
  void check_finding(const model::Finding& finding) {
    const std::string suffix = finding.model == "waitfirst" ? "__waitfirst" : "";
    const double all = cube_.total(cube_.find("delay" + suffix), finding.callpath);
    const double cost =
        all - cube_.total(cube_.find("delay_lost_cores" + suffix), finding.callpath);
    double waits = 0.0;
    for (const model::Victims& victims : finding.victims) waits += victims.wait_s;
    const std::string& path = paths_[finding.callpath.index()];
    if (std::abs(finding.cost_s - cost) > 1e-9 * all)
      found_.push_back("the finding " + path + " costs something else than its call path");
    if (waits > finding.cost_s * (1 + 1e-9))
      found_.push_back("the finding " + path + " has more waits than it costs");
    if (finding.delay_s < 0.0 ||
        finding.delay_s > cube_.total(cube_.find("time"), finding.callpath) + 1e-9)
      found_.push_back("the finding " + path + " is longer than its call path");
    if (finding.gain_s > cube_.experiment.duration_s)
      found_.push_back("the finding " + path + " would gain more than the run time");
  }

  // The teams of a process in which some thread was in a team.
  struct Teams {
    bool any = false;
    bool nested = false;  // threads of inner teams are not idle for the whole time of the outer one
    bool others_fork = false;  // threads that the program made have their own teams
    double initial_span = 0.0;
    std::size_t threads = 1;  // the initial one and those that were in teams
    double time = 0.0;        // time of these threads
  };

  void report(std::string sentence) {
    if (found_.size() < kMostShown) found_.push_back(std::move(sentence));
  }
  std::string place(CallPathId path, LocationIndex location) const {
    return " at " + paths_[path.index()] + ", location " + std::to_string(location.value);
  }

  void check_tree() {
    for (std::uint32_t m = 0; m < cube_.metrics.size(); ++m) {
      const MetricId metric{m};
      std::vector<MetricId> children, compared;
      for (std::uint32_t child = 0; child < cube_.metrics.size(); ++child) {
        if (cube_.metrics[child].parent != metric) continue;
        children.emplace_back(child);
        if (!only_totals_compare(cube_.metrics[child].id)) compared.emplace_back(child);
      }
      const bool is_sum =
          std::find(std::begin(kSums), std::end(kSums), cube_.metrics[m].id) != std::end(kSums);
      for (std::uint32_t c = 0; c < cube_.callpaths.size(); ++c)
        check_row(metric, compared, is_sum, CallPathId{c});
      for (const MetricId child : children)
        if (cube_.total(child) > cube_.total(metric) &&
            !equal(cube_.total(child), cube_.total(metric)))
          report("the total of " + cube_.metrics[child.index()].id + " exceeds that of " +
                 cube_.metrics[m].id);
    }
  }

  double total(std::string_view id) const {
    const MetricId metric = cube_.find(id);
    return metric.valid() ? cube_.total(metric) : 0.0;
  }

  // The metrics of a kind's waits in the cube, in which those that were left out are not valid.
  std::vector<MetricId> waits_of(std::string_view kind) const {
    if (kind == kIdleness) return {cube_.find(kIdleThreads)};
    std::vector<MetricId> waits;
    for (const model::WaitStateInfo& state : model::all_wait_states())
      if (state.costs == kind) waits.push_back(cube_.find(info(state.metric).id));
    return waits;
  }

  // In either model all costs add up to all waits; every wait is direct or indirect, and
  // propagating or terminal.
  void check_costs() {
    double waits = -total(kNotCharged);
    for (const std::string_view kind : kWaitKinds)
      for (const MetricId wait : waits_of(kind)) {
        if (!wait.valid()) return;  // left out
        waits += cube_.total(wait);
      }
    const double messages = total("mpi_latesender") + total("mpi_latereceiver");
    for (const std::string suffix : {"", "__waitfirst"}) {
      const auto check = [&](std::string_view id, double found, double expected) {
        if (std::abs(found - expected) > 1e-9 * expected)
          report(std::string(id) + suffix + " adds up to " + std::to_string(found) + ", not to " +
                 std::to_string(expected));
      };
      check("delay", total("delay" + suffix) + total("delay_unattributed" + suffix), waits);
      check("waitstates_direct_vs_indirect", total("waitstates_direct_vs_indirect" + suffix),
            messages);
      check("waitstates_propagating_vs_terminal",
            total("waitstates_propagating_vs_terminal" + suffix), messages);
      check("waitstates_direct_vs_indirect_all",
            total("waitstates_direct_vs_indirect_all" + suffix), waits);
      for (const std::string_view kind : kWaitKinds) {
        check_classes(kind, "direct", "indirect", suffix);
        check_classes(kind, "propagating", "terminal", suffix);
      }
    }
  }

  // At every cell, both classes of a kind add up to its waits.
  void check_classes(std::string_view kind, std::string_view one, std::string_view other,
                     std::string_view suffix) {
    const auto class_id = [&](std::string_view which) {
      std::string id = "wait_";
      return id.append(which).append("_").append(kind).append(suffix);
    };
    const std::string first = class_id(one), second = class_id(other);
    const std::array classes{cube_.find(first), cube_.find(second)};
    const std::vector<MetricId> waits = waits_of(kind);
    const MetricId without = kind == kIdleness ? cube_.find(kNotCharged) : metric::none;
    for (std::uint32_t c = 0; c < cube_.callpaths.size(); ++c)
      for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
        const auto value = [&](MetricId metric) {
          return metric.valid() ? cube_.value(metric, CallPathId{c}, LocationIndex{l}) : 0.0;
        };
        double expected = -value(without);
        for (const MetricId wait : waits) expected += value(wait);
        const double found = value(classes[0]) + value(classes[1]);
        if (std::abs(found - expected) > 1e-9 * (1.0 + expected))
          report(first + " and " + second + " add up to " + std::to_string(found) + ", not to " +
                 std::to_string(expected) + place(CallPathId{c}, LocationIndex{l}));
      }
  }

  void check_row(MetricId metric, const std::vector<MetricId>& children, bool is_sum,
                 CallPathId path) {
    const std::vector<double>& values = cube_.row(metric, path);
    std::vector<const std::vector<double>*> parts;
    for (const MetricId child : children)
      if (const std::vector<double>& row = cube_.row(child, path); !row.empty())
        parts.push_back(&row);
    if (values.empty() && parts.empty()) return;
    const std::string& id = cube_.metrics[metric.index()].id;
    for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
      const double value = values.empty() ? 0.0 : values[l];
      double sum = 0.0;
      for (const std::vector<double>* part : parts) sum += (*part)[l];
      if (!std::isfinite(value) || value < 0.0)
        report(id + " is negative or no number" + place(path, LocationIndex{l}));
      if (sum > value && !equal(sum, value))
        report("the children of " + id + " add up to " + std::to_string(sum) + " of " +
               std::to_string(value) + place(path, LocationIndex{l}));
      if (is_sum && !equal(sum, value))
        report(id + " is " + std::to_string(value) + " but its children add up to " +
               std::to_string(sum) + place(path, LocationIndex{l}));
    }
  }

  double location_total(std::string_view id, LocationIndex location) const {
    const MetricId metric = cube_.find(id);
    double sum = 0.0;
    for (std::uint32_t c = 0; metric.valid() && c < cube_.callpaths.size(); ++c)
      sum += cube_.value(metric, CallPathId{c}, location);
    return sum;
  }

  void check_total(LocationIndex location, std::initializer_list<std::string_view> ids,
                   double expected, std::string_view what) {
    double sum = 0.0;
    for (const std::string_view id : ids) sum += location_total(id, location);
    if (!equal(sum, expected) && !(left_out_ && what != "time" && sum < expected))
      report(std::string(what) + " of location " + std::to_string(location.value) + " is " +
             std::to_string(sum) + " in the cube, " + std::to_string(expected) + " in the trace");
  }

  void check_collectives(model::Rank rank, const Collectives& process) {
    const auto wrong = [this](double counted, double expected) {
      return !equal(counted, expected) && !(left_out_ && counted < expected);
    };
    if (wrong(process.counted, static_cast<double>(process.records)) ||
        wrong(process.counted_sent, process.bytes_sent) ||
        wrong(process.counted_received, process.bytes_received))
      report("collective operations or their bytes of rank " + std::to_string(rank.value) +
             " are not those of the trace");
  }

  void check_location(LocationIndex location) {
    auto result = read_plainly(source_, location);
    if (!result.ok()) return report(result.error().message());
    const PlainLocation& plain = *result;
    const auto seconds = [this](base::Ticks t) {
      return static_cast<double>(t.count) /
             static_cast<double>(source_.definitions().clock.ticks_per_second);
    };
    const double span = seconds(plain.last - plain.first);
    if (!plain.in_teams) check_total(location, {"time"}, span, "time");
    add_to_teams(location, plain, span);
    check_total(location, {"syncs_send", "comms_send"}, static_cast<double>(plain.sends), "sends");
    check_total(location, {"syncs_recv", "comms_recv"}, static_cast<double>(plain.receives),
                "receives");
    check_total(location, {"bytes_sent"}, plain.bytes_sent, "bytes sent");
    check_total(location, {"bytes_put"}, plain.bytes_put, "bytes put");
    check_total(location, {"bytes_get"}, plain.bytes_get, "bytes got");
    // A non-blocking operation counts where it was initiated, but its record lies where it was
    // completed. Counts are therefore compared by process instead of by location.
    Collectives& process = collectives_[cube_.locations[location.index()].rank];
    process.records += plain.collectives;
    process.bytes_sent += plain.collective_bytes_sent;
    process.bytes_received += plain.collective_bytes_received;
    process.counted +=
        location_total("syncs_coll", location) + location_total("comms_coll", location);
    process.counted_sent += location_total("bytes_cout", location);
    process.counted_received += location_total("bytes_cin", location);
    if (!plain.nested || plain.own_thread || plain.in_teams || plain.has_tasks) return;
    std::map<std::string, double> time;
    std::map<std::string, double> visits;
    for (const auto& [path, ticks] : plain.time) time[path] = seconds(ticks);
    for (const auto& [path, count] : plain.visits) visits[path] = static_cast<double>(count);
    check_paths(location, "time", std::move(time));
    check_paths(location, "visits", std::move(visits));
    if (!plain.has_pauses && !some_counters_odd()) check_counters(location, plain);
  }

  // The count between two readings belongs to the call path in between.
  void check_counters(LocationIndex location, const PlainLocation& plain) {
    const model::Definitions& definitions = source_.definitions();
    const std::vector<std::string> ids =
        model::counter_metric_ids(definitions.counters, definitions.counter_sets);
    for (const auto& [counter, amounts] : plain.counters) {
      if (ids[counter].empty()) continue;
      std::map<std::string, double> expected;
      for (const auto& [path, amount] : amounts)
        expected[path] = model::scaled(definitions.counters[counter], static_cast<double>(amount));
      check_paths(location, ids[counter], std::move(expected));
    }
  }

  [[nodiscard]] bool some_counters_odd() const {
    for (const std::string& warning : cube_.experiment.warnings)
      if (warning.find("counters") != std::string::npos &&
          warning.find("several call paths") == std::string::npos &&
          warning.find("counted in between") == std::string::npos)
        return true;
    return false;
  }

  void add_to_teams(LocationIndex location, const PlainLocation& plain, double span) {
    const model::CubeLocation& place = cube_.locations[location.index()];
    Teams& process = teams_[place.rank];
    process.any |= plain.in_teams;
    process.nested |= plain.in_nested_teams;
    process.others_fork |= plain.forks_outermost && place.thread != 0;
    if (place.thread == 0)
      process.initial_span = span;
    else if (plain.in_teams)
      ++process.threads;
    if (place.thread == 0 || plain.in_teams) process.time += location_total("time", location);
  }

  // Every thread of OpenMP is either in a region, or idle, from the first to the last record of the
  // initial thread (docs/definitions.md, "Teams and idle threads").
  void check_teams(model::Rank rank, const Teams& process) {
    if (!process.any || process.others_fork || some_teams_odd()) return;
    const double expected = static_cast<double>(process.threads) * process.initial_span;
    if (!equal(process.time, expected) && !(process.nested && process.time < expected))
      report("the threads of rank " + std::to_string(rank.value) + " have a time of " +
             std::to_string(process.time) + ", not " + std::to_string(expected));
  }

  [[nodiscard]] bool some_teams_odd() const {
    for (const char* word : {"fork", "team", "join"})
      for (const std::string& warning : cube_.experiment.warnings)
        if (warning.find(word) != std::string::npos) return true;
    return false;
  }

  void check_paths(LocationIndex location, std::string_view id,
                   std::map<std::string, double> expected) {
    const MetricId metric = cube_.find(id);
    std::map<std::string, double> actual;
    for (std::uint32_t c = 0; metric.valid() && c < cube_.callpaths.size(); ++c)
      actual[paths_[c]] += cube_.value(metric, CallPathId{c}, location);
    for (const auto& [path, value] : actual)
      if (!equal(value, expected[path]))
        report(std::string(id) + " of " + path + " at location " + std::to_string(location.value) +
               " is " + std::to_string(value) + " in the cube, " + std::to_string(expected[path]) +
               " in the trace");
    for (const auto& [path, value] : expected)
      if (!equal(value, actual[path])) report("the cube lacks the call path " + path);
  }

  // Returns whether a warning says that there were senseless records, which are not counted.
  [[nodiscard]] bool some_records_left_out() const {
    for (const char* words :
         {"(skipped)", "impossible sizes", "recorded outside of any region", "that are not defined",
          "ranks that their communicator does not have", "targets that their window does not have",
          "begun and never completed", "that were never started"})
      for (const std::string& warning : cube_.experiment.warnings)
        if (warning.find(words) != std::string::npos) return true;
    return false;
  }

  const model::SeverityCube& cube_;
  model::TraceSource& source_;
  const bool left_out_ = some_records_left_out();
  std::vector<std::string> paths_;
  std::vector<std::string> found_;
  std::map<model::Rank, Collectives> collectives_;
  std::map<model::Rank, Teams> teams_;
};

}  // namespace

std::vector<std::string> check_invariants(const model::SeverityCube& cube,
                                          model::TraceSource& source) {
  return Checker(cube, source).run();
}

}  // namespace tarry::testing
