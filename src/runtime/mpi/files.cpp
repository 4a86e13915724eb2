// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/files.h"

#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "compressed/model/call.h"
#include "runtime/core/on_own_account.h"
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/comm_definition.h"
#include "runtime/mpi/file_path.h"
#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/spin_lock.h"
#include "runtime/mpi/windows.h"

namespace tarry::runtime::mpi {
namespace {

using Shape = MpiOperands::Shape;
using core::RecordKind;

struct OpenFile {
  std::uint32_t number = 0;
  bool is_defined = false;  // events may name it
  BegunOperation split;     // the split operation in progress
};

struct FileTable {
  FlatTable<OpenFile> open;       // by the handle
  FlatTable<std::int32_t> names;  // the number by the hash of the name
  std::uint32_t next_file = 0;
  std::int32_t next_name = 0;
  SpinLock lock;
};

constinit FileTable file_table;

// The values of modes differ between MPI libraries; these are the numbers of compressed traces.
std::int32_t recorded_mode(int mode, bool failed) {
  std::int64_t made = failed ? compressed::kFileFailed : 0;
  if ((mode & (MPI_MODE_RDONLY | MPI_MODE_RDWR)) != 0) made |= compressed::kFileRead;
  if ((mode & (MPI_MODE_WRONLY | MPI_MODE_RDWR)) != 0) made |= compressed::kFileWrite;
#define TARRY_FILE_MODE(name, constant, bit) \
  if ((mode & MPI_MODE_##constant) != 0) made |= compressed::kFile##name;
#include "compressed/model/mpi_constants.def"
  return static_cast<std::int32_t>(made);
}

std::optional<OpenFile> find_file(MPI_File file) {
  const std::lock_guard guard(file_table.lock);
  const OpenFile* const known = file_table.open.find(handle_bits(file));
  return known == nullptr ? std::nullopt : std::optional(*known);
}

std::optional<std::uint32_t> number_of_file(MPI_File file) {
  const std::optional<OpenFile> known = find_file(file);
  return known ? std::optional(known->number) : std::nullopt;
}

std::optional<OpenFile> add_file(MPI_File file, bool is_defined) {
  const std::lock_guard guard(file_table.lock);
  OpenFile* const slot = file_table.open.insert(handle_bits(file));
  if (slot == nullptr) return std::nullopt;
  return *slot = {file_table.next_file++, is_defined, {}};
}

std::int32_t number_of_name(const char* name) {
  const std::uint64_t hash = base::fnv1a(name);
  const std::lock_guard guard(file_table.lock);
  if (const std::int32_t* const known = file_table.names.find(hash)) return *known;
  std::int32_t* const slot = file_table.names.insert(hash);
  return slot == nullptr ? core::Arguments::kUnknown : *slot = file_table.next_name++;
}

// No place or size is negative. A sequential file has MPI_DISPLACEMENT_CURRENT for a place, and an
// MPI library may take others.
std::int64_t place_or_unknown(std::int64_t value) {
  return value < 0 ? std::int64_t{core::Arguments::kUnknown} : value;
}

bool reads(Call call) {
  const model::MpiCall kind = model::info(call).kind.call;
  return kind == model::MpiCall::FileIndividualRead || kind == model::MpiCall::FileCollectiveRead;
}

// Returns what an operation is in the log.
std::uint32_t recorded_operation(Call call, bool is_nonblocking) {
  using Kind = model::FileOperation::Kind;
  const model::MpiCall of = model::info(call).kind.call;
  const bool is_collective = of == model::MpiCall::FileCollective ||
                             of == model::MpiCall::FileCollectiveRead ||
                             of == model::MpiCall::FileCollectiveWrite;
  const Kind kind = of == model::MpiCall::FileCollective ? Kind::Flush
                    : reads(call)                        ? Kind::Read
                                                         : Kind::Write;
  return trace::eventlog::file_operation(static_cast<std::uint32_t>(kind), is_collective,
                                         is_nonblocking);
}

// Each process has an MPI_COMM_SELF of its own.
CommKey identity_of(const Ancestry& ancestry, MPI_Comm comm) {
  const Communicator* const world =
      comm == MPI_COMM_SELF ? find_communicator(MPI_COMM_WORLD) : nullptr;
  const auto rank = static_cast<int>(world == nullptr ? 0 : world->rank);
  const CommKey owner = world == nullptr ? CommKey{} : hash_members(&rank, 1, own_job());
  return collective_identity(ancestry.parent, ancestry.how, ancestry.sequence, owner);
}

Operands on_file(std::uint32_t number, Shape shape) {
  Operands made;
  made.shape = shape;
  made.object = number;
  return made;
}

}  // namespace

void share_files() { file_table.lock.enable(); }

// A file that is not there has no bytes: if it can be opened, it is made.
std::int64_t size_before_opening(MPI_Comm comm, const char* name) {
  const Communicator* const known = are_operands_recorded() ? find_communicator(comm) : nullptr;
  if (known == nullptr || known->rank != 0) return core::Arguments::kUnknown;
  const core::OnOwnAccount on_own_account;
  struct stat found {};
  return stat(name, &found) == 0 || stat(path_in(name), &found) == 0 ? found.st_size : 0;
}

void record_file_opened(const core::Entry& entry, core::EventTime time, const Ancestry& ancestry,
                        MPI_Comm comm, const FileOpening& told, MPI_File opened) {
  const bool failed = opened == MPI_FILE_NULL;
  const Communicator* const known = find_communicator(comm);
  const bool is_defined = !failed && ancestry.known && known != nullptr;
  const std::optional<OpenFile> file =
      failed ? std::optional(OpenFile{}) : add_file(opened, is_defined);
  if (!file || known == nullptr) return;
  if (is_defined)
    write_file_definition(file->number, identity_of(ancestry, comm), *known, told.name);
  if (!entry) return;
  if (is_defined) core::rma_record(entry, RecordKind::FileOpened, time, file->number);
  if (!are_operands_recorded()) return;
  Operands made = on_file(file->number, Shape::OpenFile);
  made.comm = core::CommNumber{known->number};
  made.name = number_of_name(told.name);
  made.mode = recorded_mode(told.mode, failed);
  if (!failed) made.size = told.size_before;
  core::operands_record(entry, time, made);
}

void record_file_closed(const core::Entry& entry, core::EventTime time, MPI_File file) {
  const std::optional<OpenFile> known = find_file(file);
  if (!known) return;
  {
    const std::lock_guard guard(file_table.lock);
    file_table.open.erase(handle_bits(file));
  }
  if (!entry) return;
  if (known->is_defined) core::rma_record(entry, RecordKind::FileClosed, time, known->number);
  if (are_operands_recorded())
    core::operands_record(entry, time, on_file(known->number, Shape::CloseFile));
}

BegunOperation begin_file_operation(const core::Entry& entry, core::EventTime time, Call call,
                                    MPI_File file, const FileTransfer& transfer,
                                    bool is_nonblocking) {
  const std::optional<OpenFile> known = find_file(file);
  if (!known || !known->is_defined) return {};
  const std::uint64_t bytes = transfer.count < 0 ? 0 : bytes_of(transfer.count, transfer.type);
  const BegunOperation begun{known->number, next_matching_number(), bytes};
  core::one_sided_record(entry, RecordKind::FileOperation, time,
                         {.window = begun.file,
                          .target = recorded_operation(call, is_nonblocking),
                          .bytes_sent = bytes,
                          .matching = begun.matching});
  return begun;
}

std::uint64_t moved_bytes(const BegunOperation& begun, int error, const MPI_Status& status) {
  if (begun.bytes == 0 || error != MPI_SUCCESS) return 0;
  return std::min(begun.bytes, received_bytes(status));
}

void end_file_operation(const core::Entry& entry, core::EventTime time, const BegunOperation& begun,
                        std::uint64_t bytes) {
  if (begun.matching == 0) return;
  core::one_sided_record(entry, RecordKind::FileCompleted, time,
                         {.window = begun.file, .bytes_sent = bytes, .matching = begun.matching});
}

void keep_split_operation(MPI_File file, const BegunOperation& begun) {
  const std::lock_guard guard(file_table.lock);
  if (OpenFile* const known = file_table.open.find(handle_bits(file))) known->split = begun;
}

BegunOperation take_split_operation(MPI_File file) {
  const std::lock_guard guard(file_table.lock);
  OpenFile* const known = file_table.open.find(handle_bits(file));
  return known == nullptr ? BegunOperation{} : std::exchange(known->split, {});
}

void record_file_deleted(const core::Entry& entry, core::EventTime time, const char* name,
                         bool failed) {
  if (!are_operands_recorded()) return;
  Operands made = on_file(0, Shape::DeleteFile);
  made.name = number_of_name(name);
  made.mode = recorded_mode(0, failed);
  core::operands_record(entry, time, made);
}

void record_file_change(const core::Entry& entry, core::EventTime time, MPI_File file,
                        const FileChange& change) {
  const std::optional<std::uint32_t> number =
      are_operands_recorded() ? number_of_file(file) : std::nullopt;
  if (!number) return;
  Operands made = on_file(*number, Shape::SetFile);
  made.at = place_or_unknown(change.at);
  made.size = place_or_unknown(change.size);
  made.unit = change.unit;
  made.bytes = static_cast<std::uint64_t>(change.extent);
  made.mode = change.mode;
  core::operands_record(entry, time, made);
}

FileChange view_of(MPI_Offset begin, MPI_Datatype unit, MPI_Datatype piece) {
  FileChange view;
  if (!are_operands_recorded() || unit == MPI_DATATYPE_NULL || piece == MPI_DATATYPE_NULL)
    return view;
  MPI_Aint low = 0, extent = 0, first = 0, length = 0;
  MPI_Count unit_size = 0, size = 0;
  if (own::Type_get_extent(piece, &low, &extent) != MPI_SUCCESS ||
      own::Type_get_true_extent(piece, &first, &length) != MPI_SUCCESS ||
      own::Type_size_x(unit, &unit_size) != MPI_SUCCESS ||
      own::Type_size_x(piece, &size) != MPI_SUCCESS || unit_size <= 0 || extent < 0)
    return view;
  if (begin >= 0) view.at = begin + first;
  view.size = size;
  view.unit = unit_size;
  view.extent = extent;
  return view;
}

bool record_transfer(const core::Entry& entry, core::EventTime time, Call call, MPI_File file,
                     const FileTransfer& transfer, std::uint32_t request) {
  const std::optional<std::uint32_t> number =
      are_operands_recorded() ? number_of_file(file) : std::nullopt;
  if (!number || transfer.count < 0) return false;
  Operands made = on_file(*number, request == 0 ? Shape::Transfer : Shape::StartTransfer);
  made.request = request;
  made.at = place_or_unknown(transfer.at);
  const std::uint64_t bytes = bytes_of(transfer.count, transfer.type);
  (reads(call) ? made.received : made.bytes) = bytes;
  made.elements = arguments_of(transfer.count, transfer.type);
  core::operands_record(entry, time, made);
  return true;
}

void record_transfer_end(const core::Entry& entry, core::EventTime time, std::uint32_t request) {
  Operands made = on_file(0, Shape::EndTransfer);
  made.request = request;
  core::operands_record(entry, time, made);
}

}  // namespace tarry::runtime::mpi
