// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "base/experiment_files.h"
#include "base/host_name.h"
#include "samples/sample_files.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;

// Returns true if our library is loaded in the process. A later process that got the same id does
// not have it.
bool is_measured(int pid) {
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("/libtarry-") != std::string::npos) return true;
  return false;
}

base::Error still_recorded(const fs::path& experiment, const std::vector<int>& pids) {
  std::string who;
  for (const int pid : pids) who += (who.empty() ? "" : ", ") + std::to_string(pid);
  return {base::ErrorCode::Exists,
          who.empty() ? "the program is still running and being recorded"
                      : "measured processes of this recording still run (process id " + who + ")",
          experiment.string(), "wait until they have ended, or end them; nothing was changed"};
}

// Returns true if another process holds the lock.
bool is_locked(const fs::path& experiment) {
  const int file = open((experiment / base::kLogFile).c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (file >= 0) close(file);
  return is_locked;
}

std::vector<int> measured_processes_here(const fs::path& experiment) {
  std::vector<int> pids = unconverted_processes(experiment, base::host_name());
  std::erase_if(pids, [](int pid) { return !is_measured(pid); });
  return pids;
}

base::Result<std::vector<int>> sampled_processes_here(const fs::path& experiment) {
  TRY_ASSIGN(const auto processes, samples::find_sampled_processes(experiment));
  std::vector<int> pids;
  for (const samples::SampledProcess& process : processes)
    if (const int pid = static_cast<int>(process.pid);
        process.host == base::host_name() && is_measured(pid))
      pids.push_back(pid);
  return pids;
}

}  // namespace

Lock::~Lock() {
  if (file_ >= 0) close(file_);
}

Lock::Lock(Lock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

Lock& Lock::operator=(Lock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

base::Result<Lock> Lock::take(const fs::path& experiment) {
  Lock lock;
  // The file is opened for writing because locks over a network need that.
  lock.file_ = open((experiment / base::kLogFile).c_str(), O_RDWR | O_CLOEXEC);
  if (lock.file_ >= 0 && flock(lock.file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return still_recorded(experiment, {});
  const std::vector<int> pids = measured_processes_here(experiment);
  if (!pids.empty()) return still_recorded(experiment, pids);
  return lock;
}

base::Status check_samples_are_over(const fs::path& experiment) {
  if (is_locked(experiment)) return still_recorded(experiment, {});
  TRY_ASSIGN(const std::vector<int> pids, sampled_processes_here(experiment));
  if (!pids.empty()) return still_recorded(experiment, pids);
  return base::kOk;
}

bool is_being_recorded(const fs::path& experiment) {
  if (is_locked(experiment) || !measured_processes_here(experiment).empty()) return true;
  const base::Result<std::vector<int>> sampled = sampled_processes_here(experiment);
  return sampled.ok() && !sampled->empty();
}

std::vector<int> unconverted_processes(const fs::path& experiment, const std::string& host) {
  std::vector<int> out;
  std::error_code error;
  for (fs::directory_iterator it(experiment / base::kRawFolder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(host + "-")) continue;
    const int pid = std::atoi(name.c_str() + host.size() + 1);
    std::error_code ignored;
    if (pid > 0 && !fs::exists(it->path() / base::kConvertedFile, ignored)) out.push_back(pid);
  }
  return out;
}

}  // namespace tarry::experiment
