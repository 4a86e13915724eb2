// SPDX-License-Identifier: BSD-3-Clause
#include "score/record_bytes.h"

#include <algorithm>
#include <cctype>

#include "score/otf2_bytes.h"

namespace tarry::score {
namespace {

using model::MpiCall;
using model::RegionClass;
using model::RegionRole;

// Units of the event log: trace/recording/log_format.h.
constexpr double kUnit = 16;
constexpr double kTwoUnits = 32;
constexpr double kThreeUnits = 48;

constexpr double kComm = 1;   // the first one of a location has the id 0: MPI_COMM_WORLD, mostly
constexpr double kOther = 2;  // one of a few: a tag, a team, a thread, a matching number

std::string mpi_name(const std::string& region) {
  std::string name = region;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name.starts_with("mpi_") ? name.substr(4) : name;
}

bool starts_operations(const std::string& name) {
  constexpr std::string_view kNotOne[] = {"init", "intercomm", "iprobe", "improbe", "is_", "info"};
  if (name == "start") return true;
  return name.starts_with('i') && std::none_of(std::begin(kNotOne), std::end(kNotOne),
                                               [&](auto other) { return name.starts_with(other); });
}

bool is_blocking_receive(MpiCall call) {
  return call == MpiCall::Recv || call == MpiCall::Sendrecv;
}

bool is_receive(const std::string& name) { return name == "irecv" || name == "imrecv"; }

Bytes times(double count, double trace, double log) { return {count * trace, count * log}; }

double mean(double sum, double count) { return count > 0 ? sum / count : 0; }

Bytes one_sided(const CubeRegion& region, double visits, const NumberSizes& sizes) {
  constexpr double kMatching = kOther;
  constexpr double kCompletion = kHeadBytes + kComm + kMatching;
  constexpr double kSize = 3;
  switch (region.kind.call) {
    case MpiCall::Put:
    case MpiCall::Get:
      return times(visits, kHeadBytes + kComm + sizes.rank + kSize + kMatching + kCompletion,
                   kTwoUnits + kUnit);
    case MpiCall::Atomic:
      return times(
          visits,
          kHeadBytes + kComm + sizes.rank + kShortBytes + 2 * kSize + kMatching + kCompletion,
          kThreeUnits + kUnit);
    default:
      break;
  }
  if (region.kind.call == MpiCall::WinTest) return {};  // mostly in vain
  // Begin and end of a fence or of a window; a group; a lock asked for or given back.
  constexpr double kBetween = 3 * kHeadBytes + 2 * kComm + 6 * kShortBytes;
  if (region.kind.region_class == RegionClass::MpiRmaSyncPassive)
    return times(visits, kHeadBytes + kComm + sizes.rank + 2 * kShortBytes, kUnit);
  return times(visits, kBetween, 2 * kUnit);
}

// Acquisitions are counted, so that their numbers grow with the visits.
Bytes locks(double count, double visits) {
  return times(count, kHeadBytes + kShortBytes + kOther + mean_number_bytes(visits), kUnit);
}

Bytes openmp(const CubeRegion& region, bool is_initial_thread, double visits) {
  constexpr double kTeam = kHeadBytes + kOther;
  constexpr double kFork = kHeadBytes + kShortBytes + kOther + kStampBytes;
  constexpr double kJoin = kHeadBytes + kShortBytes + kStampBytes;
  const double task = kHeadBytes + 2 * kOther + mean_number_bytes(visits) + kStampBytes;
  switch (region.role) {
    case RegionRole::Parallel: {
      Bytes bytes = times(visits, 2 * kTeam + kStampBytes, 2 * kUnit);
      if (is_initial_thread) bytes += times(visits, kFork + kJoin, 2 * kUnit);
      return bytes;
    }
    case RegionRole::Critical:
      return locks(2 * visits, visits);
    case RegionRole::TaskCreate:
      return times(visits, task, kUnit);
    case RegionRole::Task:
      return times(visits, 3 * task, 3 * kUnit);
    default:
      break;
  }
  const bool is_lock = region.name.find("set_") != std::string::npos ||
                       region.name.find("test_") != std::string::npos;
  return region.kind.region_class == RegionClass::OmpLockApi && is_lock ? locks(visits, visits)
                                                                        : Bytes{};
}

Bytes pthread(const CubeRegion& region, double visits) {
  constexpr double kThread = kHeadBytes + kShortBytes + kOther;
  if (region.name.ends_with("lock")) return locks(visits, visits);
  if (region.name.ends_with("wait")) return locks(2 * visits, visits);  // pthread_cond_*wait
  if (region.name == "pthread_create") return times(visits, kThread, kUnit);
  if (region.name == "pthread_join") return times(visits, kThread + kStampBytes, kUnit);
  return {};
}

}  // namespace

RecordBytes::RecordBytes(const model::SeverityCube& cube)
    : cube_(cube),
      comms_send_(cube.find("comms_send")),
      syncs_send_(cube.find("syncs_send")),
      comms_recv_(cube.find("comms_recv")),
      syncs_recv_(cube.find("syncs_recv")),
      bytes_sent_(cube.find("bytes_sent")),
      bytes_rcvd_(cube.find("bytes_rcvd")),
      bytes_cout_(cube.find("bytes_cout")),
      bytes_cin_(cube.find("bytes_cin")) {}

double RecordBytes::requests_per_visit(const CubeRegion& region) {
  return region.group == Group::Mpi && starts_operations(mpi_name(region.name)) ? 1 : 0;
}

double RecordBytes::sum(model::MetricId one, model::MetricId other, model::CallPathId callpath,
                        model::LocationIndex location, double otherwise) const {
  if (!one.valid() && !other.valid()) return otherwise;
  return (one.valid() ? cube_.value(one, callpath, location) : 0) +
         (other.valid() ? cube_.value(other, callpath, location) : 0);
}

Bytes RecordBytes::messages(const CubeRegion& region, model::CallPathId callpath,
                            model::LocationIndex location, double visits,
                            const NumberSizes& sizes) const {
  const std::string name = mpi_name(region.name);
  const bool blocking_receive = is_blocking_receive(region.kind.call);
  const bool posts_receive = is_receive(name);
  const bool starts = starts_operations(name);
  const bool is_send = region.kind.region_class == RegionClass::MpiPointToPoint &&
                       name.find("send") != std::string::npos && !name.ends_with("_init");
  const double sent = sum(comms_send_, syncs_send_, callpath, location, is_send ? visits : 0);
  const double received = sum(comms_recv_, syncs_recv_, callpath, location,
                              blocking_receive || posts_receive ? visits : 0);
  const double envelope = kHeadBytes + sizes.rank + kComm + kOther;
  const auto size = [&](model::MetricId bytes, double count) {
    return number_bytes(mean(sum(bytes, {}, callpath, location, 0), count));
  };

  Bytes bytes = times(sent, envelope + size(bytes_sent_, sent), kTwoUnits);
  bytes += times(received, envelope + size(bytes_rcvd_, received), kTwoUnits);
  if (starts) bytes += times(sent, 2 * sizes.request + kKindBytes, kUnit);  // and its completion
  if (posts_receive) bytes += times(visits, kKindBytes + sizes.request, kUnit);
  if (!blocking_receive) bytes += times(received, sizes.request, 0);
  return bytes;
}

Bytes RecordBytes::collective(const CubeRegion& region, model::CallPathId callpath,
                              model::LocationIndex location, double visits,
                              const NumberSizes& sizes) const {
  const double out = mean(sum(bytes_cout_, {}, callpath, location, 0), visits);
  const double in = mean(sum(bytes_cin_, {}, callpath, location, 0), visits);
  // A root is often rank 0, and undefined where there is none.
  const double end =
      kHeadBytes + kShortBytes + kComm + kShortBytes + number_bytes(out) + number_bytes(in);
  if (starts_operations(mpi_name(region.name)))
    return times(visits, kHeadBytes + sizes.request + end + sizes.request, kUnit + kThreeUnits);
  return times(visits, kHeadBytes + end, kUnit + kThreeUnits);
}

Bytes RecordBytes::between(const CubeRegion& region, model::CallPathId callpath,
                           model::LocationIndex location, double visits,
                           const NumberSizes& sizes) const {
  const bool is_initial_thread = cube_.locations[location.index()].thread == 0;
  if (region.group == Group::Omp) return openmp(region, is_initial_thread, visits);
  if (region.group == Group::Pthread) return pthread(region, visits);
  if (region.group != Group::Mpi) return {};
  switch (region.kind.region_class) {
    case RegionClass::MpiCollective:
    case RegionClass::MpiSyncCollective:
      return collective(region, callpath, location, visits, sizes);
    case RegionClass::MpiRmaCommunication:
    case RegionClass::MpiRmaSyncActive:
    case RegionClass::MpiRmaSyncPassive:
      return one_sided(region, visits, sizes);
    default:
      return messages(region, callpath, location, visits, sizes);
  }
}

}  // namespace tarry::score
