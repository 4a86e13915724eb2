// SPDX-License-Identifier: BSD-3-Clause
// Repeats the calls on windows of a process. The functions are those of the program.
#pragma once

#include <string_view>
#include <vector>

#include "compressed/model/open_requests.h"
#include "compressed/replay/open_windows.h"
#include "compressed/replay/performer.h"

namespace tarry::replay {

// Thread: one.
class WindowReplay {
 public:
  // Accesses with a request open one in `accesses`.
  WindowReplay(const Stage& stage, const Performer& perform,
               compressed::OpenRequests<Request>& accesses)
      : stage_(stage), perform_(perform), windows_(stage.comms), accesses_(accesses) {}

  // Returns whether the call was made.
  bool call(const Function& function, const std::vector<compressed::Action>& actions,
            CallCounts& counts);

 private:
  bool make(const Function& function, const compressed::Action& action);
  bool access(const Function& function, const compressed::Action& action, const OpenWindow& window,
              CallCounts& counts);
  void synchronize(const Function& function, const std::vector<compressed::Action>& actions,
                   const OpenWindow& window);
  [[nodiscard]] std::int64_t target(const compressed::Action& action,
                                    const OpenWindow& window) const;
  [[nodiscard]] std::string_view datatype(const compressed::Action& action) const;

  const Stage& stage_;
  const Performer& perform_;
  OpenWindows windows_;
  compressed::OpenRequests<Request>& accesses_;
};

}  // namespace tarry::replay
