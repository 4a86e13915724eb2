// SPDX-License-Identifier: BSD-3-Clause
// The windows of a replay and the calls on them: the program's functions, with memory of our own.
#pragma once

#include <mpi.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/replay/message_passing.h"

namespace tarry::replay {

struct Buffers {
  char* send;
  char* receive;
};

// Thread: one.
class Windows {
 public:
  WindowNumber make(model::MpiFunction function, MPI_Comm comm, std::uint64_t size,
                    std::int64_t unit);
  void free(WindowNumber window);
  void synchronize(const WindowCall& call);
  // Returns MPI_REQUEST_NULL if the function has no request.
  MPI_Request access(const AccessCall& call, const Buffers& buffers);
  // Frees the windows that the program has not freed, which no recording sees: an MPI may fail if
  // they are there at its end. Collective over `all` processes, which have left the same windows.
  void end(MPI_Comm all);

 private:
  struct Window {
    MPI_Win handle = MPI_WIN_NULL;
    char* memory = nullptr;  // memory that a program brings along
    int open_epochs = 0;
  };
  MPI_Datatype type_named(std::string_view name);

  std::vector<Window> windows_;
  std::map<std::string, MPI_Datatype, std::less<>> types_;  // those that were asked for
};

}  // namespace tarry::replay
