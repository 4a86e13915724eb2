// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/survey_waits.h"

#include <algorithm>

#include "analysis/records/waiting_call.h"
#include "model/metric.h"

namespace tarry::analysis {

void survey_waits(const ProcessRecords& process, Ticks finalize_wait, WaitSurvey& waits) {
  const auto add = [&](std::size_t l, const Instance& call, model::MetricId metric, Ticks amount,
                       CommId comm, std::uint32_t number) {
    if (amount.count <= 0) return;
    const model::LocationIndex location{process.first_location.value +
                                        static_cast<std::uint32_t>(l)};
    waits[metric][call.callpath].add(
        {{call.callpath, location, call.enter, call.leave}, amount, comm, number});
  };
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    for (std::uint32_t w = 0; w < records.waits.size(); ++w) {
      const WaitState& wait = records.waits[w];
      add(l, waiting_call(records, wait), wait.metric, wait.amount, communicator_of(process, wait),
          w);
    }
  }
  const RecordRef finalize = first_instance(process, &LocationRecords::finalize);
  if (finalize.index == kNoIndex) return;
  const LocationRecords& records = process.locations[finalize.location];
  add(finalize.location, records.instances[finalize.index], model::metric::mpi_finalize_wait,
      std::min(finalize_wait, records.exclusive_duration(finalize.index)), CommId{}, kNoIndex);
}

}  // namespace tarry::analysis
