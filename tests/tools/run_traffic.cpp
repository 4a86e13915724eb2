// SPDX-License-Identifier: BSD-3-Clause
#include "run_traffic.h"

#include <algorithm>

namespace tarry::log_check {

void Requests::check(Checker& checker, const std::string& where) const {
  for (const auto& [id, open] : receives)
    if (open != 0)
      checker.fault(where,
                    "receive request " + std::to_string(id) + ": posts and completions differ");
  for (const auto& [id, open] : sends)  // MPI_Request_free: never completes
    if (open != 0 && open != 1)
      checker.fault(where,
                    "send request " + std::to_string(id) + ": starts and completions differ");
  for (const auto& [id, open] : collectives)
    if (open != 0)
      checker.fault(where,
                    "collective request " + std::to_string(id) + ": starts and completions differ");
  for (const auto& [id, open] : on_files)
    if (open != 0)
      checker.fault(where,
                    "operation on a file " + std::to_string(id) + ": begins and ends differ");
}

void check_traffic(Checker& checker) {
  for (auto& [channel, traffic] : checker.traffic) {
    std::sort(traffic.sent.begin(), traffic.sent.end());
    std::sort(traffic.received.begin(), traffic.received.end());
    if (traffic.sent == traffic.received) continue;
    checker.fault("messages " + std::to_string(channel.from) + " -> " + std::to_string(channel.to) +
                      " tag " + std::to_string(channel.tag),
                  std::to_string(traffic.sent.size()) + " sent, " +
                      std::to_string(traffic.received.size()) + " received, or bytes differ");
  }
}

void check_collectives(Checker& checker) {
  for (const auto& [comm, members] : checker.collectives) {
    const auto& first = members.begin()->second;
    for (const auto& [rank, calls] : members) {
      const bool same =
          std::equal(calls.begin(), calls.end(), first.begin(), first.end(),
                     [](const auto& a, const auto& b) { return a.op == b.op && a.root == b.root; });
      if (!same)
        checker.fault("rank " + std::to_string(rank) + " of a communicator",
                      "collective calls differ from those of the first member");
    }
  }
}

}  // namespace tarry::log_check
