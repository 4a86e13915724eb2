// SPDX-License-Identifier: BSD-3-Clause
#include "counters/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace tarry::counters {
namespace {

constexpr rlim_t kHighest = 1024;

}  // namespace

int first_own_descriptor() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return static_cast<int>(std::min(limit.rlim_cur / 2, kHighest));
}

bool is_perf_descriptor(int descriptor) {
  constexpr std::string_view kKind = "anon_inode:[perf_event]";
  char link[40];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  char kind[40];
  const ssize_t length = readlink(link, kind, sizeof kind);
  return length > 0 && std::string_view(kind, static_cast<std::size_t>(length)) == kKind;
}

HighDescriptors::HighDescriptors() : first_(first_own_descriptor()) {
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  for (int next = file; next >= 0; next = fcntl(file, F_DUPFD_CLOEXEC, 0)) {
    if (next >= first_) {
      first_ = next;
      close(next);
      break;
    }
    held_.push_back(next);
  }
}

HighDescriptors::~HighDescriptors() {
  for (const int held : held_) close(held);
  constexpr int kMost = 64;  // opened meanwhile
  for (int descriptor = first_; descriptor < first_ + kMost; ++descriptor)
    if (is_perf_descriptor(descriptor)) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

}  // namespace tarry::counters
