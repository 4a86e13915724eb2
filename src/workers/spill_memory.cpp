// SPDX-License-Identifier: BSD-3-Clause
#include "workers/spill_memory.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <system_error>

namespace tarry::workers {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kReservedPages = 64;
constexpr std::size_t kArena = std::size_t{16} << 30;  // address space, not memory
constexpr std::size_t kLargestPooled = std::size_t{1} << 20;
constexpr std::chrono::microseconds kLook(500);
constexpr std::chrono::microseconds kOwnLook(1000);  // CPU time of a thread
constexpr std::uint64_t kTouched = 48u << 20;  // between two checks and while pages are given back

std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

// The resident memory of this process in bytes; zeros if the system does not tell.
struct Resident {
  std::uint64_t all = 0;
  std::uint64_t of_files = 0;  // mapped files, those of a SpillMemory included
};

Resident resident_bytes(int statm) {
  char text[128];
  const ssize_t length = pread(statm, text, sizeof text, 0);
  if (length <= 0) return {};
  std::uint64_t pages[3] = {};  // all addresses, resident, resident of files
  const char* at = text;
  for (std::uint64_t& number : pages) {
    const auto [end, error] = std::from_chars(at, text + length, number);
    if (error != std::errc()) return {};
    at = std::min<const char*>(end + 1, text + length);
  }
  return {pages[1] * kPage, pages[2] * kPage};
}

base::Result<int> make_file(const std::filesystem::path& directory) {
  int file = open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  // O_TMPFILE does not exist on every file system.
  std::string name = (directory / "tarry-spill-XXXXXX").string();
  file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    return base::Error{base::ErrorCode::Io,
                       "cannot make a file for what --memory leaves no room for",
                       directory.string(), std::strerror(errno)};
  unlink(name.c_str());
  return file;
}

}  // namespace

base::Error SpillFull::error() const {
  return {base::ErrorCode::Io, "no room for what --memory leaves no room for", directory_,
          std::string(std::strerror(error_)) + "; -o REPORT chooses another disk"};
}

base::Result<std::unique_ptr<SpillMemory>> SpillMemory::make(const std::filesystem::path& directory,
                                                             std::uint64_t limit) {
  TRY_ASSIGN(const int file, make_file(directory));
  std::unique_ptr<SpillMemory> made(new SpillMemory(file, directory, limit));
  try {
    made->reserved_ = static_cast<std::byte*>(made->allocate(kReservedPages * kPage));
    made->reserved_pages_ = kReservedPages;
  } catch (const SpillFull& caught) {
    return caught.error();
  }
  try {
    made->watcher_ = std::thread([memory = made.get()] { memory->keep_limit(); });
  } catch (const std::system_error& caught) {
    return base::Error{base::ErrorCode::Failed, "cannot start the thread that keeps --memory", "",
                       caught.what()};
  }
  return made;
}

SpillMemory::SpillMemory(int file, std::filesystem::path directory, std::uint64_t limit)
    : file_(file),
      statm_(open("/proc/self/statm", O_RDONLY | O_CLOEXEC)),
      directory_(std::move(directory)),
      limit_(limit),
      program_(resident_bytes(statm_).of_files) {}

SpillMemory::~SpillMemory() {
  {
    const std::lock_guard lock(end_mutex_);
    end_ = true;
  }
  ended_.notify_one();
  if (watcher_.joinable()) watcher_.join();
  for (std::size_t a = 0; a < arena_count_; ++a) munmap(arenas_[a].begin, kArena);
  close(file_);
  if (statm_ >= 0) close(statm_);
}

void SpillMemory::add_arena(std::size_t at_least) {
  const std::size_t index = arena_count_;
  if (at_least > kArena || index == kMostArenas) throw std::bad_alloc();
  void* begin = mmap(nullptr, kArena, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_,
                     static_cast<off_t>(index * kArena));
  if (begin == MAP_FAILED) throw std::bad_alloc();
  // Read-ahead is switched off: around a touched page the system would read up to megabytes, and
  // the records of many locations are read side by side.
  madvise(begin, kArena, MADV_RANDOM);
  arenas_[index].begin = static_cast<std::byte*>(begin);
  arena_count_ = index + 1;
}

void* SpillMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  bytes = whole_pages(bytes);
  const Block block = take_block(bytes, std::max(alignment, kPage));
  // The disk must have the room now: a page that finds none later would kill the process. This may
  // take long, so it happens without the mutex, for which the watching thread must not wait.
  int error = EINTR;
  while (error == EINTR)
    error = posix_fallocate(file_, static_cast<off_t>(block.at), static_cast<off_t>(bytes));
  if (error != 0) {
    if (std::byte* last = bytes == kPage ? take_reserved_page() : nullptr; last != nullptr)
      return last;
    throw SpillFull(directory_.string(), error);
  }
  // A large block is about to be written, perhaps faster than its thread checks.
  if (bytes >= kLargestPooled) look(bytes);
  return block.begin;
}

SpillMemory::Block SpillMemory::take_block(std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  if (arena_count_ == 0 || arenas_[arena_count_ - 1].used + alignment + bytes > kArena)
    add_arena(alignment + bytes);
  Arena& arena = arenas_[arena_count_ - 1];
  const auto next = reinterpret_cast<std::uintptr_t>(arena.begin) + arena.used;
  const std::size_t used = arena.used + (alignment - next % alignment) % alignment;
  arena.used = used + bytes;
  bytes_ += bytes;
  peak_ = std::max(peak_.load(), bytes_);
  return {arena.begin + used, (arena_count_ - 1) * kArena + used};
}

std::byte* SpillMemory::take_reserved_page() {
  const std::lock_guard lock(mutex_);
  if (reserved_pages_ == 0) return nullptr;
  bytes_ += kPage;
  return reserved_ + --reserved_pages_ * kPage;
}

void SpillMemory::do_deallocate(void* block, std::size_t bytes, std::size_t /*alignment*/) {
  bytes = whole_pages(bytes);
  // Gives back pages and disk blocks; what the file system cannot give back stays until the end.
  if (madvise(block, bytes, MADV_REMOVE) != 0) madvise(block, bytes, MADV_DONTNEED);
  // Addresses are not used again. Giving pages back searches the page tables of everything that
  // ever lay here, while other threads touch more pages: so the mappings of large blocks go as
  // well.
  if (bytes >= kLargestPooled)
    mmap(block, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  const std::lock_guard lock(mutex_);
  bytes_ -= bytes;
}

// Signal: safe. Only one thread at a time gives pages back. Other threads that find too many of
// them wait until it has, because they would touch more meanwhile.
void SpillMemory::look(std::uint64_t more) {
  static thread_local bool gives_back = false;
  if (gives_back || !has_to_give_back(more)) return;
  gives_back = true;
  while (giving_back_.exchange(true)) sched_yield();
  if (has_to_give_back(more)) {
    const std::size_t arenas = arena_count_;
    for (std::size_t a = 0; a < arenas; ++a)
      madvise(arenas_[a].begin, whole_pages(arenas_[a].used), MADV_DONTNEED);
  }
  giving_back_ = false;
  gives_back = false;
}

bool SpillMemory::has_to_give_back(std::uint64_t more) {
  const Resident resident = resident_bytes(statm_);
  const std::uint64_t floor = resident.all - std::min(resident.all, resident.of_files) + program_;
  std::uint64_t highest = floor_;
  while (highest < floor && !floor_.compare_exchange_weak(highest, floor)) {
  }
  // Leaves room for pages that are touched until the next check, and for memory that never lies
  // here.
  const std::uint64_t high = limit_ - std::max(limit_ / 8 * 3, std::min(kTouched, limit_));
  return resident.all + more >= std::max(high, floor + limit_ / 4);
}

void SpillMemory::keep_limit() {
  if (statm_ < 0) return;
  std::unique_lock lock(end_mutex_);
  while (!ended_.wait_for(lock, kLook, [this] { return end_; })) look(0);
}

SpillThread::SpillThread(SpillMemory* memory) {
  if (memory != nullptr)
    timer_.emplace([](void* of) { static_cast<SpillMemory*>(of)->look(0); }, memory, kOwnLook);
}

SpillScope::SpillScope(SpillMemory& memory)
    : pool_({.max_blocks_per_chunk = 0, .largest_required_pool_block = kLargestPooled}, &memory),
      before_(std::pmr::set_default_resource(&pool_)) {}

SpillScope::~SpillScope() { std::pmr::set_default_resource(before_); }

}  // namespace tarry::workers
