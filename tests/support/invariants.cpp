// SPDX-License-Identifier: BSD-3-Clause
#include "support/invariants.h"

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "support/cube_comparison.h"
#include "support/cube_invariants.h"
#include "support/plain_location.h"
#include "support/violations.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;

class Checker {
 public:
  Checker(const model::SeverityCube& cube, model::TraceSource& source)
      : cube_(cube), source_(source), paths_(path_names(cube)) {}

  std::vector<std::string> run() {
    const auto& locations = source_.definitions().locations;
    if (cube_.locations.size() != locations.size())
      return {"the cube has " + std::to_string(cube_.locations.size()) + " locations, the trace " +
              std::to_string(locations.size())};
    check_cube(cube_, paths_, found_);
    for (std::uint32_t i = 0; i < locations.size(); ++i) check_location(LocationIndex{i});
    for (const auto& [rank, process] : collectives_) check_collectives(rank, process);
    for (const auto& [rank, process] : teams_) check_teams(rank, process);
    return found_.take();
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

  // The teams of a process in which some thread was in a team.
  struct Teams {
    bool any = false;
    bool nested = false;  // threads of inner teams are not idle for the whole time of the outer one
    bool others_fork = false;  // threads that the program made have their own teams
    double initial_span = 0.0;
    std::size_t threads = 1;  // the initial one and those that were in teams
    double time = 0.0;        // time of these threads
  };

  void report(std::string sentence) { found_.report(std::move(sentence)); }

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
  Violations found_;
  std::map<model::Rank, Collectives> collectives_;
  std::map<model::Rank, Teams> teams_;
};

}  // namespace

std::vector<std::string> check_invariants(const model::SeverityCube& cube,
                                          model::TraceSource& source) {
  return Checker(cube, source).run();
}

}  // namespace tarry::testing
