// SPDX-License-Identifier: BSD-3-Clause
// Translates the numbers and addresses of one process to global ids, which are known once the
// definitions of all processes are unified.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trace/eventlog/address_set.h"
#include "trace/eventlog/definition_set.h"
#include "trace/eventlog/id_lookup.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::eventlog {

// Functions are looked up once and remembered.
class IdTranslation final : public IdLookup {
 public:
  IdTranslation(const ProcessDefinitions& definitions, const DefinitionSet& unified);

  model::RegionId region(std::uint64_t number) override {
    return number < regions_.size() ? regions_[number] : model::RegionId{};
  }
  model::CommId comm(std::uint32_t number) override {
    return number < communicators_.size() ? communicators_[number] : model::CommId{};
  }
  model::WindowId window(std::uint32_t number) override {
    return number < windows_.size() ? windows_[number] : model::WindowId{};
  }
  model::FileId file(std::uint32_t number) override {
    return number < files_.size() ? files_[number] : model::FileId{};
  }
  model::GroupId group(std::uint32_t number) override {
    return number < groups_.size() ? groups_[number] : model::GroupId{};
  }
  // Returns an invalid id if the team was unknown when the definitions were unified.
  model::CommId team(std::uint32_t number) override {
    return number != 0 && number <= teams_.size() ? teams_[number - 1] : model::CommId{};
  }
  const std::vector<std::uint32_t>& threads(std::uint32_t team) override {
    return members_[team - 1];
  }
  const CounterReading* counters(std::uint32_t set) override {
    return set < counters_.size() && counters_[set] ? &*counters_[set] : nullptr;
  }
  // Returns late_region() for a function that was not unified.
  model::RegionId function(std::uint64_t payload) override {
    const std::uint32_t position = payloads_.insert(payload);
    if (position == functions_.size()) functions_.push_back(look_up(payload));
    return functions_[position];
  }

 private:
  [[nodiscard]] model::RegionId look_up(std::uint64_t payload) const;
  void add_counters(const std::vector<LocalCounterSet>& sets);

  const ProcessDefinitions& definitions_;
  const DefinitionSet& unified_;
  std::vector<model::RegionId> regions_;
  std::vector<model::CommId> communicators_;
  std::vector<model::WindowId> windows_;
  std::vector<model::FileId> files_;
  std::vector<model::GroupId> groups_;
  std::vector<model::CommId> teams_;
  std::vector<std::optional<CounterReading>> counters_;
  const std::vector<std::vector<std::uint32_t>>& members_;
  AddressSet payloads_;                     // payloads of function records
  std::vector<model::RegionId> functions_;  // by position in payloads_
};

}  // namespace tarry::trace::eventlog
