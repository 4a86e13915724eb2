// SPDX-License-Identifier: BSD-3-Clause
// The files that a location opens, reads and writes by MPI: the bytes of its transfers, and the
// calls that all processes of a file make together. Only blocking calls are known to be such a
// call as a whole.
#pragma once

#include "analysis/extract/id_table.h"
#include "analysis/extract/region_stack.h"

namespace tarry::analysis {

class FileTracker {
 public:
  FileTracker(LocationExtraction& location, RegionStack& stack)
      : location_(location), stack_(stack) {}

  // The processes of the file open or close it.
  void manage(Ticks time, model::FileId file);
  void begin(Ticks time, const model::FileOperation& operation);
  void complete(const model::FileCompletion& completion);

 private:
  struct Transfer {
    CallPathId callpath;
    model::FileOperation::Kind kind{};
  };

  // Returns false (and counts) if a call on this file makes no sense.
  bool accepts(model::FileId file);
  void add_collective(Ticks time, model::FileId file);

  LocationExtraction& location_;
  RegionStack& stack_;
  std::vector<IdTable<Transfer>> pending_;  // by file and matching number
};

}  // namespace tarry::analysis
