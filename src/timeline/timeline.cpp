// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/timeline.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/experiment_files.h"
#include "base/for_each.h"
#include "timeline/counter_curve.h"
#include "timeline/index_file.h"
#include "timeline/index_stamp.h"
#include "timeline/picture_maker.h"
#include "timeline/trace_lines.h"
#include "timeline/window_reader.h"

namespace tarry::timeline {
namespace {

// Messages are read exactly up to so many.
constexpr std::uint64_t kMostMessagesRead = 50'000;

class OpenTimeline final : public Timeline {
 public:
  OpenTimeline(model::TraceSource& source, IndexFile index, unsigned threads)
      : definitions_(source.definitions()),
        lines_(definitions_),
        index_(std::move(index)),
        trace_{definitions_, lines_.states, index_.header().grid, lines_.line_of},
        reader_(source, trace_, index_, lines_.lines),
        threads_(threads) {
    const TimeGrid& grid = trace_.grid;
    // The begin of the trace is that of its definitions; times that were not corrected may lie
    // before.
    origin_s_ = definitions_.clock.seconds(
        Ticks{grid.begin - static_cast<std::int64_t>(definitions_.clock.begin)});
    overview_ = {.begin_s = seconds(0),
                 .end_s = seconds(grid.length),
                 .lines = lines_.lines,
                 .states = lines_.states.all(),
                 .messages = index_.messages().messages(),
                 .counters = {}};
    for (const model::Counter& counter : definitions_.counters)
      overview_.counters.push_back(
          {counter.name, counter.unit, has_curve(counter), model::is_summable(counter)});
  }

  [[nodiscard]] const Overview& overview() const override { return overview_; }

  [[nodiscard]] base::Result<Picture> picture(const Window& window, std::uint32_t columns,
                                              std::uint32_t rows, PictureRows kind,
                                              PictureEffort effort) const override {
    TRY_ASSIGN(const auto ticks, ticks_of(window));
    if (columns == 0 || rows == 0 || columns > kMostColumns)
      return base::Error{base::ErrorCode::BadInput, "a picture has 1 to 16384 columns, and rows",
                         std::to_string(columns) + " x " + std::to_string(rows), ""};
    const PictureMaker maker(trace_, index_, reader_, threads_);
    TRY_ASSIGN(TickPicture made,
               maker.make(ticks.first, ticks.second, columns, rows, kind, effort));
    made.picture.from_s = seconds(made.from);
    made.picture.to_s = seconds(made.to);
    return std::move(made.picture);
  }

  [[nodiscard]] base::Result<Details> details(const DetailsRequest& request) const override {
    TRY_ASSIGN(const auto ticks, ticks_of(request.window));
    const auto [from, to] = ticks;
    TRY_ASSIGN(const std::vector<bool> is_asked, asked_lines(request.lines));
    Details details;
    details.from_s = request.window.from_s;
    details.to_s = request.window.to_s;
    TRY(find_slices(from, to, is_asked, request.most_slices, details));
    TRY(find_messages(from, to, is_asked, request.most_messages, details));
    find_path(from, to, request.most_path_spans, details);
    return details;
  }

  [[nodiscard]] base::Result<CounterCurves> counter(const CounterRequest& request) const override {
    TRY_ASSIGN(const auto ticks, ticks_of(request.window));
    TRY_ASSIGN(const std::vector<bool> is_asked, asked_lines(request.lines));
    if (request.counter >= definitions_.counters.size() || request.columns == 0 ||
        request.columns > kMostColumns)
      return base::Error{base::ErrorCode::BadInput, "no such counter, or too many columns",
                         std::to_string(request.counter), ""};
    const auto [from, to] = ticks;
    CounterCurves curves;
    std::uint64_t steps = 0;
    std::vector<LinePart> parts;
    for (std::uint32_t line = 0; line < is_asked.size(); ++line)
      if (is_asked[line]) steps += reader_.least_steps(line, from, to);
    if (steps > kMostStepsRead) return curves;
    for (std::uint32_t line = 0; line < is_asked.size(); ++line)
      if (is_asked[line]) parts.push_back({.line = line, .begin = {}, .end = {}, .waits = {}});
    const auto find_part = [&, from = from, to = to](std::size_t i,
                                                     Unpacker& unpacker) -> base::Status {
      TRY_ASSIGN(parts[i], reader_.part(parts[i].line, from, to, unpacker));
      return base::kOk;
    };
    TRY(for_lines(parts.size(), find_part));
    steps = 0;
    for (const LinePart& part : parts) steps += part.steps(index_.lines()[part.line]);
    if (steps > kMostStepsRead) return curves;
    std::vector<std::vector<double>> values(parts.size());
    const auto read_part = [&, from = from, to = to](std::size_t i, Unpacker&) -> base::Status {
      CounterCurve curve(definitions_, trace_.grid, model::CounterId{request.counter}, from,
                         std::max(to, from + 1), request.columns);
      TRY(reader_.read(parts[i], curve));
      values[i] = curve.finish();
      return base::kOk;
    };
    TRY(for_lines(parts.size(), read_part));
    curves.lines.emplace();
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (std::any_of(values[i].begin(), values[i].end(), [](double v) { return v == v; }))
        curves.lines->push_back({parts[i].line, std::move(values[i])});
    return curves;
  }

  [[nodiscard]] Communication communication() const override {
    const RankPairs& pairs = index_.pairs();
    Communication all;
    all.ranks_in_bin = std::uint32_t{1} << pairs.shift();
    for (const auto& [pair, sums] : pairs.pairs())
      all.traffic.push_back({pair.first, pair.second, sums.messages, sums.bytes,
                             definitions_.clock.seconds(Ticks{sums.waited}),
                             definitions_.clock.seconds(Ticks{sums.sender_waited})});
    return all;
  }

  [[nodiscard]] base::Result<std::vector<LongWait>> longest_waits(
      const std::vector<std::uint16_t>& states, std::size_t most) const override {
    std::vector<CallWaited> found;
    for (const std::uint16_t state : states) {
      if (state < lines_.states.first_wait() || state >= lines_.states.all().size())
        return base::Error{base::ErrorCode::BadInput, "no such wait state", std::to_string(state),
                           ""};
      const std::vector<CallWaited> waits = index_.waits().of_state(state);
      found.insert(found.end(), waits.begin(), waits.end());
    }
    std::sort(found.begin(), found.end(), is_longer_wait);
    found.resize(std::min(found.size(), most));
    std::vector<LongWait> longest;
    for (const CallWaited& wait : found)
      longest.push_back({.state = wait.state,
                         .call = wait.call,
                         .line = wait.line,
                         .begin_s = seconds(wait.begin),
                         .end_s = seconds(wait.end),
                         .waited_s = definitions_.clock.seconds(Ticks{wait.amount}),
                         .lines = {},
                         .line_count = 0});
    TRY(find_waiting(found, longest));
    return longest;
  }

 private:
  static constexpr std::uint32_t kMostColumns = 16384;

  [[nodiscard]] double seconds(std::int64_t since_begin) const {
    return origin_s_ + definitions_.clock.seconds(Ticks{since_begin});
  }

  // Returns by line whether it is asked for; all are if `lines` is empty.
  [[nodiscard]] base::Result<std::vector<bool>> asked_lines(
      const std::vector<std::uint32_t>& lines) const {
    std::vector<bool> is_asked(lines_.lines.size(), lines.empty());
    for (const std::uint32_t line : lines) {
      if (line >= is_asked.size())
        return base::Error{base::ErrorCode::BadInput, "no such line", std::to_string(line), ""};
      is_asked[line] = true;
    }
    return is_asked;
  }

  // Returns the first and the last tick of the window that lie in the trace.
  [[nodiscard]] base::Result<std::pair<std::int64_t, std::int64_t>> ticks_of(
      const Window& window) const {
    if (!std::isfinite(window.from_s) || !std::isfinite(window.to_s) ||
        window.from_s >= window.to_s)
      return base::Error{base::ErrorCode::BadInput, "the window must begin before it ends", "", ""};
    const auto tick = [&](double s, double (*rounded)(double)) {
      const double ticks =
          rounded((s - origin_s_) * static_cast<double>(definitions_.clock.ticks_per_second));
      const auto last = static_cast<double>(trace_.grid.length);
      return ticks <= 0 ? 0 : ticks >= last ? trace_.grid.length : static_cast<std::int64_t>(ticks);
    };
    // A rounding error of a product is no reason for one more tick.
    return std::pair{tick(window.from_s, [](double t) { return std::floor(t + 1e-3); }),
                     tick(window.to_s, [](double t) { return std::ceil(t - 1e-3); })};
  }

  base::Status find_slices(std::int64_t from, std::int64_t to, const std::vector<bool>& is_asked,
                           std::uint64_t most, Details& details) const {
    std::vector<std::uint32_t> asked;
    std::uint64_t least_steps = 0;
    for (std::uint32_t line = 0; line < is_asked.size(); ++line) {
      if (!is_asked[line]) continue;
      asked.push_back(line);
      least_steps += reader_.least_steps(line, from, to);
    }
    details.slice_count = least_steps / 2;
    if (details.slice_count > most) return base::kOk;
    std::vector<LinePart> parts(asked.size());
    const auto find_part = [&](std::size_t i, Unpacker& unpacker) -> base::Status {
      TRY_ASSIGN(parts[i], reader_.part(asked[i], from, to, unpacker));
      return base::kOk;
    };
    TRY(for_lines(asked.size(), find_part));
    std::uint64_t steps = 0;
    for (const LinePart& part : parts) steps += part.steps(index_.lines()[part.line]);
    if (steps > kMostStepsRead) {
      details.slice_count = steps / 2;
      return base::kOk;
    }
    std::atomic<std::uint64_t> count = 0;
    std::vector<std::vector<Slice>> slices(asked.size());
    const auto find_in_part = [&](std::size_t i, Unpacker& unpacker) -> base::Status {
      const LinePart& part = parts[i];
      const auto take = [&](std::int64_t begin, std::int64_t end, std::uint16_t state,
                            std::uint32_t depth) {
        if (count.fetch_add(1, std::memory_order_relaxed) < most)
          slices[i].push_back({part.line, depth, state, seconds(begin), seconds(end)});
      };
      TRY(reader_.visits(part, from, to, unpacker, [&](const LongVisit& visit) {
        take(visit.begin, visit.end, visit.state, visit.depth);
      }));
      for (const WaitPiece& wait : part.waits) take(wait.begin, wait.end, wait.state, wait.depth);
      std::stable_sort(slices[i].begin(), slices[i].end(), [](const Slice& a, const Slice& b) {
        return std::tuple(a.begin_s, a.depth) < std::tuple(b.begin_s, b.depth);
      });
      return base::kOk;
    };
    TRY(for_lines(asked.size(), find_in_part));
    details.slice_count = count;
    if (count > most) return base::kOk;
    details.slices.emplace();
    for (const std::vector<Slice>& of_line : slices)
      details.slices->insert(details.slices->end(), of_line.begin(), of_line.end());
    return base::kOk;
  }

  base::Status find_messages(std::int64_t from, std::int64_t to, const std::vector<bool>& is_asked,
                             std::uint64_t most, Details& details) const {
    std::vector<ReceivedMessage> found;
    const MessageOverview& all = index_.messages();
    details.message_count = all.count(from, to);
    const bool is_exact = details.message_count <= kMostMessagesRead;
    if (is_exact) {
      std::mutex mutex;
      const auto find_received = [&](std::size_t i, Unpacker& unpacker) -> base::Status {
        TRY_ASSIGN(const std::vector<ReceivedMessage> received,
                   reader_.messages(static_cast<std::uint32_t>(i), from, to, unpacker));
        const std::lock_guard lock(mutex);
        found.insert(found.end(), received.begin(), received.end());
        return base::kOk;
      };
      TRY(for_lines(is_asked.size(), find_received));
    } else {
      found = all.long_ones(from, to);
    }
    std::erase_if(found, [&](const ReceivedMessage& message) {
      return message.from >= is_asked.size() || (!is_asked[message.from] && !is_asked[message.to]);
    });
    if (is_exact) details.message_count = found.size();
    keep_longest(found, most);
    std::sort(found.begin(), found.end());
    for (const ReceivedMessage& message : found)
      details.messages.push_back({message.from, message.to, seconds(message.sent),
                                  seconds(message.received), message.bytes, message.tag});
    return base::kOk;
  }

  void find_path(std::int64_t from, std::int64_t to, std::uint64_t most, Details& details) const {
    std::vector<PathPart> found;
    for (const PathPart& part : index_.path())
      if (part.begin <= to && part.end >= from) found.push_back(part);
    details.path_count = found.size();
    keep_longest(found, most);
    for (const PathPart& part : found)
      details.path.push_back({part.line, seconds(part.begin), seconds(part.end)});
  }

  // Finds out which lines wait as long as each of `found` does.
  base::Status find_waiting(const std::vector<CallWaited>& found,
                            std::vector<LongWait>& longest) const {
    std::mutex mutex;
    const auto find_on_line = [&](std::size_t i, Unpacker& unpacker) -> base::Status {
      const auto line = static_cast<std::uint32_t>(i);
      for (std::size_t w = 0; w < found.size(); ++w) {
        TRY_ASSIGN(const bool waits,
                   reader_.waits_until(line, found[w].state, found[w].end, unpacker));
        if (!waits) continue;
        const std::lock_guard lock(mutex);
        longest[w].lines.push_back(line);
      }
      return base::kOk;
    };
    TRY(for_lines(lines_.lines.size(), find_on_line));
    for (LongWait& wait : longest) {
      std::sort(wait.lines.begin(), wait.lines.end());
      wait.line_count = static_cast<std::uint32_t>(wait.lines.size());
      wait.lines.resize(std::min(wait.lines.size(), kMostWaiting));
    }
    return base::kOk;
  }

  // Calls work(i, unpacker) for 0 to count - 1, some of them in a row by the same thread.
  base::Status for_lines(std::size_t count,
                         const std::function<base::Status(std::size_t, Unpacker&)>& work) const {
    constexpr std::size_t kInARow = 16;
    return base::for_each((count + kInARow - 1) / kInARow, threads_,
                          [&](std::size_t group) -> base::Status {
                            Unpacker unpacker;
                            const std::size_t end = std::min(count, (group + 1) * kInARow);
                            for (std::size_t i = group * kInARow; i < end; ++i)
                              TRY(work(i, unpacker));
                            return base::kOk;
                          });
  }

  const model::Definitions& definitions_;
  const TraceLines lines_;
  const IndexFile index_;
  const Trace trace_;
  const WindowReader reader_;
  const unsigned threads_;
  double origin_s_ = 0.0;  // of the grid, since the begin of the trace
  Overview overview_;
};

// Returns the index at `place`, if it is that of the trace.
base::Result<IndexFile> open_index(const model::TraceSource& trace, const Place& place) {
  TRY_ASSIGN(const std::uint64_t stamp, index_stamp(trace.definitions(), place));
  TRY_ASSIGN(IndexFile index, IndexFile::open(place.index));
  const TraceLines lines(trace.definitions());
  if (index.header().stamp != stamp || index.header().lines != lines.lines.size() ||
      index.header().events != lines.events || index.header().states != lines.states.all().size() ||
      index.header().first_wait != lines.states.first_wait())
    return base::Error{base::ErrorCode::BadInput, "the index of the timeline is of another trace",
                       place.index.string(), "remove it, and it is made again"};
  return index;
}

}  // namespace

Place place_beside(const std::filesystem::path& trace, bool correct_clocks) {
  std::error_code ignored;
  Place place{trace, {}, correct_clocks};
  if (std::filesystem::is_directory(trace, ignored)) place.trace /= base::kArchiveFile;
  place.index = place.trace.filename() == base::kArchiveFile
                    ? place.trace.parent_path() / base::kTimelineFile
                    : std::filesystem::path(place.trace.string() + base::kTimelineEnding);
  return place;
}

bool has_index(const model::TraceSource& trace, const Place& place) {
  return open_index(trace, place).ok();
}

base::Result<std::unique_ptr<Timeline>> open_timeline(model::TraceSource& trace, const Place& place,
                                                      unsigned threads) {
  TRY_ASSIGN(IndexFile index, open_index(trace, place));
  return std::unique_ptr<Timeline>(new OpenTimeline(trace, std::move(index), threads));
}

}  // namespace tarry::timeline
