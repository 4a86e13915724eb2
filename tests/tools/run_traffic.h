// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a run have communicated, by their event logs, and whether it fits together.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trace/eventlog/definition_set.h"

namespace tarry::log_check {

using trace::eventlog::CommKey;

struct Channel {
  CommKey comm;
  std::uint32_t from = 0;  // communicator ranks
  std::uint32_t to = 0;
  std::uint32_t tag = 0;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct Traffic {
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
};

struct CollectiveCall {
  std::uint32_t op;
  std::uint32_t root;
};

struct Checker {
  bool print = false;
  int faults = 0;
  std::map<Channel, Traffic> traffic;
  std::map<CommKey, std::map<std::uint32_t, std::vector<CollectiveCall>>> collectives;

  // Prints what is wrong, and counts it.
  void fault(const std::string& where, const std::string& what) {
    std::printf("%s: %s\n", where.c_str(), what.c_str());
    ++faults;
  }
};

// The requests of one process: one thread may complete what another started.
struct Requests {
  std::map<std::uint64_t, int> sends;  // number started minus number completed
  std::map<std::uint64_t, int> receives;
  std::map<std::uint64_t, int> collectives;
  std::map<std::uint64_t, int> on_files;
  std::map<std::uint64_t, std::pair<Channel, std::uint64_t>> sent;  // channel and bytes

  // Requests that were started but not completed, or the other way round, are faults.
  void check(Checker& checker, const std::string& where) const;
};

// Every message must have both ends with equal bytes.
void check_traffic(Checker& checker);

// The members of a communicator must agree on operations and roots.
void check_collectives(Checker& checker);

}  // namespace tarry::log_check
