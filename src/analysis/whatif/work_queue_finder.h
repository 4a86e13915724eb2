// SPDX-License-Identifier: BSD-3-Clause
// Finds work queues in the step logs of some locations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/whatif/graph_part.h"

namespace tarry::analysis {

// A queue and its requests, by index into the parts and their steps.
struct FoundQueue {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  struct Request {
    std::uint32_t take = 0;        // step of the master that takes it
    std::uint32_t answer = kNone;  // step of the master that answers it; kNone: it has no answer
    std::uint32_t worker = 0;      // part
    std::uint32_t give = 0;        // step of the worker that makes it
    std::uint32_t accept = kNone;  // step of the worker that takes the answer
  };
  std::uint32_t master = 0;  // part
  std::vector<Request> requests;
};

// A queue is a run of receives from any source on one location with these properties:
//  - before the next of them the location communicates only with the sender, which it answers at
//    most once;
//  - at least two locations send the requests, one of them more than once;
//  - from its first request to its last answer each of them communicates only with the queue,
//    requests and answers alternate, and only its last request has no answer.
// The posts of receives, and the steps that depend on these, do not count.
std::vector<FoundQueue> find_work_queues(std::span<const GraphPart> parts,
                                         std::span<const std::uint32_t> part_of);

}  // namespace tarry::analysis
