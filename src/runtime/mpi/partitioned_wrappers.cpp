// SPDX-License-Identifier: BSD-3-Clause
// Partitioned messages: persistent requests whose data the sender gives to MPI part by part. Such a
// message begins when its last partition is ready, whichever thread says so, because the receiver
// waits for that; at its other end it is like any persistent receive.
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/poll_record.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/started_messages.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

#if TARRY_HAS_Psend_init

namespace tarry::runtime::mpi {
namespace {

struct Partitions {
  int number;
  MPI_Count count;  // elements of each
  MPI_Datatype type;
};

template <class Run>
[[gnu::always_inline]] inline int init(Call call, RequestKind kind, const Partitions& partitions,
                                       const Envelope& envelope, const MPI_Request* variable,
                                       Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  const int error = run();
  if (error != MPI_SUCCESS) return error;
  Request request = operation(entry, kind, envelope);
  const std::int64_t elements = std::int64_t{partitions.number} * partitions.count;
  const std::uint64_t bytes = bytes_of(elements, partitions.type);
  (kind == RequestKind::Send ? request.bytes_sent : request.bytes_received) = bytes;
  request.partitions = static_cast<std::uint32_t>(partitions.number);
  keep_arguments(request, elements, partitions.type);
  follow_persistent(request, variable);
  return error;
}

// `number` partitions are made ready by this call.
template <class Run>
[[gnu::always_inline]] inline int make_ready(Call call, MPI_Request handle, int number, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  Request request;
  if (number > 0 &&
      requests().make_ready(handle_bits(handle), static_cast<std::uint32_t>(number),
                            static_cast<bool>(entry), begin_of(entry, record.begin()), request)) {
    if (request.recorded)
      record_start_of_send(entry, record.begin(), request);
    else
      count_send(request);
  }
  return run();
}

// An operation of poll(). It overwrites nothing that is needed.
struct ParrivedOperation {
  static constexpr Call kCall = Call::Parrived;
  static bool is_selected() { return mpi::is_selected(kCall); }
  static bool keep_quickly() { return true; }
  static bool keep() { return true; }
  static void release() {}

  [[gnu::always_inline]] int make() { return real::Parrived(request, partition, flag); }
  int make_plainly() { return make(); }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const { return *flag == 0; }
  void ended(const Entry& /*entry*/, EventTime /*end*/, int /*error*/) {}

  MPI_Request request;
  int partition;
  int* flag;
};

// Some libraries take a list of partitions that is not constant.
template <class Function>
struct SecondParameter;
template <class Result, class First, class Second, class... Others>
struct SecondParameter<Result(First, Second, Others...)> {
  using Type = Second;
};
using ListOfPartitions = SecondParameter<decltype(MPI_Pready_list)>::Type;

}  // namespace

TARRY_WRAPPER(int, Psend_init,
              (const void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int to,
               int tag, MPI_Comm comm, MPI_Info hints, MPI_Request* request)) {
  return init(Call::Psend_init, RequestKind::Send, {partitions, count, type}, {to, tag, comm},
              request, [&] {
                return real::Psend_init(buffer, partitions, count, type, to, tag, comm, hints,
                                        request);
              });
}

TARRY_WRAPPER(int, Precv_init,
              (void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int from, int tag,
               MPI_Comm comm, MPI_Info hints, MPI_Request* request)) {
  return init(Call::Precv_init, RequestKind::Receive, {partitions, count, type}, {from, tag, comm},
              request, [&] {
                return real::Precv_init(buffer, partitions, count, type, from, tag, comm, hints,
                                        request);
              });
}

TARRY_WRAPPER(int, Pready, (int partition, MPI_Request request)) {
  return make_ready(Call::Pready, request, 1, [&] { return real::Pready(partition, request); });
}

TARRY_WRAPPER(int, Pready_range, (int first, int last, MPI_Request request)) {
  return make_ready(Call::Pready_range, request, last - first + 1,
                    [&] { return real::Pready_range(first, last, request); });
}

TARRY_WRAPPER(int, Pready_list, (int count, ListOfPartitions partitions, MPI_Request request)) {
  return make_ready(Call::Pready_list, request, count,
                    [&] { return real::Pready_list(count, partitions, request); });
}

TARRY_WRAPPER(int, Parrived, (MPI_Request request, int partition, int* flag)) {
  return poll(ParrivedOperation{request, partition, flag});
}

}  // namespace tarry::runtime::mpi

#endif
