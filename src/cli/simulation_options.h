// SPDX-License-Identifier: BSD-3-Clause
// The options of verbs that simulate compressed traces: the network, and what is to be different
// from the recorded run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/option.h"
#include "compressed/model/trace.h"
#include "compressed/simulate/platform.h"
#include "compressed/simulate/simulation.h"

namespace tarry::cli {

// One value of a network and where it comes from.
struct NetworkValue {
  std::string name;    // "latency"
  std::string value;   // "1.2 us"
  std::string source;  // "from the trace", "given", "assumed"
  // What several traces say, lowest and highest, as text; nothing if they say the same.
  std::optional<std::pair<std::string, std::string>> range{};
};

// The options of one simulation. The platform must live as long.
struct ChosenSimulation {
  simulate::Options options;
  std::vector<NetworkValue> network;
  std::vector<std::string> changes;  // as given; empty: the run as it was recorded
  simulate::Options unchanged;       // the same without the changes
  std::unique_ptr<simulate::Platform> platform;
};

// The slowest and the fastest network that some traces tell of; given and assumed values stay.
struct NetworkBounds {
  simulate::NetworkModel slow;
  simulate::NetworkModel fast;
};
// Returns nothing if the traces say the same. Adds the ranges to the values of `chosen`.
std::optional<NetworkBounds> bounds_of_network(const std::vector<const compressed::Trace*>& traces,
                                               ChosenSimulation& chosen);

class SimulationOptions {
 public:
  // The tables must not outlive this object.
  OptionTable of_network();
  OptionTable of_changes();

  // Chooses what the options leave open by the trace, for simulations of up to `ranks` ranks. Call
  // after the options were read.
  [[nodiscard]] base::Result<ChosenSimulation> chosen(const compressed::Trace& trace,
                                                      std::uint32_t ranks) const;

 private:
  [[nodiscard]] base::Status choose_network(const compressed::Trace& trace, std::uint32_t ranks,
                                            ChosenSimulation& chosen) const;
  [[nodiscard]] base::Status open_platform(std::uint32_t ranks, ChosenSimulation& chosen) const;
  [[nodiscard]] base::Status choose_changes(const compressed::Trace& trace,
                                            ChosenSimulation& chosen) const;

  std::string latency_, bandwidth_, overhead_, eager_limit_ = "4096", platform_;
  std::string times_ = "average", message_size_;
  std::vector<std::string> computation_, collective_;
  unsigned ranks_per_node_ = 1;
  unsigned seed_ = 0;
};

}  // namespace tarry::cli
