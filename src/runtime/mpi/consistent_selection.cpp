// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/consistent_selection.h"

#include <climits>
#include <cstdint>

#include "runtime/core/process.h"
#include "runtime/finalize/selection_sides.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/unrecorded.h"

namespace tarry::runtime::mpi {
namespace {

using finalize::MessagePerProcess;

// Returns true if the value is true on all processes.
bool all(bool good, MPI_Comm tool) {
  int own_good = good ? 1 : 0;
  int all_good = 0;
  own::Allreduce(&own_good, &all_good, 1, MPI_INT, MPI_MIN, tool);
  return all_good != 0;
}

// Finds where each message begins. Returns false if the messages are too long together.
bool place(const MessagePerProcess& messages, int count, int* starts, int& total) {
  std::int64_t end = 0;
  for (int i = 0; i < count; ++i) {
    starts[i] = static_cast<int>(end);
    end += messages.lengths()[i];
    if (end > INT_MAX) return false;
  }
  total = static_cast<int>(end);
  return true;
}

// Returns false on all processes if it fails on one.
bool exchange(bool good, MessagePerProcess& out, int processes, MessagePerProcess& in,
              MPI_Comm tool) {
  const auto count = static_cast<std::size_t>(processes);
  finalize::Text starts;
  good = good && in.resize(count) && starts.resize(2 * count * sizeof(int));
  if (!all(good, tool)) return false;
  own::Alltoall(out.lengths(), 1, MPI_INT, in.lengths(), 1, MPI_INT, tool);
  int* const out_starts = reinterpret_cast<int*>(starts.data());
  int* const in_starts = out_starts + count;
  int total = 0;
  good = place(out, processes, out_starts, total) && place(in, processes, in_starts, total) &&
         in.content.resize(static_cast<std::size_t>(total));
  if (!all(good, tool)) return false;
  own::Alltoallv(out.content.data(), out.lengths(), out_starts, MPI_BYTE, in.content.data(),
                 in.lengths(), in_starts, MPI_BYTE, tool);
  return true;
}

}  // namespace

void make_selection_consistent(MPI_Comm tool) {
  int own_state = static_cast<int>(completeness());
  int state = own_state;
  own::Allreduce(&own_state, &state, 1, MPI_INT, MPI_MAX, tool);
  if (state != static_cast<int>(Completeness::Counted)) return;
  int processes = 1;
  own::Comm_size(tool, &processes);
  const UnrecordedOperations unrecorded = unrecorded_operations();
  const finalize::Unrecorded counted = {
      unrecorded.table->runs().data(), unrecorded.table->runs().size(),
      unrecorded.table->lost().data(), unrecorded.table->lost().size(), core::process_clock.base};
  const char* const directory = unrecorded.takes_part ? core::process.directory : "";
  MessagePerProcess told;
  MessagePerProcess heard;
  bool good = finalize::tell_sides(directory, counted, static_cast<std::uint32_t>(processes), told);
  good = exchange(good, told, processes, heard, tool);
  good = exchange(good && finalize::answer_sides(heard, told), told, processes, heard, tool);
  good = all(good && finalize::keep_answers(directory, heard), tool);
  finalize::end_selection(directory, good);
}

}  // namespace tarry::runtime::mpi
