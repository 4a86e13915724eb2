// SPDX-License-Identifier: BSD-3-Clause
// Keeps other processes away from an experiment that is still being written. `tarry record` holds a
// lock on tarry.log, which other hosts see if the file system passes locks on. Measured processes
// that outlived a killed `tarry record` are found by their ids on this host.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::experiment {

// The right of this process to write the recording in an experiment directory. It ends with the
// object.
class Lock {
 public:
  Lock() = default;
  ~Lock();
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&& other) noexcept;

  // Takes the lock. An Error says that another process has it or that a measured process lives. On
  // a file system without locks, the returned object holds nothing.
  static base::Result<Lock> take(const std::filesystem::path& experiment);

 private:
  int file_ = -1;
};

// Checks that no more samples are being taken. An Error says that `tarry record` has the lock or
// that a sampled process lives. Readers do not disturb each other.
base::Status check_samples_are_over(const std::filesystem::path& experiment);

// Returns true if another process has the lock, or if a measured or sampled process of this host
// lives.
bool is_being_recorded(const std::filesystem::path& experiment);

// Returns the ids of the processes on `host` that were measured and have not converted their logs.
std::vector<int> unconverted_processes(const std::filesystem::path& experiment,
                                       const std::string& host);

}  // namespace tarry::experiment
