// SPDX-License-Identifier: BSD-3-Clause
// Reads what the sampler left in <experiment>/samples/ (docs/formats/samples.md), also of processes
// that were killed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "base/result.h"
#include "samples/sample_format.h"

namespace tarry::samples {

// The clock of a trace of the same run, and CLOCK_MONOTONIC_RAW, at one moment.
struct ClockPair {
  std::uint64_t ticks = 0;
  std::uint64_t monotonic_ns = 0;
};

struct SampledProcess {
  std::filesystem::path folder;
  std::string host;
  std::uint32_t pid = 0;
  bool has_rank = false;  // its launcher said so; else it is the position among all
  std::uint32_t rank = 0;
  std::uint32_t size = 1;   // processes of its launcher
  std::uint32_t cores = 0;  // of the host; 0: not known
  std::string program;
  std::vector<std::string> modules;    // paths of object files, by number; empty: not known
  std::vector<ClockPair> clocks;       // in order; none: not known
  std::vector<std::string> notes;      // what the user should be told
  std::vector<std::uint32_t> threads;  // that have files, in order
};

// A record as it is meant.
struct RecordedSample {
  // Of a count: more than a record has room for.
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t since_begin_ns = 0;
  std::uint32_t node = 0;
  std::uint32_t common = 0;            // see SampleRecord
  std::uint32_t calls = 0;             // likewise
  std::uint32_t synchronisations = 0;  // likewise
};

struct SampledThread {
  SampleHeader header{};
  std::vector<RecordedSample> records;  // by time
  std::vector<PathNode> nodes;          // parents before children; the first one is the root
  std::uint64_t damaged = 0;            // records that were left out
  bool is_cut = false;                  // a file is shorter than it was

  // Since the begin of the header: when the first thread of the file began, as far as its life is
  // counted. At most the time of the first record.
  [[nodiscard]] std::uint64_t first_began_ns() const;

  // The thread or the process came to its end.
  [[nodiscard]] bool is_complete() const { return header.end_ns != 0; }
};

// All of an experiment that can be read, by rank, then by host and process id, each with the
// threads that can be read, none without the first one: what is left out, missing_samples.h says.
// An Error if the samples are of another version. Thread: any.
base::Result<std::vector<SampledProcess>> find_sampled_processes(
    const std::filesystem::path& experiment);

// What process.tsv says of the process whose folder this is; all threads of which one of the files
// is there, and no rank unless its launcher gave one. Thread: any.
base::Result<SampledProcess> read_sampled_process(const std::filesystem::path& folder);

struct ThreadFiles {
  std::filesystem::path records;
  std::filesystem::path paths;
};
ThreadFiles files_of_thread(const SampledProcess& process, std::uint32_t thread);

// Whether both files of a thread are there and begin as they must; else as read_sampled_thread().
// Thread: any.
base::Status check_sampled_thread(const SampledProcess& process, std::uint32_t thread);

// One thread of a process. Thread: any.
base::Result<SampledThread> read_sampled_thread(const SampledProcess& process,
                                                std::uint32_t thread);

}  // namespace tarry::samples
