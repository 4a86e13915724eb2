// SPDX-License-Identifier: BSD-3-Clause
// The content of windows does not matter, so all accesses share the buffers of messages. Operations
// that compute need elements of a type that they are defined for.
#include "mpi_plugins/windows.h"

#include <string>
#include <string_view>

#include "mpi_plugins/abort.h"
#include "mpi_plugins/unrecorded.h"

namespace tarry::replay {
namespace {

using model::MpiFunction;

// Pairs with gaps are not among them, such as MPI_DOUBLE_INT: they need more room than their bytes,
// and Open MPI writes beyond its own buffers with them.
MPI_Datatype find_type(std::string_view name) {
  const MPI_Datatype known[] = {MPI_INT,
                                MPI_DOUBLE,
                                MPI_FLOAT,
                                MPI_LONG,
                                MPI_LONG_LONG,
                                MPI_CHAR,
                                MPI_BYTE,
                                MPI_SHORT,
                                MPI_UNSIGNED,
                                MPI_UNSIGNED_LONG,
                                MPI_INT8_T,
                                MPI_INT16_T,
                                MPI_INT32_T,
                                MPI_INT64_T,
                                MPI_UINT8_T,
                                MPI_UINT16_T,
                                MPI_UINT32_T,
                                MPI_UINT64_T,
                                MPI_AINT,
                                MPI_OFFSET,
                                MPI_COUNT,
                                MPI_SIGNED_CHAR,
                                MPI_UNSIGNED_CHAR,
                                MPI_UNSIGNED_SHORT,
                                MPI_UNSIGNED_LONG_LONG,
                                MPI_LONG_DOUBLE,
                                MPI_C_BOOL,
                                MPI_FLOAT_INT,
                                MPI_2INT};
  for (const MPI_Datatype each : known) {
    char text[MPI_MAX_OBJECT_NAME] = {};
    int length = 0;
    TARRY_UNRECORDED(Type_get_name)(each, text, &length);
    if (name == text) return each;
  }
  return MPI_DATATYPE_NULL;
}

MPI_Datatype integer_of(std::uint64_t bytes) {
  return bytes == 8 ? MPI_INT64_T : bytes == 4 ? MPI_INT32_T : bytes == 2 ? MPI_INT16_T : MPI_BYTE;
}

std::uint64_t size_of(MPI_Datatype type) {
  int size = 0;
  if (type != MPI_DATATYPE_NULL) TARRY_UNRECORDED(Type_size)(type, &size);
  return static_cast<std::uint64_t>(size);
}

struct Elements {
  int count = 0;
  MPI_Datatype type = MPI_BYTE;
};

bool moves_one(MpiFunction function) {
  return function == MpiFunction::Fetch_and_op || function == MpiFunction::Compare_and_swap;
}

// Returns the recorded elements where they have a type that all operations know, else bytes or
// numbers of their size.
Elements elements_of(const AccessCall& call, std::uint64_t bytes, MPI_Datatype named) {
  const auto count = call.count > 0 ? static_cast<std::uint64_t>(call.count) : 0;
  if (bytes == 0 && moves_one(call.function)) return {1, MPI_BYTE};
  const std::uint64_t size = size_of(named);
  if (size != 0 && bytes % size == 0 && bytes / size == count)
    return {static_cast<int>(count), named};
  const bool is_whole = count != 0 && bytes % count == 0;
  const MPI_Datatype type = is_whole ? integer_of(bytes / count) : MPI_BYTE;
  return {static_cast<int>(bytes / size_of(type)), type};
}

bool is_pair(MPI_Datatype type) { return type == MPI_FLOAT_INT || type == MPI_2INT; }

// Returns the recorded operation if it is defined for the elements.
MPI_Op operation_of(const AccessCall& call, MPI_Datatype type) {
  const MPI_Op known[] = {
#define TARRY_REDUCTION(constant, word) MPI_##constant,
#include "compressed/model/mpi_constants.def"
  };
  if (call.reduction < 0) return MPI_REPLACE;
  const MPI_Op op = known[call.reduction];
  if (op == MPI_REPLACE || op == MPI_NO_OP) return op;
  if (is_pair(type) != (op == MPI_MAXLOC || op == MPI_MINLOC)) return MPI_REPLACE;
  const bool is_bitwise = op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR;
  return type == MPI_BYTE && !is_bitwise ? MPI_BOR : op;
}

int target_of(std::int64_t target) {
  return target == compressed::kNoTarget ? MPI_PROC_NULL : static_cast<int>(target);
}

int assertions_of(std::int64_t mode) {
  int all = 0;
#define TARRY_ASSERTION(name, constant, bit) \
  if ((mode & compressed::kMode##name) != 0) all |= MPI_MODE_##constant;
#include "compressed/model/mpi_constants.def"
  return all;
}

int change_of_epochs(MpiFunction function) {
  switch (function) {
    case MpiFunction::Win_start:
    case MpiFunction::Win_post:
    case MpiFunction::Win_lock:
    case MpiFunction::Win_lock_all:
      return 1;
    case MpiFunction::Win_complete:
    case MpiFunction::Win_wait:
    case MpiFunction::Win_test:
    case MpiFunction::Win_unlock:
    case MpiFunction::Win_unlock_all:
      return -1;
    default:
      return 0;
  }
}

// The members of an epoch as a group, for the time of a call.
class Group {
 public:
  Group(MPI_Win window, const std::vector<std::int64_t>& targets) {
    std::vector<int> ranks;
    for (const std::int64_t target : targets)
      if (target >= 0) ranks.push_back(static_cast<int>(target));
    MPI_Group all = MPI_GROUP_NULL;
    TARRY_UNRECORDED(Win_get_group)(window, &all);
    TARRY_UNRECORDED(Group_incl)(all, static_cast<int>(ranks.size()), ranks.data(), &handle);
    TARRY_UNRECORDED(Group_free)(&all);
  }
  ~Group() {
    if (handle != MPI_GROUP_EMPTY) TARRY_UNRECORDED(Group_free)(&handle);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  MPI_Group handle = MPI_GROUP_NULL;
};

// The largest window alone had enough. Others may wait for this process anywhere.
[[noreturn]] void end_without_memory(std::uint64_t bytes) {
  mpi_plugins::abort_all(MPI_COMM_WORLD, "no memory for the windows of the trace: " +
                                             std::to_string(bytes) + " bytes");
}

}  // namespace

WindowNumber Windows::make(MpiFunction function, MPI_Comm comm, std::uint64_t size,
                           std::int64_t unit) {
  Window window;
  const auto bytes = static_cast<MPI_Aint>(size);
  const auto in_units = static_cast<int>(unit);
  void* memory = nullptr;
  if (function == MpiFunction::Win_allocate) {
    MPI_Win_allocate(bytes, in_units, MPI_INFO_NULL, comm, &memory, &window.handle);
  } else if (function == MpiFunction::Win_allocate_shared) {
    MPI_Win_allocate_shared(bytes, in_units, MPI_INFO_NULL, comm, &memory, &window.handle);
  } else {
    window.memory = static_cast<char*>(std::calloc(size + 1, 1));
    if (window.memory == nullptr) end_without_memory(size);
    MPI_Win_create(window.memory, bytes, in_units, MPI_INFO_NULL, comm, &window.handle);
  }
  windows_.push_back(window);
  return static_cast<WindowNumber>(windows_.size() - 1);
}

void Windows::free(WindowNumber number) {
  Window& window = windows_[number];
  MPI_Win_free(&window.handle);
  std::free(window.memory);
  window.memory = nullptr;
}

// A window with an open epoch, in the trace of a killed program, cannot be freed.
void Windows::end(MPI_Comm all) {
  int is_open = 0;
  for (const Window& window : windows_)
    if (window.handle != MPI_WIN_NULL && window.open_epochs != 0) is_open = 1;
  int is_open_anywhere = 0;
  TARRY_UNRECORDED(Allreduce)(&is_open, &is_open_anywhere, 1, MPI_INT, MPI_MAX, all);
  if (is_open_anywhere != 0) return;
  for (Window& window : windows_) {
    if (window.handle == MPI_WIN_NULL) continue;
    TARRY_UNRECORDED(Win_free)(&window.handle);
    std::free(window.memory);
  }
}

void Windows::synchronize(const WindowCall& call) {
  const MPI_Win window = windows_[call.window].handle;
  windows_[call.window].open_epochs += change_of_epochs(call.function);
  const int target = call.targets.empty() ? 0 : target_of(call.targets.front());
  const int assertions = assertions_of(call.mode);
  const bool is_exclusive = (call.mode & compressed::kModeExclusive) != 0;
  switch (call.function) {
    case MpiFunction::Win_fence:
      MPI_Win_fence(assertions, window);
      break;
    case MpiFunction::Win_start:
      MPI_Win_start(Group(window, call.targets).handle, assertions, window);
      break;
    case MpiFunction::Win_post:
      MPI_Win_post(Group(window, call.targets).handle, assertions, window);
      break;
    case MpiFunction::Win_complete:
      MPI_Win_complete(window);
      break;
    case MpiFunction::Win_wait:
    case MpiFunction::Win_test:  // which found that the epoch has ended
      MPI_Win_wait(window);
      break;
    case MpiFunction::Win_lock:
      MPI_Win_lock(is_exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, assertions, window);
      break;
    case MpiFunction::Win_lock_all:
      MPI_Win_lock_all(assertions, window);
      break;
    case MpiFunction::Win_unlock:
      MPI_Win_unlock(target, window);
      break;
    case MpiFunction::Win_unlock_all:
      MPI_Win_unlock_all(window);
      break;
    case MpiFunction::Win_flush:
      MPI_Win_flush(target, window);
      break;
    case MpiFunction::Win_flush_all:
      MPI_Win_flush_all(window);
      break;
    case MpiFunction::Win_flush_local:
      MPI_Win_flush_local(target, window);
      break;
    case MpiFunction::Win_flush_local_all:
      MPI_Win_flush_local_all(window);
      break;
    default:
      MPI_Win_sync(window);
  }
}

MPI_Datatype Windows::type_named(std::string_view name) {
  const auto known = types_.find(name);
  if (known != types_.end()) return known->second;
  return types_.emplace(name, find_type(name)).first->second;
}

MPI_Request Windows::access(const AccessCall& call, const Buffers& buffers) {
  const MPI_Win window = windows_[call.window].handle;
  const int target = target_of(call.target);
  const auto at = static_cast<MPI_Aint>(call.at);
  const bool sends = call.bytes != 0;
  const auto [count, type] =
      elements_of(call, sends ? call.bytes : call.received, type_named(call.datatype));
  const MPI_Op op = operation_of(call, type);
  MPI_Request request = MPI_REQUEST_NULL;
  switch (call.function) {
    case MpiFunction::Put:
      MPI_Put(buffers.send, count, type, target, at, count, type, window);
      break;
    case MpiFunction::Get:
      MPI_Get(buffers.receive, count, type, target, at, count, type, window);
      break;
    case MpiFunction::Accumulate:
      MPI_Accumulate(buffers.send, count, type, target, at, count, type, op, window);
      break;
    case MpiFunction::Get_accumulate:
      MPI_Get_accumulate(buffers.send, sends ? count : 0, type, buffers.receive, count, type,
                         target, at, count, type, op, window);
      break;
    case MpiFunction::Fetch_and_op:
      MPI_Fetch_and_op(buffers.send, buffers.receive, type, target, at, op, window);
      break;
    case MpiFunction::Compare_and_swap:
      MPI_Compare_and_swap(buffers.send, buffers.send, buffers.receive, type, target, at, window);
      break;
    case MpiFunction::Rput:
      MPI_Rput(buffers.send, count, type, target, at, count, type, window, &request);
      break;
    case MpiFunction::Rget:
      MPI_Rget(buffers.receive, count, type, target, at, count, type, window, &request);
      break;
    case MpiFunction::Raccumulate:
      MPI_Raccumulate(buffers.send, count, type, target, at, count, type, op, window, &request);
      break;
    default:
      MPI_Rget_accumulate(buffers.send, sends ? count : 0, type, buffers.receive, count, type,
                          target, at, count, type, op, window, &request);
  }
  return request;
}

}  // namespace tarry::replay
