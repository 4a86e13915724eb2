// SPDX-License-Identifier: BSD-3-Clause
// How the cost of one wait is divided between what the process that caused it did meanwhile and the
// waits it had itself. Two models over the same data. Definition: docs/definitions.md, "Delay
// costs". Source: D. Viehhauser, "Evaluating an alternative cost-propagation in the delay-cost
// model of Scalasca", master's thesis, RWTH Aachen, 2023, sections 2.3.3 and 3.3.1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tarry::analysis {

enum class CostModel : std::uint8_t { Proportional, WaitFirst };
inline constexpr std::size_t kCostModels = 2;
inline constexpr std::array kAllCostModels{CostModel::Proportional, CostModel::WaitFirst};

// One number for each model.
using CostsByModel = std::array<double, kCostModels>;
constexpr double& of(CostsByModel& costs, CostModel model) {
  return costs[static_cast<std::size_t>(model)];
}
constexpr double of(const CostsByModel& costs, CostModel model) {
  return costs[static_cast<std::size_t>(model)];
}

// Kinds of waits whose costs are kept apart; a cost that is passed on stays in the channel of the
// wait at the end of its chain.
enum class DelayChannel : std::uint8_t {
#define TARRY_WAIT_KIND(channel, ...) channel,
#include "model/wait_kinds.def"
};
inline constexpr std::size_t kDelayChannels =
    static_cast<std::size_t>(DelayChannel::InnerCollective) + 1;

constexpr bool is_of_messages(DelayChannel channel) {
  return channel == DelayChannel::LateSender || channel == DelayChannel::LateReceiver;
}

constexpr bool is_of_locks(DelayChannel channel) {
  return channel == DelayChannel::OmpLock || channel == DelayChannel::PthreadLock;
}

// Of waits for an event of another process that no message or operation tells of.
constexpr bool is_of_events(DelayChannel channel) {
  return channel == DelayChannel::LateProgress || channel == DelayChannel::InnerCollective;
}

// Of waits in one-sided communication.
constexpr bool is_of_rma(DelayChannel channel) {
  return channel == DelayChannel::RmaCollective || channel == DelayChannel::RmaLatePost ||
         channel == DelayChannel::RmaEarlyWait || channel == DelayChannel::RmaLock;
}

// Of waits for a thread of the same process.
constexpr bool is_of_threads(DelayChannel channel) {
  return channel == DelayChannel::OmpBarrier || channel == DelayChannel::OmpTaskwait ||
         is_of_locks(channel);
}

// What one unit of cost becomes: short-term cost (the wait itself) and long-term cost (what was
// passed on to it) are divided alike.
struct CostShares {
  double surplus = 0;       // per tick of it: stays with the call paths
  double own_waits = 0;     // per tick of them: is passed on to these waits
  double unattributed = 0;  // there is nothing that it could be charged to
};

// `wait`: waiting time, more than 0. `surplus`: time that the cause took longer than the waiting
// process, of all call paths that it took longer in (D). `own_waits`: of the cause meanwhile (W).
// surplus * shares.surplus + own_waits * shares.own_waits + shares.unattributed is 1.
CostShares divide(CostModel model, double wait, double surplus, double own_waits);

// The part of the wait that the cause's own waits explain: the indirect part.
double indirect_part(CostModel model, double wait, double surplus, double own_waits);

}  // namespace tarry::analysis
