// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/clock_offsets.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "runtime/core/clock.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/host_tree.h"

namespace tarry::runtime::mpi {
namespace {

constexpr int kRoundTrips = 20;
constexpr int kTag = 1;

// The kernel follows no clock that is further off; the rates of two clocks are known to twice that.
constexpr double kUnknownDrift = 2 * 500e-6;

// These records are sent as they are in memory: all ranks run the same library.
struct Offset {
  std::uint64_t ticks = 0;   // local time of the measurement
  std::uint64_t offset = 0;  // signed, in two's complement: time of rank 0 minus local time
  std::uint64_t bound = 0;   // the largest possible error, in ticks of rank 0
};
struct Answer {
  std::uint64_t time = 0;  // of rank 0, when the answer was given
  std::uint64_t bound = 0;
  double ns_per_tick = 1;  // of rank 0
};

double ns_per_tick() {
  if (core::process_clock.source == core::ClockSource::MonotonicRaw) return 1;
  const double rate = trace::eventlog::ns_per_tick(core::process.begin, core::read_clocks());
  return rate > 0 ? rate : 1;
}

// The clock of rank 0, as this host knows it after its own measurement.
class ReferenceClock {
 public:
  // Rank 0 itself.
  ReferenceClock() : offset_{core::absolute_ticks(), 0, 0}, ns_per_tick_(ns_per_tick()) {}
  ReferenceClock(const Offset& offset, double ns_per_tick, double rate)
      : offset_(offset), ns_per_tick_(ns_per_tick), rate_(rate), is_rank_0_(false) {}

  [[nodiscard]] const Offset& offset() const { return offset_; }

  // A host serves its children at different times after its own measurement. Counters of two
  // processors may differ in speed by any factor, and that is taken into account; what is unknown
  // of their speeds makes less than a microsecond in the millisecond between, and is added to the
  // bound.
  [[nodiscard]] Answer now() const {
    const std::uint64_t ticks = core::absolute_ticks();
    if (is_rank_0_) return {ticks, 0, ns_per_tick_};
    const auto since = static_cast<double>(ticks - offset_.ticks);
    const std::int64_t gain = std::llround(since * (rate_ - 1));
    const double unknown = std::ceil(since * rate_ * kUnknownDrift);
    return {ticks + offset_.offset + static_cast<std::uint64_t>(gain),
            offset_.bound + static_cast<std::uint64_t>(unknown), ns_per_tick_};
  }

 private:
  Offset offset_;
  double ns_per_tick_;  // of rank 0
  double rate_ = 1;     // ticks of rank 0 in one of this host
  bool is_rank_0_ = true;
};

void serve(MPI_Comm leaders, int host, const ReferenceClock& clock) {
  for (int i = 0; i < kRoundTrips; ++i) {
    char question = 0;
    own::Recv(&question, 1, MPI_BYTE, host, kTag, leaders, MPI_STATUS_IGNORE);
    Answer answer = clock.now();
    own::Send(&answer, static_cast<int>(sizeof answer), MPI_BYTE, host, kTag, leaders);
  }
}

// The parent answered half-way through the round trip; the error is at most half of the trip, and
// that of the answer.
ReferenceClock ask(MPI_Comm leaders, int parent) {
  Answer best;
  std::uint64_t best_begin = core::absolute_ticks();
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < kRoundTrips; ++i) {
    const char question = 0;
    Answer answer;
    const std::uint64_t begin = core::absolute_ticks();
    own::Send(&question, 1, MPI_BYTE, parent, kTag, leaders);
    own::Recv(&answer, static_cast<int>(sizeof answer), MPI_BYTE, parent, kTag, leaders,
              MPI_STATUS_IGNORE);
    const std::uint64_t trip = core::absolute_ticks() - begin;
    if (trip >= shortest) continue;
    shortest = trip;
    best_begin = begin;
    best = answer;
  }
  const double rate = ns_per_tick() / best.ns_per_tick;
  Offset offset;
  offset.ticks = best_begin + shortest / 2;
  offset.offset = best.time - offset.ticks;
  const double half = std::ceil(static_cast<double>(shortest) * rate / 2);
  offset.bound = best.bound + static_cast<std::uint64_t>(half) + 1;
  return {offset, best.ns_per_tick, rate};
}

Offset measure_among(MPI_Comm leaders) {
  int host = 0;
  int hosts = 1;
  own::Comm_rank(leaders, &host);
  own::Comm_size(leaders, &hosts);
  const auto number = static_cast<std::uint32_t>(host);
  const ReferenceClock clock =
      host == 0 ? ReferenceClock() : ask(leaders, static_cast<int>(parent_of(number)));
  for_each_child(number, static_cast<std::uint32_t>(hosts),
                 [&](std::uint32_t child) { serve(leaders, static_cast<int>(child), clock); });
  return clock.offset();
}

}  // namespace

void ClockOffsets::open(MPI_Comm tool) {
  int rank = 0;
  own::Comm_rank(tool, &rank);
  if (std::getenv("TARRY_CLOCK_PER_PROCESS") != nullptr)
    own::Comm_split(tool, rank, 0, &host_);
  else
    own::Comm_split_type(tool, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host_);
  int host_rank = 0;
  own::Comm_rank(host_, &host_rank);
  leads_ = host_rank == 0;
  own::Comm_split(tool, leads_ ? 0 : MPI_UNDEFINED, rank, &leaders_);
  int hosts = 1;
  if (leads_) own::Comm_size(leaders_, &hosts);
  own::Bcast(&hosts, 1, MPI_INT, 0, host_);
  differ_ = hosts > 1;
}

void ClockOffsets::measure() {
  if (!differ_) return;
  Offset offset;
  if (leads_) offset = measure_among(leaders_);
  own::Bcast(&offset, static_cast<int>(sizeof offset), MPI_BYTE, 0, host_);
  core::DefinitionLine("clock")
      .number(offset.ticks)
      .signed_number(static_cast<std::int64_t>(offset.offset))
      .number(offset.bound);
}

void ClockOffsets::close() {
  if (leads_) own::Comm_free(&leaders_);
  own::Comm_free(&host_);
}

}  // namespace tarry::runtime::mpi
