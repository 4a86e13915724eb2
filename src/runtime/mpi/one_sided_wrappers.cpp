// SPDX-License-Identifier: BSD-3-Clause
// Operations that move data to and from windows are recorded with the time of the enter, if they
// succeed. The
// completion of an operation with a request is recorded where the request is completed; that of
// others where the epoch or a flush completes them.
#include "runtime/mpi/messages.h"
#include "runtime/mpi/operands.h"
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
  MPI_Aint at = 0;
  std::int64_t count = 0;  // and type: what is sent, or what is received if nothing is
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
};

void record_told(const Entry& entry, EventTime time, const Operation& told, std::uint32_t request) {
  const Window* window = are_operands_recorded() ? find_window(told.window) : nullptr;
  if (window == nullptr) return;
  record_access(
      entry, time, *window,
      {told.target, told.at, told.count, told.type, told.op, told.bytes_sent, told.bytes_received},
      request);
}

Operation put_of(int target, MPI_Win win, MPI_Aint at, std::int64_t count, MPI_Datatype type) {
  return {RecordKind::RmaPut, target, win, bytes_of(count, type), 0, 0, at, count, type};
}

Operation get_of(int target, MPI_Win win, MPI_Aint at, std::int64_t count, MPI_Datatype type) {
  return {RecordKind::RmaGet, target, win, 0, bytes_of(count, type), 0, at, count, type};
}

Operation accumulate_of(int target, MPI_Win win, MPI_Aint at, std::int64_t count, MPI_Datatype type,
                        MPI_Op op) {
  return {RecordKind::RmaAtomic,
          target,
          win,
          bytes_of(count, type),
          0,
          kAccumulate,
          at,
          count,
          type,
          op};
}

Operation fetch_of(int target, MPI_Win win, MPI_Aint at, std::int64_t count, MPI_Datatype type,
                   std::int64_t result_count, MPI_Datatype result_type, MPI_Op op) {
  const bool sends = op != MPI_NO_OP;
  return {RecordKind::RmaAtomic,
          target,
          win,
          sends ? bytes_of(count, type) : 0,
          bytes_of(result_count, result_type),
          kFetchAndAccumulate,
          at,
          sends ? count : result_count,
          sends ? type : result_type,
          op};
}

// Records an operation; `with_request`: it is completed alone. Returns the number that matches it
// with its completion; 0 if nothing was recorded.
std::uint32_t record_operation(const Entry& entry, EventTime time, const Operation& operation,
                               bool with_request, std::uint32_t& window_number) {
  Window* window = operation.target == MPI_PROC_NULL ? nullptr : find_window(operation.window);
  if (window == nullptr) {
    if (operation.target == MPI_PROC_NULL) record_told(entry, time, operation, 0);
    return 0;
  }
  const auto target = static_cast<std::uint32_t>(operation.target);
  window_number = window->number;
  const OneSided record{window->number,
                        target,
                        operation.bytes_sent,
                        operation.bytes_received,
                        with_request ? next_matching_number() : matching_number(*window, target),
                        operation.atomic_type};
  record_told(entry, time, operation, with_request ? record.matching : 0);
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
  CallRecord record(entry, call);
  const int error = run();
  record.end();
  std::uint32_t window = 0;
  if (error == MPI_SUCCESS) record_operation(entry, record.begin(), describe(), false, window);
  return error;
}

template <class Describe, class Run>
[[gnu::always_inline]] inline int operate_with_request(Call call, MPI_Request* variable,
                                                       Describe describe, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  const int error = run();
  if (error != MPI_SUCCESS) return error;
  Request request;
  if (entry) {
    request.id = record_operation(entry, record.begin(), describe(), true, request.comm);
    request.recorded = request.id != 0;
    if (request.recorded) request.kind = RequestKind::OneSided;
  }
  follow(request, variable);
  return error;
}

}  // namespace

TARRY_WRAPPER(int, Fetch_and_op,
              (const void* data, void* result, MPI_Datatype type, int target, MPI_Aint at,
               MPI_Op op, MPI_Win win)) {
  return operate(
      Call::Fetch_and_op, [&] { return fetch_of(target, win, at, 1, type, 1, type, op); },
      [&] { return real::Fetch_and_op(data, result, type, target, at, op, win); });
}

TARRY_WRAPPER(int, Compare_and_swap,
              (const void* data, const void* compare, void* result, MPI_Datatype type, int target,
               MPI_Aint at, MPI_Win win)) {
  return operate(
      Call::Compare_and_swap,
      [&] {
        return Operation{RecordKind::RmaAtomic,
                         target,
                         win,
                         bytes_of(1, type),
                         bytes_of(1, type),
                         kCompareAndSwap,
                         at,
                         1,
                         type};
      },
      [&] { return real::Compare_and_swap(data, compare, result, type, target, at, win); });
}

#define TARRY_WRAP_PUT(name, Count)                                                         \
  TARRY_WRAPPER(int, name,                                                                  \
                (const void* data, Count count, MPI_Datatype type, int target, MPI_Aint at, \
                 Count target_count, MPI_Datatype target_type, MPI_Win win)) {              \
    return operate(                                                                         \
        call_of::name, [&] { return put_of(target, win, at, count, type); },                \
        [&] {                                                                               \
          return real::name(data, count, type, target, at, target_count, target_type, win); \
        });                                                                                 \
  }
#define TARRY_WRAP_GET(name, Count)                                                         \
  TARRY_WRAPPER(int, name,                                                                  \
                (void* data, Count count, MPI_Datatype type, int target, MPI_Aint at,       \
                 Count target_count, MPI_Datatype target_type, MPI_Win win)) {              \
    return operate(                                                                         \
        call_of::name, [&] { return get_of(target, win, at, count, type); },                \
        [&] {                                                                               \
          return real::name(data, count, type, target, at, target_count, target_type, win); \
        });                                                                                 \
  }
#define TARRY_WRAP_ACCUMULATE(name, Count)                                                      \
  TARRY_WRAPPER(int, name,                                                                      \
                (const void* data, Count count, MPI_Datatype type, int target, MPI_Aint at,     \
                 Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)) {       \
    return operate(                                                                             \
        call_of::name, [&] { return accumulate_of(target, win, at, count, type, op); },         \
        [&] {                                                                                   \
          return real::name(data, count, type, target, at, target_count, target_type, op, win); \
        });                                                                                     \
  }
#define TARRY_WRAP_GET_ACCUMULATE(name, Count)                                                 \
  TARRY_WRAPPER(int, name,                                                                     \
                (const void* data, Count count, MPI_Datatype type, void* result,               \
                 Count result_count, MPI_Datatype result_type, int target, MPI_Aint at,        \
                 Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)) {      \
    return operate(                                                                            \
        call_of::name,                                                                         \
        [&] { return fetch_of(target, win, at, count, type, result_count, result_type, op); }, \
        [&] {                                                                                  \
          return real::name(data, count, type, result, result_count, result_type, target, at,  \
                            target_count, target_type, op, win);                               \
        });                                                                                    \
  }
#define TARRY_WRAP_RPUT(name, Count)                                                       \
  TARRY_WRAPPER(                                                                           \
      int, name,                                                                           \
      (const void* data, Count count, MPI_Datatype type, int target, MPI_Aint at,          \
       Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request)) { \
    return operate_with_request(                                                           \
        call_of::name, request, [&] { return put_of(target, win, at, count, type); },      \
        [&] {                                                                              \
          return real::name(data, count, type, target, at, target_count, target_type, win, \
                            request);                                                      \
        });                                                                                \
  }
#define TARRY_WRAP_RGET(name, Count)                                                            \
  TARRY_WRAPPER(                                                                                \
      int, name,                                                                                \
      (void* data, Count count, MPI_Datatype type, int target, MPI_Aint at, Count target_count, \
       MPI_Datatype target_type, MPI_Win win, MPI_Request* request)) {                          \
    return operate_with_request(                                                                \
        call_of::name, request, [&] { return get_of(target, win, at, count, type); },           \
        [&] {                                                                                   \
          return real::name(data, count, type, target, at, target_count, target_type, win,      \
                            request);                                                           \
        });                                                                                     \
  }
#define TARRY_WRAP_RACCUMULATE(name, Count)                                                      \
  TARRY_WRAPPER(int, name,                                                                       \
                (const void* data, Count count, MPI_Datatype type, int target, MPI_Aint at,      \
                 Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,           \
                 MPI_Request* request)) {                                                        \
    return operate_with_request(                                                                 \
        call_of::name, request, [&] { return accumulate_of(target, win, at, count, type, op); }, \
        [&] {                                                                                    \
          return real::name(data, count, type, target, at, target_count, target_type, op, win,   \
                            request);                                                            \
        });                                                                                      \
  }
#define TARRY_WRAP_RGET_ACCUMULATE(name, Count)                                                \
  TARRY_WRAPPER(                                                                               \
      int, name,                                                                               \
      (const void* data, Count count, MPI_Datatype type, void* result, Count result_count,     \
       MPI_Datatype result_type, int target, MPI_Aint at, Count target_count,                  \
       MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request)) {              \
    return operate_with_request(                                                               \
        call_of::name, request,                                                                \
        [&] { return fetch_of(target, win, at, count, type, result_count, result_type, op); }, \
        [&] {                                                                                  \
          return real::name(data, count, type, result, result_count, result_type, target, at,  \
                            target_count, target_type, op, win, request);                      \
        });                                                                                    \
  }
// The wrapper of a function, and of its form for large counts.
#define TARRY_WRAP(how, name) how(name, int) TARRY_IF_HAS(name##_c, how(name##_c, MPI_Count))
TARRY_WRAP(TARRY_WRAP_PUT, Put)
TARRY_WRAP(TARRY_WRAP_GET, Get)
TARRY_WRAP(TARRY_WRAP_ACCUMULATE, Accumulate)
TARRY_WRAP(TARRY_WRAP_GET_ACCUMULATE, Get_accumulate)
TARRY_WRAP(TARRY_WRAP_RPUT, Rput)
TARRY_WRAP(TARRY_WRAP_RGET, Rget)
TARRY_WRAP(TARRY_WRAP_RACCUMULATE, Raccumulate)
TARRY_WRAP(TARRY_WRAP_RGET_ACCUMULATE, Rget_accumulate)
#undef TARRY_WRAP
#undef TARRY_WRAP_PUT
#undef TARRY_WRAP_GET
#undef TARRY_WRAP_ACCUMULATE
#undef TARRY_WRAP_GET_ACCUMULATE
#undef TARRY_WRAP_RPUT
#undef TARRY_WRAP_RGET
#undef TARRY_WRAP_RACCUMULATE
#undef TARRY_WRAP_RGET_ACCUMULATE

}  // namespace tarry::runtime::mpi
