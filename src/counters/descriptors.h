// SPDX-License-Identifier: BSD-3-Clause
// Where descriptors that stay open in somebody else's program may lie: programs close low ones that
// they did not open, and get their numbers for files of their own.
#pragma once

#include <vector>

namespace tarry::counters {

// From this number on: half of what the process may have, at most 1024, for the places below must
// be held (HighDescriptors). Thread: any. Signal: safe.
int first_own_descriptor();

// Whether it is one that perf_event_open() has made. Thread: any. Signal: safe.
bool is_perf_descriptor(int descriptor);

// While one lives, what the process opens gets a number from first_own_descriptor() on: for
// libraries that open counters themselves. At its end those counters are made to be closed by exec.
// Files that other threads open meanwhile have high numbers, too. Uses the heap. Not to be nested.
// Thread: any. Signal: no.
class HighDescriptors {
 public:
  HighDescriptors();
  ~HighDescriptors();
  HighDescriptors(const HighDescriptors&) = delete;
  HighDescriptors& operator=(const HighDescriptors&) = delete;

 private:
  std::vector<int> held_;  // the free ones below
  int first_;              // what comes gets this number or a higher one
};

}  // namespace tarry::counters
