// SPDX-License-Identifier: BSD-3-Clause
// The calls of a replay, made through an MPI. All operations in progress share the buffers on
// purpose: the content of messages does not matter. If the replay is recorded, it must look like
// the program: a recording does not see what only prepares or counts.
#include "compressed/replay/message_passing.h"

#include <mpi.h>
#include <tarry/tarry.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "mpi_plugins/files.h"
#include "mpi_plugins/unrecorded.h"
#include "mpi_plugins/windows.h"

// Functions of the recording library; there are none if the replay is not recorded.
#pragma weak tarry_pause
#pragma weak tarry_resume

namespace tarry::replay {
namespace {

using model::CollectiveOp;

struct Requested final : Pending {
  MPI_Request handle = MPI_REQUEST_NULL;
  bool receives = false;
  // Arguments of collective operations, which use them until they end.
  std::vector<int> send_counts, send_places, receive_counts, receive_places;
  std::vector<MPI_Datatype> types;
};

// Nothing is recorded while one of these exists; but the recording learns of communicators.
class Pause {
 public:
  Pause() {
    if (&tarry_pause != nullptr) tarry_pause();
  }
  ~Pause() {
    if (&tarry_resume != nullptr) tarry_resume();
  }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;
};

int as_int(std::uint64_t number) { return static_cast<int>(number); }

void fill(const std::vector<std::uint64_t>& bytes, std::vector<int>& counts,
          std::vector<int>& places) {
  int place = 0;
  for (const std::uint64_t each : bytes) {
    counts.push_back(as_int(each));
    places.push_back(place);
    place += counts.back();
  }
}

std::uint64_t bytes_of(const MPI_Status& status) {
  MPI_Count bytes = 0;
  TARRY_UNRECORDED(Get_elements_x)(&status, MPI_BYTE, &bytes);
  return bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

class Mpi final : public MessagePassing {
 public:
  Mpi() { TARRY_UNRECORDED(Comm_dup)(MPI_COMM_WORLD, &own_); }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;
  ~Mpi() override {
    windows_.end(own_);
    for (MPI_Comm& comm : comms_) {
      if (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) continue;
      const Pause pause;
      MPI_Comm_free(&comm);
    }
    TARRY_UNRECORDED(Comm_free)(&own_);
    std::free(send_);
    std::free(receive_);
  }

  bool make_buffers(std::uint64_t sending, std::uint64_t receiving) override {
    send_ = static_cast<char*>(std::malloc(sending + 1));
    receive_ = static_cast<char*>(std::malloc(receiving + 1));
    room_ = as_int(receiving);
    if (send_ == nullptr || receive_ == nullptr) return false;
    // Something to send that is not all the same; filling more of it would only take memory.
    constexpr std::uint64_t kFilled = std::uint64_t{1} << 20;
    unsigned value = 1;
    for (std::uint64_t i = 0; i < std::min(sending, kFilled); ++i)
      send_[i] = static_cast<char>((value = value * 1664525 + 1013904223) >> 24);
    return true;
  }

  void make_communicator(std::span<const std::uint32_t> members) override {
    const std::vector<int> ranks(members.begin(), members.end());
    std::vector<int> all(static_cast<std::size_t>(size_of(MPI_COMM_WORLD)));
    std::iota(all.begin(), all.end(), 0);
    MPI_Comm comm = MPI_COMM_NULL;
    if (ranks == all) {
      make_like(MPI_COMM_WORLD, comm);
    } else if (ranks.size() == 1) {
      make_like(MPI_COMM_SELF, comm);
    } else {
      const Pause pause;
      MPI_Group world, group;
      TARRY_UNRECORDED(Comm_group)(MPI_COMM_WORLD, &world);
      TARRY_UNRECORDED(Group_incl)(world, static_cast<int>(ranks.size()), ranks.data(), &group);
      MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
      TARRY_UNRECORDED(Group_free)(&group);
      TARRY_UNRECORDED(Group_free)(&world);
    }
    comms_.push_back(comm);
  }

  std::int64_t largest_tag() const override {
    int* value = nullptr;
    int found = 0;
    TARRY_UNRECORDED(Comm_get_attr)(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found);
    constexpr std::int64_t kGuaranteed = 32767;
    return found != 0 ? *value : kGuaranteed;
  }

  void send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
            std::uint64_t bytes) override {
    const auto function = synchronous ? MPI_Ssend : MPI_Send;
    function(send_, as_int(bytes), MPI_BYTE, static_cast<int>(to), static_cast<int>(tag),
             comms_[comm]);
  }

  std::uint64_t receive(CommNumber comm, std::uint32_t from, std::int64_t tag) override {
    MPI_Status status;
    MPI_Recv(receive_, room_, MPI_BYTE, static_cast<int>(from), static_cast<int>(tag), comms_[comm],
             &status);
    return bytes_of(status);
  }

  std::uint64_t send_receive(CommNumber comm, std::uint32_t to, std::int64_t send_tag,
                             std::uint64_t bytes, std::uint32_t from,
                             std::int64_t receive_tag) override {
    MPI_Status status;
    MPI_Sendrecv(send_, as_int(bytes), MPI_BYTE, static_cast<int>(to), static_cast<int>(send_tag),
                 receive_, room_, MPI_BYTE, static_cast<int>(from), static_cast<int>(receive_tag),
                 comms_[comm], &status);
    return bytes_of(status);
  }

  Request start_send(bool synchronous, CommNumber comm, std::uint32_t to, std::int64_t tag,
                     std::uint64_t bytes) override {
    auto request = std::make_unique<Requested>();
    const auto function = synchronous ? MPI_Issend : MPI_Isend;
    function(send_, as_int(bytes), MPI_BYTE, static_cast<int>(to), static_cast<int>(tag),
             comms_[comm], &request->handle);
    return request;
  }

  Request start_receive(CommNumber comm, std::uint32_t from, std::int64_t tag) override {
    auto request = std::make_unique<Requested>();
    request->receives = true;
    MPI_Irecv(receive_, room_, MPI_BYTE, static_cast<int>(from), static_cast<int>(tag),
              comms_[comm], &request->handle);
    return request;
  }

  std::vector<std::uint64_t> wait(std::span<Request> requests) override {
    std::vector<MPI_Request> handles;
    for (const Request& request : requests)
      handles.push_back(request ? requested(request).handle : MPI_REQUEST_NULL);
    std::vector<MPI_Status> statuses(handles.size());
    if (handles.empty()) return {};
    if (handles.size() == 1)
      MPI_Wait(handles.data(), statuses.data());
    else
      MPI_Waitall(static_cast<int>(handles.size()), handles.data(), statuses.data());
    std::vector<std::uint64_t> bytes(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (requests[i] && requested(requests[i]).receives) bytes[i] = bytes_of(statuses[i]);
      requests[i].reset();
    }
    return bytes;
  }

  bool test(Request& request, std::uint64_t& bytes) override {
    bytes = 0;
    if (!request) return true;
    int done = 0;
    MPI_Status status;
    MPI_Test(&requested(request).handle, &done, &status);
    if (done == 0) return false;
    if (requested(request).receives) bytes = bytes_of(status);
    request.reset();
    return true;
  }

  void poll() override {
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, own_, &found, MPI_STATUS_IGNORE);
  }

  WindowNumber make_window(model::MpiFunction function, CommNumber comm, std::uint64_t size,
                           std::int64_t unit) override {
    return windows_.make(function, comms_[comm], size, unit);
  }
  void free_window(WindowNumber window) override { windows_.free(window); }
  void synchronize(const WindowCall& call) override { windows_.synchronize(call); }
  Request access(const AccessCall& call) override {
    return request_of(windows_.access(call, {send_, receive_}));
  }

  void set_scratch(std::string_view folder) override { files_.set_folder(folder); }
  FileNumber open_file(CommNumber comm, std::int64_t name, std::int64_t size,
                       std::int64_t mode) override {
    return files_.open(comms_[comm], name, size, mode);
  }
  void close_file(FileNumber file) override { files_.close(file); }
  void set_file(const FileCall& call) override { files_.set(call, {send_, receive_}); }
  Request transfer(const TransferCall& call) override {
    return request_of(files_.transfer(call, {send_, receive_}));
  }
  void delete_file(std::int64_t name, std::int64_t mode) override { files_.remove(name, mode); }
  void close_files() override { files_.end(); }

  void collective(CommNumber comm, const CollectiveShape& shape) override;
  Request start_collective(CommNumber comm, const CollectiveShape& shape) override;

 private:
  static Request request_of(MPI_Request handle) {
    if (handle == MPI_REQUEST_NULL) return nullptr;
    auto request = std::make_unique<Requested>();
    request->handle = handle;
    return request;
  }
  static int size_of(MPI_Comm comm) {
    int size = 0;
    TARRY_UNRECORDED(Comm_size)(comm, &size);
    return size;
  }
  // The first communicator with these members is the one that MPI has made itself.
  void make_like(MPI_Comm original, MPI_Comm& made) {
    const bool is_used = std::find(comms_.begin(), comms_.end(), original) != comms_.end();
    made = original;
    if (!is_used) return;
    const Pause pause;
    MPI_Comm_dup(original, &made);
  }
  static Requested& requested(const Request& request) { return static_cast<Requested&>(*request); }
  // Sets the arguments of a call with counts.
  void set_counts(const CollectiveShape& shape, Requested& request) const {
    fill(shape.to, request.send_counts, request.send_places);
    fill(shape.from, request.receive_counts, request.receive_places);
    request.types.assign(shape.to.size(), MPI_BYTE);
  }

  MPI_Comm own_ = MPI_COMM_NULL;
  std::vector<MPI_Comm> comms_;
  char* send_ = nullptr;
  char* receive_ = nullptr;
  int room_ = 0;
  Windows windows_;
  Files files_;
};

// Each operation is written once for its blocking and its non-blocking form: MPI_X(arguments) and
// MPI_Ix(arguments, request).
#define TARRY_EITHER(blocking, nonblocking, ...) \
  do {                                           \
    if (start)                                   \
      nonblocking(__VA_ARGS__, &request.handle); \
    else                                         \
      blocking(__VA_ARGS__);                     \
  } while (false)

void run(const CollectiveShape& shape, MPI_Comm comm, const Buffers& buffers, bool start,
         Requested& request) {
  const int block = as_int(shape.block), root = as_int(shape.root);
  int rank = 0;
  TARRY_UNRECORDED(Comm_rank)(comm, &rank);
  const auto own = static_cast<std::size_t>(rank);
  char* const receive = buffers.receive;
  const void* const send = shape.in_place ? MPI_IN_PLACE : buffers.send;
  void* const scattered = shape.in_place ? MPI_IN_PLACE : static_cast<void*>(receive);
  const auto& to = request.send_counts;
  const auto& from = request.receive_counts;
  const int* const to_places = request.send_places.data();
  const int* const from_places = request.receive_places.data();
  switch (shape.op) {
    case CollectiveOp::Bcast:
      TARRY_EITHER(MPI_Bcast, MPI_Ibcast, receive, block, MPI_BYTE, root, comm);
      break;
    case CollectiveOp::Gather:
      TARRY_EITHER(MPI_Gather, MPI_Igather, send, block, MPI_BYTE, receive, block, MPI_BYTE, root,
                   comm);
      break;
    case CollectiveOp::Gatherv:
      TARRY_EITHER(MPI_Gatherv, MPI_Igatherv, send, to[shape.root], MPI_BYTE, receive, from.data(),
                   from_places, MPI_BYTE, root, comm);
      break;
    case CollectiveOp::Scatter:
      TARRY_EITHER(MPI_Scatter, MPI_Iscatter, buffers.send, block, MPI_BYTE, scattered, block,
                   MPI_BYTE, root, comm);
      break;
    case CollectiveOp::Scatterv:
      TARRY_EITHER(MPI_Scatterv, MPI_Iscatterv, buffers.send, to.data(), to_places, MPI_BYTE,
                   receive, from[shape.root], MPI_BYTE, root, comm);
      break;
    case CollectiveOp::Allgather:
      TARRY_EITHER(MPI_Allgather, MPI_Iallgather, send, block, MPI_BYTE, receive, block, MPI_BYTE,
                   comm);
      break;
    case CollectiveOp::Allgatherv:
      TARRY_EITHER(MPI_Allgatherv, MPI_Iallgatherv, send, to[own], MPI_BYTE, receive, from.data(),
                   from_places, MPI_BYTE, comm);
      break;
    case CollectiveOp::Alltoall:
      TARRY_EITHER(MPI_Alltoall, MPI_Ialltoall, send, block, MPI_BYTE, receive, block, MPI_BYTE,
                   comm);
      break;
    case CollectiveOp::Alltoallv:
      TARRY_EITHER(MPI_Alltoallv, MPI_Ialltoallv, send, to.data(), to_places, MPI_BYTE, receive,
                   from.data(), from_places, MPI_BYTE, comm);
      break;
    case CollectiveOp::Alltoallw:
      TARRY_EITHER(MPI_Alltoallw, MPI_Ialltoallw, send, to.data(), to_places, request.types.data(),
                   receive, from.data(), from_places, request.types.data(), comm);
      break;
    case CollectiveOp::Allreduce:
      TARRY_EITHER(MPI_Allreduce, MPI_Iallreduce, send, receive, block, MPI_BYTE, MPI_BOR, comm);
      break;
    case CollectiveOp::Reduce:
      // MPICH 4.0 crashes in place at a root other than 0, with more than 2 KiB. The data between
      // the processes is the same.
      TARRY_EITHER(MPI_Reduce, MPI_Ireduce, root == 0 ? send : buffers.send, receive, block,
                   MPI_BYTE, MPI_BOR, root, comm);
      break;
    case CollectiveOp::ReduceScatter:
      TARRY_EITHER(MPI_Reduce_scatter, MPI_Ireduce_scatter, send, receive, to.data(), MPI_BYTE,
                   MPI_BOR, comm);
      break;
    case CollectiveOp::ReduceScatterBlock:
      TARRY_EITHER(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, send, receive, block,
                   MPI_BYTE, MPI_BOR, comm);
      break;
    case CollectiveOp::Scan:
      TARRY_EITHER(MPI_Scan, MPI_Iscan, send, receive, block, MPI_BYTE, MPI_BOR, comm);
      break;
    case CollectiveOp::Exscan:
      TARRY_EITHER(MPI_Exscan, MPI_Iexscan, send, receive, block, MPI_BYTE, MPI_BOR, comm);
      break;
    default:
      TARRY_EITHER(MPI_Barrier, MPI_Ibarrier, comm);
  }
}

#undef TARRY_EITHER

void Mpi::collective(CommNumber comm, const CollectiveShape& shape) {
  Requested arguments;
  set_counts(shape, arguments);
  run(shape, comms_[comm], {send_, receive_}, false, arguments);
}

Request Mpi::start_collective(CommNumber comm, const CollectiveShape& shape) {
  auto request = std::make_unique<Requested>();
  set_counts(shape, *request);
  run(shape, comms_[comm], {send_, receive_}, true, *request);
  return request;
}

}  // namespace
}  // namespace tarry::replay

extern "C" __attribute__((visibility("default"))) tarry::replay::MessagePassing*
tarry_make_message_passing() {
  return new tarry::replay::Mpi();
}
