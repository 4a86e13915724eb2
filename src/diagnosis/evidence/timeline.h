// SPDX-License-Identifier: BSD-3-Clause
// The time line of a rank, for comparison with other ranks. It consists of pieces with one call
// path each. Pieces form activities, which end where a call of MPI begins or returns:
//
//   rank 0   | work  step | MPI_Send | work | MPI_Waitall            |
//   rank 1   | work            late  | MPI_Send | MPI_Waitall |
#pragma once

#include <vector>

#include "diagnosis/evidence/worker.h"

namespace tarry::diagnosis {

struct TimelinePiece {
  std::uint32_t number = 0;   // number of the rank, or of the thread if there is one rank
  std::uint32_t samples = 0;  // number of samples that saw it
  Time begin{0};
  Time end{0};
  FrameId leaf;
  bool is_other = false;  // it begins another activity than the previous piece has
};

// Returns the pieces between two moments of the worker's threads that the diagnosis is about.
// Thread: any.
std::vector<TimelinePiece> timeline_pieces(const Worker& worker, Time from, Time to);

// Returns by call path the first frame on it that communicates; not valid: there is none.
std::vector<FrameId> entries_of(const samples::CallingContextTree& paths,
                                const InitialLabels& labels);

// The pieces of all ranks between two moments.
class Timelines {
 public:
  struct Activity {
    Time begin{0};
    Time end{0};
    std::uint32_t first = 0;  // position of its first piece
    std::uint32_t last = 0;
    std::uint32_t number = 0;
    bool is_call = false;
    // It was seen in at least two samples, so it certainly lasted from one to the other.
    bool is_sure = false;
  };

  Timelines(std::vector<TimelinePiece> pieces, const std::vector<FrameId>& entries);

  [[nodiscard]] const std::vector<TimelinePiece>& pieces() const { return pieces_; }
  // By rank and time.
  [[nodiscard]] const std::vector<Activity>& activities() const { return activities_; }
  // Returns whether the same rank has an earlier activity.
  [[nodiscard]] bool has_earlier(std::size_t activity) const {
    return activity > 0 && activities_[activity - 1].number == activities_[activity].number;
  }
  // Returns whether the same rank has a later activity. Without one, the end is that of the samples
  // and thus unknown.
  [[nodiscard]] bool has_later(std::size_t activity) const {
    return activity + 1 < activities_.size() &&
           activities_[activity + 1].number == activities_[activity].number;
  }

 private:
  std::vector<TimelinePiece> pieces_;  // by rank and time
  std::vector<Activity> activities_;
};

}  // namespace tarry::diagnosis
