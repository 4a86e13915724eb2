// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/operands.h"

#include <cstdlib>

#include "compressed/model/call.h"
#include "runtime/core/on_own_account.h"
#include "runtime/mpi/arguments.h"
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {
namespace {

using Shape = MpiOperands::Shape;

// The values of assertions, locks and operations differ between MPI libraries; these are the
// numbers of compressed traces.
std::int32_t mode_of(int assertions, bool is_exclusive) {
  std::int64_t mode = is_exclusive ? compressed::kModeExclusive : 0;
#define TARRY_ASSERTION(name, constant, bit) \
  if ((assertions & MPI_MODE_##constant) != 0) mode |= compressed::kMode##name;
#include "compressed/model/mpi_constants.def"
  return static_cast<std::int32_t>(mode);
}

std::int32_t reduction_of(MPI_Op op) {
  const MPI_Op known[] = {
#define TARRY_REDUCTION(constant, word) MPI_##constant,
#include "compressed/model/mpi_constants.def"
  };
  std::int32_t number = 0;
  for (const MPI_Op each : known) {
    if (each == op) return number;
    ++number;
  }
  return core::Arguments::kUnknown;
}

std::int32_t target_of(int target) {
  return target == MPI_PROC_NULL ? static_cast<std::int32_t>(MpiOperands::kNone) : target;
}

Operands on(const Window& window, Shape shape) {
  Operands made;
  made.shape = shape;
  made.object = window.number;
  return made;
}

// Ranks on the heap: groups of neighbors are small, but a group may be large.
class Ranks {
 public:
  explicit Ranks(int count) : data_(allocate(count)) {}
  ~Ranks() {
    const core::OnOwnAccount on_own_account;
    std::free(data_);
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  int* data() { return data_; }

 private:
  static int* allocate(int count) {
    const core::OnOwnAccount on_own_account;
    return static_cast<int*>(std::malloc((static_cast<std::size_t>(count) + 1) * sizeof(int)));
  }
  int* data_;
};

// Translates the members of `group` to ranks in the group of the window.
bool translate(MPI_Win handle, MPI_Group group, int size, int* members, int* targets) {
  MPI_Group all = MPI_GROUP_NULL;
  if (own::Win_get_group(handle, &all) != MPI_SUCCESS) return false;
  for (int i = 0; i < size; ++i) members[i] = i;
  const int error = own::Group_translate_ranks(group, size, members, all, targets);
  own::Group_free(&all);
  return error == MPI_SUCCESS;
}

}  // namespace

bool are_operands_recorded() { return core::process.settings.compressed; }

void record_window_made(const core::Entry& entry, core::EventTime time, const Window& window,
                        const Communicator& comm, MPI_Aint size, MPI_Aint unit) {
  if (!are_operands_recorded()) return;
  Operands made = on(window, Shape::MakeWindow);
  made.comm = core::CommNumber{comm.number};
  made.size = size;
  made.unit = unit;
  core::operands_record(entry, time, made);
}

void record_window_freed(const core::Entry& entry, core::EventTime time, const Window& window) {
  core::operands_record(entry, time, on(window, Shape::FreeWindow));
}

void record_synchronization(const core::Entry& entry, core::EventTime time, const Window& window,
                            std::int64_t target, int assertions, bool is_exclusive) {
  if (!are_operands_recorded()) return;
  Operands made = on(window, Shape::Synchronize);
  made.target = static_cast<std::int32_t>(target);
  made.mode = mode_of(assertions, is_exclusive);
  core::operands_record(entry, time, made);
}

void record_synchronization(const core::Entry& entry, core::EventTime time, const Window& window,
                            MPI_Win handle, MPI_Group group, int assertions) {
  int size = 0;
  if (!are_operands_recorded() || group == MPI_GROUP_NULL ||
      own::Group_size(group, &size) != MPI_SUCCESS)
    return;
  if (size == 0) return record_synchronization(entry, time, window, MpiOperands::kNone, assertions);
  Ranks members(size), targets(size);
  if (members.data() == nullptr || targets.data() == nullptr ||
      !translate(handle, group, size, members.data(), targets.data()))
    return;
  for (int i = 0; i < size; ++i)
    record_synchronization(entry, time, window, targets.data()[i], assertions);
}

void record_access(const core::Entry& entry, core::EventTime time, const Window& window,
                   const Access& access, std::uint32_t request) {
  if (!are_operands_recorded()) return;
  Operands made = on(window, request == 0 ? Shape::Access : Shape::StartAccess);
  made.request = request;
  made.target = target_of(access.target);
  made.at = window.is_dynamic ? std::int64_t{core::Arguments::kUnknown} : access.at;
  made.bytes = access.bytes_sent;
  made.received = access.bytes_received;
  made.elements = arguments_of(access.count, access.type);
  made.reduction = access.op == MPI_OP_NULL ? core::Arguments::kUnknown : reduction_of(access.op);
  core::operands_record(entry, time, made);
}

}  // namespace tarry::runtime::mpi
