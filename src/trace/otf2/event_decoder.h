// SPDX-License-Identifier: BSD-3-Clause
// Converts the bytes of one location to calls of an EventHandler: one switch per record, one
// virtual call per event. Everything odd is counted in a field of its own and becomes an anomaly at
// the end, so the loop uses no map.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/anomalies.h"
#include "model/definitions.h"
#include "model/event_handler.h"
#include "model/event_place.h"
#include "trace/otf2/event_time.h"
#include "trace/otf2/event_type.h"
#include "trace/otf2/location_definitions.h"
#include "trace/otf2/open_regions.h"
#include "trace/otf2/record_cursor.h"

namespace tarry::trace::otf2 {

// The inputs of the decoder; ids are resolved by the location's own tables.
struct EventContext {
  const IdTable& regions;
  const IdTable& comms;
  const IdTable& window_ids;
  const IdTable& file_ids;
  const IdTable& groups;
  const IdTable& counter_sets;
  const IdTable& programs;
  const std::vector<std::uint32_t>& peer_limits;
  const std::vector<model::Window>& windows;
  const std::vector<model::Region>& region_models;  // by RegionId
  bool has_inlined_functions;
  model::RegionId undefined_region;
  std::uint32_t any_source_attribute;    // kUndefined32: the archive has none
  std::uint32_t joined_calls_attribute;  // the same
  std::uint32_t neighborhood_attribute;  // the same
  model::Clock trace_clock;
  ClockCorrection& clock;
  std::uint64_t event_count;  // limit of delivered events
};

enum class ChunkResult { NextChunk, EndOfFile, AllRead, Damaged };

class EventDecoder {
 public:
  // `places`: nullptr if nobody wants to know.
  EventDecoder(const EventContext& context, model::EventHandler& handler,
               model::PlaceHandler* places)
      : context_(context),
        handler_(handler),
        places_(places),
        time_(context.trace_clock, context.clock),
        program_(context.undefined_region) {
    if (context.has_inlined_functions) open_.emplace(context.region_models);
  }

  // Goes on behind a place that was reached by another decoder of the same events.
  void resume(const model::EventPlace& place);

  // Delivers the events of the next chunk, which begins at `offset` in the file and may end
  // anywhere.
  ChunkResult decode(RecordCursor chunk, std::uint64_t offset);
  void report(model::Anomalies& anomalies) const;

  // Returns the number of events that the definitions state and that were not found so far.
  [[nodiscard]] std::uint64_t missing() const { return context_.event_count - events_; }

 private:
  static constexpr std::uint8_t kNoNeighborhood = 0xFF;

  bool deliver(EventType type, RecordCursor& chunk);
  void name_place(std::uint64_t offset);
  void enter(model::RegionId region);
  void leave(model::RegionId region);
  bool deliver_rare(EventType type, RecordCursor record);
  void deliver_request(EventType type, model::RequestId request);
  void take_attributes(RecordCursor record);
  bool deliver_message(EventType type, RecordCursor record);
  bool deliver_collective(EventType type, RecordCursor record);
  bool deliver_program_begin(RecordCursor record);
  bool deliver_buffer_flush(RecordCursor record);
  bool deliver_fork_or_join(EventType type, RecordCursor record);
  bool deliver_thread(EventType type, RecordCursor record);
  bool deliver_team(EventType type, RecordCursor record);
  bool deliver_lock(EventType type, RecordCursor record);
  bool deliver_task(EventType type, RecordCursor record);
  bool deliver_rma(EventType type, RecordCursor record);
  bool deliver_rma_window(EventType type, RecordCursor record);
  bool deliver_rma_collective(RecordCursor record);
  bool deliver_rma_group_sync(RecordCursor record);
  bool deliver_rma_lock(EventType type, RecordCursor record);
  bool deliver_rma_operation(EventType type, RecordCursor record);
  bool deliver_rma_completion(EventType type, RecordCursor record);
  // Returns an invalid id for windows that are not MPI's, and for undefined ones, which it counts.
  model::WindowId window(std::uint32_t id);
  // Returns whether the window has this rank; counts the rank if not.
  bool is_target(model::WindowId window, model::CommRank target);
  bool deliver_file(EventType type, RecordCursor record);
  // Returns an invalid id for files that MPI has not opened, and for undefined ones, which it
  // counts.
  model::FileId file(std::uint32_t id);
  bool deliver_counters(RecordCursor record);

  model::RegionId region(std::uint32_t id) {
    const std::uint32_t dense = context_.regions[id];
    if (dense != kUndefined32) [[likely]]
      return model::RegionId{dense};
    ++undefined_regions_;
    return context_.undefined_region;
  }

  const EventContext& context_;
  model::EventHandler& handler_;
  model::PlaceHandler* const places_;
  EventTime time_;
  model::RegionId program_;
  std::optional<OpenRegions> open_;              // if there are inlined functions
  bool from_any_source_ = false;                 // by an attribute of the next event
  std::uint64_t joined_calls_ = 0;               // the same
  std::uint8_t neighborhood_ = kNoNeighborhood;  // the same
  std::uint64_t events_ = 0;
  std::uint64_t undefined_regions_ = 0;
  std::uint64_t undefined_comms_ = 0;
  std::uint64_t impossible_ranks_ = 0;
  std::uint64_t unknown_operations_ = 0;
  std::uint64_t undefined_teams_ = 0;
  std::uint64_t undefined_windows_ = 0;
  std::uint64_t undefined_files_ = 0;
  std::uint64_t undefined_counters_ = 0;
  std::vector<model::CounterValue> counter_values_;  // values of the present record
  model::EventPlace place_;                          // the last one that was named
};

}  // namespace tarry::trace::otf2
