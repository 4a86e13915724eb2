// SPDX-License-Identifier: BSD-3-Clause
// What a rank does moment by moment, to be compared with other ranks: pieces on one call path each,
// grouped to activities, which end where a call of MPI begins or returns:
//
//   rank 0   | work  step | MPI_Send | work | MPI_Waitall            |
//   rank 1   | work            late  | MPI_Send | MPI_Waitall |
#pragma once

#include <vector>

#include "diagnosis/worker.h"

namespace tarry::diagnosis {

struct TimelinePiece {
  std::uint32_t number = 0;   // of the rank; of the thread, if there is one rank
  std::uint32_t samples = 0;  // it was seen in
  Time begin{0};
  Time end{0};
  FrameId leaf;
  bool is_other = false;  // begins another activity than the piece before
};

// Of the threads of a worker that are looked at, what lies between two moments. Thread: any.
std::vector<TimelinePiece> timeline_pieces(const Worker& worker, Time from, Time to);

// By call path: the first frame on it that communicates; not valid: none.
std::vector<FrameId> entries_of(const samples::CallingContextTree& paths,
                                const InitialLabels& labels);

// The pieces of all ranks between two moments.
class Timelines {
 public:
  struct Activity {
    Time begin{0};
    Time end{0};
    std::uint32_t first = 0;  // piece
    std::uint32_t last = 0;
    std::uint32_t number = 0;
    bool is_call = false;
    // Seen in two samples or more: that it lasted from one to the other is sure.
    bool is_sure = false;
  };

  Timelines(std::vector<TimelinePiece> pieces, const std::vector<FrameId>& entries);

  [[nodiscard]] const std::vector<TimelinePiece>& pieces() const { return pieces_; }
  // By rank and time.
  [[nodiscard]] const std::vector<Activity>& activities() const { return activities_; }
  // Whether the activity has one of the same rank before it.
  [[nodiscard]] bool has_earlier(std::size_t activity) const {
    return activity > 0 && activities_[activity - 1].number == activities_[activity].number;
  }
  // Whether it has one behind it: else its end is that of the samples, and not known.
  [[nodiscard]] bool has_later(std::size_t activity) const {
    return activity + 1 < activities_.size() &&
           activities_[activity + 1].number == activities_[activity].number;
  }

 private:
  std::vector<TimelinePiece> pieces_;  // by rank and time
  std::vector<Activity> activities_;
};

}  // namespace tarry::diagnosis
