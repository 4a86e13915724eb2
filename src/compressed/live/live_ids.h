// SPDX-License-Identifier: BSD-3-Clause
// The meaning of the numbers in the event logs of one process while it still runs: regions get
// numbers in the order in which they are met. Functions, and constructs that are known by an
// address, have no name yet (unresolved_frame.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compressed/capture/rank_communicators.h"
#include "trace/eventlog/address_set.h"
#include "trace/eventlog/log_converter.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::compressed {

// The payload of the records of a region.
struct RegionOrigin {
  bool is_function = false;  // of FunctionEnter; otherwise of RegionEnter
  std::uint64_t payload = 0;
  friend bool operator==(const RegionOrigin&, const RegionOrigin&) = default;
};

class LiveIds final : public trace::eventlog::IdLookup {
 public:
  // Takes the definitions that the process has made so far; they only grow.
  void take(trace::eventlog::ProcessDefinitions&& definitions);

  // Returns the regions by RegionId; the list grows.
  [[nodiscard]] const std::vector<model::Region>& regions() const { return regions_; }
  // Returns the communicators by CommId, which is the process' own number; the list grows.
  [[nodiscard]] const RankCommunicators& communicators() const { return communicators_; }
  // Returns the records' payload from which a region was made, to make it again in another process.
  [[nodiscard]] RegionOrigin origin(model::RegionId region) const {
    return origins_[region.index()];
  }
  // Returns the region of an origin, as region() and function() do.
  model::RegionId region_of(const RegionOrigin& origin) {
    return origin.is_function ? function(origin.payload) : region(origin.payload);
  }
  // Returns the definitions, by the process' own numbers.
  [[nodiscard]] const trace::eventlog::ProcessDefinitions& definitions() const {
    return definitions_;
  }

  model::RegionId region(std::uint64_t number) override;
  model::CommId comm(std::uint32_t number) override;
  // What the calls were told says more than records of windows, their groups and files; teams of
  // threads are irrelevant here.
  model::WindowId window(std::uint32_t number) override { return model::WindowId{number}; }
  model::FileId file(std::uint32_t number) override { return model::FileId{number}; }
  model::GroupId group(std::uint32_t number) override { return model::GroupId{number}; }
  model::CommId team(std::uint32_t) override { return model::CommId{0}; }
  const std::vector<std::uint32_t>& threads(std::uint32_t) override { return nobody_; }
  model::RegionId function(std::uint64_t payload) override;
  model::RegionId call_site(std::uint64_t number) override;
  std::int64_t datatype(std::int64_t number) override;

 private:
  // Regions by the position of a record's payload in a set.
  struct Places {
    trace::eventlog::AddressSet payloads;
    std::vector<model::RegionId> regions;
  };

  model::RegionId add(model::Region&& region, RegionOrigin origin);
  model::RegionId make(const trace::eventlog::NamedRegionKey& key, std::uint64_t number);

  trace::eventlog::ProcessDefinitions definitions_;
  std::vector<model::Region> regions_;
  std::vector<RegionOrigin> origins_;  // by RegionId
  std::vector<model::RegionId> by_number_;
  Places functions_;
  std::map<std::string, model::RegionId> mpi_functions_;  // by name
  std::vector<model::RegionId> call_sites_;  // by number; !valid() if not looked at yet
  RankCommunicators communicators_;
  std::vector<std::uint32_t> nobody_;
};

}  // namespace tarry::compressed
