// SPDX-License-Identifier: BSD-3-Clause
// Statistics that misbehave: numbers that are none, calls of MPI of their own, errno changed.
#include <mpi.h>
#include <tarry/statistics.h>

#include <cerrno>
#include <cmath>

namespace {

// Returns a number for every second call, and a value that cannot be counted for the others.
class Strange : public tarry::Stat {
 public:
  void start(const tarry::StatisticsCall&) override {
    int flag = 0;
    MPI_Initialized(&flag);
    errno = EDOM;
  }
  double end(const tarry::StatisticsCall&) override {
    constexpr double kNone[] = {-1.0, NAN, INFINITY, 1e300};
    ++calls_;
    errno = EDOM;
    return calls_ % 2 == 0 ? 2.0 : kNone[calls_ / 2 % 4];
  }

 private:
  unsigned calls_ = 0;
};

class Bytes : public tarry::Stat {
 public:
  void start(const tarry::StatisticsCall&) override {}
  double end(const tarry::StatisticsCall& call) override {
    return static_cast<double>(call.bytes_sent);
  }
};

class Peer : public tarry::Stat {
 public:
  void start(const tarry::StatisticsCall&) override {}
  double end(const tarry::StatisticsCall& call) override { return static_cast<double>(call.peer); }
};

}  // namespace

TARRY_STATISTICS(TARRY_STATISTIC(Strange, "strange\tnumbers", "", TARRY_IN_CALLS),
                 TARRY_STATISTIC(Bytes, "bytes", "bytes", TARRY_IN_CALLS),
                 TARRY_STATISTIC(Peer, "peer", "rank", TARRY_IN_CALLS))
