// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/process_file.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "base/experiment_files.h"
#include "runtime/core/file_window.h"

namespace tarry::runtime::sampling {
namespace {

constinit char folder_path[PATH_MAX] = {};

// One line at a time; this buffer is too large for the stack of a signal handler.
constinit std::atomic_flag busy = ATOMIC_FLAG_INIT;
constinit char line[2 * PATH_MAX + 256];

constexpr int kTries = 1000;

bool take_turn() {
  for (int i = 0; i < kTries; ++i) {
    if (!busy.test_and_set(std::memory_order_acquire)) return true;
    sched_yield();
  }
  return false;
}

std::size_t add_escaped(std::size_t length, const char* text) {
  for (; *text != '\0' && length + 3 < sizeof line; ++text) {
    const char c = *text;
    const char escaped = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\\' ? '\\' : '\0';
    if (escaped != '\0') line[length++] = '\\';
    line[length++] = escaped != '\0' ? escaped : c;
  }
  return length;
}

void append_to_file(std::size_t length) {
  static constinit char path[PATH_MAX + 32];
  std::snprintf(path, sizeof path, "%s/%s", folder_path, base::kSampledProcessFile);
  const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, core::kFileMode);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = write(file, line, length);
  close(file);
}

}  // namespace

const char* process_folder() { return folder_path; }

bool make_process_folder(const char* experiment, const char* host, pid_t pid) {
  static constinit char path[PATH_MAX];
  std::snprintf(path, sizeof path, "%s/%s", experiment, base::kSamplesFolder);
  if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
  constexpr int kMost = 1000;  // processes of one id
  for (int i = 1; i < kMost; ++i) {
    char behind[16] = "";
    if (i > 1) std::snprintf(behind, sizeof behind, "-%d", i);
    const int length = std::snprintf(path, sizeof path, "%s/%s/%s-%d%s", experiment,
                                     base::kSamplesFolder, host, static_cast<int>(pid), behind);
    if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return false;
    if (mkdir(path, 0777) == 0) {
      std::strcpy(folder_path, path);
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool write_process_line(const char* type, const char* format, const char* text, ...) {
  if (folder_path[0] == '\0' || !take_turn()) return false;
  va_list arguments;
  va_start(arguments, text);
  auto length = static_cast<std::size_t>(std::snprintf(line, 64, "%s", type));
  const int fields = std::vsnprintf(line + length, 192, format, arguments);
  va_end(arguments);
  if (fields > 0) length += static_cast<std::size_t>(fields);
  if (text != nullptr) {
    line[length++] = '\t';
    length = add_escaped(length, text);
  }
  line[length++] = '\n';
  append_to_file(length);
  busy.clear(std::memory_order_release);
  return true;
}

}  // namespace tarry::runtime::sampling
