// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/matched_messages.h"

#include <mutex>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/flat_table.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/spin_lock.h"

namespace tarry::runtime::mpi {
namespace {

constinit FlatTable<std::uint32_t> comm_numbers;
constinit SpinLock lock;

}  // namespace

void share_matched_messages() { lock.enable(); }

void keep_message(MPI_Message message, MPI_Comm comm) {
  if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC) return;
  const Communicator* known = find_communicator(comm);
  if (known == nullptr) return;
  const std::lock_guard guard(lock);
  if (std::uint32_t* number = comm_numbers.insert(handle_bits(message))) *number = known->number;
}

bool take_message(MPI_Message message, std::uint32_t& comm_number) {
  const std::lock_guard guard(lock);
  const std::uint32_t* number = comm_numbers.find(handle_bits(message));
  if (number == nullptr) return false;
  comm_number = *number;
  comm_numbers.erase(handle_bits(message));
  return true;
}

}  // namespace tarry::runtime::mpi
