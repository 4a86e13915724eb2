// SPDX-License-Identifier: BSD-3-Clause
// The windows of a process and the groups that it synchronizes with on them, with the facts that
// their records need. The identity of a window is made from the identity of its communicator and
// its place among the collective creations there (comm_identity.h). Windows that are unknown here,
// because the origin of their communicators is unknown, leave no records: they are counted.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/core/events.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/pending_operations.h"

namespace tarry::runtime::mpi {

struct Window {
  static constexpr std::uint32_t kNoGroup = 0xFFFFFFFFu;

  std::uint32_t number = 0;                 // in the log
  std::uint32_t access_group = kNoGroup;    // of the open access epoch
  std::uint32_t exposure_group = kNoGroup;  // of the open exposure epoch
  bool is_allocated = false;                // MPI has allocated its memory
  bool is_dynamic = false;                  // displacements are addresses
  PendingOperations pending;
};

// Says that several threads may use the tables from now on. To be called before they can.
void share_windows();

// Defines the window that the real call returned; returns nullptr without memory. The `ancestry` of
// its communicator must be known.
Window* define_window(const Ancestry& ancestry, const Communicator& comm, MPI_Win fresh,
                      bool is_allocated);

// Returns nullptr for MPI_WIN_NULL and for windows of unknown origin; the latter are counted.
// Thread: any.
Window* find_window(MPI_Win window);

void name_window(MPI_Win window, const char* name);

// To be called before the real call that frees it: the handle may go to another thread at once.
void forget_window(MPI_Win window);

// Returns the number of a group, whose members are written when it is seen first; Window::kNoGroup
// if they cannot be found out.
std::uint32_t number_of_group(MPI_Group group);

// Returns a number for operations to that target which are completed together, or a number for a
// single operation; 0 without memory.
std::uint32_t matching_number(Window& window, std::uint32_t target);
std::uint32_t next_matching_number();

// Records that the operations pending at the target (kAllTargets: at any) are complete.
void operations_completed(const core::Entry& entry, core::EventTime time, Window& window,
                          std::uint32_t target);

// Returns the number of calls whose records were left out because their window is not known.
std::uint64_t unknown_window_uses();

}  // namespace tarry::runtime::mpi
