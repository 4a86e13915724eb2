// SPDX-License-Identifier: BSD-3-Clause
// Memory that lies in a file, for analyses of traces whose records are larger than the memory that
// they may take. Every container of the analysis allocates from the default memory resource, which
// is this one while a limit is set. The same code runs with and without it; only the place of the
// pages differs.
//
// The file is mapped. When the process' resident memory comes near the limit (three eighths of it,
// at least 48 MiB, are kept for pages that are touched meanwhile), all its pages are given back to
// the system, which keeps them in its page cache or on disk and brings back those that are touched
// again. That is safe at any time, so it does not matter which records are in use. The threads that
// touch pages check the memory themselves, by the CPU time that they use: so a busy machine cannot
// make the check come late.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/result.h"
#include "workers/cpu_timer.h"

namespace tarry::workers {

// The file cannot grow. This is not an error of memory, but containers may take it for one.
class SpillFull final : public std::bad_alloc {
 public:
  SpillFull(std::string directory, int error) : directory_(std::move(directory)), error_(error) {}
  [[nodiscard]] base::Error error() const;

 private:
  std::string directory_;
  int error_;  // errno
};

class SpillMemory final : public std::pmr::memory_resource {
 public:
  // Keeps the process below about `limit` bytes of resident memory, as far as that lies here. The
  // file is made in `directory` and has no name there: it disappears with the process. Allocation
  // throws SpillFull when there is no room for it.
  static base::Result<std::unique_ptr<SpillMemory>> make(const std::filesystem::path& directory,
                                                         std::uint64_t limit);
  ~SpillMemory() override;

  // Returns the most bytes that lay here at one time.
  [[nodiscard]] std::uint64_t peak_bytes() const { return peak_; }
  // Returns the memory that the process needs without its pages here. If it exceeds the limit, the
  // limit cannot be kept.
  [[nodiscard]] std::uint64_t floor_bytes() const { return floor_; }

  // Gives all pages back if `more` further bytes would come near the limit. Thread: any. Signal:
  // safe.
  void look(std::uint64_t more);

 private:
  SpillMemory(int file, std::filesystem::path directory, std::uint64_t limit);

  // One mapping of a part of the file; pages are used from its begin to its end.
  struct Arena {
    std::byte* begin = nullptr;
    std::atomic<std::size_t> used{0};
  };
  static constexpr std::size_t kMostArenas = 1024;

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  struct Block {
    std::byte* begin;
    std::uint64_t at;  // offset in the file
  };
  std::byte* take_reserved_page();  // returns nullptr if there is none
  Block take_block(std::size_t bytes, std::size_t alignment);
  void add_arena(std::size_t at_least);
  void keep_limit();  // run by the watching thread, for pages that other threads touch
  // Returns whether `more` further bytes would come near the limit.
  bool has_to_give_back(std::uint64_t more);

  const int file_;
  const int statm_;  // the system's numbers about the process; -1: none
  const std::filesystem::path directory_;
  const std::uint64_t limit_;
  const std::uint64_t program_;  // files that were mapped before
  std::mutex mutex_;             // guards additions to arenas_ and bytes_, for moments only
  std::array<Arena, kMostArenas> arenas_;
  std::atomic<std::size_t> arena_count_{0};
  std::atomic<bool> giving_back_{false};
  std::uint64_t bytes_ = 0;
  // Single pages for the case that the file cannot grow: the library's pool takes memory when a
  // thread ends, where nothing may be thrown. Guarded by mutex_.
  std::byte* reserved_ = nullptr;
  std::size_t reserved_pages_ = 0;
  std::atomic<std::uint64_t> peak_{0};
  std::atomic<std::uint64_t> floor_{0};
  std::mutex end_mutex_;  // guards end_
  std::condition_variable ended_;
  bool end_ = false;
  std::thread watcher_;
};

// While it lives, the calling thread keeps the limit of a SpillMemory; nullptr: there is none. If
// the system has no timer, the watching thread does it alone.
class SpillThread {
 public:
  explicit SpillThread(SpillMemory* memory);

 private:
  std::optional<CpuTimer> timer_;
};

// While it lives, containers of std::pmr lie in a SpillMemory. It must not live while other
// analyses run in the process.
class SpillScope {
 public:
  explicit SpillScope(SpillMemory& memory);
  SpillScope(const SpillScope&) = delete;
  SpillScope& operator=(const SpillScope&) = delete;
  ~SpillScope();

 private:
  std::pmr::synchronized_pool_resource pool_;  // small blocks out of whole pages
  std::pmr::memory_resource* before_;
};

}  // namespace tarry::workers
