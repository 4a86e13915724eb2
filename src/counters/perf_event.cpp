// SPDX-License-Identifier: BSD-3-Clause
#include "counters/perf_event.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "counters/descriptors.h"

namespace tarry::counters {
namespace {

constexpr std::size_t kMostInGroup = 32;

int open_event(const KnownCounter& counter, int leader, bool with_kernel) {
  const bool is_hardware = counter.source == Source::PerfHardware;
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = is_hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE;
  attributes.config = counter.code;
  attributes.read_format = PERF_FORMAT_GROUP;
  const bool leads = leader < 0;
  attributes.disabled = leads;
  attributes.exclude_kernel = !with_kernel;
  attributes.exclude_hv = is_hardware;
  // Counters count all the time or not at all: counting in turns with others is a guess.
  attributes.pinned = is_hardware && leads;
  constexpr pid_t kThisThread = 0;
  constexpr int kAnyProcessor = -1;
  const long made = syscall(SYS_perf_event_open, &attributes, kThisThread, kAnyProcessor, leader,
                            PERF_FLAG_FD_CLOEXEC);
  return made < 0 ? -errno : static_cast<int>(made);
}

int move_up(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor());
  const int error = errno;
  close(descriptor);
  return moved < 0 ? -error : moved;
}

// Returns 0 if it is unknown.
int paranoia() {
  const int file = open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[16] = {};
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  int value = 0;
  return length > 0 && std::sscanf(text, "%d", &value) == 1 ? value : 0;
}

}  // namespace

int open_perf_event(const KnownCounter& counter, int leader) {
  const bool is_hardware = counter.source == Source::PerfHardware;
  int descriptor = open_event(counter, leader, !is_hardware);
  const bool is_forbidden = descriptor == -EACCES || descriptor == -EPERM;
  if (is_forbidden && !is_hardware && !counter.needs_kernel)
    descriptor = open_event(counter, leader, false);
  return descriptor < 0 ? descriptor : move_up(descriptor);
}

bool start_perf_group(int leader) {
  return ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) == 0;
}

void close_perf_event(int descriptor) {
  if (is_perf_descriptor(descriptor)) close(descriptor);
}

// We do not use read(), because a thread may be canceled in it.
bool read_perf_group(int leader, std::uint64_t* values, std::size_t count) {
  std::uint64_t group[1 + kMostInGroup];
  const std::size_t bytes = (1 + count) * sizeof group[0];
  if (count > kMostInGroup ||
      syscall(SYS_read, leader, group, bytes) != static_cast<ssize_t>(bytes) || group[0] != count)
    return false;
  std::memcpy(values, group + 1, count * sizeof group[0]);
  return true;
}

void explain_perf_error(const KnownCounter& counter, int error, char* text, std::size_t size) {
  switch (error) {
    case EACCES:
    case EPERM:
      std::snprintf(text, size,
                    "not allowed: kernel.perf_event_paranoid is %d and must be at most %d, or the "
                    "program needs the capability CAP_PERFMON",
                    paranoia(), counter.needs_kernel ? 1 : 2);
      return;
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
    case EINVAL:
      std::snprintf(text, size, "the processor, or the virtual machine, does not have it");
      return;
    case ENOSYS:
      std::snprintf(text, size, "the kernel, or the container, has no perf_event_open()");
      return;
    case EMFILE:
      std::snprintf(text, size, "too many open files; see 'ulimit -n'");
      return;
    default:
      std::snprintf(text, size, "%s", strerrordesc_np(error));
  }
}

}  // namespace tarry::counters
