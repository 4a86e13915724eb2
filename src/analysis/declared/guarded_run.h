// SPDX-License-Identifier: BSD-3-Clause
// Runs the functions of a plug-in where they can do no harm: in a process forked for it, which sees
// the memory as it is now. What they charge comes back through a pipe. If they throw, spend too
// long with one event, ask for too much memory or crash, that process ends, and nothing else does.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/declared/matcher.h"
#include "analysis/declared/pattern.h"

namespace tarry::analysis::declared {

struct GuardedResult {
  std::vector<Charge> charges;
  std::string problem;  // what ended it: "threw an exception: ..."; empty: it came to its end
};

class Guard {
 public:
  virtual ~Guard() = default;
  // To be called before each event: the time for one event begins again.
  virtual void next_event() = 0;
  virtual void take(const Charge& charge) = 0;
};

// Calls work(guard) in another process. Work must take no memory from the default resource of
// std::pmr: with a limit of memory, its pages are shared with this process. Thread: any.
GuardedResult run_guarded(const PluginLimits& limits, const std::function<void(Guard&)>& work);

}  // namespace tarry::analysis::declared
