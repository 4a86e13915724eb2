// SPDX-License-Identifier: BSD-3-Clause
// The part of MPI that a replay needs. It is implemented by a library (mpi_plugins, one per
// installed MPI) that is loaded when a replay starts, so neither the tool nor this folder is linked
// with an MPI. Payloads are bytes without meaning, in one buffer for everything sent and one for
// everything received. As usual with MPI, an error ends all processes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/replay/collective_shape.h"
#include "model/mpi_function.h"

namespace tarry::replay {

// The number of a communicator of this process, in the order of make_communicator().
using CommNumber = std::uint32_t;

// The number of a window of this process, in the order of make_window().
using WindowNumber = std::uint32_t;

// A call that begins or ends epochs on a window, or flushes it. Functions without such an argument
// ignore the targets or the mode.
struct WindowCall {
  model::MpiFunction function{};
  WindowNumber window = 0;
  std::vector<std::int64_t> targets;  // ranks of the window, or compressed::kNoTarget
  std::int64_t mode = 0;              // compressed::kMode*
};

struct AccessCall {
  model::MpiFunction function{};
  WindowNumber window = 0;
  std::int64_t target = 0;     // rank of the window, or compressed::kNoTarget
  std::int64_t at = 0;         // in displacement units of the target
  std::uint64_t bytes = 0;     // to the target
  std::uint64_t received = 0;  // from the target
  std::int64_t count = 0;      // elements, or compressed::kUnknown
  std::string_view datatype;   // name; empty if it is unknown
  std::int64_t reduction = 0;  // place in compressed::kReductions, or compressed::kUnknown
};

// The number of a file of this process, in the order of open_file().
using FileNumber = std::uint32_t;

// A call that changes something of a file or ends a split transfer. The data of a view lies in
// blocks of `size` bytes, each `extent` bytes behind the one before it.
struct FileCall {
  model::MpiFunction function{};
  FileNumber file = 0;
  std::int64_t at = 0;      // byte of the file where a view begins, else offset in the view
  std::int64_t size = 0;    // bytes
  std::int64_t unit = 0;    // bytes that offsets in the view count
  std::int64_t extent = 0;  // bytes
  std::int64_t mode = 0;
};

struct TransferCall {
  model::MpiFunction function{};
  FileNumber file = 0;
  std::int64_t at = 0;         // offset in the view, for functions that have one
  std::uint64_t bytes = 0;     // to the file
  std::uint64_t received = 0;  // asked of the file
};

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
  // Collective over the `members` (ranks of all processes), which call it in the same order. The
  // first one of all processes and the first one of this process alone are those that MPI makes.
  virtual void make_communicator(std::span<const std::uint32_t> members) = 0;
  [[nodiscard]] virtual std::int64_t largest_tag() const = 0;

  virtual void send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                    std::uint64_t bytes) = 0;
  // Returns the number of bytes of the message, which may be as large as the buffer.
  virtual std::uint64_t receive(CommNumber comm, std::uint32_t from, std::int64_t tag) = 0;
  // Does both at once; returns the number of bytes of the received message.
  virtual std::uint64_t send_receive(CommNumber comm, std::uint32_t to, std::int64_t send_tag,
                                     std::uint64_t bytes, std::uint32_t from,
                                     std::int64_t receive_tag) = 0;

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

  // Collective. The memory belongs to the window, also where the program brought its own.
  virtual WindowNumber make_window(model::MpiFunction function, CommNumber comm, std::uint64_t size,
                                   std::int64_t unit) = 0;
  virtual void free_window(WindowNumber window) = 0;
  virtual void synchronize(const WindowCall& call) = 0;
  // Returns an empty Request if the epoch completes the access.
  virtual Request access(const AccessCall& call) = 0;

  // Sets the folder for scratch files before the first of the calls below.
  virtual void set_scratch(std::string_view folder) = 0;
  // Collective. Opens the scratch file that stands for the one that this process knows by the
  // number `name`. The first process of `comm` makes it as long as the file was
  // (compressed::kUnknown: as it is). `mode` is a sum of compressed::kFile*. A call that failed
  // fails again, and opens nothing.
  virtual FileNumber open_file(CommNumber comm, std::int64_t name, std::int64_t size,
                               std::int64_t mode) = 0;
  virtual void close_file(FileNumber file) = 0;
  virtual void set_file(const FileCall& call) = 0;
  // Returns an empty Request if the function has no request.
  virtual Request transfer(const TransferCall& call) = 0;
  virtual void delete_file(std::int64_t name, std::int64_t mode) = 0;
  // Closes the files that the program has left open, which no recording sees.
  virtual void close_files() = 0;
};

// Name of the library's only symbol, which is of type MakeFunction. MPI is started and ended by the
// library that connects the processes (workers/process_plugin.h); the object must be destroyed
// before that end.
inline constexpr const char* kMakeSymbol = "tarry_make_message_passing";
using MakeFunction = MessagePassing* (*)();

}  // namespace tarry::replay
