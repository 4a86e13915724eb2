// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/location_calls.h"

#include <algorithm>
#include <utility>

#include "model/believable_bytes.h"
#include "model/region_class.h"

namespace tarry::compressed {

using model::CallPathId;
using model::RegionClass;
using model::RegionId;
using model::RequestId;
using model::Ticks;

LocationCalls::LocationCalls(const std::vector<model::Region>& regions, model::CallTree& paths,
                             model::Anomalies& left_out, Sink sink,
                             const model::Definitions* definitions)
    : regions_(regions),
      paths_(paths),
      left_out_(left_out),
      sink_(std::move(sink)),
      definitions_(definitions) {}

void LocationCalls::note(Ticks time) {
  if (!started_) first_ = time;
  started_ = true;
  last_ = time;
}

bool LocationCalls::is_mpi(RegionId region) {
  while (is_mpi_.size() <= region.index() && is_mpi_.size() < regions_.size()) {
    const RegionClass found = model::classify(regions_[is_mpi_.size()]).region_class;
    is_mpi_.push_back(found >= RegionClass::MpiOther && found <= RegionClass::MpiIoCollective);
  }
  return region.index() < is_mpi_.size() && is_mpi_[region.index()];
}

// Inlined functions are left out because a compression while the program runs does not know them.
bool LocationCalls::is_inlined(RegionId region) const {
  return region.index() < regions_.size() && regions_[region.index()].is_inlined;
}

void LocationCalls::enter(Ticks time, RegionId region) {
  if (is_inlined(region)) return;
  note(time);
  if (inside_ > 0) {
    ++inside_;
    return;
  }
  if (!is_mpi(region)) {
    around_ = paths_.child(around_, region);
    return;
  }
  inside_ = 1;
  call_ = {};
  arguments_ = {};
  call_.begin = time;
  call_.function = region;
  call_.around = around_;
  call_.flushed_before = std::exchange(flushed_, Ticks{});
}

void LocationCalls::leave(Ticks time, RegionId region) {
  if (is_inlined(region)) return;
  note(time);
  if (inside_ == 0) return leave_region(region);
  if (--inside_ > 0) return;
  if (region != call_.function) left_out_.add("MPI calls that end with another region's leave");
  end_call(time);
}

// A leave of an outer region ends the regions inside it. A leave of a region that is not open is
// skipped.
void LocationCalls::leave_region(RegionId region) {
  for (CallPathId at = around_; at.valid(); at = paths_[at].parent) {
    if (paths_[at].region != region) continue;
    around_ = paths_[at].parent;
    return;
  }
  left_out_.add("leaves of regions that were not entered (skipped)");
}

void LocationCalls::end_call(Ticks time) {
  inside_ = 0;
  call_.flushed_inside = std::exchange(flushed_, Ticks{});
  // Calls that share an enter and a leave take equal parts of the time.
  for (; joined_ > 0; --joined_) {
    const Ticks length{(time - call_.begin).count / static_cast<std::int64_t>(joined_ + 1)};
    RecordedCall one = call_;
    one.end = call_.begin + length;
    call_.begin = one.end;
    call_.flushed_before = call_.flushed_inside = Ticks{};
    sink_(std::move(one));
  }
  call_.end = time;
  sink_(std::move(call_));
  call_ = {};
}

void LocationCalls::go_on_inside(std::span<const RegionId> regions) {
  for (const RegionId region : regions)
    if (region.valid() && !is_inlined(region)) around_ = paths_.child(around_, region);
}

// A compression while the program runs ends inside MPI_Finalize.
void LocationCalls::finish(Ticks until) {
  if (inside_ == 0) return;
  if (regions_[call_.function.index()].name != "MPI_Finalize")
    left_out_.add("MPI calls without an end (ended with the last event)");
  end_call(std::max(last_, until));
}

void LocationCalls::call_site(Ticks time, RegionId place) {
  note(time);
  if (inside_ == 1) call_.around = paths_.child(around_, place);
}

void LocationCalls::add(Ticks time, RecordedAction action) {
  note(time);
  action.arguments = std::exchange(arguments_, {});
  if (inside_ == 0) return left_out_.add("MPI records outside of MPI calls (left out)");
  call_.actions.push_back(action);
}

void LocationCalls::message(Ticks time, ActionKind kind, const model::MessageRecord& m) {
  RecordedAction action;
  action.kind = kind;
  action.request = m.request;
  action.comm = m.comm;
  action.peer = m.peer;
  action.tag = m.tag;
  action.bytes = model::believable(m.bytes, left_out_);
  add(time, action);
}

void LocationCalls::of_request(Ticks time, ActionKind kind, RequestId request) {
  RecordedAction action;
  action.kind = kind;
  action.request = request;
  add(time, action);
}

void LocationCalls::collective(Ticks time, ActionKind kind, const model::CollectiveRecord& c) {
  RecordedAction action;
  action.kind = kind;
  action.request = c.request;
  action.comm = c.comm;
  action.peer = c.root;
  action.op = c.op;
  action.bytes = model::believable(c.bytes_sent, left_out_);
  action.received = model::believable(c.bytes_received, left_out_);
  add(time, action);
}

// The call that tests is kept; the requests that it found unfinished are not.
void LocationCalls::mpi_request_test(Ticks time, RequestId /*request*/) { note(time); }

void LocationCalls::statistic_measured(Ticks time, std::uint32_t statistic, std::uint64_t value) {
  note(time);
  if (inside_ > 0) call_.statistics.push_back({statistic, value});
}

void LocationCalls::buffer_flush(Ticks time, Ticks stop) {
  note(time);
  flushed_ += model::Ticks{std::max<std::int64_t>(0, (stop - time).count)};
}

void LocationCalls::measurement_on_off(Ticks time, bool on) {
  note(time);
  if (!on) left_out_.add("pauses of the recording: their calls are missing");
}

}  // namespace tarry::compressed
