// SPDX-License-Identifier: BSD-3-Clause
// Divides the cost of one wait between what the process that caused it did meanwhile and the waits
// that this process had itself. There are two models for the same data. Definition:
// docs/definitions.md, "Delay costs". Source: D. Viehhauser, "Evaluating an alternative
// cost-propagation in the delay-cost model of Scalasca", master's thesis, RWTH Aachen, 2023,
// sections 2.3.3 and 3.3.1.
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

// The kinds of waits whose costs are kept apart. A cost that is passed on stays in the channel of
// the wait at the end of its chain.
enum class DelayChannel : std::uint8_t {
#define TARRY_WAIT_KIND(channel, ...) channel,
#include "model/wait_kinds.def"
};
inline constexpr std::size_t kDelayChannels = 0
#define TARRY_WAIT_KIND(...) +1
#include "model/wait_kinds.def"
    ;

constexpr bool is_of_messages(DelayChannel channel) {
  return channel == DelayChannel::LateSender || channel == DelayChannel::LateReceiver;
}

constexpr bool is_of_locks(DelayChannel channel) {
  return channel == DelayChannel::OmpLock || channel == DelayChannel::PthreadLock;
}

// Returns whether the waits are for an event of another process that no message or operation tells
// of.
constexpr bool is_of_events(DelayChannel channel) {
  return channel == DelayChannel::LateProgress || channel == DelayChannel::InnerCollective;
}

// Returns whether the waits are for all members of a window, or of an opened file.
constexpr bool is_of_window_calls(DelayChannel channel) {
  return channel == DelayChannel::RmaCollective || channel == DelayChannel::File;
}

// Returns whether the waits are in one-sided communication, or in collective calls on files.
constexpr bool is_of_rma(DelayChannel channel) {
  return is_of_window_calls(channel) || channel == DelayChannel::RmaLatePost ||
         channel == DelayChannel::RmaEarlyWait || channel == DelayChannel::RmaLock;
}

// Returns whether the waits are for a thread of the same process.
constexpr bool is_of_threads(DelayChannel channel) {
  return channel == DelayChannel::OmpBarrier || channel == DelayChannel::OmpTaskwait ||
         is_of_locks(channel);
}

// The parts of one unit of cost. Short-term cost (the wait itself) and long-term cost (costs passed
// on to it) are divided in the same way.
struct CostShares {
  double surplus = 0;       // per tick of surplus: stays with the call paths
  double own_waits = 0;     // per tick of own waits: is passed on to them
  double unattributed = 0;  // cost that nothing can be charged with
};

// `wait`: waiting time, more than 0. `surplus`: time by which the cause took longer than the
// waiting process, summed over all call paths in which it did (D). `own_waits`: waits of the cause
// meanwhile (W). surplus * shares.surplus + own_waits * shares.own_waits + shares.unattributed is
// 1.
CostShares divide(CostModel model, double wait, double surplus, double own_waits);

// Returns the part of the wait that the cause's own waits explain: the indirect part.
double indirect_part(CostModel model, double wait, double surplus, double own_waits);

}  // namespace tarry::analysis
