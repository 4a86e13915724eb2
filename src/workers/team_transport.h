// SPDX-License-Identifier: BSD-3-Clause
// Workers as threads: of one process, where messages change hands without being copied, or of each
// of several processes, where one thread of each speaks for all.
#pragma once

#include <memory>

#include "workers/transport.h"

namespace tarry::workers {

// A process alone: the transport of analyses that were not started in parallel. Thread: one.
class SoleProcess final : public Transport {
 public:
  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] std::size_t rank() const override { return 0; }
  [[noreturn]] void abandon(std::string_view reason) override;

 private:
  std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) override { return outgoing; }
};

// Makes the transports of `threads` workers of this process, by thread, each used by one thread.
// Worker numbers ascend by process, then by thread. `processes` connects the processes (all with
// the same number of threads) and is called by the first thread alone. The transports share state:
// all must live until the last call on any of them has returned.
std::vector<std::unique_ptr<Transport>> make_team_transports(Transport& processes,
                                                             std::size_t threads);

}  // namespace tarry::workers
