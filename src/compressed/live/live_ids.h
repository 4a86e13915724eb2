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

class LiveIds final : public trace::eventlog::IdLookup {
 public:
  // Takes the definitions that the process has made so far; they only grow.
  void take(trace::eventlog::ProcessDefinitions&& definitions);

  // Returns the regions by RegionId; the list grows.
  [[nodiscard]] const std::vector<model::Region>& regions() const { return regions_; }
  // Returns the communicators by CommId, which is the process' own number; the list grows.
  [[nodiscard]] const RankCommunicators& communicators() const { return communicators_; }
  // Returns the definitions, by the process' own numbers.
  [[nodiscard]] const trace::eventlog::ProcessDefinitions& definitions() const {
    return definitions_;
  }

  model::RegionId region(std::uint64_t number) override;
  model::CommId comm(std::uint32_t number) override;
  // Windows, their groups and teams of threads are irrelevant here: calls on windows have no
  // actions.
  model::WindowId window(std::uint32_t number) override { return model::WindowId{number}; }
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

  model::RegionId add(model::Region&& region);
  model::RegionId make(const trace::eventlog::NamedRegionKey& key);

  trace::eventlog::ProcessDefinitions definitions_;
  std::vector<model::Region> regions_;
  std::vector<model::RegionId> by_number_;
  Places functions_;
  std::map<std::string, model::RegionId> mpi_functions_;  // by name
  std::vector<model::RegionId> call_sites_;  // by number; !valid() if not looked at yet
  RankCommunicators communicators_;
  std::vector<std::uint32_t> nobody_;
};

}  // namespace tarry::compressed
