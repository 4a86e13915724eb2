// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sinks/running_compression.h"

#include <time.h>

#include <atomic>
#include <filesystem>
#include <new>
#include <optional>
#include <string>

#include "compress/live/process_compressor.h"
#include "compress/text/writer.h"
#include "runtime/core/drain.h"
#include "runtime/core/lifecycle.h"
#include "trace/recording/process_definitions.h"
#include "trace/recording/tsv.h"

namespace tarry::runtime::sinks {
namespace {

namespace fs = std::filesystem;

// What is written while the program runs is for the case that it does not end: not all the time.
constexpr std::uint64_t kBetweenWrites = 10'000'000'000;  // nanoseconds

// Lives until the exit hook has used it, whatever destructors have run by then.
struct Compression {
  std::optional<compress::ProcessCompressor> process;  // once its folder is known
  std::uint64_t written = 0;                           // when
  bool failed = false;
  bool ended = false;
};
constinit Compression* compression = nullptr;
constinit std::atomic_flag in_use = ATOMIC_FLAG_INIT;

class Alone {
 public:
  Alone() {
    while (in_use.test_and_set(std::memory_order_acquire)) in_use.wait(true);
  }
  ~Alone() {
    in_use.clear(std::memory_order_release);
    in_use.notify_one();
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
};

std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

compress::ProcessCompressor& compressor_of(const char* directory) {
  if (!compression->process) compression->process.emplace(directory);
  return *compression->process;
}

// As a whole or not at all: the process may be killed.
bool write(const fs::path& directory, const compress::Trace& trace) {
  const fs::path path = directory / compress::kProcessTraceName;
  fs::path fresh = path;
  fresh += ".part";
  if (!trace::recording::write_text(fresh, compress::write_text(trace)).ok()) return false;
  std::error_code error;
  fs::rename(fresh, path, error);
  return !error;
}

bool take(const char* directory, std::uint32_t thread) try {
  const Alone alone;
  if (compression->failed || compression->ended) return false;
  compress::ProcessCompressor& process = compressor_of(directory);
  compression->failed = !process.take(thread).ok();
  if (compression->failed) return false;
  if (now() - compression->written < kBetweenWrites) return true;
  compression->failed = !write(directory, process.so_far());
  compression->written = now();
  return true;
} catch (...) {
  compression->failed = true;
  return false;
}

// The logs are complete and nobody records any more.
void finish(const char* /*experiment*/, const char* directory) try {
  const Alone alone;
  compression->ended = true;
  if (compression->failed) return;
  compress::ProcessCompressor& process = compressor_of(directory);
  if (!process.take_rest().ok() || !write(directory, process.finish())) return;
  const auto logs = trace::recording::list_logs(directory);
  std::error_code ignored;
  if (logs.ok())
    for (const fs::path& log : *logs) fs::remove(log, ignored);
} catch (...) {
  // What was written before stays.
}

}  // namespace

bool compress_while_running() {
  if (compression != nullptr) return true;
  compression = new (std::nothrow) Compression;
  if (compression == nullptr) return false;
  compression->written = now();
  core::set_drain_hook(take);
  core::set_exit_hook(finish);
  return true;
}

}  // namespace tarry::runtime::sinks
