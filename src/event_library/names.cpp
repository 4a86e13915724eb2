// SPDX-License-Identifier: BSD-3-Clause
// The names of kinds of events, of collective operations and of modes of operations on files.
#include <iterator>

#include "model/collective_op.h"
#include "tarry/trace.h"

namespace tarry::events {
namespace {

constexpr const char* kNames[] = {"enter",
                                  "leave",
                                  "program_begin",
                                  "program_end",
                                  "joined_calls",
                                  "send",
                                  "isend",
                                  "receive",
                                  "irecv",
                                  "isend_complete",
                                  "irecv_request",
                                  "request_test",
                                  "request_cancelled",
                                  "collective_begin",
                                  "collective_end",
                                  "nonblocking_collective_request",
                                  "nonblocking_collective_complete",
                                  "window_created",
                                  "window_destroyed",
                                  "rma_collective_begin",
                                  "rma_collective_end",
                                  "rma_group_sync",
                                  "rma_lock_requested",
                                  "rma_lock_acquired",
                                  "rma_lock_released",
                                  "rma_put",
                                  "rma_get",
                                  "rma_atomic",
                                  "rma_completed_blocking",
                                  "rma_completed_nonblocking",
                                  "rma_completed_remote",
                                  "thread_begin",
                                  "thread_end",
                                  "thread_created",
                                  "thread_waited",
                                  "fork",
                                  "join",
                                  "team_begin",
                                  "team_end",
                                  "lock_acquired",
                                  "lock_released",
                                  "task_created",
                                  "task_switched",
                                  "task_completed",
                                  "counter",
                                  "statistic",
                                  "buffer_flush",
                                  "measurement_on_off",
                                  "file_opened",
                                  "file_closed",
                                  "file_read",
                                  "file_write",
                                  "file_flush",
                                  "file_completed"};
static_assert(std::size(kNames) == kKinds);

constexpr const char* kModeNames[] = {"individual", "collective", "individual_nonblocking",
                                      "collective_nonblocking"};

}  // namespace

const char* name(Kind kind) {
  const auto number = static_cast<std::size_t>(kind);
  return number < kKinds ? kNames[number] : "";
}

const char* name(FileMode mode) {
  const auto number = static_cast<std::size_t>(mode);
  return number < std::size(kModeNames) ? kModeNames[number] : "";
}

const char* collective_name(std::uint8_t op) {
  return model::is_collective_op(op) ? model::info(static_cast<model::CollectiveOp>(op)).word.data()
                                     : "";
}

}  // namespace tarry::events
