// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/clock_offsets.h"

#include <cstdint>
#include <cstdlib>
#include <limits>

#include "runtime/core/clock.h"
#include "runtime/core/definitions_log.h"
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {
namespace {

constexpr int kRoundTrips = 20;
constexpr int kTag = 1;

// The record is sent as it is in memory: all ranks run the same library.
struct Offset {
  std::uint64_t ticks = 0;   // local time of the measurement
  std::uint64_t offset = 0;  // signed, in two's complement: time of rank 0 minus local time
};

void serve(MPI_Comm leaders, int rank) {
  for (int i = 0; i < kRoundTrips; ++i) {
    std::uint64_t ticks = 0;
    own::Recv(&ticks, 1, MPI_UINT64_T, rank, kTag, leaders, MPI_STATUS_IGNORE);
    ticks = core::absolute_ticks();
    own::Send(&ticks, 1, MPI_UINT64_T, rank, kTag, leaders);
  }
}

// Rank 0 answered half-way through the round trip; the error is at most half of the trip.
Offset ask(MPI_Comm leaders) {
  Offset best;
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < kRoundTrips; ++i) {
    std::uint64_t answer = 0;
    const std::uint64_t begin = core::absolute_ticks();
    own::Send(&begin, 1, MPI_UINT64_T, 0, kTag, leaders);
    own::Recv(&answer, 1, MPI_UINT64_T, 0, kTag, leaders, MPI_STATUS_IGNORE);
    const std::uint64_t trip = core::absolute_ticks() - begin;
    if (trip >= shortest) continue;
    shortest = trip;
    best.ticks = begin + trip / 2;
    best.offset = answer - best.ticks;
  }
  return best;
}

Offset measure_among(MPI_Comm leaders) {
  int rank = 0;
  int size = 1;
  own::Comm_rank(leaders, &rank);
  own::Comm_size(leaders, &size);
  if (rank != 0) return ask(leaders);
  for (int other = 1; other < size; ++other) serve(leaders, other);
  return {core::absolute_ticks(), 0};
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
}

void ClockOffsets::measure() {
  Offset offset;
  if (leads_) offset = measure_among(leaders_);
  own::Bcast(&offset, 2, MPI_UINT64_T, 0, host_);
  core::DefinitionLine("clock")
      .number(offset.ticks)
      .signed_number(static_cast<std::int64_t>(offset.offset));
}

void ClockOffsets::close() {
  if (leads_) own::Comm_free(&leaders_);
  own::Comm_free(&host_);
}

}  // namespace tarry::runtime::mpi
