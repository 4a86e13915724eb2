// SPDX-License-Identifier: BSD-3-Clause
// The files of a replay and the calls on them: the program's functions, on scratch files.
//
// A process knows files by numbers of its own. All that open a file together agree on which one it
// is: one that any of them has used under its number, or else a new one. The file of a number that
// a process uses alone is therefore a file of this process alone.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/replay/message_passing.h"
#include "mpi_plugins/windows.h"

namespace tarry::replay {

// Thread: one.
class Files {
 public:
  void set_folder(std::string_view folder) { folder_ = folder; }
  FileNumber open(MPI_Comm comm, std::int64_t name, std::int64_t size, std::int64_t mode);
  void close(FileNumber file);
  void set(const FileCall& call, const Buffers& buffers);
  // Returns MPI_REQUEST_NULL if the function has no request.
  MPI_Request transfer(const TransferCall& call, const Buffers& buffers);
  void remove(std::int64_t name, std::int64_t mode);
  // Closes the files that the program has left open, which no recording sees. Processes that share
  // files have opened them in the same order.
  void end();

 private:
  struct Types {
    MPI_Datatype unit = MPI_BYTE;
    MPI_Datatype piece = MPI_BYTE;
  };
  [[nodiscard]] std::string path_of(std::int64_t file) const;
  [[nodiscard]] std::string missing_path(std::int64_t name) const;
  std::int64_t new_file();
  // Makes the scratch file `path` as the program found its own.
  void prepare(const std::string& path, std::int64_t size, std::int64_t mode) const;
  const Types& types_of(const FileCall& call);
  // Ends all processes if `error` is one: others may wait for this process anywhere.
  void check(int error, const char* function) const;
  [[noreturn]] void fail(const char* function, const std::string& reason, const char* advice) const;

  std::string folder_;
  std::vector<MPI_File> files_;
  std::map<std::int64_t, std::int64_t> known_;  // the scratch file by the number of the name
  std::int64_t made_ = 0;                       // scratch files that this process has named
  std::map<std::array<std::int64_t, 3>, Types> types_;
};

}  // namespace tarry::replay
