// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/simulation.h"

#include <memory>
#include <utility>
#include <variant>

#include "compressed/simulate/simulator.h"

namespace tarry::simulate {

namespace {

class SimulatedCalls final : public compressed::TimedCalls {
 public:
  SimulatedCalls(const compressed::Trace& trace, std::uint32_t rank, std::uint64_t seed,
                 std::shared_ptr<const ChangedCalls> changes, const SimulatedRank& made)
      : cursor_(trace, rank), changes_(std::move(changes)), made_(made) {
    cursor_.set_seed(seed);
  }

  bool next(compressed::CursorCall& call, compressed::CallTime& time) override {
    if (at_ == made_.calls.size() || !cursor_.next(call)) return false;
    changes_->change(call);
    time = made_.calls[at_++];
    return true;
  }
  // The simulation has told what is wrong with the calls.
  [[nodiscard]] const std::string& error() const override { return no_error_; }

 private:
  compressed::Cursor cursor_;
  std::shared_ptr<const ChangedCalls> changes_;
  const SimulatedRank& made_;
  std::size_t at_ = 0;
  std::string no_error_;
};

}  // namespace

double memory_needed(const compressed::Trace& trace) {
  // Measured: for each event of a rank the streams of its parameters, for each call its two times.
  constexpr double kEvent = 2'800;
  constexpr double kCall = sizeof(compressed::CallTime);
  double bytes = 0;
  for (const compressed::Event& event : trace.events) {
    bytes += kEvent * static_cast<double>(event.ranks.size());
    for (const compressed::ElasticPair& pair : event.of(compressed::Parameter::Actions).pairs())
      if (const auto* values = std::get_if<compressed::Sequence>(&pair.values))
        bytes +=
            kCall * static_cast<double>(values->size()) * static_cast<double>(pair.ranks.size());
  }
  return bytes;
}

Simulation simulate(const compressed::Trace& trace, const Options& options) {
  return Simulator(trace, options).run();
}

compressed::OpenTimedCalls simulated_calls(const compressed::Trace& trace, const Options& options,
                                           const Simulation& simulation) {
  const auto changes = std::make_shared<const ChangedCalls>(trace, options.changes);
  return [&trace, &simulation, changes, seed = options.seed](std::uint32_t rank) {
    return std::make_unique<SimulatedCalls>(trace, rank, seed, changes, simulation.ranks[rank]);
  };
}

}  // namespace tarry::simulate
