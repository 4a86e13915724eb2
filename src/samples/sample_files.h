// SPDX-License-Identifier: BSD-3-Clause
// Reads the files of the sampler in <experiment>/samples/ (docs/formats/samples.md), also those of
// processes that were killed.
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
  bool has_rank = false;  // the launcher gave the rank; else it is the position among all
  std::uint32_t rank = 0;
  std::uint32_t size = 1;   // number of processes of its launcher
  std::uint32_t cores = 0;  // number on the host; 0: unknown
  std::string program;
  std::vector<std::string> modules;    // paths of object files, by number; empty: unknown
  std::vector<ClockPair> clocks;       // in order; empty: unknown
  std::vector<std::string> notes;      // sentences for the user
  std::vector<std::uint32_t> threads;  // threads that have files, in order
};

// A record after decoding.
struct RecordedSample {
  // Value of a count that was too large for its record.
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t since_begin_ns = 0;
  std::uint32_t node = 0;
  std::uint32_t common = 0;            // see SampleRecord
  std::uint32_t calls = 0;             // see SampleRecord
  std::uint32_t synchronisations = 0;  // see SampleRecord
};

struct SampledThread {
  SampleHeader header{};
  std::vector<RecordedSample> records;  // by time
  std::vector<PathNode> nodes;          // parents before children; the first one is the root
  std::uint64_t damaged = 0;            // number of records that were left out
  bool is_cut = false;                  // a file is shorter than it was

  // Returns when the first thread of the file began, since the begin in the header, as far as
  // counted lives tell. It is at most the time of the first record.
  [[nodiscard]] std::uint64_t first_began_ns() const;

  // Returns whether the thread or the process came to its end.
  [[nodiscard]] bool is_complete() const { return header.end_ns != 0; }
};

// Returns all processes of an experiment that can be read, by rank, then by host and process id.
// Each has the threads that can be read, or none if its first thread cannot be read;
// missing_samples.h reports what is left out. Returns an Error if the samples are of another
// version. Thread: any.
base::Result<std::vector<SampledProcess>> find_sampled_processes(
    const std::filesystem::path& experiment);

// Reads process.tsv of the process with this folder. Lists all threads of which at least one file
// is there. The process has a rank only if its launcher gave one. Thread: any.
base::Result<SampledProcess> read_sampled_process(const std::filesystem::path& folder);

struct ThreadFiles {
  std::filesystem::path records;
  std::filesystem::path paths;
};
ThreadFiles files_of_thread(const SampledProcess& process, std::uint32_t thread);

// Checks that both files of a thread are there and have the right begin; returns the errors of
// read_sampled_thread(). Thread: any.
base::Status check_sampled_thread(const SampledProcess& process, std::uint32_t thread);

// Reads one thread of a process. Thread: any.
base::Result<SampledThread> read_sampled_thread(const SampledProcess& process,
                                                std::uint32_t thread);

}  // namespace tarry::samples
