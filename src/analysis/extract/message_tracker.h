// SPDX-License-Identifier: BSD-3-Clause
// The point-to-point messages of a location: sends, receives in the order of posting, and which
// call completes which of them.
#pragma once

#include <vector>

#include "analysis/extract/region_stack.h"
#include "analysis/extract/request_tracker.h"

namespace tarry::analysis {

class MessageTracker {
 public:
  MessageTracker(LocationExtraction& location, RegionStack& stack, RequestTracker& requests)
      : location_(location), stack_(stack), requests_(requests) {}

  void send(Ticks time, const model::MessageRecord& message);
  void start_send(Ticks time, const model::MessageRecord& message);
  void complete_send(Ticks time, model::RequestId request);
  void receive(Ticks time, const model::MessageRecord& message);
  void post_receive(Ticks time, model::RequestId request);
  void complete_receive(Ticks time, const model::MessageRecord& message);
  void cancel(Ticks time, model::RequestId request);

 private:
  // Returns the world rank of a message's other end; !valid() (and counts) if the record makes no
  // sense.
  Rank peer_rank(const model::MessageRecord& message);
  // Returns the world ranks by rank of peers on this communicator; empty for MPI_COMM_SELF.
  [[nodiscard]] const std::vector<Rank>& peer_group(CommId id) const;
  // Returns nullptr if the record makes no sense.
  SendRecord* add_send(Ticks time, const model::MessageRecord& message);
  std::uint32_t add_receive(const model::MessageRecord& message, Rank source);
  void add_posted(Ticks time, std::uint32_t receive);

  LocationExtraction& location_;
  RegionStack& stack_;
  RequestTracker& requests_;
  CommId peers_comm_;  // `peers_` is the peer group of this communicator
  const std::vector<Rank>* peers_ = nullptr;
};

}  // namespace tarry::analysis
