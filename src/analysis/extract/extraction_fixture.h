// SPDX-License-Identifier: BSD-3-Clause
// One location of a process with one thread or two, for tests of trackers.
#pragma once

#include <gtest/gtest.h>

#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

class ExtractionFixture : public testing::Test {
 protected:
  static constexpr model::RegionId kMain{0}, kRecv{1};

  // The location under test is the first of a process with so many.
  void begin(std::uint32_t locations = 1) {
    definitions_.regions.resize(2);
    definitions_.regions[0].name = definitions_.regions[0].canonical = "main";
    definitions_.regions[1].name = definitions_.regions[1].canonical = "MPI_Recv";
    definitions_.regions[1].paradigm = model::Paradigm::Mpi;
    definitions_.locations.resize(locations);
    for (model::Location& location : definitions_.locations) location.rank = Rank{0};
    regions_.emplace(definitions_);
    location_.emplace(definitions_, *regions_, model::LocationIndex{0}, lookup_, roots_, journeys_,
                      anomalies_);
  }

  CallPathId callpath(model::RegionId region) { return lookup_.child({}, region); }

  LocationExtraction& location() { return *location_; }
  LocationRecords& records() { return location_->records; }

  model::Definitions definitions_;
  std::optional<RegionTable> regions_;
  model::CallTree tree_;
  CallPathLookup lookup_{tree_};
  TeamRoots roots_;
  TaskJourneys journeys_;
  model::Anomalies anomalies_;
  std::optional<LocationExtraction> location_;
};

}  // namespace tarry::analysis
