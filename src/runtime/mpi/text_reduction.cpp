// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/text_reduction.h"

#include <algorithm>
#include <climits>
#include <cstddef>

#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {
namespace {

using finalize::Text;

// Sends a text; one that could not be made or is too long for one message is sent as none.
void send(const Text& text, int to, int tag, MPI_Comm tool) {
  const bool fits = text.size() <= INT_MAX;
  own::Send(text.data(), fits ? static_cast<int>(text.size()) : 0, MPI_BYTE, to, tag, tool);
}

// Returns false if there was no text, or no memory for it; the message is taken in any case.
bool receive(int from, int tag, MPI_Comm tool, Text& text) {
  MPI_Status status;
  int size = 0;
  own::Probe(from, tag, tool, &status);
  own::Get_count(&status, MPI_BYTE, &size);
  const bool good = size > 0 && text.resize(static_cast<std::size_t>(size));
  own::Recv(text.data(), good ? size : 0, MPI_BYTE, from, tag, tool, MPI_STATUS_IGNORE);
  return good;
}

}  // namespace

bool reduce(const TextReduction& reduction, bool good, MPI_Comm tool) {
  int rank = 0;
  int size = 1;
  own::Comm_rank(tool, &rank);
  own::Comm_size(tool, &size);
  for (int step = 1; step < size; step *= 2) {
    if ((rank & step) != 0) {
      Text text;
      if (good) good = reduction.write(text);
      send(text, rank - step, reduction.tag, tool);
      return good;
    }
    if (rank + step >= size) continue;
    Text text;
    const bool arrived = receive(rank + step, reduction.tag, tool, text);
    good = good && arrived && reduction.merge(text);
  }
  return good;
}

Announcement broadcast(bool is_root, Text& text, MPI_Comm tool, std::uint64_t about) {
  static char piece[64u << 10];
  Announcement announced{text.size(), about};
  own::Bcast(&announced, 2, MPI_UINT64_T, 0, tool);
  const std::uint64_t size = announced.bytes;
  const bool good = is_root || size == 0 || text.resize(size);
  for (std::uint64_t at = 0; at < size; at += sizeof piece) {
    const std::size_t count = std::min<std::uint64_t>(sizeof piece, size - at);
    char* const data = good ? text.data() + at : piece;
    own::Bcast(data, static_cast<int>(count), MPI_BYTE, 0, tool);
  }
  return announced;
}

}  // namespace tarry::runtime::mpi
