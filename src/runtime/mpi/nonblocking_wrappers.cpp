// SPDX-License-Identifier: BSD-3-Clause
// Non-blocking and persistent point-to-point communication. A send is recorded when it is started,
// with the time of the enter, if MPI has started it; a receive when it is posted, with the time of
// the leave, and again when it completes (completion_wrappers.cpp).
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/matched_messages.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/started_messages.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

using core::CommNumber;
using core::RecordKind;
using core::RequestNumber;

// Returns the send, which is recorded or counted.
Request started_send(const Entry& entry, EventTime time, std::int64_t count, MPI_Datatype type,
                     const Envelope& to) {
  Request request = operation(entry, RequestKind::Send, to);
  if (entry && request.kind == RequestKind::Send) {
    request.recorded = true;
    request.id = requests().next_id();
    request.bytes_sent = bytes_of(count, type);
    keep_arguments(request, count, type);
    record_start_of_send(entry, time, request);
  } else if (entry.unrecorded() && request.kind == RequestKind::Send) {
    request.begin = unrecorded_begin().ticks;
    count_send(request);
  }
  return request;
}

template <class Function, class Count>
[[gnu::always_inline]] inline int start_send(Call call, Function& function, const void* buffer,
                                             Count count, MPI_Datatype type, const Envelope& to,
                                             MPI_Request* variable) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  const CallRecord record(entry, call);
  const int error = function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  if (error == MPI_SUCCESS) follow(started_send(entry, record.begin(), count, type, to), variable);
  return error;
}

void record_posting(const Entry& entry, EventTime time, const Request& request,
                    const Arguments& arguments) {
  core::arguments_record(entry, time, arguments);
  core::request_record(entry, RecordKind::MpiIrecvRequest, time, RequestNumber{request.id});
}

// To be called after a receive was posted.
void follow_receive(const Entry& entry, EventTime end, Request request, const MPI_Request* variable,
                    Arguments arguments) {
  if (request.kind == RequestKind::Receive) {
    request.recorded = static_cast<bool>(entry);
    request.begin = begin_of(entry, end);
    request.id = requests().next_id();
    arguments.comm = CommNumber{request.comm};
    if (entry) record_posting(entry, end, request, arguments);
  }
  follow(request, variable);
}

// Follows a request of an *_init function: nothing is recorded before MPI_Start.
void follow_message(Request request, std::int64_t count, MPI_Datatype type,
                    const MPI_Request* variable) {
  if (request.kind == RequestKind::Send) request.bytes_sent = bytes_of(count, type);
  keep_arguments(request, count, type);
  follow_persistent(request, variable);
}

template <class Function, class Count>
[[gnu::always_inline]] inline int init_send(Call call, Function& function, const void* buffer,
                                            Count count, MPI_Datatype type, const Envelope& to,
                                            MPI_Request* variable) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  const CallRecord record(entry, call);
  const int error = function(buffer, count, type, to.peer, to.tag, to.comm, variable);
  if (error == MPI_SUCCESS)
    follow_message(operation(entry, RequestKind::Send, to), count, type, variable);
  return error;
}

// A collective operation begins for all its members, recorded or not.
void record_start_of_collective(const Entry& entry, EventTime time, const Request& request) {
  if (!request.recorded) return count_collective(request);
  core::arguments_record(entry, time, arguments_of_send(request));
  core::request_record(entry, RecordKind::NonBlockingCollectiveRequest, time,
                       RequestNumber{request.id});
}

// To be called before the real start, while the requests cannot complete yet.
void start_requests(const Entry& entry, EventTime time, int count, const MPI_Request* variables) {
  const std::uint64_t begin = begin_of(entry, time);
  for (int i = 0; i < count; ++i) {
    Request request;
    if (!requests().start(handle_bits(variables[i]), variables + i, static_cast<bool>(entry), begin,
                          request))
      continue;
    if (request.kind == RequestKind::Collective)
      record_start_of_collective(entry, time, request);
    else if (request.kind != RequestKind::Send || is_partitioned_send(request))
      continue;
    else if (request.recorded)
      record_start_of_send(entry, time, request);
    else
      count_send(request);
    started(request);
  }
}

// To be called after the real start.
void record_posted(const Entry& entry, EventTime time, int count, const MPI_Request* variables) {
  for (int i = 0; i < count; ++i) {
    Request request;
    if (requests().look(handle_bits(variables[i]), variables + i, request) &&
        request.kind == RequestKind::Receive && request.recorded)
      record_posting(entry, time, request, arguments_of_receive(request));
  }
}

template <class Run>
[[gnu::always_inline]] inline int start_receive(Call call, std::int64_t count, MPI_Datatype type,
                                                const Envelope& from, const MPI_Request* variable,
                                                Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  CallRecord record(entry, call);
  const int error = run();
  const EventTime end = record.end();
  if (error == MPI_SUCCESS)
    follow_receive(entry, end, operation(entry, RequestKind::Receive, from), variable,
                   arguments_of_receive(count, type, from.peer, from.tag));
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int start_matched_receive(std::int64_t count, MPI_Datatype type,
                                                        const MPI_Message* message,
                                                        const MPI_Request* variable, Run run) {
  const Entry entry(is_selected(Call::Imrecv));
  if (!entry.tracking()) return run();
  CallRecord record(entry, Call::Imrecv);
  Request known;
  if (take_message(*message, known.comm) && entry.selected()) {
    known.kind = RequestKind::Receive;
    known.peer = static_cast<std::uint32_t>(MPI_ANY_SOURCE);  // only the probe knows it
  }
  const int error = run();
  const EventTime end = record.end();
  if (error == MPI_SUCCESS) follow_receive(entry, end, known, variable, arguments_of(count, type));
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int init_receive(Call call, std::int64_t count, MPI_Datatype type,
                                               const Envelope& from, const MPI_Request* variable,
                                               Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  const int error = run();
  if (error == MPI_SUCCESS)
    follow_message(operation(entry, RequestKind::Receive, from), count, type, variable);
  return error;
}

// One side of a call that sends and receives.
struct Side {
  std::int64_t count;
  MPI_Datatype type;
  Envelope envelope;
};

// The call has one request for both messages, which are followed each by itself.
template <class Run>
[[gnu::always_inline]] inline int start_exchange(Call call, const Side& send, const Side& receive,
                                                 const MPI_Request* variable, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  CallRecord record(entry, call);
  const int error = run();
  const EventTime end = record.end();
  if (error != MPI_SUCCESS) return error;
  Request sent = started_send(entry, record.begin(), send.count, send.type, send.envelope);
  sent.has_second = true;
  follow(sent, variable);
  Request received = operation(entry, RequestKind::Receive, receive.envelope);
  received.is_second = true;
  received.bytes_received = bytes_of(receive.count, receive.type);
  follow_receive(entry, end, received, variable,
                 arguments_of_receive(receive.count, receive.type, receive.envelope.peer,
                                      receive.envelope.tag));
  return error;
}

}  // namespace

#define TARRY_WRAP_START(name, Count)                                                            \
  TARRY_WRAPPER(int, name,                                                                       \
                (const void* buffer, Count count, MPI_Datatype type, int to, int tag,            \
                 MPI_Comm comm, MPI_Request* request)) {                                         \
    return start_send(call_of::name, real::name, buffer, count, type, {to, tag, comm}, request); \
  }
#define TARRY_WRAP_INIT(name, Count)                                                            \
  TARRY_WRAPPER(int, name,                                                                      \
                (const void* buffer, Count count, MPI_Datatype type, int to, int tag,           \
                 MPI_Comm comm, MPI_Request* request)) {                                        \
    return init_send(call_of::name, real::name, buffer, count, type, {to, tag, comm}, request); \
  }
#define TARRY_WRAP_RECEIVE(name, Count)                                                          \
  TARRY_WRAPPER(int, name,                                                                       \
                (void* buffer, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                 MPI_Request* request)) {                                                        \
    return start_receive(call_of::name, count, type, {from, tag, comm}, request, [&] {           \
      return real::name(buffer, count, type, from, tag, comm, request);                          \
    });                                                                                          \
  }
#define TARRY_WRAP_IMRECV(name, Count)                                               \
  TARRY_WRAPPER(int, name,                                                           \
                (void* buffer, Count count, MPI_Datatype type, MPI_Message* message, \
                 MPI_Request* request)) {                                            \
    return start_matched_receive(count, type, message, request, [&] {                \
      return real::name(buffer, count, type, message, request);                      \
    });                                                                              \
  }
#define TARRY_WRAP_RECV_INIT(name, Count)                                                        \
  TARRY_WRAPPER(int, name,                                                                       \
                (void* buffer, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, \
                 MPI_Request* request)) {                                                        \
    return init_receive(call_of::name, count, type, {from, tag, comm}, request, [&] {            \
      return real::name(buffer, count, type, from, tag, comm, request);                          \
    });                                                                                          \
  }
#define TARRY_WRAP_ISENDRECV(name, Count)                                                          \
  TARRY_WRAPPER(                                                                                   \
      int, name,                                                                                   \
      (const void* send_buffer, Count send_count, MPI_Datatype send_type, int to, int send_tag,    \
       void* receive_buffer, Count receive_count, MPI_Datatype receive_type, int from,             \
       int receive_tag, MPI_Comm comm, MPI_Request* request)) {                                    \
    return start_exchange(call_of::name, {send_count, send_type, {to, send_tag, comm}},            \
                          {receive_count, receive_type, {from, receive_tag, comm}}, request, [&] { \
                            return real::name(send_buffer, send_count, send_type, to, send_tag,    \
                                              receive_buffer, receive_count, receive_type, from,   \
                                              receive_tag, comm, request);                         \
                          });                                                                      \
  }
#define TARRY_WRAP_ISENDRECV_REPLACE(name, Count)                                              \
  TARRY_WRAPPER(int, name,                                                                     \
                (void* buffer, Count count, MPI_Datatype type, int to, int send_tag, int from, \
                 int receive_tag, MPI_Comm comm, MPI_Request* request)) {                      \
    return start_exchange(call_of::name, {count, type, {to, send_tag, comm}},                  \
                          {count, type, {from, receive_tag, comm}}, request, [&] {             \
                            return real::name(buffer, count, type, to, send_tag, from,         \
                                              receive_tag, comm, request);                     \
                          });                                                                  \
  }
// The wrapper of a function, and of its form for large counts.
#define TARRY_WRAP(how, name)        \
  TARRY_IF_HAS(name, how(name, int)) \
  TARRY_IF_HAS(name##_c, how(name##_c, MPI_Count))
TARRY_WRAP(TARRY_WRAP_START, Isend)
TARRY_WRAP(TARRY_WRAP_START, Ibsend)
TARRY_WRAP(TARRY_WRAP_START, Issend)
TARRY_WRAP(TARRY_WRAP_START, Irsend)
TARRY_WRAP(TARRY_WRAP_INIT, Send_init)
TARRY_WRAP(TARRY_WRAP_INIT, Bsend_init)
TARRY_WRAP(TARRY_WRAP_INIT, Ssend_init)
TARRY_WRAP(TARRY_WRAP_INIT, Rsend_init)
TARRY_WRAP(TARRY_WRAP_RECEIVE, Irecv)
TARRY_WRAP(TARRY_WRAP_IMRECV, Imrecv)
TARRY_WRAP(TARRY_WRAP_RECV_INIT, Recv_init)
TARRY_WRAP(TARRY_WRAP_ISENDRECV, Isendrecv)
TARRY_WRAP(TARRY_WRAP_ISENDRECV_REPLACE, Isendrecv_replace)
#undef TARRY_WRAP
#undef TARRY_WRAP_START
#undef TARRY_WRAP_INIT
#undef TARRY_WRAP_RECEIVE
#undef TARRY_WRAP_IMRECV
#undef TARRY_WRAP_RECV_INIT
#undef TARRY_WRAP_ISENDRECV
#undef TARRY_WRAP_ISENDRECV_REPLACE

TARRY_WRAPPER(int, Start, (MPI_Request * request)) {
  const Entry entry(starts_selected());
  if (!entry.tracking()) return real::Start(request);
  CallRecord record(entry, Call::Start);
  start_requests(entry, record.begin(), 1, request);
  const int error = real::Start(request);
  record_posted(entry, record.end(), 1, request);
  return error;
}

TARRY_WRAPPER(int, Startall, (int count, MPI_Request requests[])) {
  const Entry entry(starts_selected());
  if (!entry.tracking()) return real::Startall(count, requests);
  CallRecord record(entry, Call::Startall);
  start_requests(entry, record.begin(), count, requests);
  const int error = real::Startall(count, requests);
  record_posted(entry, record.end(), count, requests);
  return error;
}

TARRY_WRAPPER(int, Cancel, (MPI_Request * request)) {
  const Entry entry(is_selected(Call::Cancel));
  if (!entry.tracking()) return real::Cancel(request);
  const CallRecord record(entry, Call::Cancel);
  requests().mark_cancelled(handle_bits(*request), request);
  return real::Cancel(request);
}

TARRY_WRAPPER(int, Request_free, (MPI_Request * request)) {
  const Entry entry(is_selected(Call::Request_free));
  if (!entry.tracking()) return real::Request_free(request);
  const CallRecord record(entry, Call::Request_free);
  // This comes before the real call, after which another thread may get the handle at once.
  abandon(entry, record.begin(), *request, request);
  return real::Request_free(request);
}

}  // namespace tarry::runtime::mpi
