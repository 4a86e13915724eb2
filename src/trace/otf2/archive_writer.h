// SPDX-License-Identifier: BSD-3-Clause
// Writes OTF2 archives in the layout of Score-P: DIR/traces.otf2, DIR/traces.def,
// DIR/traces/<id>.evt and .def. Event files and definitions can be written by different processes:
// the injected runtime writes the files of its own locations, the tool writes the global
// definitions after the run.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/result.h"
#include "model/definitions.h"
#include "model/event_handler.h"

namespace tarry::trace::otf2 {

// At local time `ticks` the global clock shows `ticks + offset`.
struct ClockOffset {
  std::uint64_t ticks = 0;
  std::int64_t offset = 0;
  std::uint64_t error = 0;  // the largest possible error, in ticks of the global clock
};

// Returns the communicator of the threads that the process of this rank creates. These
// communicators of all processes follow the `communicators` of the definitions.
inline model::CommId contingent_of(std::size_t communicators, model::Rank rank) {
  return model::CommId{static_cast<std::uint32_t>(communicators) + rank.value};
}

// The events of one location, in order, with raw local times. Region and communicator ids are the
// global ones; the file gets small local ids in order of first use, and tables that map them to the
// global ids.
class LocationWriter : public model::EventHandler {
 public:
  // Gives `region` the shortest local id, which saves a byte in each of its events. Call it before
  // the first event.
  virtual void expect_most(model::RegionId region) = 0;

  // If there are several programs, selects the program of the location's process by its number in
  // the definitions, where `program` is 0 and `more_programs` follow. Call it before the first
  // event.
  virtual void is_of_program(std::uint32_t number) = 0;

  // Sets the communicator of the threads that the location's process creates, if the archive
  // defines it. Call it before the first event.
  virtual void creates_threads_of(model::CommId contingent) = 0;

  // Ends the event file and writes the local definitions (mapping tables, clock offsets).
  // Returns the number of events written.
  virtual base::Result<std::uint64_t> finish(const std::vector<ClockOffset>& clock_offsets) = 0;
};

// Returns the version of the OTF2 library that archives are written with: "3.0.2".
const char* library_version();

// Returns an error if the format cannot hold these definitions. Call it before writing events.
base::Status check_fits(const model::Definitions& definitions);

class ArchiveWriter {
 public:
  virtual ~ArchiveWriter() = default;

  // Makes `directory` if it does not exist, and replaces files of an archive there.
  static base::Result<std::unique_ptr<ArchiveWriter>> create(
      const std::filesystem::path& directory);

  // `trace_id`: the location id in the trace, (thread << 32) | rank. `most_events`: if this limit
  // is known, a location of a few events is written in a fraction of the time; more events are an
  // error; four counters that are read count as one more event. Thread: any, one writer per thread.
  virtual base::Result<std::unique_ptr<LocationWriter>> open_location(
      std::uint64_t trace_id, std::uint64_t most_events = kAnyNumber) = 0;
  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

  // Writes traces.def from `definitions` (locations with their event counts, system tree, groups
  // with the self group, communicators, regions, clock, paradigms) and on close() traces.otf2.
  virtual base::Status write_definitions(const model::Definitions& definitions) = 0;

  // Tells readers whether every message and collective operation of the run has its records. Call
  // it after write_definitions(); without this call the archive says nothing about it.
  virtual base::Status declare_communication(bool is_complete) = 0;

  // Tells readers that nobody has measured the times (Anchor::has_measured_times). Call it after
  // write_definitions().
  virtual base::Status declare_times_made_up() = 0;

  // Ends the archive. Without write_definitions() before, only event files are left.
  virtual base::Status close() = 0;
};

}  // namespace tarry::trace::otf2
