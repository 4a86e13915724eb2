// SPDX-License-Identifier: BSD-3-Clause
// Blocking point-to-point communication. A send record has the time of the enter, and a receive
// record has the time of the leave.
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/matched_messages.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/poll_record.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// Makes a call that receives one message and is not recorded; `run` makes the real call.
template <class Run>
int receive_unrecorded(const Entry& entry, MPI_Comm comm, MPI_Status* status, Run run) {
  if (!entry.unrecorded()) return run(status);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  if (has_received(error)) count_receive(comm, *result);
  return error;
}

template <class Function>
[[gnu::always_inline]] inline int blocking_send(Call call, Function& function, const void* buffer,
                                                int count, MPI_Datatype type, const Envelope& to) {
  const Entry entry(is_selected(call));
  if (!entry) {
    if (entry.unrecorded()) count_send(to);
    return function(buffer, count, type, to.peer, to.tag, to.comm);
  }
  const CallRecord record(entry, call);
  record_send(entry, record.begin(), count, type, to);
  return function(buffer, count, type, to.peer, to.tag, to.comm);
}

// The operations of poll(). They overwrite nothing that is needed.
struct ProbeArguments {
  static bool keep_quickly() { return true; }
  static bool keep() { return true; }
  static void release() {}
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const { return *flag == 0; }

  int source;
  int tag;
  MPI_Comm comm;
  int* flag;
  MPI_Status* status;
};

struct IprobeOperation : ProbeArguments {
  static constexpr Call kCall = Call::Iprobe;
  static bool is_selected() { return mpi::is_selected(kCall); }

  [[gnu::always_inline]] int make() { return real::Iprobe(source, tag, comm, flag, status); }
  int make_plainly() { return make(); }
  void ended(const Entry& /*entry*/, EventTime /*end*/, int /*error*/) {}
};

struct ImprobeOperation : ProbeArguments {
  static constexpr Call kCall = Call::Improbe;
  static bool is_selected() { return mpi::is_selected(kCall); }

  [[gnu::always_inline]] int make() {
    return real::Improbe(source, tag, comm, flag, message, status);
  }
  int make_plainly() { return make(); }
  void ended(const Entry& /*entry*/, EventTime /*end*/, int error) {
    if (error == MPI_SUCCESS && *flag != 0) keep_message(*message, comm);
  }

  MPI_Message* message;
};

}  // namespace

TARRY_WRAPPER(int, Send,
              (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) {
  return blocking_send(Call::Send, real::Send, buffer, count, type, {to, tag, comm});
}

TARRY_WRAPPER(int, Bsend,
              (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) {
  return blocking_send(Call::Bsend, real::Bsend, buffer, count, type, {to, tag, comm});
}

TARRY_WRAPPER(int, Ssend,
              (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) {
  return blocking_send(Call::Ssend, real::Ssend, buffer, count, type, {to, tag, comm});
}

TARRY_WRAPPER(int, Rsend,
              (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) {
  return blocking_send(Call::Rsend, real::Rsend, buffer, count, type, {to, tag, comm});
}

TARRY_WRAPPER(int, Recv,
              (void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Status* status)) {
  const auto run = [&](MPI_Status* result) {
    return real::Recv(buffer, count, type, from, tag, comm, result);
  };
  const Entry entry(is_selected(Call::Recv));
  if (!entry) return receive_unrecorded(entry, comm, status, run);
  CallRecord record(entry, Call::Recv);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (has_received(error))
    record_receive(entry, end, comm, *result, arguments_of_receive(count, type, from, tag));
  return error;
}

TARRY_WRAPPER(int, Sendrecv,
              (const void* send_buffer, int send_count, MPI_Datatype send_type, int to,
               int send_tag, void* receive_buffer, int receive_count, MPI_Datatype receive_type,
               int from, int receive_tag, MPI_Comm comm, MPI_Status* status)) {
  const auto run = [&](MPI_Status* result) {
    return real::Sendrecv(send_buffer, send_count, send_type, to, send_tag, receive_buffer,
                          receive_count, receive_type, from, receive_tag, comm, result);
  };
  const Entry entry(is_selected(Call::Sendrecv));
  if (!entry) {
    if (entry.unrecorded()) count_send({to, send_tag, comm});
    return receive_unrecorded(entry, comm, status, run);
  }
  CallRecord record(entry, Call::Sendrecv);
  record_send(entry, record.begin(), send_count, send_type, {to, send_tag, comm});
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (has_received(error))
    record_receive(entry, end, comm, *result,
                   arguments_of_receive(receive_count, receive_type, from, receive_tag));
  return error;
}

TARRY_WRAPPER(int, Sendrecv_replace,
              (void* buffer, int count, MPI_Datatype type, int to, int send_tag, int from,
               int receive_tag, MPI_Comm comm, MPI_Status* status)) {
  const auto run = [&](MPI_Status* result) {
    return real::Sendrecv_replace(buffer, count, type, to, send_tag, from, receive_tag, comm,
                                  result);
  };
  const Entry entry(is_selected(Call::Sendrecv_replace));
  if (!entry) {
    if (entry.unrecorded()) count_send({to, send_tag, comm});
    return receive_unrecorded(entry, comm, status, run);
  }
  CallRecord record(entry, Call::Sendrecv_replace);
  record_send(entry, record.begin(), count, type, {to, send_tag, comm});
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (has_received(error))
    record_receive(entry, end, comm, *result, arguments_of_receive(count, type, from, receive_tag));
  return error;
}

TARRY_WRAPPER(int, Mprobe,
              (int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status)) {
  const Entry entry(is_selected(Call::Mprobe));
  if (!entry.tracking()) return real::Mprobe(from, tag, comm, message, status);
  const CallRecord record(entry, Call::Mprobe);
  const int error = real::Mprobe(from, tag, comm, message, status);
  if (error == MPI_SUCCESS) keep_message(*message, comm);
  return error;
}

TARRY_WRAPPER(int, Iprobe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status)) {
  return poll(IprobeOperation{{source, tag, comm, flag, status}});
}

TARRY_WRAPPER(int, Improbe,
              (int from, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
               MPI_Status* status)) {
  return poll(ImprobeOperation{{from, tag, comm, flag, status}, message});
}

TARRY_WRAPPER(int, Mrecv,
              (void* buffer, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Status* status)) {
  const Entry entry(is_selected(Call::Mrecv));
  if (!entry.tracking()) return real::Mrecv(buffer, count, type, message, status);
  CallRecord record(entry, Call::Mrecv);
  std::uint32_t comm = 0;
  const bool known = take_message(*message, comm);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = real::Mrecv(buffer, count, type, message, result);
  const EventTime end = record.end();
  if (!known || !has_received(error)) return error;
  if (entry)
    record_receive(entry, end, comm, *result, arguments_of(count, type));
  else if (entry.unrecorded())
    count_receive(comm, *result);
  return error;
}

}  // namespace tarry::runtime::mpi
