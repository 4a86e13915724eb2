// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/record_file.h"

#include <unistd.h>

#include <cerrno>

#include "base/platform.h"
#include "runtime/core/file_window.h"

namespace tarry::runtime::sampling {
namespace {

using tarry::samples::kSampleHeaderBytes;

// Reserves blocks for a range of the open file and maps it.
template <class T>
T* map(int file, std::uint64_t offset, std::uint64_t bytes, int& error) {
  error = core::reserve_range(file, offset, bytes);
  if (error != 0) return nullptr;
  const std::uint64_t address = core::map_range(file, offset, bytes);
  if (address == 0) error = errno;
  return reinterpret_cast<T*>(address);
}

}  // namespace

int RecordFile::create(const char* path, const SampleHeader& header,
                       std::atomic<std::int64_t>& bytes_left) {
  bytes_left_ = &bytes_left;
  const int file = file_.create(path);
  if (file < 0) return errno;
  int error = 0;
  header_ = map<SampleHeader>(file, 0, kSampleHeaderBytes, error);
  ::close(file);
  if (error != 0) return error;
  *header_ = header;
  file_bytes_ = kSampleHeaderBytes;
  error = next_window();
  if (error != 0) close();
  return error;
}

int RecordFile::next_window() {
  constexpr auto kBytes = static_cast<std::int64_t>(kWindowBytes);
  if (bytes_left_->fetch_sub(kBytes, std::memory_order_relaxed) < kBytes) return kNoneLeft;
  const int file = file_.open_again();
  if (file < 0) return errno;
  int error = 0;
  auto* window = map<SampleRecord>(file, file_bytes_, kWindowBytes, error);
  ::close(file);
  if (error != 0) return error;
  if (window_end_ != nullptr)
    core::unmap_range(reinterpret_cast<std::uint64_t>(window_end_) - kWindowBytes, kWindowBytes);
  file_bytes_ += kWindowBytes;
  next_ = window;
  window_end_ = window + kWindowBytes / sizeof(SampleRecord);
  return 0;
}

int RecordFile::store(const SampleRecord& record) {
  if (next_ == window_end_)
    if (const int error = next_window(); error != 0) return error;
  next_->time = record.time;
  next_->common = record.common;
  next_->counts = record.counts;
  base::compiler_barrier();
  next_->node_and_counts = record.node_and_counts;
  ++next_;
  return 0;
}

int RecordFile::add(std::uint64_t since_begin_ns, std::uint32_t node, std::size_t common,
                    const CallCounts& counts) {
  const std::uint64_t time = since_begin_ns / SampleRecord::kTimeUnit_ns;
  if (const auto upper = static_cast<std::uint32_t>(time >> 32); upper != upper_time_) {
    if (const int error = store(SampleRecord::of(upper, SampleRecord::kUpperTime)); error != 0)
      return error;
    upper_time_ = upper;
  }
  return store(SampleRecord::of(static_cast<std::uint32_t>(time), node, common, counts.calls,
                                counts.synchronisations));
}

void RecordFile::close() {
  if (header_ != nullptr)
    core::unmap_range(reinterpret_cast<std::uint64_t>(header_), kSampleHeaderBytes);
  if (window_end_ != nullptr)
    core::unmap_range(reinterpret_cast<std::uint64_t>(window_end_) - kWindowBytes, kWindowBytes);
  *this = {};
}

}  // namespace tarry::runtime::sampling
