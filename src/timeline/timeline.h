// SPDX-License-Identifier: BSD-3-Clause
// The timeline of a trace: what each location does at which time, for any window and at any width.
// An index beside the trace (docs/formats/timeline-index.md) says what the bins of time were spent
// on; single visits and messages are read from the trace itself, from near the window on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/event_insights.h"
#include "model/trace_source.h"
#include "timeline/picture.h"

namespace tarry::timeline {

// What a location does at one time: the innermost region that is open there, or, while a call
// waits, its wait state.
struct State {
  std::string name;
  std::string_view kind;   // user, mpi, openmp, pthread, io or wait
  model::MetricId metric;  // of a wait state, else !valid()
};

struct Counter {
  std::string name;
  std::string unit;
};

// A line is a location with threads of the processor; lines come in the order of locations.
struct Overview {
  double begin_s = 0.0, end_s = 0.0;        // seconds since the begin of the trace
  std::vector<model::LocationIndex> lines;  // positions in Definitions::locations
  std::vector<State> states;                // at most 65,535
  std::uint64_t messages = 0;
  std::vector<Counter> counters;
};

// A visit of a region, or a wait in one: it lies one deeper than its call.
struct Slice {
  std::uint32_t line = 0;
  std::uint32_t depth = 0;  // 0 is the outermost region
  std::uint16_t state = 0;
  double begin_s = 0.0, end_s = 0.0;  // whole, also outside of the window
};

struct Message {
  std::uint32_t from = 0, to = 0;         // lines
  double sent_s = 0.0, received_s = 0.0;  // record of the send; leave of the call that receives
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;
};

struct Details {
  double from_s = 0.0, to_s = 0.0;
  std::optional<std::vector<Slice>> slices;  // none if there are too many; ordered by line, begin
  std::uint64_t slice_count = 0;             // an estimate if there are too many
  std::vector<Message> messages;             // the longest on their way; ordered by sent_s
  std::uint64_t message_count = 0;           // likewise an estimate if there are many
};

struct Window {
  double from_s = 0.0, to_s = 0.0;
};

struct DetailsRequest {
  Window window;
  std::vector<std::uint32_t> lines;  // empty: all
  std::uint64_t most_slices = 20'000;
  std::uint64_t most_messages = 1'000;
};

// Where the trace lies, and how it is read: what an index must belong to.
struct Place {
  std::filesystem::path trace;  // traces.otf2, a .case or .synth file
  std::filesystem::path index;  // the file that is written if it is missing, stale or damaged
  bool correct_clocks = true;
};

// Returns the place of an index beside a trace.
Place place_beside(const std::filesystem::path& trace, bool correct_clocks = true);

class Timeline {
 public:
  virtual ~Timeline() = default;

  [[nodiscard]] virtual const Overview& overview() const = 0;
  // Both fail if the window is empty or not a number, and if a file cannot be read. Thread: any,
  // several at a time.
  [[nodiscard]] virtual base::Result<Picture> picture(const Window& window, std::uint32_t columns,
                                                      std::uint32_t rows) const = 0;
  [[nodiscard]] virtual base::Result<Details> details(const DetailsRequest& request) const = 0;
};

// Returns whether the index at `place` is whole and belongs to the trace there.
bool has_index(const model::TraceSource& trace, const Place& place);

// Makes the index. `insights` is an analysis of `trace`, which may visit locations in any order and
// several at a time (analysis::Options::visits_in_turn).
base::Status make_index(model::TraceSource& trace, const Place& place,
                        const model::InsightSource& insights, unsigned threads = 0);

// Opens a trace that has an index. `trace` must outlive the result. `threads`: of each answer, 0
// for one for each core.
base::Result<std::unique_ptr<Timeline>> open_timeline(model::TraceSource& trace, const Place& place,
                                                      unsigned threads = 0);

}  // namespace tarry::timeline
