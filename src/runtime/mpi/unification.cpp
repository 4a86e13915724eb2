// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/unification.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>

#include "runtime/core/definitions_log.h"
#include "runtime/core/modules.h"
#include "runtime/core/process.h"
#include "runtime/mpi/calls.h"
#include "runtime/sinks/unified_definitions.h"

namespace tarry::runtime::mpi {
namespace {

using sinks::Text;

constexpr int kTag = 2;

// A text that could not be made or is too long for one message goes as none.
void send(const Text& text, int to, MPI_Comm tool) {
  const bool fits = text.size() <= INT_MAX;
  own::Send(text.data(), fits ? static_cast<int>(text.size()) : 0, MPI_BYTE, to, kTag, tool);
}

// False if there was none, or no memory for it; the message is taken in any case.
bool receive(int from, MPI_Comm tool, Text& text) {
  MPI_Status status;
  int size = 0;
  own::Probe(from, kTag, tool, &status);
  own::Get_count(&status, MPI_BYTE, &size);
  const bool good = size > 0 && text.resize(static_cast<std::size_t>(size));
  own::Recv(text.data(), good ? size : 0, MPI_BYTE, from, kTag, tool, MPI_STATUS_IGNORE);
  return good;
}

// Children first, then on to the parent. True if what this process sends on is whole.
bool reduce(bool good, int rank, int size, MPI_Comm tool) {
  for (int step = 1; step < size; step *= 2) {
    if ((rank & step) != 0) {
      Text text;
      if (good) good = sinks::write_definitions(true, text);
      send(text, rank - step, tool);
      return good;
    }
    if (rank + step >= size) continue;
    Text text;
    const bool arrived = receive(rank + step, tool, text);
    good = good && arrived && sinks::merge_definitions(text);
  }
  return good;
}

// The complete set from rank 0, or none. In pieces, so that a process without the memory for all of
// it can take part nevertheless.
void broadcast(bool is_root, Text& text, MPI_Comm tool) {
  static char piece[64u << 10];
  std::uint64_t size = text.size();
  own::Bcast(&size, 1, MPI_UINT64_T, 0, tool);
  const bool good = is_root || size == 0 || text.resize(size);
  for (std::uint64_t at = 0; at < size; at += sizeof piece) {
    const std::size_t count = std::min<std::uint64_t>(sizeof piece, size - at);
    char* const data = good ? text.data() + at : piece;
    own::Bcast(data, static_cast<int>(count), MPI_BYTE, 0, tool);
  }
}

}  // namespace

void unify_definitions(MPI_Comm tool) {
  int rank = 0;
  int size = 1;
  own::Comm_rank(tool, &rank);
  own::Comm_size(tool, &size);
  core::define_new_modules();
  bool good = sinks::collect_definitions(core::process.directory);
  good = reduce(good, rank, size, tool);
  Text unified;
  if (rank == 0 && good)
    good = sinks::complete_definitions(core::process.experiment_path) &&
           sinks::write_definitions(false, unified);
  broadcast(rank == 0, unified, tool);
  if (core::process.settings.compressed) return;  // what becomes of the logs is settled
  if (std::getenv("TARRY_KEEP_LOGS") != nullptr) return;
  if (unified.size() == 0 || !sinks::adopt_definitions(unified))
    core::note("definitions were not unified; the event log is converted after the run");
}

}  // namespace tarry::runtime::mpi
