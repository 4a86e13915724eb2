// SPDX-License-Identifier: BSD-3-Clause
// What must have happened before what in a trace: a message is sent before it is received, and a
// collective operation is left after the members whose data it needs have entered it.
// Times are those of the trace as it was read; the processes are those of one worker.
#pragma once

#include <span>
#include <vector>

#include "analysis/match/collective_members.h"
#include "analysis/records/partition.h"
#include "analysis/records/process_records.h"
#include "model/definitions.h"

namespace tarry::analysis {

// An event of a process.
struct ProcessTime {
  Rank rank;
  Ticks time;
};

// Calls visit(send, receive) with the events of each message that was received here from another
// process: the record of the send, and the end of the call that received it.
template <class Visit>
void for_each_message(const std::vector<ProcessRecords>& processes, Visit visit) {
  for (const ProcessRecords& process : processes)
    for (const LocationRecords& location : process.locations)
      for (const ReceiveRecord& receive : location.receives) {
        if (!receive.matched) continue;
        const Instance& call = location.instances[receive.instance];
        // A receive may be given up before its message is sent.
        if (call.damaged || call.call == model::MpiCall::RequestFree ||
            call.call == model::MpiCall::Pause)
          continue;
        if (receive.source == process.rank) continue;
        visit(ProcessTime{receive.source, receive.send_time},
              ProcessTime{process.rank, call.leave});
      }
}

// The part of a process in a collective operation.
struct OrderedMember {
  ProcessTime begin;
  Ticks end;
  bool is_remote = false;  // in the second group of an intercommunicator
  bool gives = false;      // others need what it sends
  bool needs = false;      // it needs what others send
};

// A collective operation whose members are all known.
struct OrderedCollective {
  std::vector<OrderedMember> members;
  bool is_inter = false;   // a member needs those of the other group alone
  bool is_prefix = false;  // a member needs those before it alone
  // By member, those that it needs alone; empty if it is not neighbors that it needs.
  std::span<const std::vector<std::uint32_t>> in_neighbors{};
};

// Takes the instance apart. Returns false if none of its members needs another one, or if it is not
// known which.
bool order(std::span<InstanceTable::Entry> entries, const model::Definitions& definitions,
           OrderedCollective& result);

}  // namespace tarry::analysis
