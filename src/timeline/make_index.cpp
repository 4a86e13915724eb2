// SPDX-License-Identifier: BSD-3-Clause
// Makes an index: lines are built by the threads that visit their locations, and wait in a file
// without a name until all are there and their order is known.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/experiment_files.h"
#include "base/for_each.h"
#include "timeline/index_file.h"
#include "timeline/index_stamp.h"
#include "timeline/line_builder.h"
#include "timeline/trace_lines.h"

namespace tarry::timeline {
namespace {

namespace fs = std::filesystem;

// A bin for so many events, but not fewer than a picture has columns, if that costs little.
constexpr std::uint64_t kEventsInBin = 16;
constexpr std::uint64_t kMostBins = 16'384;
constexpr std::uint64_t kLeastBins = 2048;
constexpr std::uint64_t kLeastBinsOfAll = 1 << 22;

// Bytes on disk that disappear with the object.
class Store {
 public:
  static base::Result<Store> make(const fs::path& directory) {
    std::string name = (directory.empty() ? fs::path(".") : directory) / ".tarry-timeline-XXXXXX";
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) return failure(directory);
    ::unlink(name.c_str());
    return Store(file, directory);
  }
  Store(Store&& other) noexcept
      : file_(std::exchange(other.file_, -1)),
        end_(other.end_.load()),
        directory_(std::move(other.directory_)) {}
  Store& operator=(Store&&) = delete;
  ~Store() {
    if (file_ >= 0) ::close(file_);
  }

  // Returns where the bytes are. Thread: any.
  base::Result<std::uint64_t> put(std::string_view bytes) {
    const std::uint64_t begin = end_.fetch_add(bytes.size());
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t written = ::pwrite(file_, bytes.data() + done, bytes.size() - done,
                                       static_cast<off_t>(begin + done));
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return failure(directory_);
      done += static_cast<std::size_t>(written);
    }
    return begin;
  }
  base::Result<std::string> get(std::uint64_t begin, std::uint64_t size) const {
    std::string bytes(size, '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t got = ::pread(file_, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(begin + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return failure(directory_);
      done += static_cast<std::size_t>(got);
    }
    return bytes;
  }
  [[nodiscard]] std::uint64_t size() const { return end_; }

 private:
  Store(int file, fs::path directory) : file_(file), directory_(std::move(directory)) {}
  static base::Error failure(const fs::path& directory) {
    return {base::ErrorCode::Io, "cannot keep parts of the index", directory.string(),
            std::generic_category().message(errno)};
  }

  int file_;
  std::atomic<std::uint64_t> end_{0};
  fs::path directory_;
};

class IndexMaker {
 public:
  IndexMaker(model::TraceSource& source, const TraceLines& lines, const TimeGrid& grid,
             Store& store)
      : source_(source),
        trace_{source.definitions(), lines.states, grid, lines.line_of},
        store_(store),
        directories_(lines.lines.size()),
        places_(lines.lines.size(), kNowhere),
        whole_{MessageOverview(grid, lines.events), RankPairs(), {}, {}},
        least_bins_(std::clamp<std::uint64_t>(
            kLeastBinsOfAll / std::max<std::size_t>(1, lines.lines.size()), 16, kLeastBins)) {}

  // Thread: any, different locations.
  base::Status visit(model::LocationIndex location, const model::EventInsights& insights) {
    const std::uint32_t line = trace_.line_of[location.index()];
    if (line == kNoLine) return base::kOk;
    const std::uint64_t events = source_.definitions().locations[location.index()].event_count;
    const std::uint64_t bins = std::clamp(events / kEventsInBin, least_bins_, kMostBins);
    LineBuilder builder(trace_, location, insights,
                        trace_.grid.shift_for(static_cast<std::int64_t>(bins)),
                        [this](std::span<const ReceivedMessage> messages) {
                          const std::lock_guard lock(mutex_);
                          whole_.messages.add(messages);
                        });
    model::Anomalies counted_by_the_analysis;
    TRY(source_.read_with_places(location, builder, builder, counted_by_the_analysis));
    TRY_ASSIGN(BuiltLine built, builder.finish());
    TRY_ASSIGN(places_[line], store_.put(built.bytes));
    directories_[line] = std::move(built.directory);
    const std::lock_guard lock(mutex_);
    const model::Rank rank = source_.definitions().locations[location.index()].rank;
    whole_.pairs.add(rank.value, built.received);
    whole_.pairs.add_waits(rank.value, built.late_receivers);
    whole_.waits.add(built.waits);
    return base::kOk;
  }

  // Thread: any.
  void take_path(std::span<const model::PathPiece> pieces) {
    const std::lock_guard lock(mutex_);
    for (const model::PathPiece& piece : pieces) {
      const std::uint32_t line = trace_.line_of[piece.location.index()];
      if (line != kNoLine)
        whole_.path.push_back(
            {trace_.grid.since_begin(piece.begin), trace_.grid.since_begin(piece.end), line});
    }
  }

  // Lines that nobody has visited have no waits and messages.
  base::Status visit_others(const std::vector<model::LocationIndex>& lines, unsigned threads) {
    return base::for_each(lines.size(), threads, [&](std::size_t line) {
      return places_[line] == kNowhere ? visit(lines[line], {}) : base::kOk;
    });
  }

  base::Status write(const fs::path& path, const IndexHeader& header) {
    whole_.messages.finish();
    take_turns(whole_.path);
    keep_longest(whole_.path, kMostPathParts);
    std::uint64_t offset = kHeaderBytes;
    for (LineDirectory& line : directories_) {
      line.offset = offset;
      offset += line.size();
    }
    const auto copy = [&](const auto& write_bytes) -> base::Status {
      for (std::size_t line = 0; line < directories_.size(); ++line) {
        TRY_ASSIGN(const std::string bytes, store_.get(places_[line], directories_[line].size()));
        TRY(write_bytes(bytes));
      }
      return base::kOk;
    };
    return write_index_file(path, header, offset - kHeaderBytes, copy, directories_, whole_);
  }

 private:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  model::TraceSource& source_;
  const Trace trace_;
  Store& store_;
  std::vector<LineDirectory> directories_;  // by line
  std::vector<std::uint64_t> places_;       // in the store, by line
  std::mutex mutex_;                        // guards whole_
  WholeTrace whole_;
  const std::uint64_t least_bins_;
};

// The first and the last time of all events.
class Span final : public model::EventHandler {
 public:
  void enter(model::Ticks time, model::RegionId) override { add(time); }
  void leave(model::Ticks time, model::RegionId) override { add(time); }
  void add(model::Ticks time) {
    first = std::min(first, time.count);
    last = std::max(last, time.count);
  }

  std::int64_t first = kNever;
  std::int64_t last = -kNever;
};

// The definitions say how long the trace is in corrected times; others are looked for.
base::Result<TimeGrid> grid_of(model::TraceSource& source, const TraceLines& lines,
                               bool correct_clocks, unsigned threads) {
  const model::Clock& clock = source.definitions().clock;
  if (clock.ticks_per_second == 0)
    return base::Error{base::ErrorCode::BadInput, "the trace says its clock never ticks", "", ""};
  if (correct_clocks && clock.length > 0 && clock.length < kLongestTrace &&
      clock.begin < kLongestTrace)
    return TimeGrid{static_cast<std::int64_t>(clock.begin),
                    static_cast<std::int64_t>(clock.length)};
  std::mutex mutex;
  Span all;
  const auto find_span = [&](std::size_t line) -> base::Status {
    Span span;
    model::Anomalies counted_by_the_analysis;
    TRY(source.read(lines.lines[line], span, counted_by_the_analysis));
    const std::lock_guard lock(mutex);
    if (span.first > span.last) return base::kOk;
    all.add({span.first});
    all.add({span.last});
    return base::kOk;
  };
  TRY(base::for_each(lines.lines.size(), threads, find_span));
  if (all.first > all.last) return TimeGrid{static_cast<std::int64_t>(clock.begin), 0};
  return TimeGrid{all.first, std::min(all.last - all.first, kLongestTrace - 1)};
}

}  // namespace

base::Status make_index(model::TraceSource& trace, const Place& place,
                        const IndexInsights& insights, unsigned threads) {
  const TraceLines lines(trace.definitions());
  TRY_ASSIGN(const std::uint64_t stamp, index_stamp(trace.definitions(), place));
  TRY_ASSIGN(const TimeGrid grid, grid_of(trace, lines, place.correct_clocks, threads));
  TRY_ASSIGN(Store store, Store::make(place.index.parent_path()));
  IndexMaker maker(trace, lines, grid, store);
  if (!lines.lines.empty())
    TRY(insights([&](model::LocationIndex location,
                     const model::EventInsights& found) { return maker.visit(location, found); },
                 [&](std::span<const model::PathPiece> pieces) { maker.take_path(pieces); }));
  TRY(maker.visit_others(lines.lines, threads));
  return maker.write(place.index, {.stamp = stamp,
                                   .grid = grid,
                                   .lines = lines.lines.size(),
                                   .events = lines.events,
                                   .states = lines.states.all().size(),
                                   .first_wait = lines.states.first_wait()});
}

}  // namespace tarry::timeline
