// SPDX-License-Identifier: BSD-3-Clause
// The files that are open, and what calls on them transfer. A file has a number of this process, in
// the order in which files are opened; its identity is made as that of a window.
//
// For compressed traces, further records tell what the calls were told. There, the name of a file
// has a number, too, and is not recorded itself. Calls that fail are recorded only if they open or
// delete a file.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/mpi/calls.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/operands.h"

namespace tarry::runtime::mpi {

// Says that several threads may use the tables from now on. To be called before they can.
void share_files();

struct FileOpening {
  const char* name = nullptr;
  int mode = 0;
  std::int64_t size_before = core::Arguments::kUnknown;
};

// What a call other than a transfer changes of a file, as in model::MpiOperands.
struct FileChange {
  std::int64_t at = core::Arguments::kUnknown;
  std::int64_t size = core::Arguments::kUnknown;
  std::int64_t unit = core::Arguments::kUnknown;
  std::int64_t extent = 0;
  int mode = 0;
};

struct FileTransfer {
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::int64_t at = core::Arguments::kUnknown;
};

// Returns the bytes of the file `name`; unknown unless this is the first process of `comm`. To be
// called before the real call, when no other process can have written to the file that they open
// together.
std::int64_t size_before_opening(MPI_Comm comm, const char* name);

// `opened` is MPI_FILE_NULL if the call failed.
void record_file_opened(const core::Entry& entry, core::EventTime time, const Ancestry& ancestry,
                        MPI_Comm comm, const FileOpening& told, MPI_File opened);

// To be called before the real call: the handle may go to another thread at once.
void record_file_closed(const core::Entry& entry, core::EventTime time, MPI_File file);

void record_file_deleted(const core::Entry& entry, core::EventTime time, const char* name,
                         bool failed);

void record_file_change(const core::Entry& entry, core::EventTime time, MPI_File file,
                        const FileChange& change);

// Returns what set_view tells: a view is taken for one that has the data of a piece of it in one
// block, which begins where the first data of the piece is.
FileChange view_of(MPI_Offset begin, MPI_Datatype unit, MPI_Datatype piece);

// A transfer, or a synchronization of a file, whose begin was recorded.
struct BegunOperation {
  std::uint32_t file = 0;
  std::uint32_t matching = 0;  // 0: it was not recorded
  std::uint64_t bytes = 0;     // that it is to move
};

// Records its begin, if the file is known. `is_nonblocking`: another call ends it. To be called
// before the real call.
BegunOperation begin_file_operation(const core::Entry& entry, core::EventTime time, Call call,
                                    MPI_File file, const FileTransfer& transfer,
                                    bool is_nonblocking);

// Returns the bytes that the operation has moved: none if it has failed, and never more than it was
// to move, whatever MPI leaves in the status.
std::uint64_t moved_bytes(const BegunOperation& begun, int error, const MPI_Status& status);

// Records the end of an operation that has moved these bytes, if its begin was recorded.
void end_file_operation(const core::Entry& entry, core::EventTime time, const BegunOperation& begun,
                        std::uint64_t bytes);

// A file has at most one split operation, which one call begins and another one ends.
void keep_split_operation(MPI_File file, const BegunOperation& begun);
BegunOperation take_split_operation(MPI_File file);

// `request`: number that its end has; 0 if it ends with the call. Returns false if nothing was
// recorded.
bool record_transfer(const core::Entry& entry, core::EventTime time, Call call, MPI_File file,
                     const FileTransfer& transfer, std::uint32_t request);

void record_transfer_end(const core::Entry& entry, core::EventTime time, std::uint32_t request);

}  // namespace tarry::runtime::mpi
