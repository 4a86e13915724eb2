// SPDX-License-Identifier: BSD-3-Clause
// Deals the processes to the workers: contiguous ranges of about equal numbers of events. The
// result does not depend on it.
#pragma once

#include <vector>

#include "analysis/records/record_ref.h"
#include "model/definitions.h"

namespace tarry::analysis {

class Partition {
 public:
  Partition(const model::Definitions& definitions, std::size_t workers);

  struct Process {
    model::Rank rank;
    std::uint32_t first_location;
    std::uint32_t locations;
  };

  [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }
  // Processes of a worker: [begin(worker), begin(worker + 1)).
  [[nodiscard]] std::size_t begin(std::size_t worker) const { return begin_[worker]; }
  // Returns the worker of a process; kNobody if the trace has no such process.
  [[nodiscard]] std::size_t worker_of(model::Rank rank) const;

  // Returns its place among the processes of its worker. It must be in the trace.
  [[nodiscard]] std::uint32_t place_of(model::Rank rank) const;

  // Returns a location of a process that is in the trace, by its number in the process.
  [[nodiscard]] model::LocationIndex location_of(model::Rank rank, Sibling number) const {
    return model::LocationIndex{processes_[process_of(rank)].first_location + number};
  }

  static constexpr std::size_t kNobody = ~std::size_t{0};

  // Returns the position of a process in processes(); kNobody if the trace has no such process.
  [[nodiscard]] std::size_t process_of(model::Rank rank) const;

 private:
  [[nodiscard]] std::size_t worker_of_process(std::size_t process) const;

  std::vector<Process> processes_;  // ascending by rank
  std::vector<std::size_t> begin_;  // by worker, and one more
};

}  // namespace tarry::analysis
