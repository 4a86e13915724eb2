// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/traced_functions.h"

#include <algorithm>
#include <map>
#include <set>

#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/symptom_paths.h"

namespace tarry::diagnosis {
namespace {

using samples::ThreadSamples;

// Compilers call these at the begin and at the end of an instrumented function. Both may have the
// same address.
bool is_hook(const std::string& name) { return name.starts_with("__cyg_profile_func_"); }

class Chooser {
 public:
  explicit Chooser(const Diagnosis& diagnosis) : diagnosis_(diagnosis), paths_(diagnosis.paths) {}

  // Keeps the functions down to `frame` that do not communicate.
  void keep_path(FrameId frame) {
    for (const FrameId at : paths_.path(frame)) {
      if (diagnosis_.initial.is_entry[at.index()]) return;
      keep(at);
    }
  }

  // Keeps the functions in which the thread spends much of the window.
  void keep_long_ones(const ThreadSamples& thread, const TraceWindow& window) {
    const LeafTimes times = leaf_times(thread, window.begin, window.end);
    std::map<FrameId, Time> spent;  // callers first
    for (const auto& [leaf, time] : times)
      for (const FrameId at : paths_.path(leaf)) {
        if (diagnosis_.initial.is_entry[at.index()]) break;
        spent[at] += time.whole;
      }
    const Time least{static_cast<Time::rep>(
        kSignificant * static_cast<double>((window.end - window.begin).count()))};
    for (const auto& [frame, time] : spent)
      if (time >= least) keep(frame);
  }

  // Adds the times that tell how often functions are called.
  void add(const ThreadSamples& thread) {
    for (const auto& [leaf, time] : leaf_times(thread, thread.begin, thread.end)) {
      std::set<std::string> inside;  // each once, however deep a recursion is
      const std::string* caller = nullptr;
      for (const FrameId at : paths_.path(leaf)) {
        if (paths_.is_loop(at)) continue;
        if (is_hook(paths_[at].name)) {
          if (caller != nullptr) counts_[*caller].add_hooks(time);
          break;
        }
        caller = &paths_[at].name;
        inside.insert(*caller);
      }
      for (const std::string& name : inside) counts_[name].whole += time.whole;
    }
  }

  TracedFunctions take() {
    TracedFunctions out;
    for (const std::string& name : names_)
      (is_called_too_often(name) ? out.too_often : out.kept).push_back(name);
    return out;
  }

 private:
  struct LeafTime {
    Time whole{0};
    std::uint64_t samples = 0;
  };
  using LeafTimes = std::map<FrameId, LeafTime>;

  struct Count {
    std::uint64_t hooks = 0;  // number of samples
    Time in_hooks{0};
    Time whole{0};

    void add_hooks(const LeafTime& time) {
      hooks += time.samples;
      in_hooks += time.whole;
    }
  };

  static LeafTimes leaf_times(const ThreadSamples& thread, Time begin, Time end) {
    LeafTimes out;
    for (const Stay& stay : stays_of(thread)) {
      const Time within = std::min(stay.end, end) - std::max(stay.begin, begin);
      if (within <= Time{0}) continue;
      out[stay.leaf].whole += within;
      ++out[stay.leaf].samples;
    }
    return out;
  }

  void keep(FrameId frame) {
    const std::string& name = paths_[frame].name;
    if (paths_.is_loop(frame) || name.empty() || name.starts_with("(") || is_hook(name)) return;
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
  }

  [[nodiscard]] bool is_called_too_often(const std::string& name) const {
    const auto found = counts_.find(name);
    if (found == counts_.end() || found->second.hooks < kHookSamples) return false;
    return static_cast<double>(found->second.in_hooks.count()) >=
           kHookShare * static_cast<double>(found->second.whole.count());
  }

  const Diagnosis& diagnosis_;
  const samples::CallingContextTree& paths_;
  std::vector<std::string> names_;
  std::map<std::string, Count> counts_;
};

}  // namespace

TracedFunctions traced_functions(const Diagnosis& diagnosis,
                                 const std::vector<ThreadSamples>& threads, const Finding& finding,
                                 const TraceWindow& window) {
  Chooser chooser(diagnosis);
  for (const FrameId path : symptom_paths(diagnosis, finding)) chooser.keep_path(path);
  for (const Cause& cause : finding.causes) chooser.keep_path(cause.frame);
  for (const ThreadSamples& thread : threads) {
    if (finding.causes.empty() || finding.across_groups) chooser.keep_long_ones(thread, window);
    chooser.add(thread);
  }
  return chooser.take();
}

}  // namespace tarry::diagnosis
