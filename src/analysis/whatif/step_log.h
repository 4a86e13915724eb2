// SPDX-License-Identifier: BSD-3-Clause
// One location's part in the dependency graph of a trace: its steps in order, each with the time it
// takes once everything that it needs is there. Packed, some eight bytes a step; plain bytes, so
// that it can be sent.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "analysis/records/time_stream.h"

namespace tarry::analysis {

// Before any time of a trace; differences to it are still numbers.
inline constexpr Ticks kBefore{std::numeric_limits<std::int64_t>::min() / 4};

// What one step gives and others need.
struct Link {
  enum class Kind : std::uint8_t {
    Message,     // was sent
    PostedHere,  // the same, and the receive was posted by the step before the one that needs it
    Post,        // the receive of a message was posted
    Collective,  // a member came
    Barrier,     // a thread came
    Fork,        // a team was forked
    Lock,        // a lock was released
    Task,        // a task has ended
    Creation,    // a thread was created
    Ending,      // a thread has ended
    WholeRun,    // a process came to MPI_Init or MPI_Finalize
    WindowCall,  // a member came to a collective call on a window
    OneSided,    // a post or complete began, an unlock ended
    Progress,    // a process came to a call, for one call of another that waited for it
  };
  Kind kind{};
  std::uint64_t key = 0;         // among its kind
  std::uint32_t arrivals = 0;    // needs but for messages: how many give it,
  std::uint32_t needs = 0;       // and how many need it
  bool from_any_source = false;  // the need of a message that any other would have met as well

  friend bool operator==(const Link&, const Link&) = default;
};

// The key of what a record on a location stands for: its message, fork, lock event.
constexpr std::uint64_t link_key(std::uint32_t location, std::uint32_t index) {
  return std::uint64_t{location} << 32 | index;
}

// A step without what it needs and gives.
struct LoneStep {
  Ticks advance;                // after the step before and all it needs
  std::uint32_t sections = 0;   // of the location's activities that have ended since
  CallPathId callpath;          // of the operation that it ends; !valid(): computation
  bool is_mpi = false;          // the time is that of an MPI call
  bool may_wait = false;        // else what it needs comes later only in other circumstances
  bool with_everybody = false;  // what comes next is an operation of all processes
};

struct Step : LoneStep {
  std::vector<Link> needs;  // before it
  std::vector<Link> gives;  // once it is done

  void clear();  // keeps the memory of the links
};

class StepLog {
 public:
  void add(const Step& step);
  [[nodiscard]] const workers::Bytes& bytes() const { return bytes_; }
  workers::Bytes take() { return std::move(bytes_); }

 private:
  workers::Bytes bytes_;
};

// The log must outlive it.
class StepReader {
 public:
  explicit StepReader(std::span<const std::byte> log) : log_(log) {}

  // False at the end.
  bool next(Step& out);
  // The same without links.
  bool next_alone(LoneStep& out);
  [[nodiscard]] bool is_at_end() const { return at_ >= log_.size(); }

 private:
  std::uint64_t number() { return read_number(log_, at_); }
  std::uint8_t begin(LoneStep& out);
  void links(std::vector<Link>& out, bool are_needs);
  void skip_links(bool are_needs);

  std::span<const std::byte> log_;
  std::size_t at_ = 0;
};

}  // namespace tarry::analysis
