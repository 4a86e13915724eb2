// SPDX-License-Identifier: BSD-3-Clause
// Makes pictures: from the bins of the index where they are short enough, from the trace where they
// are not and few events lie in the window.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "timeline/index_file.h"
#include "timeline/picture.h"
#include "timeline/window_reader.h"

namespace tarry::timeline {

// So many enters and leaves are read from a trace for one answer.
inline constexpr std::uint64_t kMostStepsRead = 4'000'000;
// For a quick picture fewer are read, and each line to be read counts as some more: to begin takes
// time, too.
inline constexpr std::uint64_t kMostStepsReadQuickly = 250'000;
inline constexpr std::uint64_t kStepsOfBeginning = 1'000;
// And it has fewer columns if cells are as many as take long to add up, send and paint.
inline constexpr std::size_t kMostCellsQuickly = 200'000;
// All lines are in memory at once to find those that are alike.
inline constexpr std::size_t kMostCellsCompared = std::size_t{1} << 22;
inline constexpr std::size_t kMostCellsComparedQuickly = std::size_t{1} << 19;

// A picture whose window is in ticks; that in seconds is not set.
struct TickPicture {
  Picture picture;
  std::int64_t from = 0, to = 0;
};

class PictureMaker {
 public:
  // All must outlive it. `threads`: 0 for one for each core.
  PictureMaker(const Trace& trace, const IndexFile& index, const WindowReader& reader,
               unsigned threads)
      : trace_(trace), index_(index), reader_(reader), threads_(threads) {}

  // The window is `from` to `to`, both in the trace. The picture has at most half as many columns
  // more than asked for, and each has 2^s ticks; `rows` is the most that it has.
  [[nodiscard]] base::Result<TickPicture> make(std::int64_t from, std::int64_t to,
                                               std::uint32_t columns, std::uint32_t rows,
                                               PictureRows kind, PictureEffort effort) const;

 private:
  // The bins of the picture.
  struct Columns {
    unsigned shift = 0;
    std::int64_t first = 0;
    std::size_t count = 0;

    [[nodiscard]] std::int64_t from() const { return first << shift; }
    [[nodiscard]] std::int64_t to() const {  // the last tick
      return ((first + static_cast<std::int64_t>(count)) << shift) - 1;
    }
  };
  static Columns columns_of(std::int64_t from, std::int64_t to, std::uint32_t columns,
                            unsigned least_shift);

  struct Events {
    std::vector<std::uint32_t> lines;  // whose bins are longer than columns
    std::uint64_t least_steps = 0;     // they have in the window
  };
  [[nodiscard]] Events events_of(const Columns& columns) const;
  // Returns the parts to be read of these lines, by line; none if that is too much.
  [[nodiscard]] base::Result<std::optional<std::vector<LinePart>>> parts(
      const Columns& columns, const Events& events) const;
  [[nodiscard]] base::Result<std::vector<Bin>> bins(std::uint32_t line, const Columns& columns,
                                                    const LinePart* part, Unpacker& unpacker) const;
  // Both draw the rows of a picture from the columns; `parts` are those that have been read, by
  // line.
  using Parts = std::optional<std::vector<LinePart>>;
  base::Status draw_neighbors(const Columns& columns, const Parts& parts, std::size_t rows,
                              Picture& picture) const;
  base::Status draw_alike(const Columns& columns, const Parts& parts, std::size_t rows,
                          Picture& picture) const;

  const Trace& trace_;
  const IndexFile& index_;
  const WindowReader& reader_;
  const unsigned threads_;
};

}  // namespace tarry::timeline
