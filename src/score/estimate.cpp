// SPDX-License-Identifier: BSD-3-Clause
#include "score/estimate.h"

#include <algorithm>
#include <cmath>

#include "model/artificial_regions.h"
#include "score/otf2_bytes.h"
#include "score/reading_bytes.h"

namespace tarry::score {
namespace {

constexpr double kEnterAndLeaveLog = 32;  // one unit of the event log each

// Returns the size of the attributes of leaves that stand for several visits: how many others have
// one is not known, so all are taken to have it.
Bytes joined_calls(double records, double joined) {
  if (joined <= 0) return {};
  constexpr double kCount = 2, kAttribute = 2, kType = 1;
  return {records * (kHeadBytes + kCount + kAttribute + kType + number_bytes(joined / records)), 0};
}

}  // namespace

Estimator::Estimator(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions)
    : regions_(regions), reading_(reading_bytes(cube)) {
  for (std::size_t l = 0; l < cube.locations.size(); ++l) {
    if (l == 0 || cube.locations[l].rank != cube.locations[l - 1].rank) ++processes_;
    process_of_.push_back(processes_ - 1);
  }
  const CubeCounts counts(cube);
  std::vector<double> requests(process_of_.size());  // by location
  for (const CubeRegion& region : regions) {
    const double per_visit = RegionRecords(region).requests_per_visit();
    if (per_visit == 0) continue;
    for (const model::CallPathId path : region.callpaths) {
      const std::vector<PathCounts> of_path = counts.of(path);
      for (std::size_t l = 0; l < requests.size(); ++l)
        requests[l] += of_path[l].visits * per_visit;
    }
  }
  cells_.reserve(regions.size() * process_of_.size());
  for (const CubeRegion& region : regions) add_region(counts, region, requests);
}

void Estimator::add_region(const CubeCounts& counts, const CubeRegion& region,
                           const std::vector<double>& requests) {
  const RegionRecords of_region(region);
  const double rank_bytes = mean_number_bytes(static_cast<double>(processes_));
  const std::size_t first = cells_.size();
  cells_.resize(first + process_of_.size());
  // A filtered run fills fewer windows and flushes less often; the size is negligible in any case.
  if (region.name == model::kBufferFlush) return;
  for (const model::CallPathId path : region.callpaths) {
    const std::vector<PathCounts> of_path = counts.of(path);
    for (std::size_t l = 0; l < of_path.size(); ++l) {
      Cell& cell = cells_[first + l];
      const double records = of_path[l].visits - of_path[l].joined_visits;
      cell.visits += records;
      if (records <= 0) continue;
      cell.between += joined_calls(records, of_path[l].joined_visits);
      cell.between +=
          of_region.between(of_path[l], {rank_bytes, mean_number_bytes(requests[l] + 1)});
      // Artificial regions share the readings of the enters and leaves around them.
      if (region.role == model::RegionRole::Artificial) continue;
      const double readings = 2 * records;
      cell.between += {readings * reading_[l].trace, readings * reading_[l].log};
    }
  }
}

Estimate Estimator::of(const std::vector<bool>& excluded, const std::vector<std::size_t>& part_of,
                       std::size_t parts) const {
  std::vector<Numbering> numbers = numberings(excluded);
  Estimate out;
  out.parts.assign(parts, std::vector<Bytes>(processes_));
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    std::vector<Bytes>& part = out.parts[part_of.empty() ? 0 : part_of[r]];
    out.regions.push_back(excluded[r] ? RegionBytes{} : region_bytes(r, numbers, part));
  }
  out.processes.resize(processes_);
  for (const std::vector<Bytes>& part : out.parts)
    for (std::size_t p = 0; p < processes_; ++p) out.processes[p] += part[p];
  add_files(excluded, numbers, out);
  return out;
}

// A location numbers its regions in the order of their first use, but the most frequent one gets 0.
std::vector<Estimator::Numbering> Estimator::numberings(const std::vector<bool>& excluded) const {
  const std::size_t locations = process_of_.size();
  std::vector<Numbering> out(locations);
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (excluded[r]) continue;
    for (std::size_t l = 0; l < locations; ++l)
      if (const double visits = cells_[r * locations + l].visits; visits > out[l].most) {
        out[l].most = visits;
        out[l].frequent = r;
      }
  }
  return out;
}

RegionBytes Estimator::region_bytes(std::size_t region, std::vector<Numbering>& numberings,
                                    std::vector<Bytes>& processes) const {
  const std::size_t locations = process_of_.size();
  RegionBytes out;
  Bytes own;  // bytes of one process, whose locations are adjacent
  for (std::size_t l = 0; l < locations; ++l) {
    const Cell& cell = cells_[region * locations + l];
    Bytes here = cell.between;
    if (cell.visits > 0) {
      const double number = numberings[l].frequent == region ? 0 : ++numberings[l].used;
      here.trace += cell.visits * 2 * (kStampBytes + kKindBytes + number_bytes(number));
      here.log += cell.visits * kEnterAndLeaveLog;
    }
    own += here;
    out.whole += here;
    processes[process_of_[l]] += here;
    if (l + 1 < locations && process_of_[l + 1] == process_of_[l]) continue;
    out.largest.trace = std::max(out.largest.trace, own.trace);
    out.largest.log = std::max(out.largest.log, own.log);
    own = {};
  }
  return out;
}

// Adds chunks and definitions. Records of definitions have a kind, a length, a few numbers and, for
// each name, a string with a record of its own.
void Estimator::add_files(const std::vector<bool>& excluded,
                          const std::vector<Numbering>& numberings, Estimate& out) const {
  constexpr double kRegion = 16, kString = 5, kPlace = 12, kLocation = 25;
  constexpr double kFile = 80, kMapped = 2;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    const CubeRegion& region = regions_[r];
    if (excluded[r]) continue;
    out.definitions +=
        static_cast<double>(region.name.size() + region.file.size()) + 2 * kString + kRegion;
    if (!region.call_site.empty())
      out.definitions +=
          static_cast<double>(model::kCallSitePrefix.size() + region.call_site.size()) + kPlace;
  }
  for (const Numbering& numbering : numberings)
    out.definitions += kLocation + kFile + numbering.used * kMapped;
  for (Bytes& process : out.processes)
    process.trace += kChunkBytes * std::ceil((process.trace + 1) / kChunkOf);
}

double Estimate::trace_bytes() const {
  double sum = definitions;
  for (const Bytes& process : processes) sum += process.trace;
  return sum;
}

Bytes Estimate::largest_process() const { return largest(processes); }

Bytes largest(const std::vector<Bytes>& all) {
  Bytes most;
  for (const Bytes& each : all) {
    most.trace = std::max(most.trace, each.trace);
    most.log = std::max(most.log, each.log);
  }
  return most;
}

}  // namespace tarry::score
