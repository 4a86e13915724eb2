// SPDX-License-Identifier: BSD-3-Clause
// The windows of a process and the groups it synchronises with on them: what their records need to
// know. A window's identity is made of its communicator's and its place among the collective
// creations there (comm_identity.h). Windows that are not here (of communicators of unknown
// origin) leave no records: they are counted.
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
  bool is_allocated = false;                // its memory comes with it
  PendingOperations pending;
};

// Several threads may use the tables from now on. Call before they can.
void share_windows();

// Defines what the real call returned; nullptr without memory. `ancestry` of its communicator must
// be known.
const Window* define_window(const Ancestry& ancestry, const Communicator& comm, MPI_Win fresh,
                            bool is_allocated);

// nullptr for MPI_WIN_NULL and for windows of unknown origin; the latter are counted. Thread: any.
Window* find_window(MPI_Win window);

void name_window(MPI_Win window, const char* name);

// Before the real call that frees it: its handle may be given to another thread at once.
void forget_window(MPI_Win window);

// The number of a group with these members, which are told when it is seen first; Window::kNoGroup
// if they cannot be found out.
std::uint32_t number_of_group(MPI_Group group);

// A number for operations to that target which are completed together; 0 without memory. And one
// for a single operation.
std::uint32_t matching_number(Window& window, std::uint32_t target);
std::uint32_t next_matching_number();

// Records that what is pending there (kAllTargets: anywhere) is complete.
void operations_completed(const core::Entry& entry, core::EventTime time, Window& window,
                          std::uint32_t target);

// Calls whose records were left out because their window is not known.
std::uint64_t unknown_window_uses();

}  // namespace tarry::runtime::mpi
