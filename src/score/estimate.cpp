// SPDX-License-Identifier: BSD-3-Clause
#include "score/estimate.h"

#include <algorithm>
#include <cmath>

#include "score/otf2_bytes.h"

namespace tarry::score {
namespace {

constexpr double kEnterAndLeaveLog = 32;  // one unit of the event log each
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

class Estimator {
 public:
  Estimator(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
            const std::vector<bool>& excluded)
      : cube_(cube),
        regions_(regions),
        excluded_(excluded),
        visits_(cube.find("visits")),
        records_(cube),
        places_(cube.locations.size()) {
    std::size_t process = kNobody;
    model::Rank last;
    for (std::size_t l = 0; l < cube.locations.size(); ++l) {
      if (process == kNobody || cube.locations[l].rank != last) ++process;
      last = cube.locations[l].rank;
      places_[l].process = process;
    }
    processes_ = process + 1;
  }

  Estimate run(const std::vector<std::size_t>& part_of, std::size_t parts) {
    survey();
    Estimate out;
    out.parts.assign(parts, std::vector<Bytes>(processes_));
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      std::vector<Bytes>& part = out.parts[part_of.empty() ? 0 : part_of[r]];
      out.regions.push_back(excluded_[r] ? RegionBytes{} : region_bytes(r, part));
    }
    out.processes.resize(processes_);
    for (const std::vector<Bytes>& part : out.parts)
      for (std::size_t p = 0; p < processes_; ++p) out.processes[p] += part[p];
    add_files(out);
    return out;
  }

 private:
  struct Place {
    std::size_t process = 0;
    std::size_t frequent = kNobody;  // its region with the most visits
    double visits = 0;               // of that region
    double requests = 0;
    double regions = 0;  // seen so far
  };

  [[nodiscard]] double visits_at(const CubeRegion& region, std::size_t location) const {
    double sum = 0;
    for (const model::CallPathId path : region.callpaths)
      sum += cube_.value(visits_, path, model::LocationIndex{static_cast<std::uint32_t>(location)});
    return sum;
  }

  // A location numbers its regions in order of first use, but for the most frequent one, which is
  // 0.
  void survey() {
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      if (excluded_[r]) continue;
      const double requests = RecordBytes::requests_per_visit(regions_[r]);
      for (std::size_t l = 0; l < places_.size(); ++l) {
        const double visits = visits_at(regions_[r], l);
        places_[l].requests += visits * requests;
        if (visits > places_[l].visits) {
          places_[l].visits = visits;
          places_[l].frequent = r;
        }
      }
    }
  }

  RegionBytes region_bytes(std::size_t r, std::vector<Bytes>& processes) {
    RegionBytes out;
    Bytes own;  // of one process: its locations follow each other
    for (std::size_t l = 0; l < places_.size(); ++l) {
      const Bytes here = location_bytes(r, l);
      own += here;
      out.whole += here;
      processes[places_[l].process] += here;
      if (l + 1 < places_.size() && places_[l + 1].process == places_[l].process) continue;
      out.largest.trace = std::max(out.largest.trace, own.trace);
      out.largest.log = std::max(out.largest.log, own.log);
      own = {};
    }
    return out;
  }

  Bytes location_bytes(std::size_t r, std::size_t l) {
    const CubeRegion& region = regions_[r];
    Place& place = places_[l];
    const model::LocationIndex location{static_cast<std::uint32_t>(l)};
    const NumberSizes sizes{mean_number_bytes(static_cast<double>(processes_)),
                            mean_number_bytes(place.requests + 1)};
    Bytes out;
    double visits = 0;
    for (const model::CallPathId path : region.callpaths) {
      const double here = cube_.value(visits_, path, location);
      visits += here;
      // Completed messages have no visits of their own.
      if (here > 0) out += records_.between(region, path, location, here, sizes);
    }
    if (visits == 0) return out;
    const double id = place.frequent == r ? 0 : ++place.regions;
    out.trace += visits * 2 * (kStampBytes + kKindBytes + number_bytes(id));
    out.log += visits * kEnterAndLeaveLog;
    return out;
  }

  // Chunks and definitions. Records of definitions have their kind, length, a handful of numbers
  // and, for each name, a string with a record of its own.
  void add_files(Estimate& out) const {
    constexpr double kRegion = 16, kString = 5, kLocation = 16, kGroups = 9;
    constexpr double kFile = 80, kMapped = 2;
    double names = 0;
    double used = 0;
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      if (excluded_[r]) continue;
      names += static_cast<double>(regions_[r].name.size() + regions_[r].file.size()) + 2 * kString;
      ++used;
    }
    const auto locations = static_cast<double>(places_.size());
    out.definitions = names + used * kRegion + locations * (kLocation + kGroups + kFile);
    for (const Place& place : places_) out.definitions += place.regions * kMapped;
    for (Bytes& process : out.processes)
      process.trace += kChunkBytes * std::ceil((process.trace + 1) / kChunkOf);
  }

  const model::SeverityCube& cube_;
  const std::vector<CubeRegion>& regions_;
  const std::vector<bool>& excluded_;
  model::MetricId visits_;
  RecordBytes records_;
  std::vector<Place> places_;  // by location
  std::size_t processes_ = 0;
};

}  // namespace

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

Estimate estimate(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
                  const std::vector<bool>& excluded, const std::vector<std::size_t>& part_of,
                  std::size_t parts) {
  return Estimator(cube, regions, excluded).run(part_of, parts);
}

}  // namespace tarry::score
