// SPDX-License-Identifier: BSD-3-Clause
// The content of a picture of a run: time x ranks, in columns of equal width. A cell names the call
// path that its rank was on for most of that time, and the symptom or cause of a loss that it was
// in.
//
//   rank 0  |work work work|MPI_Barrier          |
//   rank 1  |work work work work work|MPI_Barrier|
//
// The path of a sample is cut where it is marked: at the deepest symptom or cause.
//
// A path without a mark is cut at the call that communicates. A picture has at most kMostCells
// cells, however many ranks there are and however long the run is.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 6.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/phases.h"
#include "diagnosis/evidence/worker.h"
#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

struct Diagnosis;

// The largest numbers of rows of a picture, of its cells, and of the columns of a row.
inline constexpr std::size_t kMostRows = 512;
inline constexpr std::size_t kMostCells = std::size_t{1} << 19;
inline constexpr std::size_t kMostColumns = 4096;

// A symptom or a cause in the phases of one kind.
struct Mark {
  std::uint32_t phase_kind = 0;
  FrameId frame;
  bool is_symptom = false;  // symptom of some loss; else it is only a cause
  bool is_own = false;      // it is a cause by its own time, without frames below
};

struct PictureCell {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  FrameId frame;               // frame with most of the time; not valid: there are no samples
  std::uint32_t mark = kNone;  // mark with most of the time, as position in the plan
  std::uint32_t tenths = 0;    // share of the mark in the time of the cell, 1 to 10
  std::uint32_t columns = 1;   // number of equal columns

  [[nodiscard]] bool is_like(const PictureCell& other) const {
    return frame == other.frame && mark == other.mark && tenths == other.tenths;
  }
};

// The layout of a picture, the same on all workers.
struct PicturePlan {
  std::uint32_t columns = 0;
  std::uint32_t all = 0;               // number of ranks, or of threads if there is one rank
  std::vector<std::uint32_t> numbers;  // numbers that have rows, ascending
  std::vector<Mark> marks;             // by kind of phase and call path

  void append_to(Bytes& message) const;
  static PicturePlan take(MessageReader& message);
};

struct PictureRow {
  std::uint32_t number = 0;  // number of the rank or thread
  Time sampled{0};
  Time hidden{0};  // part of it on call paths that the cells do not show
  std::vector<PictureCell> cells;
};

struct Picture {
  PicturePlan plan;
  std::vector<PictureRow> rows;  // by number
};

// Returns the marks of these findings.
std::vector<Mark> marks_of(const std::vector<Finding>& findings);

// Plans a picture of these ranks (or threads), `periods` sampling periods long. It shows all of
// them, or those in `first` and then some that are evenly spaced among all.
PicturePlan plan_picture(const std::vector<std::uint32_t>& numbers,
                         const std::vector<std::uint32_t>& first, std::uint64_t periods);

// Makes one row. `phases` cover the run. The time is proportional to samples and columns. Thread:
// any.
PictureRow picture_row(const samples::CallingContextTree& paths, const InitialLabels& labels,
                       const std::vector<Phase>& phases, const PicturePlan& plan,
                       const LookedAt& thread);

// Collective, for a finished diagnosis, whose findings only worker 0 has to know. Worker 0 gets the
// picture, the others get one without rows.
Picture gather_picture(const Worker& worker, const Diagnosis& diagnosis,
                       workers::Transport& transport);

}  // namespace tarry::diagnosis
