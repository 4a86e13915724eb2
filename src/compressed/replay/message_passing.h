// SPDX-License-Identifier: BSD-3-Clause
// What a replay needs of an MPI. The library that has it (mpi_plugins, one per installed MPI) is
// loaded when a replay starts: neither the tool nor this folder is linked with an MPI. Payloads are
// bytes without meaning, in one buffer for all that is sent and one for all that is received.
// Errors end all processes, as MPI does it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compressed/replay/collective_shape.h"

namespace tarry::replay {

// A communicator of this process, by number: in the order of make_communicator().
using CommNumber = std::uint32_t;

// An operation under way. Empty: none, complete at once.
class Pending {
 public:
  virtual ~Pending() = default;
};
using Request = std::unique_ptr<Pending>;

// Thread: that which made it.
class MessagePassing {
 public:
  virtual ~MessagePassing() = default;

  // How large the buffers must be, before the first operation. False: there is no such memory.
  virtual bool make_buffers(std::uint64_t sending, std::uint64_t receiving) = 0;
  // Collective over the `members` (ranks of all processes), who make theirs in the same order.
  virtual void make_communicator(std::span<const std::uint32_t> members) = 0;
  [[nodiscard]] virtual std::int64_t largest_tag() const = 0;

  virtual void send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                    std::uint64_t bytes) = 0;
  // The number of bytes of the message; as many as the buffer holds may come.
  virtual std::uint64_t receive(CommNumber comm, std::uint32_t from, std::int64_t tag) = 0;
  virtual Request start_send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                             std::uint64_t bytes) = 0;
  virtual Request start_receive(CommNumber comm, std::uint32_t from, std::int64_t tag) = 0;

  // Waits for all and ends them. Returns the bytes of each received message, 0 for others.
  virtual std::vector<std::uint64_t> wait(std::span<Request> requests) = 0;
  // Ends those that are complete and says whether it was; `bytes` as above.
  virtual bool test(Request& request, std::uint64_t& bytes) = 0;
  // Gives the library a chance to get on with what is under way.
  virtual void poll() = 0;

  virtual void collective(CommNumber comm, const CollectiveShape& shape) = 0;
  virtual Request start_collective(CommNumber comm, const CollectiveShape& shape) = 0;
};

// The library's one symbol, of type MakeFunction. MPI has been started by the library that connects
// the processes (workers/process_plugin.h), and that one ends it: the object must be gone
// before.
inline constexpr const char* kMakeSymbol = "tarry_make_message_passing";
using MakeFunction = MessagePassing* (*)();

}  // namespace tarry::replay
