// SPDX-License-Identifier: BSD-3-Clause
// Keeps everybody away from an experiment that is still being written. `tarry record` holds a lock
// on its tarry.log, which other hosts see where the file system passes locks on; measured processes
// that outlived a killed `tarry record` are found by their ids on this host.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::experiment {

// This process' right to write the recording in an experiment directory; ends with the object.
class Lock {
 public:
  Lock() = default;
  ~Lock();
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&& other) noexcept;

  // An Error if somebody else has the lock or a measured process lives; nothing is changed then. A
  // file system without locks gives one that holds nothing.
  static base::Result<Lock> take(const std::filesystem::path& experiment);

 private:
  int file_ = -1;
};

// An Error if samples of the experiment are still being taken: `tarry record` has its lock, or a
// sampled process lives. Readers do not disturb each other.
base::Status check_samples_are_over(const std::filesystem::path& experiment);

// True if somebody else has the lock, or if a process of this host lives that is measured or
// sampled.
bool is_being_recorded(const std::filesystem::path& experiment);

// Ids of the processes on `host` that were measured and have not finished their part.
std::vector<int> unconverted_processes(const std::filesystem::path& experiment,
                                       const std::string& host);

}  // namespace tarry::experiment
