// SPDX-License-Identifier: BSD-3-Clause
// Workers as threads of one process or of several processes. Within a process, messages change
// hands without being copied; between processes, one thread of each speaks for all its threads.
#pragma once

#include <memory>

#include "workers/transport.h"

namespace tarry::workers {

// The transport of analyses that were not started in parallel: a single process. Thread: one.
class SoleProcess final : public Transport {
 public:
  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] std::size_t rank() const override { return 0; }
  [[noreturn]] void abandon(std::string_view reason) override;

 private:
  std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) override { return outgoing; }
};

// Makes the transports of `threads` workers of this process, ordered by thread, each used by one
// thread. Worker numbers ascend by process, then by thread. `processes` connects the processes (all
// with the same number of threads); only the first thread calls it. The transports share state: all
// must live until the last call on any of them has returned.
std::vector<std::unique_ptr<Transport>> make_team_transports(Transport& processes,
                                                             std::size_t threads);

}  // namespace tarry::workers
