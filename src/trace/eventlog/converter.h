// SPDX-License-Identifier: BSD-3-Clause
// Converts the event logs of one process to the OTF2 event files of its locations. It runs in the
// measured process when it exits, and in `tarry record` for every process that did not get that
// far: one converter for the orderly and the salvaged case. The result is described in
// converted.tsv of the process' folder. The presence of that file says that the process is done and
// its logs are gone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/anomalies.h"
#include "trace/eventlog/definition_set.h"
#include "trace/eventlog/log_format.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::eventlog {

// One location as it was written. Times are absolute local ticks.
struct ConvertedLocation {
  std::uint64_t trace_id = 0;  // (thread << 32) | rank
  std::uint64_t events = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string name;
  friend bool operator==(const ConvertedLocation&, const ConvertedLocation&) = default;
};

struct Conversion {
  std::vector<ConvertedLocation> locations;  // by thread
  ClockSource clock = ClockSource::MonotonicRaw;
  ClockReading begin{};  // of the process' initial thread
  ClockReading latest{};
  std::uint64_t late_functions = 0;  // events in DefinitionSet::late_region()
  bool complete = true;              // every log ended orderly
  model::Anomalies anomalies;

  [[nodiscard]] std::string serialize() const;
  static base::Result<Conversion> parse(std::string_view text);
};

// How to treat event files of the same locations that are already in the archive. A measured
// process must not touch them: a second MPI run below the same `tarry record` has the same ranks.
enum class IfPresent { Fail, Replace };

// Converts every log of the process folder <experiment>/raw/<definitions.process.directory> into
// <experiment>/traces. `unified` has its ids. After success converted.tsv exists and the logs do
// not; after an error the logs are unchanged and nothing is left in <experiment>/traces. A measured
// process may call it only if rank 0 has written raw/unified.tsv.
base::Result<Conversion> convert_process(const std::filesystem::path& experiment,
                                         const ProcessDefinitions& definitions,
                                         const DefinitionSet& unified,
                                         IfPresent if_present = IfPresent::Fail);

}  // namespace tarry::trace::eventlog
