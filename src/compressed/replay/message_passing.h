// SPDX-License-Identifier: BSD-3-Clause
// The part of MPI that a replay needs. It is implemented by a library (mpi_plugins, one per
// installed MPI) that is loaded when a replay starts, so neither the tool nor this folder is linked
// with an MPI. Payloads are bytes without meaning, in one buffer for everything sent and one for
// everything received. As usual with MPI, an error ends all processes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compressed/replay/collective_shape.h"

namespace tarry::replay {

// The number of a communicator of this process, in the order of make_communicator().
using CommNumber = std::uint32_t;

// An operation under way. An empty Request means that there is none or that it completed at once.
class Pending {
 public:
  virtual ~Pending() = default;
};
using Request = std::unique_ptr<Pending>;

// Thread: the one that made it.
class MessagePassing {
 public:
  virtual ~MessagePassing() = default;

  // Sets the size of the buffers before the first operation. Returns false if there is not enough
  // memory.
  virtual bool make_buffers(std::uint64_t sending, std::uint64_t receiving) = 0;
  // Collective over the `members` (ranks of all processes), which call it in the same order.
  virtual void make_communicator(std::span<const std::uint32_t> members) = 0;
  [[nodiscard]] virtual std::int64_t largest_tag() const = 0;

  virtual void send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                    std::uint64_t bytes) = 0;
  // Returns the number of bytes of the message, which may be as large as the buffer.
  virtual std::uint64_t receive(CommNumber comm, std::uint32_t from, std::int64_t tag) = 0;
  virtual Request start_send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                             std::uint64_t bytes) = 0;
  virtual Request start_receive(CommNumber comm, std::uint32_t from, std::int64_t tag) = 0;

  // Waits for all requests and ends them. Returns the bytes of each received message, 0 for others.
  virtual std::vector<std::uint64_t> wait(std::span<Request> requests) = 0;
  // Ends the request and returns true if it is complete; `bytes` as above.
  virtual bool test(Request& request, std::uint64_t& bytes) = 0;
  // Lets the library progress with operations under way.
  virtual void poll() = 0;

  virtual void collective(CommNumber comm, const CollectiveShape& shape) = 0;
  virtual Request start_collective(CommNumber comm, const CollectiveShape& shape) = 0;
};

// Name of the library's only symbol, which is of type MakeFunction. MPI is started and ended by the
// library that connects the processes (workers/process_plugin.h); the object must be destroyed
// before that end.
inline constexpr const char* kMakeSymbol = "tarry_make_message_passing";
using MakeFunction = MessagePassing* (*)();

}  // namespace tarry::replay
