// SPDX-License-Identifier: BSD-3-Clause
// Messages between ranks: those of one channel are matched in order, and each has the protocol of
// its size. An eager message leaves at once and is kept at the receiver. A larger one is announced,
// asked for when its receive is posted, and sent then:
//
//   sender    |=s==announced=>          .asked for.|==bytes==|
//   receiver        latency  |=posted=> latency    | latency   |==bytes==|
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "compressed/simulate/completions.h"
#include "compressed/simulate/event_queue.h"
#include "compressed/simulate/network.h"

namespace tarry::simulate {

// Messages that MPI keeps in order.
struct Channel {
  std::uint32_t from = 0, to = 0;  // world ranks
  // Index into Trace::communicators; schedules of collective operations have channels of their own.
  std::uint32_t comm = 0;
  bool is_inner = false;
  std::int64_t tag = 0;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

enum class Protocol : std::uint8_t { BySize, Eager, Synchronous };

// Messages of a channel that were sent and not received.
struct Unreceived {
  Channel channel;
  std::uint64_t messages = 0;
};

// Thread: one.
class Messages {
 public:
  Messages(Network& network, EventQueue& queue, Completions& completions)
      : network_(network), queue_(queue), completions_(completions) {}

  // Both must be called in the order of their times. `done` is resolved when the send or the
  // receive ends.
  void send(const Channel& channel, std::uint64_t bytes, Protocol protocol, Nanoseconds now,
            CompletionId done);
  void receive(const Channel& channel, Nanoseconds now, CompletionId done);
  // Carries out the event of a transfer.
  void transfer(std::uint32_t number, Nanoseconds now);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Returns what was sent and never received, in the order of the channels.
  [[nodiscard]] std::vector<Unreceived> unreceived() const;

 private:
  struct Hash {
    std::size_t operator()(const Channel& channel) const;
  };
  // A send without a receive, or a receive without a send.
  struct Waiting {
    Nanoseconds time = 0;  // arrival of an eager message, else begin
    std::uint64_t bytes = 0;
    CompletionId done = 0;
    bool is_send = false;
    bool is_eager = false;
  };
  struct Transfer {
    Channel channel;
    std::uint64_t bytes = 0;
    CompletionId sent = 0, received = 0;
  };

  [[nodiscard]] bool is_eager(Protocol protocol, std::uint64_t bytes) const;
  void wait(const Channel& channel, const Waiting& waiting) {
    waiting_[channel].push_back(waiting);
  }
  // Returns false if nothing of the other side waits.
  bool take(const Channel& channel, bool is_send, Waiting& found);
  void start_transfer(const Transfer& transfer, Nanoseconds sent, Nanoseconds posted);

  Network& network_;
  EventQueue& queue_;
  Completions& completions_;
  std::unordered_map<Channel, std::deque<Waiting>, Hash> waiting_;  // never empty lists
  std::vector<Transfer> transfers_;
  std::vector<std::uint32_t> free_transfers_;
  std::uint64_t count_ = 0;
};

}  // namespace tarry::simulate
