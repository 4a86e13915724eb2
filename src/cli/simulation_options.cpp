// SPDX-License-Identifier: BSD-3-Clause
#include "cli/simulation_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/counted.h"
#include "base/parse_number.h"
#include "cli/installation.h"
#include "compressed/simulate/derived_network.h"
#include "model/mpi_function.h"
#include "report/quantity.h"
#include "trace/eventlog/settings.h"

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

Error usage(const std::string& what, const std::string& option, const std::string& hint) {
  return {ErrorCode::Usage, what, option, hint};
}

struct UnitName {
  std::string_view name;
  double factor;
};
constexpr UnitName kTimes[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
constexpr UnitName kRates[] = {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"", 1}};

// Returns a number with one of the units behind it.
template <std::size_t N>
std::optional<double> with_unit(std::string_view text, const UnitName (&units)[N]) {
  for (const UnitName& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    const auto number = base::number_in<double>(text.substr(0, text.size() - unit.name.size()));
    if (number && std::isfinite(*number) && *number >= 0) return *number * unit.factor;
  }
  return std::nullopt;
}

constexpr const char* kFromTrace = "from the trace";

constexpr double kMostFactor = 1e6;

std::optional<double> factor_in(std::string_view text) {
  const auto number = base::number_in<double>(text);
  if (!number || !(*number >= 0) || *number > kMostFactor) return std::nullopt;
  return number;
}

// Returns the factor of "2x".
std::optional<double> multiple_in(std::string_view text) {
  if (!text.ends_with('x')) return std::nullopt;
  return factor_in(text.substr(0, text.size() - 1));
}

std::string nanoseconds_text(double nanoseconds) {
  return report::quantity(nanoseconds * 1e-9, model::Unit::Seconds);
}

std::string rate_text(double bandwidth) {
  return report::quantity(bandwidth, model::Unit::Bytes) + "/s";
}

base::Result<double> time_of(const std::string& option, const std::string& text, double otherwise) {
  if (text.empty()) return otherwise;
  if (const auto multiple = multiple_in(text)) return otherwise * *multiple;
  constexpr double kLongest = 1e10;
  const auto time = with_unit(text, kTimes);
  if (time && *time <= kLongest) return *time;
  return usage("not a time", option + " " + text, "for example 1.5us; 2x for twice as long");
}

base::Result<double> rate_of(const std::string& text, double otherwise) {
  if (text.empty()) return otherwise;
  if (const auto multiple = multiple_in(text); multiple && *multiple > 0)
    return otherwise * *multiple;
  constexpr double kLeast = 1;
  const auto rate = with_unit(text, kRates);
  if (rate && *rate >= kLeast) return *rate;
  return usage("not a number of bytes per second", "--bandwidth " + text,
               "for example 10G; 2x for twice as many");
}

const char* source_of(const std::string& given, bool is_derived) {
  return !given.empty() ? "given" : is_derived ? kFromTrace : "assumed";
}

std::optional<model::CollectiveOp> operation_of(std::string_view function) {
  const auto known = model::find_mpi_function(function);
  return known ? model::collective_op(info(*known).operation) : std::nullopt;
}

bool has_operation(const compressed::Trace& trace, model::CollectiveOp op) {
  return std::any_of(trace.sites.begin(), trace.sites.end(), [&](const compressed::Site& site) {
    return operation_of(site.function) == op;
  });
}

// Widens a range by a value, if there is one.
template <class Value>
void widen(const std::optional<Value>& value, Value& low, Value& high) {
  if (!value) return;
  low = std::min(low, *value);
  high = std::max(high, *value);
}

}  // namespace

std::optional<NetworkBounds> bounds_of_network(const std::vector<const compressed::Trace*>& traces,
                                               ChosenSimulation& chosen) {
  NetworkBounds out{chosen.options.network, chosen.options.network};
  for (const compressed::Trace* const trace : traces) {
    const simulate::DerivedNetwork derived = simulate::derived_network(*trace);
    for (const NetworkValue& value : chosen.network) {
      if (value.source != kFromTrace) continue;
      if (value.name == "latency")
        widen(derived.latency, out.fast.route.latency, out.slow.route.latency);
      if (value.name == "bandwidth")
        widen(derived.bandwidth, out.slow.route.bandwidth, out.fast.route.bandwidth);
      if (value.name == "overhead") widen(derived.overhead, out.fast.overhead, out.slow.overhead);
    }
  }
  const auto add_range = [&](NetworkValue& value, double low, double high,
                             std::string (*text)(double)) {
    if (low < high) value.range.emplace(text(low), text(high));
    return low < high;
  };
  const auto time = [](simulate::Nanoseconds value) { return static_cast<double>(value); };
  bool differ = false;
  for (NetworkValue& value : chosen.network) {
    if (value.name == "latency")
      differ |= add_range(value, time(out.fast.route.latency), time(out.slow.route.latency),
                          nanoseconds_text);
    if (value.name == "bandwidth")
      differ |= add_range(value, out.slow.route.bandwidth, out.fast.route.bandwidth, rate_text);
    if (value.name == "overhead")
      differ |=
          add_range(value, time(out.fast.overhead), time(out.slow.overhead), nanoseconds_text);
  }
  if (!differ) return std::nullopt;
  return out;
}

OptionTable SimulationOptions::of_network() {
  return {
      {.names = "--latency",
       .target = &latency_,
       .help = "Time of an empty message on the network, such as 1.5us, or 2x for twice that of "
               "the trace",
       .value = "TIME",
       .otherwise = "as the shortest calls of the trace tell"},
      {.names = "--bandwidth",
       .target = &bandwidth_,
       .help = "Bytes per second of a link, such as 10G, or 2x",
       .value = "RATE",
       .otherwise = "as the fastest large messages of the trace tell"},
      {.names = "--overhead",
       .target = &overhead_,
       .help = "Time that each call of MPI that communicates takes from its rank",
       .value = "TIME",
       .otherwise = "the shortest start of a message in the trace"},
      {.names = "--eager-limit",
       .target = &eager_limit_,
       .help = "Larger messages wait until their receive is posted",
       .value = "SIZE",
       .otherwise = "4096"},
      {.names = "--ranks-per-node",
       .target = Number{&ranks_per_node_, 1, 1u << 20},
       .help = "So many ranks share one link into the network",
       .value = "N",
       .otherwise = "1"},
      {.names = "--platform",
       .target = &platform_,
       .help = "Take latency and bandwidth between nodes from this platform file of SimGrid",
       .value = "FILE"},
      {.names = "--times",
       .target = &times_,
       .help = "Computation before a call: the average of the recorded times, or drawn from "
               "them",
       .choices = {"average", "draw"},
       .otherwise = "average"},
      {.names = "--seed",
       .target = Number{&seed_, 0, UINT32_MAX},
       .help = "Seed of all that is drawn",
       .value = "N",
       .otherwise = "0"}};
}

OptionTable SimulationOptions::of_changes() {
  return {{.names = "--computation",
           .target = &computation_,
           .help = "Computation takes so many times as long: all of it, or what precedes calls "
                   "below a function (FUNCTION=FACTOR); may be repeated",
           .value = "FACTOR"},
          {.names = "--message-size",
           .target = &message_size_,
           .help = "Messages and collective operations have so many times the bytes",
           .value = "FACTOR"},
          {.names = "--collective",
           .target = &collective_,
           .help = "Simulate the messages of an algorithm: MPI_Allreduce=ring, with linear, tree, "
                   "ring, recursive-doubling, pairwise; may be repeated",
           .value = "FUNCTION=ALGORITHM"}};
}

base::Result<ChosenSimulation> SimulationOptions::chosen(const compressed::Trace& trace,
                                                         std::uint32_t ranks) const {
  ChosenSimulation chosen;
  chosen.options.times =
      times_ == "draw" ? compressed::TimeChoice::Draw : compressed::TimeChoice::Average;
  chosen.options.seed = seed_;
  TRY(choose_network(trace, ranks, chosen));
  TRY(choose_changes(trace, chosen));
  return chosen;
}

base::Status SimulationOptions::choose_network(const compressed::Trace& trace, std::uint32_t ranks,
                                               ChosenSimulation& chosen) const {
  const simulate::DerivedNetwork derived = simulate::derived_network(trace);
  simulate::NetworkModel& network = chosen.options.network;
  const auto latency = static_cast<double>(derived.latency.value_or(network.route.latency));
  const double bandwidth = derived.bandwidth.value_or(network.route.bandwidth);
  const auto overhead = static_cast<double>(derived.overhead.value_or(network.overhead));
  TRY_ASSIGN(const double chosen_overhead, time_of("--overhead", overhead_, overhead));
  network.overhead = std::llround(chosen_overhead);
  const auto eager_limit = trace::eventlog::size_from_text(eager_limit_);
  if (!eager_limit) return usage("not a size", "--eager-limit " + eager_limit_, "for example 64K");
  network.eager_limit = *eager_limit;
  network.ranks_per_node = ranks_per_node_;
  network.route = {std::llround(latency), bandwidth};
  chosen.unchanged = chosen.options;
  TRY_ASSIGN(const double chosen_latency, time_of("--latency", latency_, latency));
  TRY_ASSIGN(network.route.bandwidth, rate_of(bandwidth_, bandwidth));
  network.route.latency = std::llround(chosen_latency);
  chosen.network = {{"latency", nanoseconds_text(chosen_latency),
                     source_of(latency_, derived.latency.has_value())},
                    {"bandwidth", rate_text(network.route.bandwidth),
                     source_of(bandwidth_, derived.bandwidth.has_value())},
                    {"overhead", nanoseconds_text(chosen_overhead),
                     source_of(overhead_, derived.overhead.has_value())}};
  if (!platform_.empty()) return open_platform(ranks, chosen);
  if (!latency_.empty()) chosen.changes.push_back("--latency " + latency_);
  if (!bandwidth_.empty()) chosen.changes.push_back("--bandwidth " + bandwidth_);
  return base::kOk;
}

base::Status SimulationOptions::open_platform(std::uint32_t ranks, ChosenSimulation& chosen) const {
  simulate::NetworkModel& network = chosen.options.network;
  TRY_ASSIGN(const Installation installation, find_installation());
  TRY_ASSIGN(chosen.platform,
             simulate::Platform::open(installation.runtime() / "libtarry-simgrid.so", platform_,
                                      network.route));
  const std::uint32_t nodes = (ranks + ranks_per_node_ - 1) / ranks_per_node_;
  if (nodes > chosen.platform->hosts())
    return usage(fmt::format("the platform has {}, {} are needed",
                             base::counted(chosen.platform->hosts(), "host"), nodes),
                 "--platform " + platform_, "give a larger --ranks-per-node");
  network.routes = chosen.platform.get();
  network.route = chosen.platform->farthest(nodes);
  chosen.unchanged.network = network;
  chosen.network[0] = {"latency", nanoseconds_text(static_cast<double>(network.route.latency)),
                       "the largest of the platform"};
  chosen.network[1] = {"bandwidth", rate_text(network.route.bandwidth),
                       "the smallest of the platform"};
  return base::kOk;
}

base::Status SimulationOptions::choose_changes(const compressed::Trace& trace,
                                               ChosenSimulation& chosen) const {
  simulate::Changes& changes = chosen.options.changes;
  for (const std::string& text : computation_) {
    const std::size_t equals = text.rfind('=');
    const auto factor =
        factor_in(std::string_view(text).substr(equals == std::string::npos ? 0 : equals + 1));
    if (!factor || equals == 0)
      return usage("not a factor of computation", "--computation " + text,
                   "0.5 for half of it, solve=0.5 below the function solve");
    if (equals == std::string::npos)
      changes.computation = *factor;
    else
      changes.by_function[text.substr(0, equals)] = *factor;
    chosen.changes.push_back("--computation " + text);
  }
  if (!message_size_.empty()) {
    const auto factor = factor_in(message_size_);
    if (!factor) return usage("not a factor of sizes", "--message-size " + message_size_, "2");
    changes.message_size = *factor;
    chosen.changes.push_back("--message-size " + message_size_);
  }
  for (const std::string& text : collective_) {
    const std::size_t equals = text.find('=');
    const std::string function = text.substr(0, equals);
    const auto op = operation_of(function);
    const std::string has = op ? simulate::algorithms_of(*op) : "";
    if (has.empty())
      return usage("not a collective operation with algorithms", "--collective " + text,
                   "for example MPI_Allreduce=ring");
    const auto algorithm = simulate::algorithm_named(
        equals == std::string::npos ? std::string_view()
                                    : std::string_view(text).substr(equals + 1));
    if (!algorithm || !simulate::has_algorithm(*op, *algorithm))
      return usage("not an algorithm of " + function, "--collective " + text, "it has " + has);
    if (!has_operation(trace, *op))
      return usage("the trace has no call of this operation", "--collective " + text,
                   "tarry print shows its calls");
    changes.algorithms[*op] = *algorithm;
    chosen.changes.push_back("--collective " + text);
  }
  return check_functions(trace, changes);
}

}  // namespace tarry::cli
