// SPDX-License-Identifier: BSD-3-Clause
// The content of files does not matter, so all transfers share the buffers of messages. Files
// return errors instead of ending the program, so that every call is checked.
#include "mpi_plugins/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "mpi_plugins/abort.h"
#include "mpi_plugins/unrecorded.h"

namespace tarry::replay {
namespace {

using model::MpiFunction;

int mpi_mode(std::int64_t mode) {
  const bool reads = (mode & compressed::kFileRead) != 0;
  const bool writes = (mode & compressed::kFileWrite) != 0;
  int all = reads && writes ? MPI_MODE_RDWR : reads ? MPI_MODE_RDONLY : MPI_MODE_WRONLY;
#define TARRY_FILE_MODE(name, constant, bit) \
  if ((mode & compressed::kFile##name) != 0) all |= MPI_MODE_##constant;
#include "compressed/model/mpi_constants.def"
  return all;
}

std::string text_of_error(int error) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  TARRY_UNRECORDED(Error_string)(error, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

constexpr const char* kMoreRoom =
    "--scratch names a folder with more room, which all processes can write to";
constexpr const char* kOtherMpi =
    "this MPI refuses such a call in any folder; the one of the recording may take it";

// Returns whether the error is one of the call itself, in any folder.
bool is_refused(int error) {
  int found = MPI_ERR_OTHER;
  TARRY_UNRECORDED(Error_class)(error, &found);
  const int of_calls[] = {MPI_ERR_AMODE,     MPI_ERR_ARG,  MPI_ERR_COUNT,
                          MPI_ERR_READ_ONLY, MPI_ERR_TYPE, MPI_ERR_UNSUPPORTED_OPERATION};
  return std::find(std::begin(of_calls), std::end(of_calls), found) != std::end(of_calls);
}

// What the members of a communicator must know of each other to open a file. All are maxima.
struct Opening {
  std::int64_t known = -1;  // scratch file that a member knows
  std::int64_t fresh = -1;  // a new one, from the first member
};

}  // namespace

std::string Files::path_of(std::int64_t file) const {
  return folder_ + "/file-" + std::to_string(file >> 32) + "-" + std::to_string(file & 0xFFFFFFFF);
}

// There is never such a file.
std::string Files::missing_path(std::int64_t name) const {
  return folder_ + "/missing-" + std::to_string(name);
}

std::int64_t Files::new_file() {
  int rank = 0;
  TARRY_UNRECORDED(Comm_rank)(MPI_COMM_WORLD, &rank);
  return std::int64_t{rank} << 32 | made_++;
}

void Files::fail(const char* function, const std::string& reason, const char* advice) const {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  mpi_plugins::abort_all(MPI_COMM_WORLD,
                         std::string(function) +
                             " of the replay failed in the folder for scratch files, " + folder_ +
                             ": " + reason + " (" + advice + ")");
}

void Files::check(int error, const char* function) const {
  if (error == MPI_SUCCESS) return;
  fail(function, text_of_error(error), is_refused(error) ? kOtherMpi : kMoreRoom);
}

void Files::prepare(const std::string& path, std::int64_t size, std::int64_t mode) const {
  if ((mode & compressed::kFileExclusive) != 0) {
    unlink(path.c_str());
    return;
  }
  if ((mode & compressed::kFileCreate) != 0 && size <= 0 && access(path.c_str(), F_OK) != 0) return;
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 || (size >= 0 && ftruncate(file, size) != 0))
    fail("MPI_File_open", std::strerror(errno), kMoreRoom);
  ::close(file);
}

FileNumber Files::open(MPI_Comm comm, std::int64_t name, std::int64_t size, std::int64_t mode) {
  if ((mode & compressed::kFileFailed) != 0) {
    const std::int64_t reading = compressed::kFileRead;
    MPI_File ignored = MPI_FILE_NULL;
    MPI_File_open(comm, missing_path(name).c_str(), mpi_mode(reading), MPI_INFO_NULL, &ignored);
    return 0;
  }
  int rank = 0;
  TARRY_UNRECORDED(Comm_rank)(comm, &rank);
  const auto found = known_.find(name);
  Opening own, all;
  if (found != known_.end()) own.known = found->second;
  if (rank == 0) own.fresh = new_file();
  TARRY_UNRECORDED(Allreduce)(&own, &all, 2, MPI_INT64_T, MPI_MAX, comm);
  const std::int64_t chosen = all.known >= 0 ? all.known : all.fresh;
  known_[name] = chosen;
  const std::string path = path_of(chosen);
  if (rank == 0) prepare(path, size, mode);
  TARRY_UNRECORDED(Barrier)(comm);
  files_.push_back(MPI_FILE_NULL);
  check(MPI_File_open(comm, path.c_str(), mpi_mode(mode), MPI_INFO_NULL, &files_.back()),
        "MPI_File_open");
  return static_cast<FileNumber>(files_.size() - 1);
}

void Files::close(FileNumber file) { check(MPI_File_close(&files_[file]), "MPI_File_close"); }

void Files::end() {
  for (MPI_File& file : files_)
    if (file != MPI_FILE_NULL) TARRY_UNRECORDED(File_close)(&file);
}

void Files::remove(std::int64_t name, std::int64_t mode) {
  if ((mode & compressed::kFileFailed) != 0) {
    MPI_File_delete(missing_path(name).c_str(), MPI_INFO_NULL);
    return;
  }
  const auto [at, is_new] = known_.try_emplace(name);
  if (is_new) at->second = new_file();
  const std::string path = path_of(at->second);
  prepare(path, -1, 0);
  check(MPI_File_delete(path.c_str(), MPI_INFO_NULL), "MPI_File_delete");
}

const Files::Types& Files::types_of(const FileCall& call) {
  const auto [at, is_new] = types_.try_emplace({call.unit, call.size, call.extent});
  Types& types = at->second;
  if (!is_new) return types;
  const auto commit = TARRY_UNRECORDED(Type_commit);
  const auto repeat = TARRY_UNRECORDED(Type_contiguous);
  if (call.unit != 1) {
    repeat(static_cast<int>(call.unit), MPI_BYTE, &types.unit);
    commit(&types.unit);
  }
  types.piece = types.unit;
  if (call.size == call.unit && call.extent == call.unit) return types;
  MPI_Datatype block = MPI_DATATYPE_NULL;
  repeat(static_cast<int>(call.size / call.unit), types.unit, &block);
  TARRY_UNRECORDED(Type_create_resized)(block, 0, static_cast<MPI_Aint>(call.extent), &types.piece);
  commit(&types.piece);
  TARRY_UNRECORDED(Type_free)(&block);
  return types;
}

// TARRY_FILE_CALL(read, arguments) is the case of MPI_File_read(file, arguments).
#define TARRY_FILE_CALL(name, ...)                          \
  case MpiFunction::File_##name:                            \
    check(MPI_File_##name(__VA_ARGS__), "MPI_File_" #name); \
    break;

void Files::set(const FileCall& call, const Buffers& buffers) {
  const MPI_File file = files_[call.file];
  MPI_Status* const none = MPI_STATUS_IGNORE;
  switch (call.function) {
    TARRY_FILE_CALL(seek, file, call.at, MPI_SEEK_SET)
    TARRY_FILE_CALL(seek_shared, file, call.at, MPI_SEEK_SET)
    TARRY_FILE_CALL(set_size, file, call.size)
    TARRY_FILE_CALL(preallocate, file, call.size)
    TARRY_FILE_CALL(set_atomicity, file, static_cast<int>(call.mode))
    TARRY_FILE_CALL(sync, file)
    TARRY_FILE_CALL(read_all_end, file, buffers.receive, none)
    TARRY_FILE_CALL(read_at_all_end, file, buffers.receive, none)
    TARRY_FILE_CALL(read_ordered_end, file, buffers.receive, none)
    TARRY_FILE_CALL(write_all_end, file, buffers.send, none)
    TARRY_FILE_CALL(write_at_all_end, file, buffers.send, none)
    TARRY_FILE_CALL(write_ordered_end, file, buffers.send, none)
    case MpiFunction::File_set_view: {
      const Types& types = types_of(call);
      check(MPI_File_set_view(file, call.at, types.unit, types.piece, "native", MPI_INFO_NULL),
            "MPI_File_set_view");
      break;
    }
    default:
      break;
  }
}

MPI_Request Files::transfer(const TransferCall& call, const Buffers& buffers) {
  const MPI_File file = files_[call.file];
  const auto sent = static_cast<int>(call.bytes), asked = static_cast<int>(call.received);
  const auto at = static_cast<MPI_Offset>(call.at);
  char* const to = buffers.receive;
  const char* const from = buffers.send;
  MPI_Status* const none = MPI_STATUS_IGNORE;
  MPI_Request request = MPI_REQUEST_NULL;
  switch (call.function) {
    TARRY_FILE_CALL(read, file, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_all, file, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_at, file, at, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_at_all, file, at, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_shared, file, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_ordered, file, to, asked, MPI_BYTE, none)
    TARRY_FILE_CALL(read_all_begin, file, to, asked, MPI_BYTE)
    TARRY_FILE_CALL(read_at_all_begin, file, at, to, asked, MPI_BYTE)
    TARRY_FILE_CALL(read_ordered_begin, file, to, asked, MPI_BYTE)
    TARRY_FILE_CALL(iread, file, to, asked, MPI_BYTE, &request)
    TARRY_FILE_CALL(iread_all, file, to, asked, MPI_BYTE, &request)
    TARRY_FILE_CALL(iread_at, file, at, to, asked, MPI_BYTE, &request)
    TARRY_FILE_CALL(iread_at_all, file, at, to, asked, MPI_BYTE, &request)
    TARRY_FILE_CALL(iread_shared, file, to, asked, MPI_BYTE, &request)
    TARRY_FILE_CALL(write, file, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_all, file, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_at, file, at, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_at_all, file, at, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_shared, file, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_ordered, file, from, sent, MPI_BYTE, none)
    TARRY_FILE_CALL(write_all_begin, file, from, sent, MPI_BYTE)
    TARRY_FILE_CALL(write_at_all_begin, file, at, from, sent, MPI_BYTE)
    TARRY_FILE_CALL(write_ordered_begin, file, from, sent, MPI_BYTE)
    TARRY_FILE_CALL(iwrite, file, from, sent, MPI_BYTE, &request)
    TARRY_FILE_CALL(iwrite_all, file, from, sent, MPI_BYTE, &request)
    TARRY_FILE_CALL(iwrite_at, file, at, from, sent, MPI_BYTE, &request)
    TARRY_FILE_CALL(iwrite_at_all, file, at, from, sent, MPI_BYTE, &request)
    TARRY_FILE_CALL(iwrite_shared, file, from, sent, MPI_BYTE, &request)
    default:
      break;
  }
  return request;
}

#undef TARRY_FILE_CALL

}  // namespace tarry::replay
