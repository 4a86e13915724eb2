// SPDX-License-Identifier: BSD-3-Clause
// Calls on files have an enter and a leave, records of what they transfer and, for compressed
// traces, a record of what they were told. Most wrappers are generated from the table.
#include "runtime/mpi/files.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/windows.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// Follows the request of a transfer to its end. `begun` is what was recorded of its begin.
void follow_transfer(const Entry& entry, EventTime time, Call call, MPI_File file,
                     const FileTransfer& transfer, const BegunOperation& begun,
                     const MPI_Request* variable) {
  Request request;
  request.id = begun.matching != 0 ? begun.matching : next_matching_number();
  request.comm = begun.file;
  request.tag = begun.matching;
  request.bytes_received = begun.bytes;
  const bool has_operands = entry && record_transfer(entry, time, call, file, transfer, request.id);
  request.recorded = has_operands || begun.matching != 0;
  if (request.recorded) request.kind = RequestKind::File;
  if (*variable == MPI_REQUEST_NULL) end_file_operation(entry, time, begun, begun.bytes);
  follow(request, variable);
}

}  // namespace

TARRY_WRAPPER(int, File_open,
              (MPI_Comm comm, const char* name, int mode, MPI_Info hints, MPI_File* fresh)) {
  const Entry entry(is_selected(Call::File_open));
  if (!entry.tracking()) return real::File_open(comm, name, mode, hints, fresh);
  const std::int64_t before = size_before_opening(comm, name);
  CallRecord record(entry, Call::File_open);
  const Ancestry ancestry = begin_creation(comm, Creation::File);
  const int error = real::File_open(comm, name, mode, hints, fresh);
  const EventTime end = record.end();
  record_file_opened(entry, end, ancestry, comm, {name, mode, before},
                     error == MPI_SUCCESS ? *fresh : MPI_FILE_NULL);
  return error;
}

TARRY_WRAPPER(int, File_close, (MPI_File * variable)) {
  const Entry entry(is_selected(Call::File_close));
  if (!entry.tracking()) return real::File_close(variable);
  const CallRecord record(entry, Call::File_close);
  record_file_closed(entry, record.begin(), *variable);
  return real::File_close(variable);
}

TARRY_WRAPPER(int, File_delete, (const char* name, MPI_Info hints)) {
  const Entry entry(is_selected(Call::File_delete));
  if (!entry) return real::File_delete(name, hints);
  CallRecord record(entry, Call::File_delete);
  const int error = real::File_delete(name, hints);
  record_file_deleted(entry, record.end(), name, error != MPI_SUCCESS);
  return error;
}

// A place that is told from elsewhere than the beginning is looked up, which the others cannot
// change.
TARRY_WRAPPER(int, File_seek, (MPI_File fh, MPI_Offset offset, int whence)) {
  const Entry entry(is_selected(Call::File_seek));
  if (!entry) return real::File_seek(fh, offset, whence);
  CallRecord record(entry, Call::File_seek);
  const int error = real::File_seek(fh, offset, whence);
  const EventTime end = record.end();
  if (error != MPI_SUCCESS) return error;
  if (whence != MPI_SEEK_SET && are_operands_recorded() &&
      own::File_get_position(fh, &offset) != MPI_SUCCESS)
    return error;
  record_file_change(entry, end, fh, {.at = offset});
  return error;
}

TARRY_WRAPPER(int, File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence)) {
  const Entry entry(is_selected(Call::File_seek_shared));
  if (!entry) return real::File_seek_shared(fh, offset, whence);
  CallRecord record(entry, Call::File_seek_shared);
  const int error = real::File_seek_shared(fh, offset, whence);
  FileChange change;
  if (whence == MPI_SEEK_SET) change.at = offset;
  if (error == MPI_SUCCESS) record_file_change(entry, record.end(), fh, change);
  return error;
}

TARRY_WRAPPER(int, File_set_view,
              (MPI_File fh, MPI_Offset begin, MPI_Datatype unit, MPI_Datatype piece,
               const char* form, MPI_Info hints)) {
  const Entry entry(is_selected(Call::File_set_view));
  if (!entry) return real::File_set_view(fh, begin, unit, piece, form, hints);
  CallRecord record(entry, Call::File_set_view);
  const int error = real::File_set_view(fh, begin, unit, piece, form, hints);
  const EventTime end = record.end();
  if (error == MPI_SUCCESS) record_file_change(entry, end, fh, view_of(begin, unit, piece));
  return error;
}

TARRY_WRAPPER(int, File_sync, (MPI_File fh)) {
  const Entry entry(is_selected(Call::File_sync));
  if (!entry) return real::File_sync(fh);
  CallRecord record(entry, Call::File_sync);
  const BegunOperation begun =
      begin_file_operation(entry, record.begin(), Call::File_sync, fh, {}, false);
  const int error = real::File_sync(fh);
  const EventTime end = record.end();
  end_file_operation(entry, end, begun, 0);
  if (error == MPI_SUCCESS) record_file_change(entry, end, fh, {});
  return error;
}

#define TARRY_SET_FILE_ROW(name, result, parameters, arguments, ...)                       \
  TARRY_WRAPPER(result, name, parameters) {                                                \
    const Entry entry(is_selected(call_of::name));                                         \
    if (!entry) return real::name arguments;                                               \
    CallRecord record(entry, call_of::name);                                               \
    const result error = real::name arguments;                                             \
    const EventTime end = record.end();                                                    \
    if (error == MPI_SUCCESS) record_file_change(entry, end, fh, FileChange{__VA_ARGS__}); \
    return error;                                                                          \
  }

// The last columns of transfers are the members of FileTransfer behind `type`. The status tells how
// much was moved: it is our own if the program wants none.
#define TARRY_TRANSFER_ROW(name, result, parameters, arguments, ...)                       \
  TARRY_WRAPPER(result, name, parameters) {                                                \
    const Entry entry(is_selected(call_of::name));                                         \
    if (!entry) return real::name arguments;                                               \
    CallRecord record(entry, call_of::name);                                               \
    const FileTransfer transfer{count, datatype __VA_OPT__(, ) __VA_ARGS__};               \
    const BegunOperation begun =                                                           \
        begin_file_operation(entry, record.begin(), call_of::name, fh, transfer, false);   \
    MPI_Status own_status{};                                                               \
    status = wanted(status, &own_status);                                                  \
    const result error = real::name arguments;                                             \
    const EventTime end = record.end();                                                    \
    end_file_operation(entry, end, begun, moved_bytes(begun, error, *status));             \
    if (error == MPI_SUCCESS) record_transfer(entry, end, call_of::name, fh, transfer, 0); \
    return error;                                                                          \
  }

#define TARRY_BEGIN_TRANSFER_ROW(name, result, parameters, arguments, ...)              \
  TARRY_WRAPPER(result, name, parameters) {                                             \
    const Entry entry(is_selected(call_of::name));                                      \
    if (!entry) return real::name arguments;                                            \
    CallRecord record(entry, call_of::name);                                            \
    const FileTransfer transfer{count, datatype __VA_OPT__(, ) __VA_ARGS__};            \
    const BegunOperation begun =                                                        \
        begin_file_operation(entry, record.begin(), call_of::name, fh, transfer, true); \
    const result error = real::name arguments;                                          \
    const EventTime end = record.end();                                                 \
    if (error != MPI_SUCCESS) {                                                         \
      end_file_operation(entry, end, begun, 0);                                         \
      return error;                                                                     \
    }                                                                                   \
    keep_split_operation(fh, begun);                                                    \
    record_transfer(entry, end, call_of::name, fh, transfer, 0);                        \
    return error;                                                                       \
  }

// A transfer whose begin is in the log gets its end there too, also during a pause.
#define TARRY_END_TRANSFER_ROW(name, result, parameters, arguments)            \
  TARRY_WRAPPER(result, name, parameters) {                                    \
    const Entry entry(is_selected(call_of::name));                             \
    if (!entry.tracking()) return real::name arguments;                        \
    CallRecord record(entry, call_of::name);                                   \
    const BegunOperation begun = take_split_operation(fh);                     \
    MPI_Status own_status{};                                                   \
    status = wanted(status, &own_status);                                      \
    const result error = real::name arguments;                                 \
    const EventTime end = record.end();                                        \
    end_file_operation(entry, end, begun, moved_bytes(begun, error, *status)); \
    if (entry && error == MPI_SUCCESS) record_file_change(entry, end, fh, {}); \
    return error;                                                              \
  }

#define TARRY_START_TRANSFER_ROW(name, result, parameters, arguments, ...)                    \
  TARRY_WRAPPER(result, name, parameters) {                                                   \
    const Entry entry(is_selected(call_of::name));                                            \
    if (!entry.tracking()) return real::name arguments;                                       \
    CallRecord record(entry, call_of::name);                                                  \
    const FileTransfer transfer{count, datatype __VA_OPT__(, ) __VA_ARGS__};                  \
    BegunOperation begun;                                                                     \
    if (entry)                                                                                \
      begun = begin_file_operation(entry, record.begin(), call_of::name, fh, transfer, true); \
    const result error = real::name arguments;                                                \
    const EventTime end = record.end();                                                       \
    if (error == MPI_SUCCESS)                                                                 \
      follow_transfer(entry, end, call_of::name, fh, transfer, begun, request);               \
    else                                                                                      \
      end_file_operation(entry, end, begun, 0);                                               \
    return error;                                                                             \
  }

#define TARRY_MANUAL_ROW(...)
#define TARRY_UNIFORM_ROW(...)
#define TARRY_REQUEST_ROW(...)

#include "runtime/mpi/calls/all.def"

}  // namespace tarry::runtime::mpi
