// SPDX-License-Identifier: BSD-3-Clause
// Blocking point-to-point communication. A send record has the time of the enter, and a receive
// record has the time of the leave. Both are written behind the real call: a program may handle
// errors itself, and a call that fails has sent nothing.
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

template <class Function, class Count>
[[gnu::always_inline]] inline int blocking_send(Call call, Function& function, const void* buffer,
                                                Count count, MPI_Datatype type,
                                                const Envelope& to) {
  const Entry entry(is_selected(call));
  if (!entry) {
    const int error = function(buffer, count, type, to.peer, to.tag, to.comm);
    if (entry.unrecorded() && error == MPI_SUCCESS) count_send(to);
    return error;
  }
  CallRecord record(entry, call);
  const int error = function(buffer, count, type, to.peer, to.tag, to.comm);
  record.end();
  if (error == MPI_SUCCESS) record_send(entry, record.begin(), count, type, to);
  return error;
}

// What a call says that it receives.
struct Wanted {
  std::int64_t count;
  MPI_Datatype type;
  int from;
  int tag;
  MPI_Comm comm;
};

// `run` makes the real call with the status that it gets.
template <class Run>
[[gnu::always_inline]] inline int blocking_receive(Call call, const Wanted& wish,
                                                   MPI_Status* status, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) return receive_unrecorded(entry, wish.comm, status, run);
  CallRecord record(entry, call);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (has_received(error))
    record_receive(entry, end, wish.comm, *result,
                   arguments_of_receive(wish.count, wish.type, wish.from, wish.tag));
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int send_and_receive(Call call, std::int64_t count, MPI_Datatype type,
                                                   const Envelope& to, const Wanted& wish,
                                                   MPI_Status* status, Run run) {
  const Entry entry(is_selected(call));
  if (!entry) {
    const int error = receive_unrecorded(entry, wish.comm, status, run);
    if (entry.unrecorded() && has_received(error)) count_send(to);
    return error;
  }
  CallRecord record(entry, call);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (!has_received(error)) return error;
  record_send(entry, record.begin(), count, type, to);
  record_receive(entry, end, wish.comm, *result,
                 arguments_of_receive(wish.count, wish.type, wish.from, wish.tag));
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int receive_matched(std::int64_t count, MPI_Datatype type,
                                                  const MPI_Message* message, MPI_Status* status,
                                                  Run run) {
  const Entry entry(is_selected(Call::Mrecv));
  if (!entry.tracking()) return run(status);
  CallRecord record(entry, Call::Mrecv);
  std::uint32_t comm = 0;
  const bool known = take_message(*message, comm);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = run(result);
  const EventTime end = record.end();
  if (!known || !has_received(error)) return error;
  if (entry)
    record_receive(entry, end, comm, *result, arguments_of(count, type));
  else if (entry.unrecorded())
    count_receive(comm, *result);
  return error;
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

#define TARRY_WRAP_SEND(name, Count)                                                          \
  TARRY_WRAPPER(                                                                              \
      int, name,                                                                              \
      (const void* buffer, Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) { \
    return blocking_send(call_of::name, real::name, buffer, count, type, {to, tag, comm});    \
  }
#define TARRY_WRAP_RECEIVE(name, Count)                                                          \
  TARRY_WRAPPER(int, name,                                                                       \
                (void* buffer, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                 MPI_Status* status)) {                                                          \
    return blocking_receive(call_of::name, {count, type, from, tag, comm}, status,               \
                            [&](MPI_Status* result) {                                            \
                              return real::name(buffer, count, type, from, tag, comm, result);   \
                            });                                                                  \
  }
#define TARRY_WRAP_SENDRECV(name, Count)                                                          \
  TARRY_WRAPPER(                                                                                  \
      int, name,                                                                                  \
      (const void* send_buffer, Count send_count, MPI_Datatype send_type, int to, int send_tag,   \
       void* receive_buffer, Count receive_count, MPI_Datatype receive_type, int from,            \
       int receive_tag, MPI_Comm comm, MPI_Status* status)) {                                     \
    return send_and_receive(                                                                      \
        call_of::name, send_count, send_type, {to, send_tag, comm},                               \
        {receive_count, receive_type, from, receive_tag, comm}, status, [&](MPI_Status* result) { \
          return real::name(send_buffer, send_count, send_type, to, send_tag, receive_buffer,     \
                            receive_count, receive_type, from, receive_tag, comm, result);        \
        });                                                                                       \
  }
#define TARRY_WRAP_SENDRECV_REPLACE(name, Count)                                                  \
  TARRY_WRAPPER(int, name,                                                                        \
                (void* buffer, Count count, MPI_Datatype type, int to, int send_tag, int from,    \
                 int receive_tag, MPI_Comm comm, MPI_Status* status)) {                           \
    return send_and_receive(                                                                      \
        call_of::name, count, type, {to, send_tag, comm}, {count, type, from, receive_tag, comm}, \
        status, [&](MPI_Status* result) {                                                         \
          return real::name(buffer, count, type, to, send_tag, from, receive_tag, comm, result);  \
        });                                                                                       \
  }
#define TARRY_WRAP_MRECV(name, Count)                                                             \
  TARRY_WRAPPER(                                                                                  \
      int, name,                                                                                  \
      (void* buffer, Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status)) { \
    return receive_matched(count, type, message, status, [&](MPI_Status* result) {                \
      return real::name(buffer, count, type, message, result);                                    \
    });                                                                                           \
  }
// The wrapper of a function, and of its form for large counts.
#define TARRY_WRAP(how, name) how(name, int) TARRY_IF_HAS(name##_c, how(name##_c, MPI_Count))
TARRY_WRAP(TARRY_WRAP_SEND, Send)
TARRY_WRAP(TARRY_WRAP_SEND, Bsend)
TARRY_WRAP(TARRY_WRAP_SEND, Ssend)
TARRY_WRAP(TARRY_WRAP_SEND, Rsend)
TARRY_WRAP(TARRY_WRAP_RECEIVE, Recv)
TARRY_WRAP(TARRY_WRAP_SENDRECV, Sendrecv)
TARRY_WRAP(TARRY_WRAP_SENDRECV_REPLACE, Sendrecv_replace)
TARRY_WRAP(TARRY_WRAP_MRECV, Mrecv)
#undef TARRY_WRAP
#undef TARRY_WRAP_SEND
#undef TARRY_WRAP_RECEIVE
#undef TARRY_WRAP_SENDRECV
#undef TARRY_WRAP_SENDRECV_REPLACE
#undef TARRY_WRAP_MRECV

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

}  // namespace tarry::runtime::mpi
