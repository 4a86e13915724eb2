// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/unrecorded.h"

#include <atomic>
#include <mutex>

#include "runtime/core/definitions_log.h"
#include "runtime/core/thread_log.h"
#include "runtime/mpi/spin_lock.h"

namespace tarry::runtime::mpi {
namespace {

using trace::eventlog::Stream;
using trace::eventlog::StreamKind;

constinit UnrecordedTable table;
constinit SpinLock lock;
constinit std::atomic<bool> counting = false;
constinit std::atomic<bool> has_some = false;
constinit std::atomic<bool> given_up = false;
constinit bool is_left_out = false;

Stream sends(std::uint32_t comm, std::uint32_t to, std::uint32_t tag) {
  return {StreamKind::Sends, comm, to, tag};
}

Stream receives(std::uint32_t comm, const MPI_Status& status) {
  return {StreamKind::Receives, comm, static_cast<std::uint32_t>(status.MPI_SOURCE),
          static_cast<std::uint32_t>(status.MPI_TAG)};
}

void say_that_there_are_some() {
  if (has_some.load(std::memory_order_relaxed)) return;
  if (!has_some.exchange(true, std::memory_order_relaxed)) core::DefinitionLine("unrecorded");
}

void give_up() {
  if (given_up.exchange(true, std::memory_order_relaxed)) return;
  counting.store(false, std::memory_order_relaxed);
  {
    const std::lock_guard guard(lock);
    table.release();
  }
  core::note(
      "there were too many pauses to remember what each left out: messages and collective "
      "operations may be matched wrongly");
}

bool is_counting() { return counting.load(std::memory_order_relaxed); }

void check(bool is_counted) {
  if (is_counted)
    say_that_there_are_some();
  else
    give_up();
}

void count(const Stream& stream, std::uint64_t begin, std::int64_t number) {
  if (begin == 0 || !is_counting()) return;
  bool good = false;
  {
    const std::lock_guard guard(lock);
    good = table.add(stream, begin, number);
  }
  check(good);
}

std::uint32_t this_pause() { return core::process.pauses.load(std::memory_order_relaxed); }

void count_now(const Stream& stream) {
  const std::uint64_t now = core::now().ticks;
  bool good = false;
  {
    const std::lock_guard guard(lock);
    table.note_pause(this_pause(), now);
    good = table.add(stream, now, 1);
  }
  check(good);
}

void count_lost(const Stream& stream, const Request& request) {
  if (!is_counting() || !request.recorded || core::trace_goes_on(core::this_thread)) return;
  bool good = false;
  {
    const std::lock_guard guard(lock);
    good = table.add_lost(stream, request.begin, request.id);
  }
  if (!good) give_up();
}

}  // namespace

void share_unrecorded() { lock.enable(); }

void begin_counting() { counting.store(true, std::memory_order_relaxed); }

void leave_out_process() {
  is_left_out = true;
  counting.store(false, std::memory_order_relaxed);
}

EventTime unrecorded_begin() {
  const EventTime time = core::now();
  if (!is_counting()) return time;
  const std::lock_guard guard(lock);
  table.note_pause(this_pause(), time.ticks);
  return time;
}

void count_send(const Envelope& to) {
  if (to.peer == MPI_PROC_NULL || !is_counting()) return;
  const Communicator* comm = find_communicator(to.comm);
  if (comm != nullptr)
    count_now(sends(comm->number, static_cast<std::uint32_t>(to.peer),
                    static_cast<std::uint32_t>(to.tag)));
}

void count_receive(MPI_Comm comm, const MPI_Status& status) {
  if (!is_counting()) return;
  const Communicator* known = find_communicator(comm);
  if (known != nullptr) count_receive(known->number, status);
}

void count_receive(std::uint32_t comm_number, const MPI_Status& status) {
  if (status.MPI_SOURCE != MPI_PROC_NULL && is_counting()) count_now(receives(comm_number, status));
}

void count_collective(MPI_Comm comm) {
  if (!is_counting()) return;
  const Communicator* known = find_communicator(comm);
  if (known != nullptr) count_now({StreamKind::Collectives, known->number});
}

void count_send(const Request& request) {
  count(sends(request.comm, request.peer, request.tag), request.begin, 1);
}

void uncount_send(const Request& request) {
  count(sends(request.comm, request.peer, request.tag), request.begin, -1);
}

void count_receive(const Request& request, const MPI_Status& status) {
  count(receives(request.comm, status), request.begin, 1);
}

void count_collective(const Request& request) {
  count({StreamKind::Collectives, request.comm}, request.begin, 1);
}

void check_receive_recorded(const Request& request, const MPI_Status& status) {
  count_lost(receives(request.comm, status), request);
}

void check_collective_recorded(const Request& request) {
  count_lost({StreamKind::Collectives, request.comm}, request);
}

Completeness completeness() {
  if (given_up.load(std::memory_order_relaxed)) return Completeness::Unknown;
  const core::QuietSection quiet;
  const bool is_complete = table.runs().size() == 0 && !is_left_out && !core::process.truncated &&
                           core::process.directory[0] != '\0';
  return is_complete ? Completeness::Complete : Completeness::Counted;
}

UnrecordedOperations unrecorded_operations() {
  return {!is_left_out && core::process.directory[0] != '\0', &table};
}

}  // namespace tarry::runtime::mpi
