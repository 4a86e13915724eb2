// SPDX-License-Identifier: BSD-3-Clause
// Traces of calls on files.
#include <cstdint>

#include "makers.h"

namespace tarry::replay {
namespace {

using compressed::Trace;

Action opened_file(std::int64_t name, std::int64_t mode, std::int64_t size = 0) {
  Action action;
  action.kind = ActionKind::OpenFile;
  action.name = name;
  action.mode = mode;
  action.size = size;
  return action;
}

Action on_file(ActionKind kind, std::int64_t at = compressed::kUnknown, std::int64_t bytes = 0) {
  Action action;
  action.kind = kind;
  action.at = at;
  action.bytes = bytes;
  return action;
}

Action deleted_file(std::int64_t name, std::int64_t mode = 0) {
  Action action;
  action.kind = ActionKind::DeleteFile;
  action.name = name;
  action.mode = mode;
  return action;
}

// A file of all, which rank 0 knows by another number and which is left open, and one that each
// rank has for itself: it is deleted before it exists, and again when it does.
Trace files(std::uint32_t ranks) {
  MadeTrace program(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    program.communicators.push_back({"MPI_COMM_SELF", {rank}, {}, false, false});
  return program.make([&](MadeRank& rank) {
    constexpr std::int64_t kReadWrite = compressed::kFileRead | compressed::kFileWrite;
    rank.call("MPI_Init");
    rank.call("MPI_File_delete", {deleted_file(1, compressed::kFileFailed)});
    Action own = opened_file(1, kReadWrite | compressed::kFileCreate | compressed::kFileExclusive);
    own.comm = 1;
    rank.call("MPI_File_open", {own});
    rank.call("MPI_File_open", {opened_file(rank.rank() == 0 ? 2 : 3, kReadWrite, 1000)});
    Action view = on_file(ActionKind::SetFile, 16 * rank.rank());
    view.size = 8;
    view.unit = 4;
    view.extent = 16 * ranks;
    rank.call("MPI_File_set_view", {view});
    for (int step = 0; step < 10; ++step) {
      rank.call("MPI_File_write_at_all", {on_file(ActionKind::Transfer, 2 * step, 80)});
      Action alone = on_file(ActionKind::StartTransfer, compressed::kUnknown, 7 + rank.rank());
      alone.file = 1;
      rank.call("MPI_File_iwrite", {alone});
      rank.call("MPI_Wait", {MadeRank::done(ActionKind::AccessDone, 0)});
      Action back = on_file(ActionKind::Transfer, 0);
      back.received = 12;
      rank.call("MPI_File_read_at_all_begin", {back});
      rank.call("MPI_File_read_at_all_end", {on_file(ActionKind::SetFile)});
    }
    Action closed = on_file(ActionKind::CloseFile);
    closed.file = 1;
    rank.call("MPI_File_close", {closed});
    rank.call("MPI_File_delete", {deleted_file(1)});
    rank.call("MPI_Finalize");
  });
}

Trace huge_file(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead, std::int64_t{1} << 61)});
  });
}

// No MPI writes to a file that is open to read.
Trace refused_write(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead, 8)});
    rank.call("MPI_File_write", {on_file(ActionKind::Transfer, compressed::kUnknown, 8)});
  });
}

// Rank 0 could not open the file.
Trace half_open(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    const std::int64_t failed = rank.rank() == 0 ? compressed::kFileFailed : 0;
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead | failed, 8)});
  });
}

Trace another_file_call(std::uint32_t ranks) {
  return MadeTrace(ranks).make([](MadeRank& rank) {
    rank.call("MPI_File_open", {opened_file(0, compressed::kFileRead)});
    rank.call(rank.rank() == 0 ? "MPI_File_sync" : "MPI_File_set_atomicity",
              {on_file(ActionKind::SetFile)});
  });
}

}  // namespace

Makers make_files() {
  return {{"files", files},
          {"huge_file", huge_file},
          {"refused_write", refused_write},
          {"half_open", half_open},
          {"another_file_call", another_file_call}};
}

}  // namespace tarry::replay
