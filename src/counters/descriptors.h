// SPDX-License-Identifier: BSD-3-Clause
// The range for our descriptors that stay open in a program that is not ours. Programs close low
// descriptors that they did not open and get their numbers for files of their own.
#pragma once

#include <vector>

namespace tarry::counters {

// Returns the lowest number for us: half of what the process may have, at most 1024, because
// HighDescriptors must hold all places below. Thread: any. Signal: safe.
int first_own_descriptor();

// Returns whether perf_event_open() has made the descriptor. Thread: any. Signal: safe.
bool is_perf_descriptor(int descriptor);

// While one lives, new descriptors of the process get numbers from first_own_descriptor() on. It is
// for libraries that open counters themselves. At its end those counters are marked to be closed by
// exec. Files that other threads open meanwhile have high numbers, too. Uses the heap. Not to be
// nested. Thread: any. Signal: no.
class HighDescriptors {
 public:
  HighDescriptors();
  ~HighDescriptors();
  HighDescriptors(const HighDescriptors&) = delete;
  HighDescriptors& operator=(const HighDescriptors&) = delete;

 private:
  std::vector<int> held_;  // the free numbers below
  int first_;              // new descriptors get this number or a higher one
};

}  // namespace tarry::counters
