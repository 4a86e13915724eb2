// SPDX-License-Identifier: BSD-3-Clause
// Runs the functions of a plug-in where they can do no harm: in a process forked for it, which sees
// the memory as it is now. What they charge comes back through a pipe. If they throw, spend too
// long with one event, ask for too much memory or crash, that process ends, and nothing else does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/declared/matcher.h"
#include "analysis/declared/pattern.h"

namespace tarry::analysis::declared {

struct GuardedResult {
  std::vector<Charge> charges;
  std::string told;
  std::string problem;  // what ended it: "threw an exception: ..."; empty: it came to its end
  std::string last_words;
};

class Guard {
 public:
  virtual ~Guard() = default;
  // To be called before each event: the time for one event begins again.
  virtual void next_event() = 0;
  virtual void take(const Charge& charge) = 0;
  virtual void tell(std::string_view text) = 0;
  // A file for what says where the plug-in was when a signal ended it; -1: there is none.
  [[nodiscard]] virtual int last_words() const = 0;
};

// Calls work(guard) in another process. Work must take no memory from the default resource of
// std::pmr: with a limit of memory, its pages are shared with this process. `when` says in messages
// what may not take too long. Thread: any.
GuardedResult run_guarded(const PluginLimits& limits, const std::function<void(Guard&)>& work,
                          std::string_view when = "at one event");

}  // namespace tarry::analysis::declared
