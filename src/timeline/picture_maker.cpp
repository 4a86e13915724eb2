// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/picture_maker.h"

#include <algorithm>

#include "base/for_each.h"
#include "timeline/alike_lines.h"

namespace tarry::timeline {
namespace {

// Sums of shares of states in one column, over the lines of a row. States that nobody can tell
// apart are one.
class ColumnSum {
 public:
  explicit ColumnSum(const States& states) : same_(states.same()), sums_(same_.size(), 0) {}

  void add(std::uint16_t state, std::uint32_t share) {
    if (state >= same_.size()) return;  // kNoState, too
    state = same_[state];
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
  const std::vector<std::uint16_t>& same_;
  std::vector<std::uint32_t> sums_;  // by state
  std::vector<std::uint16_t> states_;
};

// Writes one row of a picture: that of a line, or of several. Of each line the two longest states
// are known, and the longest wait state stands for all its waiting.
void put_row(const std::vector<const std::vector<Bin>*>& lines, std::size_t at, ColumnSum& states,
             ColumnSum& waits, Picture& to) {
  const auto count = static_cast<std::uint32_t>(lines.size());
  for (std::size_t column = 0; column < to.columns; ++column, ++at) {
    if (count == 1) {
      const Bin& bin = (*lines.front())[column];
      to.state[at] = bin.state;
      to.share[at] = bin.share;
      to.waiting[at] = bin.waiting;
      to.wait[at] = bin.wait;
      continue;
    }
    std::uint32_t waiting = 0;
    for (const std::vector<Bin>* const line : lines) {
      const Bin& bin = (*line)[column];
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

// Makes room for the cells of all rows, which are known.
void make_room(Picture& picture) {
  const std::size_t cells = picture.rows.size() * picture.columns;
  picture.state.resize(cells);
  picture.share.resize(cells);
  picture.waiting.resize(cells);
  picture.wait.resize(cells);
}

constexpr std::size_t kTogether = 8;  // rows or lines that a thread does in a row

std::size_t groups_of(std::size_t count) { return (count + kTogether - 1) / kTogether; }

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

base::Status PictureMaker::draw_neighbors(const Columns& columns, const Parts& parts,
                                          std::size_t rows, Picture& picture) const {
  const std::size_t lines = index_.lines().size();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t first = row * lines / rows;
    picture.rows.push_back({static_cast<std::uint32_t>(first),
                            static_cast<std::uint32_t>((row + 1) * lines / rows - first)});
  }
  make_room(picture);
  return base::for_each(groups_of(rows), threads_, [&](std::size_t group) -> base::Status {
    Unpacker unpacker;
    ColumnSum states(trace_.states), waits(trace_.states);
    const std::size_t end = std::min(rows, (group + 1) * kTogether);
    for (std::size_t row = group * kTogether; row < end; ++row) {
      std::vector<std::vector<Bin>> of_row(picture.rows[row].count);
      std::vector<const std::vector<Bin>*> drawn;
      for (std::uint32_t i = 0; i < of_row.size(); ++i) {
        const std::uint32_t line = picture.rows[row].first + i;
        const LinePart* part = parts.has_value() ? &(*parts)[line] : nullptr;
        TRY_ASSIGN(of_row[i], bins(line, columns, part, unpacker));
        drawn.push_back(&of_row[i]);
      }
      put_row(drawn, row * columns.count, states, waits, picture);
    }
    return base::kOk;
  });
}

base::Status PictureMaker::draw_alike(const Columns& columns, const Parts& parts, std::size_t rows,
                                      Picture& picture) const {
  const std::size_t lines = index_.lines().size();
  std::vector<std::vector<Bin>> by_line(lines);
  std::vector<LineSlices> slices(lines);
  const auto read = [&](std::size_t group) -> base::Status {
    Unpacker unpacker;
    const std::size_t end = std::min(lines, (group + 1) * kTogether);
    for (std::size_t i = group * kTogether; i < end; ++i) {
      const auto line = static_cast<std::uint32_t>(i);
      const LinePart* part = parts.has_value() ? &(*parts)[i] : nullptr;
      TRY_ASSIGN(by_line[i], bins(line, columns, part, unpacker));
      slices[i] = slices_of(by_line[i], trace_.states.same());
    }
    return base::kOk;
  };
  TRY(base::for_each(groups_of(lines), threads_, read));
  AlikeLines alike = alike_lines(slices, static_cast<std::uint32_t>(rows));
  std::vector<std::vector<const std::vector<Bin>*>> drawn(alike.groups);
  picture.rows.resize(alike.groups);
  for (std::uint32_t line = 0; line < lines; ++line) {
    const std::uint32_t row = alike.group[line];
    if (picture.rows[row].count++ == 0) picture.rows[row].first = line;
    drawn[row].push_back(&by_line[line]);
  }
  picture.row_of_line = std::move(alike.group);
  picture.alike_percent = alike.percent;
  make_room(picture);
  return base::for_each(groups_of(drawn.size()), threads_, [&](std::size_t group) -> base::Status {
    ColumnSum states(trace_.states), waits(trace_.states);
    const std::size_t end = std::min(drawn.size(), (group + 1) * kTogether);
    for (std::size_t row = group * kTogether; row < end; ++row)
      put_row(drawn[row], row * columns.count, states, waits, picture);
    return base::kOk;
  });
}

base::Result<TickPicture> PictureMaker::make(std::int64_t from, std::int64_t to,
                                             std::uint32_t columns, std::uint32_t rows,
                                             PictureRows kind, PictureEffort effort) const {
  const std::size_t lines = index_.lines().size();
  const std::size_t row_count = std::min<std::size_t>(rows, lines);
  Columns made = columns_of(from, to, columns, 0);
  const auto lengthen_columns = [&](std::size_t row_number, std::size_t most_cells) {
    while (made.count > 1 && row_number * made.count > most_cells)
      made = columns_of(from, to, columns, made.shift + 1);
  };
  const bool is_alike = kind == PictureRows::Alike;
  if (is_alike) lengthen_columns(lines, kMostCellsCompared);
  const std::size_t all_columns = made.count;
  if (effort == PictureEffort::Quick) {
    lengthen_columns(row_count, kMostCellsQuickly);
    if (is_alike) lengthen_columns(lines, kMostCellsComparedQuickly);
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
  TRY(kind == PictureRows::Alike ? draw_alike(made, read_parts, row_count, picture)
                                 : draw_neighbors(made, read_parts, row_count, picture));
  return result;
}

}  // namespace tarry::timeline
