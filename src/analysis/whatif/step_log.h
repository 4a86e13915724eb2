// SPDX-License-Identifier: BSD-3-Clause
// One location's part of the dependency graph of a trace: its steps in order, each with the time
// that it takes once all its needs are met. The log is packed, some eight bytes a step, and
// consists of plain bytes for sending.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "analysis/records/time_stream.h"

namespace tarry::analysis {

// A time before all times of a trace; differences to it do not overflow.
inline constexpr Ticks kBefore{std::numeric_limits<std::int64_t>::min() / 4};

// A link between the step that gives something and the steps that need it.
struct Link {
  enum class Kind : std::uint8_t {
    Message,     // a message was sent
    PostedHere,  // the same, but the step before the one with the need posted the receive
    Post,        // the receive of a message was posted
    Collective,  // a member came
    Barrier,     // a thread came
    Fork,        // a team was forked
    Lock,        // a lock was released
    Task,        // a task ended
    Creation,    // a thread was created
    Ending,      // a thread ended
    WholeRun,    // a process came to MPI_Init or MPI_Finalize
    WindowCall,  // a member came to a collective call on a window
    OneSided,    // a post or complete began, or an unlock ended
    Progress,    // a process came to a call that one call of another process awaited
    Neighbor,    // a member came to a neighborhood operation
  };
  Kind kind{};
  std::uint64_t key = 0;         // among links of its kind
  std::uint32_t arrivals = 0;    // for needs except messages: how many give it
  std::uint32_t needs = 0;       // and how many need it
  bool from_any_source = false;  // a need that any other message would have met as well

  friend bool operator==(const Link&, const Link&) = default;
};

// Returns the key of what a record on a location stands for: a message, a fork, a lock event.
constexpr std::uint64_t link_key(std::uint32_t location, std::uint32_t index) {
  return std::uint64_t{location} << 32 | index;
}

// A step without its links.
struct LoneStep {
  Ticks advance;                // time after the previous step and all its needs
  std::uint32_t sections = 0;   // sections of the location's activities that have ended since then
  CallPathId callpath;          // operation that it ends; not valid: computation
  bool is_mpi = false;          // the time is that of an MPI call
  bool may_wait = false;        // else its needs are met late only in other circumstances
  bool with_everybody = false;  // an operation of all processes follows
};

struct Step : LoneStep {
  std::vector<Link> needs;  // met before it
  std::vector<Link> gives;  // given when it is done

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

// Reads a log, which must outlive it.
class StepReader {
 public:
  explicit StepReader(std::span<const std::byte> log) : log_(log) {}

  // Returns false at the end.
  bool next(Step& out);
  // Reads a step without its links.
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
