// SPDX-License-Identifier: BSD-3-Clause
// The communication of the workers of one analysis: in bulk, all at once, few large messages. The
// analysis is written for K workers; the transport decides whether they are threads or processes.
// Every call is collective: all workers make the same calls in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "workers/message.h"

namespace tarry::workers {

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t rank() const = 0;

  // Sends outgoing[k] to worker k; returns what each worker sent here, ordered by worker.
  std::vector<Bytes> exchange(std::vector<Bytes> outgoing) {
    std::vector<Bytes> arrived = do_exchange(std::move(outgoing));
    for (const Bytes& message : arrived) bytes_received_ += message.size();
    return arrived;
  }

  // Every worker gets every worker's `own`, ordered by worker.
  std::vector<Bytes> all_gather(const Bytes& own) {
    return exchange(std::vector<Bytes>(size(), own));
  }

  // Worker 0 gets every worker's `own`, ordered by worker; the others get empty messages.
  std::vector<Bytes> gather(Bytes own) {
    std::vector<Bytes> outgoing(size());
    outgoing[0] = std::move(own);
    return exchange(std::move(outgoing));
  }

  // Ends all processes of the analysis at once, after one line on stderr. It is for failures after
  // which the next collective call could not be made. Thread: any.
  [[noreturn]] virtual void abandon(std::string_view reason) = 0;

  // Returns the bytes that this worker has received so far.
  [[nodiscard]] std::uint64_t bytes_received() const { return bytes_received_; }

 private:
  virtual std::vector<Bytes> do_exchange(std::vector<Bytes> outgoing) = 0;

  std::uint64_t bytes_received_ = 0;
};

}  // namespace tarry::workers
