// SPDX-License-Identifier: BSD-3-Clause
// What the numbers in the event logs of one process stand for while it still runs: regions get
// numbers of their own in the order in which they are met. Functions, and constructs that are known
// by an address, have no name yet (unresolved_frame.h).
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

class LiveIds final : public trace::eventlog::IdLookup {
 public:
  // What the process has defined so far; more than before.
  void take(trace::eventlog::ProcessDefinitions&& definitions);

  // By RegionId; grows.
  [[nodiscard]] const std::vector<model::Region>& regions() const { return regions_; }
  // By CommId, the process' own numbers; grows.
  [[nodiscard]] const RankCommunicators& communicators() const { return communicators_; }
  // Their numbers by position.
  [[nodiscard]] const trace::eventlog::ProcessDefinitions& definitions() const {
    return definitions_;
  }

  model::RegionId region(std::uint64_t number) override;
  model::CommId comm(std::uint32_t number) override;
  // Windows, their groups and teams of threads say nothing here: calls on windows have no actions.
  model::WindowId window(std::uint32_t number) override { return model::WindowId{number}; }
  model::GroupId group(std::uint32_t number) override { return model::GroupId{number}; }
  model::CommId team(std::uint32_t) override { return model::CommId{0}; }
  const std::vector<std::uint32_t>& threads(std::uint32_t) override { return nobody_; }
  model::RegionId function(std::uint64_t payload) override;
  model::RegionId call_site(std::uint64_t number) override;
  std::int64_t datatype(std::int64_t number) override;

 private:
  // Regions by position in a set of what records of functions hold.
  struct Places {
    trace::eventlog::AddressSet payloads;
    std::vector<model::RegionId> regions;
  };

  model::RegionId add(model::Region&& region);
  model::RegionId make(const trace::eventlog::NamedRegionKey& key);

  trace::eventlog::ProcessDefinitions definitions_;
  std::vector<model::Region> regions_;
  std::vector<model::RegionId> by_number_;
  Places functions_;
  std::map<std::string, model::RegionId> mpi_functions_;  // by name
  std::vector<model::RegionId> call_sites_;               // by number, !valid(): not looked at
  RankCommunicators communicators_;
  std::vector<std::uint32_t> nobody_;
};

}  // namespace tarry::compressed
