// SPDX-License-Identifier: BSD-3-Clause
#include "score/record_bytes.h"

#include <optional>

#include "model/mpi_function.h"
#include "score/otf2_bytes.h"

namespace tarry::score {
namespace {

using model::MpiCall;
using model::MpiFunction;
using model::MpiOperation;
using model::RegionClass;
using model::RegionRole;

// Units of the event log: trace/eventlog/log_format.h.
constexpr double kOneUnit = 16;
constexpr double kTwoUnits = 32;
constexpr double kThreeUnits = 48;

// The first communicator of a location, usually MPI_COMM_WORLD, has the id 0.
constexpr double kComm = 1;
constexpr double kOther = 2;  // one of few numbers: a tag, a team, a thread, a matching number

Bytes times(double count, double trace, double log) { return {count * trace, count * log}; }

double mean(double sum, double count) { return count > 0 ? sum / count : 0; }

// Acquisitions are numbered, so their numbers grow with the visits.
Bytes locks(double count, double visits) {
  return times(count, kHeadBytes + kShortBytes + kOther + mean_number_bytes(visits), kOneUnit);
}

double locks_per_visit(const CubeRegion& region) {
  const auto has = [&](const char* part) { return region.name.find(part) != std::string::npos; };
  if (region.role == RegionRole::Critical) return 2;
  if (region.kind.region_class == RegionClass::OmpLockApi)
    return has("set_") || has("test_") ? 1 : 0;
  if (region.group != Group::Pthread) return 0;
  if (region.name.ends_with("wait")) return 2;  // pthread_cond_*wait releases and takes its mutex
  return region.name.ends_with("lock") ? 1 : 0;
}

// Two calls share a split operation.
double file_operations_per_visit(const CubeRegion& region) {
  if (region.name == "MPI_File_sync") return 1;
  if (region.kind.region_class != RegionClass::MpiIoIndividual &&
      region.kind.region_class != RegionClass::MpiIoCollective)
    return 0;
  return region.name.ends_with("_begin") || region.name.ends_with("_end") ? 0.5 : 1;
}

}  // namespace

RegionRecords::RegionRecords(const CubeRegion& region)
    : group_(region.group),
      role_(region.role),
      kind_(region.kind),
      locks_per_visit_(locks_per_visit(region)),
      creates_thread_(region.name == "pthread_create"),
      joins_thread_(region.name == "pthread_join"),
      opens_file_(region.name == "MPI_File_open" || region.name == "MPI_File_close"),
      file_operations_(file_operations_per_visit(region)) {
  if (group_ != Group::Mpi) return;
  receives_ = kind_.call == MpiCall::Recv || kind_.call == MpiCall::Sendrecv;
  const std::optional<MpiFunction> function = model::find_mpi_function(region.name);
  if (!function) return;
  const model::MpiFunctionInfo& known = info(*function);
  // How many operations a Startall starts is not known.
  starts_operation_ =
      known.request == model::RequestUse::Starts && *function != MpiFunction::Startall;
  const std::optional<model::CollectiveOp> op = model::collective_op(known.operation);
  is_among_neighbors_ = op && model::is_neighborhood_op(*op);
  posts_receive_ = starts_operation_ && known.operation == MpiOperation::Receive;
  sends_ = known.request != model::RequestUse::Prepares && is_send(known.operation);
}

Bytes RegionRecords::messages(const PathCounts& counts, const NumberSizes& sizes) const {
  const double sent = counts.has_messages ? counts.sent : sends_ ? counts.visits : 0;
  const double received = counts.has_messages           ? counts.received
                          : receives_ || posts_receive_ ? counts.visits
                                                        : 0;
  const double envelope = kHeadBytes + sizes.rank + kComm + kOther;
  Bytes bytes = times(sent, envelope + number_bytes(mean(counts.bytes_sent, sent)), kTwoUnits);
  bytes +=
      times(received, envelope + number_bytes(mean(counts.bytes_received, received)), kTwoUnits);
  if (starts_operation_)  // the start and the completion
    bytes += times(sent, 2 * sizes.request + kKindBytes, kOneUnit);
  if (posts_receive_) bytes += times(counts.visits, kKindBytes + sizes.request, kOneUnit);
  if (!receives_) bytes += times(received, sizes.request, 0);
  return bytes;
}

Bytes RegionRecords::collective(const PathCounts& counts, const NumberSizes& sizes) const {
  const double out = mean(counts.collective_out, counts.visits);
  const double in = mean(counts.collective_in, counts.visits);
  // The root is often rank 0, and undefined in operations without a root.
  // The attribute has a count and an id of two bytes each, a type and a value.
  constexpr double kAttribute = kHeadBytes + 2 + 2 + 1 + kShortBytes;
  const double end = kHeadBytes + kShortBytes + kComm + kShortBytes + number_bytes(out) +
                     number_bytes(in) + (is_among_neighbors_ ? kAttribute : 0);
  if (starts_operation_)
    return times(counts.visits, kHeadBytes + sizes.request + end + sizes.request,
                 kOneUnit + kThreeUnits);
  return times(counts.visits, kHeadBytes + end, kOneUnit + kThreeUnits);
}

Bytes RegionRecords::one_sided(double visits, const NumberSizes& sizes) const {
  constexpr double kCompletion = kHeadBytes + kComm + kOther;
  constexpr double kSize = 3;
  const double operation = kHeadBytes + kComm + sizes.rank + kSize + kOther + kCompletion;
  if (kind_.call == MpiCall::Put || kind_.call == MpiCall::Get)
    return times(visits, operation, kTwoUnits + kOneUnit);
  if (kind_.call == MpiCall::Atomic)
    return times(visits, operation + kShortBytes + kSize, kThreeUnits + kOneUnit);
  if (kind_.call == MpiCall::WinTest) return {};  // mostly unsuccessful
  if (kind_.region_class == RegionClass::MpiRmaSyncPassive)
    return times(visits, kHeadBytes + kComm + sizes.rank + 2 * kShortBytes, kOneUnit);
  // A fence has a begin and an end; a start or post has a group.
  return times(visits, 2 * kHeadBytes + kComm + 5 * kShortBytes, 2 * kOneUnit);
}

// An opening or closing has one record, an operation a begin and an end.
Bytes RegionRecords::file(double visits) const {
  constexpr double kSize = 3;
  const double end = kHeadBytes + kComm + kSize + mean_number_bytes(visits);
  Bytes bytes = times(visits * file_operations_, 2 * end + 2 * kShortBytes, 2 * kTwoUnits);
  if (opens_file_) bytes += times(visits, kHeadBytes + kComm, kOneUnit);
  return bytes;
}

Bytes RegionRecords::openmp(const PathCounts& counts) const {
  constexpr double kTeam = kHeadBytes + kOther;
  constexpr double kFork = kHeadBytes + kShortBytes + kOther + kStampBytes;
  constexpr double kJoin = kHeadBytes + kShortBytes + kStampBytes;
  const double visits = counts.visits;
  const double task = kHeadBytes + 2 * kOther + mean_number_bytes(visits) + kStampBytes;
  switch (role_) {
    case RegionRole::Parallel: {
      Bytes bytes = times(visits, 2 * kTeam + kStampBytes, 2 * kOneUnit);
      if (counts.is_initial_thread) bytes += times(visits, kFork + kJoin, 2 * kOneUnit);
      return bytes;
    }
    case RegionRole::TaskCreate:
      return times(visits, task, kOneUnit);
    case RegionRole::Task:
      return times(visits, 3 * task, 3 * kOneUnit);
    default:
      return locks(locks_per_visit_ * visits, visits);
  }
}

Bytes RegionRecords::pthread(double visits) const {
  constexpr double kThread = kHeadBytes + kShortBytes + kOther;
  if (creates_thread_) return times(visits, kThread, kOneUnit);
  if (joins_thread_) return times(visits, kThread + kStampBytes, kOneUnit);
  return locks(locks_per_visit_ * visits, visits);
}

Bytes RegionRecords::between(const PathCounts& counts, const NumberSizes& sizes) const {
  if (group_ == Group::Omp) return openmp(counts);
  if (group_ == Group::Pthread) return pthread(counts.visits);
  if (group_ != Group::Mpi) return {};
  switch (kind_.region_class) {
    case RegionClass::MpiCollective:
    case RegionClass::MpiSyncCollective:
      return collective(counts, sizes);
    case RegionClass::MpiRmaCommunication:
    case RegionClass::MpiRmaSyncActive:
    case RegionClass::MpiRmaSyncPassive:
      return one_sided(counts.visits, sizes);
    case RegionClass::MpiMgmtFile:
    case RegionClass::MpiIoIndividual:
    case RegionClass::MpiIoCollective:
      return file(counts.visits);
    default:
      return messages(counts, sizes);
  }
}

}  // namespace tarry::score
