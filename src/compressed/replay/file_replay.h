// SPDX-License-Identifier: BSD-3-Clause
// Repeats the calls on files of a process, on scratch files. The functions are those of the
// program.
#pragma once

#include <vector>

#include "compressed/model/open_requests.h"
#include "compressed/replay/open_files.h"
#include "compressed/replay/performer.h"

namespace tarry::replay {

// Thread: one.
class FileReplay {
 public:
  // Transfers with a request open one in `accesses`.
  FileReplay(const Stage& stage, const Performer& perform,
             compressed::OpenRequests<Request>& accesses)
      : stage_(stage), perform_(perform), accesses_(accesses), files_(stage.comms) {}

  // Returns whether the call was made.
  bool call(const Function& function, const std::vector<compressed::Action>& actions,
            CallCounts& counts);

 private:
  bool open(const compressed::Action& action);
  bool on_file(const Function& function, const compressed::Action& action, const OpenFile& file,
               CallCounts& counts);

  const Stage& stage_;
  const Performer& perform_;
  compressed::OpenRequests<Request>& accesses_;
  OpenFiles files_;
};

}  // namespace tarry::replay
