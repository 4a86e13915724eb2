// SPDX-License-Identifier: BSD-3-Clause
// Page faults and context switches between MPI calls, and the processor time of MPI_Wait*, as
// statistics in compressed traces. docs/how-to/add-a-statistic.md explains the program.
#include <sys/resource.h>
#include <tarry/statistics.h>

#include <cmath>
#include <cstring>

namespace {

rusage usage_of_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage;
}

double microseconds(const timeval& time) {
  return 1e6 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec);
}

// The growth of a counter of the kernel.
template <long rusage::*counter>
class Growth : public tarry::Stat {
 public:
  void start(const tarry::StatisticsCall&) override { at_start_ = usage_of_thread().*counter; }
  double end(const tarry::StatisticsCall&) override {
    return static_cast<double>(usage_of_thread().*counter - at_start_);
  }

 private:
  long at_start_ = 0;
};

// The processor time of calls that wait; other calls are not counted.
class TimeOnProcessor : public tarry::Stat {
 public:
  void start(const tarry::StatisticsCall&) override { at_start_ = used(); }
  double end(const tarry::StatisticsCall& call) override {
    if (std::strncmp(call.function, "MPI_Wait", 8) != 0) return std::nan("");
    return used() - at_start_;
  }

 private:
  static double used() {
    const rusage usage = usage_of_thread();
    return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  }
  double at_start_ = 0;
};

}  // namespace

TARRY_STATISTICS(TARRY_STATISTIC(Growth<&rusage::ru_minflt>, "page faults", "faults",
                                 TARRY_BETWEEN_CALLS),
                 TARRY_STATISTIC(Growth<&rusage::ru_nivcsw>, "involuntary switches", "switches",
                                 TARRY_BETWEEN_CALLS),
                 TARRY_STATISTIC(TimeOnProcessor, "processor time in waits", "us", TARRY_IN_CALLS))
