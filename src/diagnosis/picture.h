// SPDX-License-Identifier: BSD-3-Clause
// What a picture of a run shows: time x ranks, in so many columns of equal width. A cell says which
// call path its rank was on for most of that time, and on which symptom or cause of a loss.
//
//   rank 0  |work work work|MPI_Barrier          |      the path of a sample is cut where it is
//   rank 1  |work work work work work|MPI_Barrier|      marked: at the deepest symptom or cause
//
// Where a path has no mark it is cut at the call that communicates. A picture has at most
// kMostCells cells, however many ranks and hours there are.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 6.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "diagnosis/finding.h"
#include "diagnosis/message_parts.h"
#include "diagnosis/phases.h"
#include "diagnosis/worker.h"

namespace tarry::diagnosis {

struct Diagnosis;

// Rows of a picture, its cells, and the columns of a row.
inline constexpr std::size_t kMostRows = 512;
inline constexpr std::size_t kMostCells = std::size_t{1} << 19;
inline constexpr std::size_t kMostColumns = 4096;

// A symptom or a cause in the phases of one kind.
struct Mark {
  std::uint32_t phase_kind = 0;
  FrameId frame;
  bool is_symptom = false;  // of some loss; else a cause
  bool is_own = false;      // a cause for its own time, without frames below
};

struct PictureCell {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  FrameId frame;               // that has most of the time; not valid: no samples
  std::uint32_t mark = kNone;  // that has most of the time, in the plan
  std::uint32_t tenths = 0;    // of the time of the cell that the mark has, 1 to 10
  std::uint32_t columns = 1;   // that are alike

  [[nodiscard]] bool is_like(const PictureCell& other) const {
    return frame == other.frame && mark == other.mark && tenths == other.tenths;
  }
};

// The same on all workers.
struct PicturePlan {
  std::uint32_t columns = 0;
  std::uint32_t all = 0;               // ranks that there are; threads, if there is one rank
  std::vector<std::uint32_t> numbers;  // those that have rows, ascending
  std::vector<Mark> marks;             // by kind of phase and call path

  void append_to(Bytes& message) const;
  static PicturePlan take(MessageReader& message);
};

struct PictureRow {
  std::uint32_t number = 0;  // of the rank or thread
  Time sampled{0};
  Time hidden{0};  // of that: on call paths that their cells do not show
  std::vector<PictureCell> cells;
};

struct Picture {
  PicturePlan plan;
  std::vector<PictureRow> rows;  // by number
};

// Which marks these findings have.
std::vector<Mark> marks_of(const std::vector<Finding>& findings);

// What to show of these ranks (or threads), `periods` sampling periods long: all of them, or those
// named `first`, then such as lie evenly between them all.
PicturePlan plan_picture(const std::vector<std::uint32_t>& numbers,
                         const std::vector<std::uint32_t>& first, std::uint64_t periods);

// One row. `phases` cover the run. Takes time in proportion to samples and columns. Thread: any.
PictureRow picture_row(const samples::CallingContextTree& paths, const InitialLabels& labels,
                       const std::vector<Phase>& phases, const PicturePlan& plan,
                       const LookedAt& thread);

// Collective: of a finished diagnosis, whose findings worker 0 alone has to know. It gets the
// picture, the others one without rows.
Picture gather_picture(const Worker& worker, const Diagnosis& diagnosis,
                       workers::Transport& transport);

}  // namespace tarry::diagnosis
