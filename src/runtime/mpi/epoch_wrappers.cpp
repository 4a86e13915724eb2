// SPDX-License-Identifier: BSD-3-Clause
// Calls that begin and end epochs on a window with some of its processes only: start and complete,
// post and wait, lock and unlock. The begin of an epoch is recorded with the time of the enter, the
// end of one with the time of the leave.
#include "runtime/mpi/operands.h"
#include "runtime/mpi/windows.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

using core::RecordKind;
using trace::eventlog::kAllTargets;
using trace::eventlog::window_and;
using trace::eventlog::window_and_lock;

void record_sync(const Entry& entry, EventTime time, const Window& window, std::uint32_t group) {
  if (entry && group != Window::kNoGroup)
    core::rma_record(entry, RecordKind::RmaGroupSync, time, window_and(window.number, group));
}

// Makes a start or post: the group is kept for the call that ends the epoch.
template <class Run>
[[gnu::always_inline]] inline int begin_epoch(Call call, MPI_Win win, MPI_Group group, int assert,
                                              std::uint32_t Window::*kept, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  Window* window = find_window(win);
  if (window == nullptr) return run();
  window->*kept = number_of_group(group);
  if (entry) record_synchronization(entry, record.begin(), *window, win, group, assert);
  record_sync(entry, record.begin(), *window, window->*kept);
  return run();
}

// Makes a complete, wait or test; `is_over` says whether the epoch has ended.
template <class Run, class IsOver>
[[gnu::always_inline]] inline int end_epoch(Call call, MPI_Win win, std::uint32_t Window::*kept,
                                            Run run, IsOver is_over) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  CallRecord record(entry, call);
  Window* window = find_window(win);
  const int error = run();
  const EventTime end = record.end();
  if (window == nullptr || error != MPI_SUCCESS || !is_over()) return error;
  const std::uint32_t group = window->*kept;
  window->*kept = Window::kNoGroup;
  if (entry) record_synchronization(entry, end, *window, MpiOperands::kAll);
  if (entry && kept == &Window::access_group)
    operations_completed(entry, end, *window, kAllTargets);
  record_sync(entry, end, *window, group);
  return error;
}

bool always() { return true; }

// Stands for the target MPI_PROC_NULL.
constexpr std::uint32_t kNowhere = kAllTargets - 1;

std::uint32_t target_rank(int target) {
  return target == MPI_PROC_NULL ? kNowhere : static_cast<std::uint32_t>(target);
}

std::int64_t told_target(std::uint32_t target) {
  return target == kNowhere      ? MpiOperands::kNone
         : target == kAllTargets ? MpiOperands::kAll
                                 : std::int64_t{target};
}

// Records what a call was told. For MPI_PROC_NULL no other record needs the window.
void record_told(const Entry& entry, EventTime time, MPI_Win win, const Window* window,
                 std::uint32_t target, int assertions = 0, bool is_exclusive = false) {
  if (window == nullptr && target == kNowhere && are_operands_recorded()) window = find_window(win);
  if (window != nullptr)
    record_synchronization(entry, time, *window, told_target(target), assertions, is_exclusive);
}

template <class Run>
[[gnu::always_inline]] inline int lock(Call call, MPI_Win win, std::uint32_t target,
                                       bool is_exclusive, int assert, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return run();
  const CallRecord record(entry, call);
  const Window* window = target == kNowhere ? nullptr : find_window(win);
  record_told(entry, record.begin(), win, window, target, assert, is_exclusive);
  if (window != nullptr)
    core::rma_record(entry, RecordKind::RmaLockRequested, record.begin(),
                     window_and_lock(window->number, target, is_exclusive));
  return run();
}

template <class Run>
[[gnu::always_inline]] inline int unlock(Call call, MPI_Win win, std::uint32_t target, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return run();
  CallRecord record(entry, call);
  Window* window = target == kNowhere ? nullptr : find_window(win);
  record_told(entry, record.begin(), win, window, target);
  const int error = run();
  const EventTime end = record.end();
  if (window == nullptr || error != MPI_SUCCESS) return error;
  operations_completed(entry, end, *window, target);
  core::rma_record(entry, RecordKind::RmaLockReleased, end,
                   window_and_lock(window->number, target, false));
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int flush(Call call, MPI_Win win, std::uint32_t target, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return run();
  CallRecord record(entry, call);
  Window* window = target == kNowhere ? nullptr : find_window(win);
  record_told(entry, record.begin(), win, window, target);
  const int error = run();
  const EventTime end = record.end();
  if (window != nullptr && error == MPI_SUCCESS) operations_completed(entry, end, *window, target);
  return error;
}

// Makes a call that leaves no other records.
template <class Run>
[[gnu::always_inline]] inline int told(Call call, MPI_Win win, std::uint32_t target, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return run();
  const CallRecord record(entry, call);
  if (are_operands_recorded())
    record_told(entry, record.begin(), win, target == kNowhere ? nullptr : find_window(win),
                target);
  return run();
}

}  // namespace

TARRY_WRAPPER(int, Win_start, (MPI_Group group, int assert, MPI_Win win)) {
  return begin_epoch(Call::Win_start, win, group, assert, &Window::access_group,
                     [&] { return real::Win_start(group, assert, win); });
}

TARRY_WRAPPER(int, Win_complete, (MPI_Win win)) {
  return end_epoch(
      Call::Win_complete, win, &Window::access_group, [&] { return real::Win_complete(win); },
      always);
}

TARRY_WRAPPER(int, Win_post, (MPI_Group group, int assert, MPI_Win win)) {
  return begin_epoch(Call::Win_post, win, group, assert, &Window::exposure_group,
                     [&] { return real::Win_post(group, assert, win); });
}

TARRY_WRAPPER(int, Win_wait, (MPI_Win win)) {
  return end_epoch(
      Call::Win_wait, win, &Window::exposure_group, [&] { return real::Win_wait(win); }, always);
}

TARRY_WRAPPER(int, Win_test, (MPI_Win win, int* flag)) {
  return end_epoch(
      Call::Win_test, win, &Window::exposure_group, [&] { return real::Win_test(win, flag); },
      [&] { return *flag != 0; });
}

TARRY_WRAPPER(int, Win_lock, (int type, int target, int assert, MPI_Win win)) {
  return lock(Call::Win_lock, win, target_rank(target), type == MPI_LOCK_EXCLUSIVE, assert,
              [&] { return real::Win_lock(type, target, assert, win); });
}

TARRY_WRAPPER(int, Win_lock_all, (int assert, MPI_Win win)) {
  return lock(Call::Win_lock_all, win, kAllTargets, false, assert,
              [&] { return real::Win_lock_all(assert, win); });
}

TARRY_WRAPPER(int, Win_unlock, (int target, MPI_Win win)) {
  return unlock(Call::Win_unlock, win, target_rank(target),
                [&] { return real::Win_unlock(target, win); });
}

TARRY_WRAPPER(int, Win_unlock_all, (MPI_Win win)) {
  return unlock(Call::Win_unlock_all, win, kAllTargets, [&] { return real::Win_unlock_all(win); });
}

TARRY_WRAPPER(int, Win_flush, (int target, MPI_Win win)) {
  return flush(Call::Win_flush, win, target_rank(target),
               [&] { return real::Win_flush(target, win); });
}

TARRY_WRAPPER(int, Win_flush_all, (MPI_Win win)) {
  return flush(Call::Win_flush_all, win, kAllTargets, [&] { return real::Win_flush_all(win); });
}

TARRY_WRAPPER(int, Win_flush_local, (int target, MPI_Win win)) {
  return told(Call::Win_flush_local, win, target_rank(target),
              [&] { return real::Win_flush_local(target, win); });
}

TARRY_WRAPPER(int, Win_flush_local_all, (MPI_Win win)) {
  return told(Call::Win_flush_local_all, win, kAllTargets,
              [&] { return real::Win_flush_local_all(win); });
}

TARRY_WRAPPER(int, Win_sync, (MPI_Win win)) {
  return told(Call::Win_sync, win, kAllTargets, [&] { return real::Win_sync(win); });
}

}  // namespace tarry::runtime::mpi
