// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/mpi_region.h"

#include <string>

#include "model/mpi_function.h"
#include "trace/synthetic/openmp_region.h"

namespace tarry::trace::synthetic {
namespace {

using model::CollectiveOp;
using model::Paradigm;
using model::RegionRole;

struct Operation {
  std::string_view name;
  CollectiveOp op;
  RegionRole role;
};

constexpr Operation kOperations[] = {
    {"barrier", CollectiveOp::Barrier, RegionRole::Barrier},
    {"bcast", CollectiveOp::Bcast, RegionRole::CollectiveOneToAll},
    {"gather", CollectiveOp::Gather, RegionRole::CollectiveAllToOne},
    {"gatherv", CollectiveOp::Gatherv, RegionRole::CollectiveAllToOne},
    {"scatter", CollectiveOp::Scatter, RegionRole::CollectiveOneToAll},
    {"scatterv", CollectiveOp::Scatterv, RegionRole::CollectiveOneToAll},
    {"allgather", CollectiveOp::Allgather, RegionRole::CollectiveAllToAll},
    {"allgatherv", CollectiveOp::Allgatherv, RegionRole::CollectiveAllToAll},
    {"alltoall", CollectiveOp::Alltoall, RegionRole::CollectiveAllToAll},
    {"alltoallv", CollectiveOp::Alltoallv, RegionRole::CollectiveAllToAll},
    {"alltoallw", CollectiveOp::Alltoallw, RegionRole::CollectiveAllToAll},
    {"allreduce", CollectiveOp::Allreduce, RegionRole::CollectiveAllToAll},
    {"reduce", CollectiveOp::Reduce, RegionRole::CollectiveAllToOne},
    {"reduce_scatter", CollectiveOp::ReduceScatter, RegionRole::CollectiveAllToAll},
    {"reduce_scatter_block", CollectiveOp::ReduceScatterBlock, RegionRole::CollectiveAllToAll},
    {"scan", CollectiveOp::Scan, RegionRole::CollectiveOther},
    {"exscan", CollectiveOp::Exscan, RegionRole::CollectiveOther},
};

const Operation* find_operation(std::string_view name) {
  for (const Operation& known : kOperations)
    if (known.name == name) return &known;
  return nullptr;
}

// Turns "MPI_Iallreduce" into "allreduce" and sets `nonblocking`; returns an empty text if MPI_ is
// missing at the begin.
std::string operation_name(std::string_view region, bool& nonblocking) {
  nonblocking = false;
  if (!region.starts_with("MPI_")) return "";
  std::string name(region.substr(4));
  if (name.empty()) return "";
  if (name[0] == 'I' && name.size() > 1) {
    nonblocking = true;
    name.erase(0, 1);
  } else {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
  }
  return name;
}

RegionRole mpi_role(std::string_view region) {
  bool nonblocking = false;
  const std::string name = operation_name(region, nonblocking);
  if (const Operation* known = find_operation(name)) return known->role;
  const auto is_one_of = [region](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), region.substr(4)) != names.end();
  };
  if (is_one_of({"Send",
                 "Bsend",
                 "Rsend",
                 "Ssend",
                 "Recv",
                 "Sendrecv",
                 "Sendrecv_replace",
                 "Isend",
                 "Ibsend",
                 "Irsend",
                 "Issend",
                 "Irecv",
                 "Mrecv",
                 "Imrecv",
                 "Probe",
                 "Iprobe",
                 "Mprobe",
                 "Improbe",
                 "Send_init",
                 "Recv_init",
                 "Ssend_init",
                 "Start",
                 "Startall",
                 "Wait",
                 "Waitall",
                 "Waitany",
                 "Waitsome",
                 "Test",
                 "Testall",
                 "Testany",
                 "Testsome"}))
    return RegionRole::PointToPoint;
  if (is_one_of({"Put", "Get", "Rput", "Rget"})) return RegionRole::Rma;
  if (is_one_of({"Accumulate", "Get_accumulate", "Fetch_and_op", "Compare_and_swap", "Raccumulate",
                 "Rget_accumulate"}))
    return RegionRole::Atomic;
  if (region.starts_with("MPI_File_read") || region.starts_with("MPI_File_write") ||
      region.starts_with("MPI_File_i"))
    return RegionRole::FileIo;
  if (region.starts_with("MPI_File_")) return RegionRole::FileIoMetadata;
  return RegionRole::Function;
}

}  // namespace

model::Region region_by_name(std::string_view name) {
  model::Region region;
  region.name = region.canonical = std::string(name);
  region.role = RegionRole::Function;
  region.paradigm = Paradigm::Compiler;
  if (name.starts_with("MPI_")) {
    region.paradigm = Paradigm::Mpi;
    if (const auto* const function = find_function(name)) region.role = function->role;
  } else if (const auto role = openmp_role(name)) {
    region.paradigm = Paradigm::OpenMp;
    region.role = *role;
  } else if (name.starts_with("pthread_")) {
    region.paradigm = Paradigm::Pthread;
    if (name == "pthread_create") region.role = RegionRole::ThreadCreate;
    if (name == "pthread_join") region.role = RegionRole::ThreadWait;
  } else if (name == "TRACE BUFFER FLUSH" || name == "TRACING") {
    region.paradigm = Paradigm::MeasurementSystem;
    region.role = RegionRole::Artificial;
  }
  return region;
}

std::optional<CollectiveOp> collective_op(std::string_view name) {
  const model::MpiFunctionInfo* const function = find_function(name);
  if (function == nullptr || function->request == model::RequestUse::Prepares) return std::nullopt;
  return model::collective_op(function->operation);
}

bool is_nonblocking_collective(std::string_view name) {
  return collective_op(name) && find_function(name)->request == model::RequestUse::Starts;
}

}  // namespace tarry::trace::synthetic
