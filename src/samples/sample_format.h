// SPDX-License-Identifier: BSD-3-Clause
// The files that the sampler of a measured process leaves in <experiment>/samples/<host>-<pid>/: a
// file of records and a file of call paths per thread, and process.tsv as text. Records are stored
// to shared mappings, so the kernel keeps them whatever kills the process; unused space is zero.
// When the process is over, packed_thread.h cuts both files to their used part. Docs:
// docs/formats/samples.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarry::samples {

inline constexpr char kSampleMagic[8] = {'T', 'A', 'R', 'R', 'Y', 'S', 'M', 'P'};
inline constexpr std::uint32_t kSampleVersion = 3;
// This version can be read as well: it has no packed files, no measurement of the sampler itself
// and no Own nodes.
inline constexpr std::uint32_t kOldestSampleVersion = 2;

// thread-<n>.samples has this header, then records to the end of the file or to the first one whose
// node is 0.
inline constexpr std::size_t kSampleHeaderBytes = 4096;       // a page, unless it is packed
inline constexpr std::size_t kSampleWindowBytes = 48u << 10;  // step by which the file grows

enum class SampleClock : std::uint32_t {
  Wall,  // a sample each period, whatever the thread does
  Cpu,   // a sample each period of computing
};

struct SampleHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t thread;    // number in the process; 0: the initial one
  std::uint64_t begin_ns;  // CLOCK_MONOTONIC_RAW; the times of records count from here
  std::uint64_t begin_realtime_ns;
  std::uint64_t end_ns;  // end of the last thread, CLOCK_MONOTONIC_RAW; 0: the process was killed
  std::uint64_t period_ns;
  SampleClock clock;
  std::uint32_t header_bytes;  // begin of the records; 0: kSampleHeaderBytes
  std::uint64_t partial;       // samples whose call path is known only in its inner part
  std::uint64_t no_room;       // samples that were not taken because there was too little stack
  std::uint64_t no_nodes;      // samples charged to a caller because there were too many call paths
  std::uint64_t handler_ns;    // time of the handler, by CLOCK_MONOTONIC_RAW
  std::uint64_t lived_ns;      // lives of the threads that share the file, as far as samples tell
  std::uint64_t packed_records;  // number of records; 0: they end at the first one whose node is 0

  [[nodiscard]] std::size_t begin_of_records() const {
    return header_bytes != 0 ? header_bytes : kSampleHeaderBytes;
  }
};
static_assert(sizeof(SampleHeader) <= kSampleHeaderBytes);

// The place of the thread, in 12 bytes.
struct SampleRecord {
  static constexpr std::uint64_t kTimeUnit_ns = 16;
  static constexpr int kNodeBits = 24;
  static constexpr int kCountBits = 12;
  static constexpr std::uint32_t kMostNodes = 1u << kNodeBits;
  // This value is no node: `time` is the upper half of the times of all records that follow.
  static constexpr std::uint32_t kUpperTime = kMostNodes - 1;
  // Value of a count that is this or larger.
  static constexpr std::uint32_t kMany = (1u << kCountBits) - 1;

  std::uint32_t time;  // lower half, in units
  // The number of outermost nodes of its path whose activations the previous sample of the thread
  // was in as well: the depth of the least common ancestor.
  std::uint16_t common;
  std::uint16_t counts;           // lower bits: calls, above them synchronizations
  std::uint32_t node_and_counts;  // lower bits: its call path, never 0; written last

  [[nodiscard]] std::uint32_t node() const { return node_and_counts & (kMostNodes - 1); }
  // The calls into MPI that the thread began since the previous sample, and those of them that
  // synchronize.
  [[nodiscard]] std::uint32_t calls() const { return all_counts() & kMany; }
  [[nodiscard]] std::uint32_t synchronisations() const { return all_counts() >> kCountBits; }

  static SampleRecord of(std::uint32_t time, std::uint32_t node, std::size_t common = 0,
                         std::uint64_t calls = 0, std::uint64_t synchronisations = 0) {
    const auto at_most = [](std::uint64_t value, std::uint32_t most) {
      return value < most ? static_cast<std::uint32_t>(value) : most;
    };
    const std::uint32_t counts = at_most(calls, kMany) | at_most(synchronisations, kMany)
                                                             << kCountBits;
    return {time, static_cast<std::uint16_t>(at_most(common, 0xffff)),
            static_cast<std::uint16_t>(counts), node | counts >> 16 << kNodeBits};
  }

 private:
  [[nodiscard]] std::uint32_t all_counts() const {
    return counts | node_and_counts >> kNodeBits << 16;
  }
};
static_assert(sizeof(SampleRecord) == 12 && std::is_trivially_copyable_v<SampleRecord>);

// thread-<n>.paths has nodes by number. Number 0 is the root, which has depth 0 and is the path of
// no sample. Parents come before their children.
enum class PathNodeKind : std::uint16_t {
  None = 0,  // not written
  Root = 1,
  Call = 2,         // `address` is the return address of a call
  Instruction = 3,  // `address` is that of the next instruction: innermost, or below a signal
  Partial = 4,      // child of the root; the callers of the nodes below it are unknown
  Own = 5,          // innermost: work of Tarry itself, called by the program
};

struct PathNode {
  static constexpr std::uint16_t kNoModule = 0xffff;

  std::uint64_t address;  // in the module's file: minus its load bias; without a module unchanged
  std::uint32_t parent;
  std::uint32_t into_function;  // bytes from the function's begin to `address`; 0: unknown
  std::uint16_t module;         // number of a line in process.tsv
  PathNodeKind kind;            // written last
  std::uint32_t reserved;
};
static_assert(sizeof(PathNode) == 24 && std::is_trivially_copyable_v<PathNode>);

}  // namespace tarry::samples
