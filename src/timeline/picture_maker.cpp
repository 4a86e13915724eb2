// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/picture_maker.h"

#include <algorithm>

#include "base/for_each.h"

namespace tarry::timeline {
namespace {

// Sums of shares of states in one column, over the lines of a row.
class ColumnSum {
 public:
  explicit ColumnSum(std::size_t states) : sums_(states, 0) {}

  void add(std::uint16_t state, std::uint32_t share) {
    if (state == kNoState) return;
    if (sums_[state] == 0) states_.push_back(state);
    sums_[state] += share;
  }
  // Returns the state with the largest sum, and the sum. Nothing is left.
  std::pair<std::uint16_t, std::uint32_t> take_largest() {
    std::pair<std::uint16_t, std::uint32_t> largest{kNoState, 0};
    for (const std::uint16_t state : states_) {
      if (sums_[state] > largest.second ||
          (sums_[state] == largest.second && sums_[state] > 0 && state < largest.first))
        largest = {state, sums_[state]};
      sums_[state] = 0;
    }
    states_.clear();
    return largest;
  }

 private:
  std::vector<std::uint32_t> sums_;  // by state
  std::vector<std::uint16_t> states_;
};

// Writes one row of a picture: that of a line, or of several. Of each line the two longest states
// are known, and the longest wait state stands for all its waiting.
void put_row(const std::vector<std::vector<Bin>>& lines, std::size_t at, ColumnSum& states,
             ColumnSum& waits, Picture& to) {
  const auto count = static_cast<std::uint32_t>(lines.size());
  for (std::size_t column = 0; column < to.columns; ++column, ++at) {
    if (count == 1) {
      const Bin& bin = lines.front()[column];
      to.state[at] = bin.state;
      to.share[at] = bin.share;
      to.waiting[at] = bin.waiting;
      to.wait[at] = bin.wait;
      continue;
    }
    std::uint32_t waiting = 0;
    for (const std::vector<Bin>& line : lines) {
      const Bin& bin = line[column];
      states.add(bin.state, bin.share);
      states.add(bin.second, bin.second_share);
      waits.add(bin.wait, bin.waiting);
      waiting += bin.waiting;
    }
    const auto [state, sum] = states.take_largest();
    to.state[at] = state;
    to.share[at] = static_cast<std::uint8_t>((sum + count / 2) / count);
    to.waiting[at] = static_cast<std::uint8_t>((waiting + count / 2) / count);
    to.wait[at] = waits.take_largest().first;
  }
}

}  // namespace

PictureMaker::Columns PictureMaker::columns_of(std::int64_t from, std::int64_t to,
                                               std::uint32_t columns, unsigned least_shift) {
  Columns made{.shift = least_shift};
  const std::int64_t most = std::int64_t{columns} + columns / 2;
  while ((to >> made.shift) - (from >> made.shift) + 1 > most) ++made.shift;
  made.first = from >> made.shift;
  made.count = static_cast<std::size_t>((to >> made.shift) - made.first + 1);
  return made;
}

PictureMaker::Events PictureMaker::events_of(const Columns& columns) const {
  Events events;
  for (std::uint32_t line = 0; line < index_.lines().size(); ++line) {
    if (index_.lines()[line].shift <= columns.shift) continue;
    events.lines.push_back(line);
    events.least_steps += index_.lines()[line].has_places
                              ? reader_.least_steps(line, columns.from(), columns.to())
                              : index_.lines()[line].steps;
  }
  return events;
}

base::Result<std::optional<std::vector<LinePart>>> PictureMaker::parts(const Columns& columns,
                                                                       const Events& events) const {
  const std::vector<std::uint32_t>& lines = events.lines;
  if (events.least_steps > kMostStepsRead) return std::optional<std::vector<LinePart>>();
  std::vector<LinePart> parts(index_.lines().size());
  constexpr std::size_t kInARow = 16;
  const auto find = [&](std::size_t group) -> base::Status {
    Unpacker unpacker;
    const std::size_t end = std::min(lines.size(), (group + 1) * kInARow);
    for (std::size_t i = group * kInARow; i < end; ++i) {
      TRY_ASSIGN(parts[lines[i]], reader_.part(lines[i], columns.from(), columns.to(), unpacker));
    }
    return base::kOk;
  };
  TRY(base::for_each((lines.size() + kInARow - 1) / kInARow, threads_, find));
  std::uint64_t steps = 0;
  for (const std::uint32_t line : lines) steps += parts[line].steps(index_.lines()[line]);
  if (steps > kMostStepsRead) return std::optional<std::vector<LinePart>>();
  return std::optional(std::move(parts));
}

base::Result<std::vector<Bin>> PictureMaker::bins(std::uint32_t line, const Columns& columns,
                                                  const LinePart* part, Unpacker& unpacker) const {
  const unsigned shift = index_.lines()[line].shift;
  const auto first = static_cast<std::size_t>(columns.first);
  if (shift <= columns.shift)
    return index_.bins(line, columns.shift, first, columns.count, unpacker);
  if (part != nullptr) {
    BinSums sums(columns.count, columns.shift);
    TRY(reader_.add_times(*part, columns.from(), columns.to() + 1, unpacker, sums));
    sums.finish();
    std::vector<Bin> bins;
    for (std::size_t bin = 0; bin < sums.bins(); ++bin)
      bins.push_back(
          bin_of(sums.times(bin), std::int64_t{1} << columns.shift, trace_.states.first_wait()));
    return bins;
  }
  // Each column is a part of a bin, and is like it.
  const unsigned longer = shift - columns.shift;
  const std::size_t first_bin = first >> longer;
  const std::size_t last_bin = (first + columns.count - 1) >> longer;
  TRY_ASSIGN(const std::vector<Bin> long_bins,
             index_.bins(line, shift, first_bin, last_bin - first_bin + 1, unpacker));
  std::vector<Bin> bins;
  for (std::size_t column = 0; column < columns.count; ++column)
    bins.push_back(long_bins[((first + column) >> longer) - first_bin]);
  return bins;
}

base::Result<TickPicture> PictureMaker::make(std::int64_t from, std::int64_t to,
                                             std::uint32_t columns, std::uint32_t rows,
                                             PictureEffort effort) const {
  const std::size_t lines = index_.lines().size();
  const std::size_t row_count = std::min<std::size_t>(rows, lines);
  Columns made = columns_of(from, to, columns, 0);
  const std::size_t all_columns = made.count;
  if (effort == PictureEffort::Quick) {
    while (made.count > 1 && row_count * made.count > kMostCellsQuickly)
      made = columns_of(from, to, columns, made.shift + 1);
  }
  const bool has_fewer_columns = made.count < all_columns;
  const Events events = events_of(made);
  const bool reads_no_events =
      effort == PictureEffort::Quick && events.least_steps <= kMostStepsRead &&
      events.least_steps + events.lines.size() * kStepsOfBeginning > kMostStepsReadQuickly;
  std::optional<std::vector<LinePart>> read_parts;
  if (!reads_no_events) {
    TRY_ASSIGN(read_parts, parts(made, events));
  }
  if (!read_parts.has_value()) {
    unsigned shortest = trace_.grid.largest_shift();
    for (const LineDirectory& line : index_.lines()) shortest = std::min(shortest, line.shift);
    made = columns_of(from, to, columns, std::max(made.shift, shortest));
  }
  TickPicture result;
  result.from = made.from();
  result.to = made.to() + 1;
  Picture& picture = result.picture;
  picture.is_coarse = reads_no_events || has_fewer_columns;
  picture.columns = static_cast<std::uint32_t>(made.count);
  for (std::size_t row = 0; row < row_count; ++row) {
    const std::size_t first = row * lines / row_count;
    picture.rows.push_back({static_cast<std::uint32_t>(first),
                            static_cast<std::uint32_t>((row + 1) * lines / row_count - first)});
  }
  const std::size_t cells = row_count * made.count;
  picture.state.resize(cells);
  picture.share.resize(cells);
  picture.waiting.resize(cells);
  picture.wait.resize(cells);
  constexpr std::size_t kRowsTogether = 8;
  const auto draw = [&](std::size_t group) -> base::Status {
    Unpacker unpacker;
    ColumnSum states(index_.header().states), waits(index_.header().states);
    std::vector<std::vector<Bin>> of_row;
    const std::size_t end = std::min(row_count, (group + 1) * kRowsTogether);
    for (std::size_t row = group * kRowsTogether; row < end; ++row) {
      of_row.clear();
      for (std::uint32_t i = 0; i < picture.rows[row].count; ++i) {
        const std::uint32_t line = picture.rows[row].first + i;
        const LinePart* part = read_parts.has_value() ? &(*read_parts)[line] : nullptr;
        TRY_ASSIGN(of_row.emplace_back(), bins(line, made, part, unpacker));
      }
      put_row(of_row, row * made.count, states, waits, picture);
    }
    return base::kOk;
  };
  TRY(base::for_each((row_count + kRowsTogether - 1) / kRowsTogether, threads_, draw));
  return result;
}

}  // namespace tarry::timeline
