// SPDX-License-Identifier: BSD-3-Clause
// The visits of regions, in batches that bound the memory for them. Events are read once more for
// them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/declared/call_paths.h"
#include "analysis/declared/counter_readings.h"
#include "analysis/declared/facts.h"
#include "analysis/records/process_records.h"
#include "analysis/records/visit_record.h"
#include "analysis/regions/region_table.h"
#include "model/definitions.h"

namespace tarry::analysis::declared {

class VisitBatches final : private VisitSink {
 public:
  using Take = std::function<void(std::span<const VisitFact>)>;

  // All must outlive it. `counters` are names of some whose values are wanted.
  VisitBatches(const model::Definitions& definitions, const RegionTable& regions,
               const std::vector<std::string>& counters, const CallPaths& paths, Take take)
      : definitions_(definitions),
        regions_(regions),
        counters_(counters),
        paths_(paths),
        take_(std::move(take)) {}

  // Reads all visits of the processes and has them taken.
  base::Status read(const std::vector<ProcessRecords>& processes, const ReadVisits& read_visits);

 private:
  // So many that a process forked for them does not matter, also if it has to start Python.
  static constexpr std::size_t kMost = 1 << 16;

  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    if (readings_) readings_->read(time, set, values);
  }
  void entered(std::uint32_t slot, Ticks time) override;
  void left(std::uint32_t slot, const VisitRecord& visit) override;
  void hand_over();

  const model::Definitions& definitions_;
  const RegionTable& regions_;
  const std::vector<std::string>& counters_;
  const CallPaths& paths_;
  const Take take_;
  std::vector<VisitFact> batch_;
  // Of the location that is read:
  const ProcessRecords* process_ = nullptr;
  Sibling location_ = 0;
  std::optional<CounterReadings> readings_;
  std::vector<CounterGrowth> at_enter_;  // by slot
};

}  // namespace tarry::analysis::declared
