// SPDX-License-Identifier: BSD-3-Clause
// The objects of a Paraver trace: processes are the tasks of one application, locations their
// threads, hosts the nodes; each thread has a processor of its node. All numbers begin with 1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/definitions.h"

namespace tarry::convert {

class ParaverObjects {
 public:
  explicit ParaverObjects(const model::Definitions& definitions);

  // Returns "processor:application:task:thread" of a location, as records have it.
  [[nodiscard]] const std::string& of(model::LocationIndex location) const {
    return of_location_[location.index()];
  }
  // Returns whether the header has this communicator. Its number is that of its CommId, plus 1.
  [[nodiscard]] bool has(model::CommId comm) const;

  // Returns the first lines of the .prv file. `duration_ns` is that of the trace.
  [[nodiscard]] std::string header(std::int64_t duration_ns) const;
  // Returns the .row file.
  [[nodiscard]] std::string rows() const;

 private:
  struct Task {
    model::Rank rank;
    std::size_t node;
    std::size_t threads = 0;
  };

  // Returns 0 if the process has no location.
  [[nodiscard]] std::size_t task_of(model::Rank rank) const;
  [[nodiscard]] std::string numbers_of(const std::vector<model::Rank>& members) const;
  [[nodiscard]] std::vector<std::string> communicators() const;

  const model::Definitions& definitions_;
  std::vector<std::string> nodes_;       // names
  std::vector<std::size_t> processors_;  // by node
  std::vector<Task> tasks_;              // ascending by rank
  std::vector<std::string> of_location_;
};

}  // namespace tarry::convert
