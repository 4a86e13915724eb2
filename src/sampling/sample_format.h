// SPDX-License-Identifier: BSD-3-Clause
// The files that the sampler of a measured process leaves in <experiment>/samples/<host>-<pid>/:
// per thread one of records and one of call paths, and process.tsv as text. The records are stored
// to shared mappings, so whatever kills the process, the kernel keeps them; unused space is zero.
// Docs: docs/formats/samples.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarry::sampling {

inline constexpr char kSampleMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'S', 'M', 'P'};
inline constexpr std::uint32_t kSampleVersion = 1;
inline constexpr const char* kSamplesFolder = "samples";
inline constexpr const char* kProcessFile = "process.tsv";

// thread-<n>.samples: this header, then records to the end of the file or to the first one whose
// node is 0.
inline constexpr std::size_t kSampleHeaderBytes = 4096;

enum class SampleClock : std::uint32_t {
  Wall,  // a sample each period, whatever the thread does
  Cpu,   // a sample each period of computing
};

struct SampleHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t thread;    // number in the process; 0: the initial one
  std::uint64_t begin_ns;  // CLOCK_MONOTONIC_RAW; the records' times count from here
  std::uint64_t begin_realtime_ns;
  std::uint64_t end_ns;  // CLOCK_MONOTONIC_RAW; 0: the process was killed
  std::uint64_t period_ns;
  SampleClock clock;
  std::uint32_t reserved;
  std::uint64_t partial;   // samples whose call path is known in its inner part only
  std::uint64_t no_room;   // not taken: there was too little stack
  std::uint64_t no_nodes;  // charged to a caller: there were too many call paths
};
static_assert(sizeof(SampleHeader) <= kSampleHeaderBytes);

// Where the thread was, 12 bytes.
struct SampleRecord {
  static constexpr std::uint64_t kTimeUnit_ns = 16;

  std::uint32_t time_low;  // in units, with the next 16 bits above
  std::uint16_t time_high;
  // How many of the outermost nodes of its path are activations that also the previous sample of
  // the thread was in: the depth of the least common ancestor.
  std::uint16_t common;
  std::uint32_t node;  // its call path; never 0. Written last

  [[nodiscard]] std::uint64_t since_begin_ns() const {
    return (std::uint64_t{time_high} << 32 | time_low) * kTimeUnit_ns;
  }
};
static_assert(sizeof(SampleRecord) == 12 && std::is_trivially_copyable_v<SampleRecord>);

// thread-<n>.paths: nodes by number; number 0 is the root, whose depth is 0 and which is nobody's
// path. Parents come before their children.
enum class PathNodeKind : std::uint16_t {
  None = 0,  // not written
  Root = 1,
  Call = 2,         // `address` is where a call returns to
  Instruction = 3,  // `address` is the instruction that was next: innermost, or below a signal
  Partial = 4,      // what called the nodes below could not be found out; child of the root
};

struct PathNode {
  static constexpr std::uint16_t kNoModule = 0xffff;

  std::uint64_t address;  // in the module's file: minus its load bias; without module as it is
  std::uint32_t parent;
  std::uint32_t into_function;  // bytes from the function's begin to `address`; 0: not known
  std::uint16_t module;         // number of a line in process.tsv
  PathNodeKind kind;            // written last
  std::uint32_t reserved;
};
static_assert(sizeof(PathNode) == 24 && std::is_trivially_copyable_v<PathNode>);

}  // namespace tarry::sampling
