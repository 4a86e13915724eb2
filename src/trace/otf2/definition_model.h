// SPDX-License-Identifier: BSD-3-Clause
// Converts the records of a definition file to the tables of the event model, with dense ids.
#pragma once

#include "model/anomalies.h"
#include "model/definitions.h"
#include "trace/otf2/definition_records.h"
#include "trace/otf2/id_table.h"

namespace tarry::trace::otf2 {

// Stands in place of the id of a window or file that no MPI communicator has: such records are not
// odd.
inline constexpr std::uint32_t kOtherParadigm = kUndefined32 - 1;

// The definitions, and tables from the ids in the event files (after mapping) to them.
struct TraceDefinitions {
  model::Definitions model;
  IdTable regions;       // global region id -> RegionId
  IdTable comms;         // global communicator id -> CommId; only MPI's
  IdTable windows;       // global window id -> WindowId; or kOtherParadigm
  IdTable files;         // global id of an I/O handle -> FileId; or kOtherParadigm
  IdTable groups;        // global group id -> GroupId; only if there are windows
  IdTable counter_sets;  // global metric id -> CounterSetId or kLeftOut
  IdTable programs;      // global string id of a program's name -> RegionId
  std::uint32_t any_source_attribute = kUndefined32;    // global id; kUndefined32: there is none
  std::uint32_t joined_calls_attribute = kUndefined32;  // the same
  std::uint32_t neighborhood_attribute = kUndefined32;  // the same
  bool has_inlined_functions = false;                   // around MPI calls
  model::RegionId undefined_region;  // stands for region ids without a definition
};

TraceDefinitions build_definitions(const DefinitionRecords& records, model::Anomalies& anomalies);

// Makes `string_id`, the name in a ProgramBegin record, lead to a region: the one that the writer
// defined for the program, or a new one.
void define_program(const DefinitionRecords& records, std::uint64_t string_id,
                    TraceDefinitions& definitions);

}  // namespace tarry::trace::otf2
