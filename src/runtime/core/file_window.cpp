// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/file_window.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace tarry::runtime::core {

int reserve_range(int file, std::uint64_t offset, std::uint64_t bytes) {
  rlimit size_limit{};
  if (getrlimit(RLIMIT_FSIZE, &size_limit) == 0 && offset + bytes > size_limit.rlim_cur)
    return EFBIG;
  return posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(bytes));
}

std::uint64_t map_range(int file, std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t slack = offset % page;
  void* address = mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                       static_cast<off_t>(offset - slack));
  return address == MAP_FAILED ? 0 : reinterpret_cast<std::uint64_t>(address) + slack;
}

// Since Linux 5.14 the kernel does it in one call; before, it is done page by page. Nothing has
// been stored in these pages yet.
void touch_range(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t first = (begin + page - 1) / page * page;
  if (first >= end) return;
#ifdef MADV_POPULATE_WRITE
  if (madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE) == 0) return;
#endif
  for (std::uint64_t at = first; at < end; at += page)
    *reinterpret_cast<volatile unsigned char*>(at) = 0;
}

void unmap_range(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t slack = address % page;
  munmap(reinterpret_cast<void*>(address - slack), bytes + slack);
}

}  // namespace tarry::runtime::core
