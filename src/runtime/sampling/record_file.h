// SPDX-License-Identifier: BSD-3-Clause
// The records of one thread as they are written to thread-<n>.samples. One window of the file is
// mapped at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/sampling/call_counts.h"
#include "runtime/sampling/growing_file.h"
#include "samples/sample_format.h"

namespace tarry::runtime::sampling {

using tarry::samples::SampleHeader;
using tarry::samples::SampleRecord;

// A zero-initialized file is closed. Thread: owner. Signal: safe, unless the handler interrupts one
// of its functions.
class RecordFile {
 public:
  // The size of a window in bytes: a whole number of pages and of records.
  static constexpr std::uint64_t kWindowBytes = tarry::samples::kSampleWindowBytes;
  static_assert(kWindowBytes % sizeof(SampleRecord) == 0 && kWindowBytes % 4096 == 0);

  // Creates a file. Returns the errno value. `path` and `bytes_left`, which is shared by all
  // threads, must stay valid.
  int create(const char* path, const SampleHeader& header, std::atomic<std::int64_t>& bytes_left);
  void close();

  // Returns nullptr if the file is closed.
  [[nodiscard]] SampleHeader* header() const { return header_; }

  // `since_begin_ns` is at least that of the previous record; `node` is less than
  // SampleRecord::kUpperTime. Returns the errno value; kNoneLeft if there are no bytes left.
  static constexpr int kNoneLeft = -1;
  int add(std::uint64_t since_begin_ns, std::uint32_t node, std::size_t common,
          const CallCounts& counts);

 private:
  int next_window();
  int store(const SampleRecord& record);

  GrowingFile file_;
  std::atomic<std::int64_t>* bytes_left_ = nullptr;
  SampleHeader* header_ = nullptr;
  SampleRecord* next_ = nullptr;
  SampleRecord* window_end_ = nullptr;
  std::uint64_t file_bytes_ = 0;
  std::uint32_t upper_time_ = 0;  // as in the last records
};

}  // namespace tarry::runtime::sampling
