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
  bool has_curve = true;   // its values can be drawn over time
  bool per_second = true;  // its curve is what it counts in a second, else its value
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

// A part of the critical path.
struct PathSpan {
  std::uint32_t line = 0;
  double begin_s = 0.0, end_s = 0.0;
};

struct Details {
  double from_s = 0.0, to_s = 0.0;
  std::optional<std::vector<Slice>> slices;  // none if there are too many; ordered by line, begin
  std::uint64_t slice_count = 0;             // an estimate if there are too many
  std::vector<Message> messages;             // the longest on their way; ordered by sent_s
  std::uint64_t message_count = 0;           // likewise an estimate if there are many
  std::vector<PathSpan> path;                // on any line; the longest; ordered by begin_s
  std::uint64_t path_count = 0;              // how many there are
};

// What some ranks send to some others; both are bins of neighboring ranks, counted from 0.
struct Traffic {
  std::uint32_t from = 0, to = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  double waited_s = 0.0;         // of the receivers, in Late Sender
  double sender_waited_s = 0.0;  // of the senders, in Late Receiver
};

struct Communication {
  std::uint32_t ranks_in_bin = 1;  // more than one if there are too many pairs
  std::vector<Traffic> traffic;    // by from, then to
};

// One of the longest waits, and which other lines wait until the same time.
struct LongWait {
  std::uint16_t state = 0;  // the wait state
  std::uint16_t call = 0;   // state of the region that waits
  std::uint32_t line = 0;   // where it is longest
  double begin_s = 0.0, end_s = 0.0;
  double waited_s = 0.0;             // less than end - begin if regions are nested in it
  std::vector<std::uint32_t> lines;  // all that wait until then, ascending; at most kMostWaiting
  std::uint32_t line_count = 0;      // how many wait
};
inline constexpr std::size_t kMostWaiting = 1024;

struct Window {
  double from_s = 0.0, to_s = 0.0;
};

struct DetailsRequest {
  Window window;
  std::vector<std::uint32_t> lines;  // empty: all
  std::uint64_t most_slices = 20'000;
  std::uint64_t most_messages = 1'000;
  std::uint64_t most_path_spans = 2'000;
};

// Where the trace lies, and how it is read: what an index must belong to.
struct Place {
  std::filesystem::path trace;  // traces.otf2, a .case or .synth file
  std::filesystem::path index;  // the file that is written if it is missing, stale or damaged
  bool correct_clocks = true;
};

// Returns the place of an index beside a trace.
Place place_beside(const std::filesystem::path& trace, bool correct_clocks = true);

struct CounterRequest {
  Window window;
  std::uint32_t counter = 0;         // position in Overview::counters
  std::vector<std::uint32_t> lines;  // empty: all
  std::uint32_t columns = 1;
};

// Values are NaN where nothing is known. Lines that do not have the counter are left out.
struct CounterCurves {
  struct OfLine {
    std::uint32_t line = 0;
    std::vector<double> values;  // by column
  };
  std::optional<std::vector<OfLine>> lines;  // none if too many events must be read; ascending
};

class Timeline {
 public:
  virtual ~Timeline() = default;

  [[nodiscard]] virtual const Overview& overview() const = 0;
  // Both fail if the window is empty or not a number, and if a file cannot be read. Thread: any,
  // several at a time.
  [[nodiscard]] virtual base::Result<Picture> picture(const Window& window, std::uint32_t columns,
                                                      std::uint32_t rows, PictureRows kind,
                                                      PictureEffort effort) const = 0;
  [[nodiscard]] virtual base::Result<Details> details(const DetailsRequest& request) const = 0;
  // A counter in columns of equal width over the window. Thread: any, several at a time.
  [[nodiscard]] virtual base::Result<CounterCurves> counter(
      const CounterRequest& request) const = 0;
  // Who sends to whom in the whole trace.
  [[nodiscard]] virtual Communication communication() const = 0;
  // The longest waits of some wait states in the whole trace, the longest first; of each state at
  // most 64 are known. Fails if a state is no wait state. Thread: any, several at a time.
  [[nodiscard]] virtual base::Result<std::vector<LongWait>> longest_waits(
      const std::vector<std::uint16_t>& states, std::size_t most) const = 0;
};

// Returns whether the index at `place` is whole and belongs to the trace there.
bool has_index(const model::TraceSource& trace, const Place& place);

// Analyzes a trace, has its locations visited in any order and several at a time, and tells its
// critical path (analysis::Options).
using IndexInsights =
    std::function<base::Status(const model::VisitEvents&, const model::TakePath&)>;

// Makes the index. `insights` is an analysis of `trace`.
base::Status make_index(model::TraceSource& trace, const Place& place,
                        const IndexInsights& insights, unsigned threads = 0);

// Opens a trace that has an index. `trace` must outlive the result. `threads`: of each answer, 0
// for one for each core.
base::Result<std::unique_ptr<Timeline>> open_timeline(model::TraceSource& trace, const Place& place,
                                                      unsigned threads = 0);

}  // namespace tarry::timeline
