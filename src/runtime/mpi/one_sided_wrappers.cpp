// SPDX-License-Identifier: BSD-3-Clause
// Operations that move data to and from windows are recorded with the time of the enter. The
// completion of an operation with a request is recorded where the request is completed; that of
// others where the epoch or a flush completes them.
#include "runtime/mpi/messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/windows.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

using core::OneSided;
using core::RecordKind;

// The values of OTF2_RMA_ATOMIC_TYPE_* for the atomic operations of MPI.
constexpr std::uint32_t kAccumulate = 0, kCompareAndSwap = 3, kFetchAndAccumulate = 7;

struct Operation {
  RecordKind kind;
  int target;
  MPI_Win window;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint32_t atomic_type = 0;
};

// Returns the bytes that an operation sends; one without operands sends none.
std::uint64_t operand_bytes(MPI_Op op, int count, MPI_Datatype type) {
  return op == MPI_NO_OP ? 0 : bytes_of(count, type);
}

// Records an operation; `with_request`: it is completed alone. Returns the number that matches it
// with its completion; 0 if nothing was recorded.
std::uint32_t record_operation(const Entry& entry, EventTime time, const Operation& operation,
                               bool with_request, std::uint32_t& window_number) {
  if (operation.target == MPI_PROC_NULL) return 0;
  Window* window = find_window(operation.window);
  if (window == nullptr) return 0;
  const auto target = static_cast<std::uint32_t>(operation.target);
  window_number = window->number;
  const OneSided record{window->number,
                        target,
                        operation.bytes_sent,
                        operation.bytes_received,
                        with_request ? next_matching_number() : matching_number(*window, target),
                        operation.atomic_type};
  if (operation.kind == RecordKind::RmaAtomic)
    core::atomic_record(entry, time, record);
  else
    core::one_sided_record(entry, operation.kind, time, record);
  return record.matching;
}

template <class Describe, class Run>
[[gnu::always_inline]] inline int operate(Call call, Describe describe, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return run();
  const CallRecord record(entry, call);
  std::uint32_t window = 0;
  record_operation(entry, record.begin(), describe(), false, window);
  return run();
}

template <class Describe, class Run>
[[gnu::always_inline]] inline int operate_with_request(Call call, MPI_Request* variable,
                                                       Describe describe, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  Request request;
  if (entry) {
    request.id = record_operation(entry, record.begin(), describe(), true, request.comm);
    request.recorded = request.id != 0;
    if (request.recorded) request.kind = RequestKind::OneSided;
  }
  const int error = run();
  if (error == MPI_SUCCESS) follow(request, variable);
  return error;
}

}  // namespace

TARRY_WRAPPER(int, Put,
              (const void* data, int count, MPI_Datatype type, int target, MPI_Aint at,
               int target_count, MPI_Datatype target_type, MPI_Win win)) {
  return operate(
      Call::Put,
      [&] {
        return Operation{RecordKind::RmaPut, target, win, bytes_of(count, type)};
      },
      [&] { return real::Put(data, count, type, target, at, target_count, target_type, win); });
}

TARRY_WRAPPER(int, Get,
              (void* data, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
               MPI_Datatype target_type, MPI_Win win)) {
  return operate(
      Call::Get,
      [&] {
        return Operation{RecordKind::RmaGet, target, win, 0, bytes_of(count, type)};
      },
      [&] { return real::Get(data, count, type, target, at, target_count, target_type, win); });
}

TARRY_WRAPPER(int, Accumulate,
              (const void* data, int count, MPI_Datatype type, int target, MPI_Aint at,
               int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)) {
  return operate(
      Call::Accumulate,
      [&] {
        return Operation{RecordKind::RmaAtomic, target, win, bytes_of(count, type), 0, kAccumulate};
      },
      [&] {
        return real::Accumulate(data, count, type, target, at, target_count, target_type, op, win);
      });
}

TARRY_WRAPPER(int, Get_accumulate,
              (const void* data, int count, MPI_Datatype type, void* result, int result_count,
               MPI_Datatype result_type, int target, MPI_Aint at, int target_count,
               MPI_Datatype target_type, MPI_Op op, MPI_Win win)) {
  return operate(
      Call::Get_accumulate,
      [&] {
        return Operation{RecordKind::RmaAtomic,
                         target,
                         win,
                         operand_bytes(op, count, type),
                         bytes_of(result_count, result_type),
                         kFetchAndAccumulate};
      },
      [&] {
        return real::Get_accumulate(data, count, type, result, result_count, result_type, target,
                                    at, target_count, target_type, op, win);
      });
}

TARRY_WRAPPER(int, Fetch_and_op,
              (const void* data, void* result, MPI_Datatype type, int target, MPI_Aint at,
               MPI_Op op, MPI_Win win)) {
  return operate(
      Call::Fetch_and_op,
      [&] {
        return Operation{
            RecordKind::RmaAtomic, target, win, operand_bytes(op, 1, type), bytes_of(1, type),
            kFetchAndAccumulate};
      },
      [&] { return real::Fetch_and_op(data, result, type, target, at, op, win); });
}

TARRY_WRAPPER(int, Compare_and_swap,
              (const void* data, const void* compare, void* result, MPI_Datatype type, int target,
               MPI_Aint at, MPI_Win win)) {
  return operate(
      Call::Compare_and_swap,
      [&] {
        return Operation{RecordKind::RmaAtomic, target,         win, bytes_of(1, type),
                         bytes_of(1, type),     kCompareAndSwap};
      },
      [&] { return real::Compare_and_swap(data, compare, result, type, target, at, win); });
}

TARRY_WRAPPER(int, Rput,
              (const void* data, int count, MPI_Datatype type, int target, MPI_Aint at,
               int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request)) {
  return operate_with_request(
      Call::Rput, request,
      [&] {
        return Operation{RecordKind::RmaPut, target, win, bytes_of(count, type)};
      },
      [&] {
        return real::Rput(data, count, type, target, at, target_count, target_type, win, request);
      });
}

TARRY_WRAPPER(int, Rget,
              (void* data, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
               MPI_Datatype target_type, MPI_Win win, MPI_Request* request)) {
  return operate_with_request(
      Call::Rget, request,
      [&] {
        return Operation{RecordKind::RmaGet, target, win, 0, bytes_of(count, type)};
      },
      [&] {
        return real::Rget(data, count, type, target, at, target_count, target_type, win, request);
      });
}

TARRY_WRAPPER(int, Raccumulate,
              (const void* data, int count, MPI_Datatype type, int target, MPI_Aint at,
               int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
               MPI_Request* request)) {
  return operate_with_request(
      Call::Raccumulate, request,
      [&] {
        return Operation{RecordKind::RmaAtomic, target, win, bytes_of(count, type), 0, kAccumulate};
      },
      [&] {
        return real::Raccumulate(data, count, type, target, at, target_count, target_type, op, win,
                                 request);
      });
}

TARRY_WRAPPER(int, Rget_accumulate,
              (const void* data, int count, MPI_Datatype type, void* result, int result_count,
               MPI_Datatype result_type, int target, MPI_Aint at, int target_count,
               MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request)) {
  return operate_with_request(
      Call::Rget_accumulate, request,
      [&] {
        return Operation{RecordKind::RmaAtomic,
                         target,
                         win,
                         operand_bytes(op, count, type),
                         bytes_of(result_count, result_type),
                         kFetchAndAccumulate};
      },
      [&] {
        return real::Rget_accumulate(data, count, type, result, result_count, result_type, target,
                                     at, target_count, target_type, op, win, request);
      });
}

}  // namespace tarry::runtime::mpi
