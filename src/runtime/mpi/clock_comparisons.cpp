// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/clock_comparisons.h"

#include <optional>

#include "runtime/core/on_own_account.h"
#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/clock_schedule.h"
#include "runtime/mpi/tracing_region.h"

namespace tarry::runtime::mpi {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

struct Comparisons {
  MPI_Comm tool{};
  ClockOffsets* clocks = nullptr;
  std::uint32_t processes = 1;
  bool decides = false;             // rank 0
  ClockSchedule schedule;           // of rank 0
  std::uint64_t meetings_left = 0;  // until the next decision
};

constinit Comparisons comparisons;

std::uint64_t now_ns() { return trace::eventlog::nanoseconds(CLOCK_MONOTONIC_RAW); }

// Returns true if all processes return true to it. Only event traces have a use for more than two
// measurements.
bool all_want_comparisons(MPI_Comm tool) {
  const trace::eventlog::Settings& settings = core::process.settings;
  int level = MPI_THREAD_MULTIPLE;
  own::Query_thread(&level);
  int wanted =
      settings.clock_interval_s > 0 && keeps_trace(settings) && level < MPI_THREAD_MULTIPLE;
  int all_want = 0;
  own::Allreduce(&wanted, &all_want, 1, MPI_INT, MPI_MIN, tool);
  return all_want != 0;
}

// Returns whether every member gets data from every other one, or waits for it. The counts of these
// operations are the same on all members, so that all return the same. A broadcast is no meeting:
// its root may go on before others have come, and a program may rely on that without knowing.
bool is_meeting(model::CollectiveOp op, std::uint64_t sent) {
  const model::CollectiveOpInfo& info = model::info(op);
  if (info.shape == model::CollectiveShape::Barrier) return true;
  return info.shape == model::CollectiveShape::NxN &&
         info.blocks == model::CollectiveBlocks::Equal && sent > 0;
}

// All go on together after the last barrier: a process that has served others for longer does not
// let the program wait for it.
void decide(const core::Entry& entry) {
  const core::OnOwnAccount on_own_account;
  std::optional<TracingRegion> tracing;
  if (entry) tracing.emplace(entry);
  ClockSchedule::Plan plan;
  if (comparisons.decides) plan = comparisons.schedule.next(now_ns());
  own::Bcast(&plan, 2, MPI_UINT64_T, 0, comparisons.tool);
  comparisons.meetings_left = plan.meetings;
  if (plan.compare == 0) return;
  comparisons.clocks->measure();
  own::Barrier(comparisons.tool);
}

}  // namespace

constinit std::atomic<bool> compares_clocks = false;

void begin_comparisons(MPI_Comm tool, ClockOffsets& clocks) {
  if (!clocks.differ() || !all_want_comparisons(tool)) return;
  int rank = 0;
  int processes = 1;
  own::Comm_rank(tool, &rank);
  own::Comm_size(tool, &processes);
  comparisons.tool = tool;
  comparisons.clocks = &clocks;
  comparisons.processes = static_cast<std::uint32_t>(processes);
  comparisons.decides = rank == 0;
  comparisons.schedule =
      ClockSchedule(core::process.settings.clock_interval_s * kNanosecondsPerSecond, now_ns());
  comparisons.meetings_left = comparisons.schedule.first().meetings;
  compares_clocks.store(true, std::memory_order_relaxed);
}

void end_comparisons() { compares_clocks.store(false, std::memory_order_relaxed); }

void after_operation(const core::Entry& entry, const Communicator& comm, model::CollectiveOp op,
                     std::uint64_t sent) {
  if (comm.inter || comm.joint || comm.size != comparisons.processes || !is_meeting(op, sent))
    return;
  if (--comparisons.meetings_left == 0) decide(entry);
}

}  // namespace tarry::runtime::mpi
