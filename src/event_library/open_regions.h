// SPDX-License-Identifier: BSD-3-Clause
// The regions that are open on one location, while its events go by. Each explicit task has regions
// of its own: what is entered and left while it runs lies above the regions of the implicit task,
// and other tasks that were interrupted are out of sight.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "model/call_tree.h"
#include "tarry/trace.h"

namespace tarry::event_library {

struct TaskKey {
  std::uint32_t team = 0, creator = 0, generation = 0;  // all 0: an implicit task

  friend bool operator==(const TaskKey&, const TaskKey&) = default;
};

struct OpenFrame {
  std::int64_t time = 0;
  std::uint64_t number = 0;  // of the enter
  std::uint32_t region = events::kNone;
  std::uint32_t path = events::kNone;  // in the tree of call paths
  TaskKey task;
};

class OpenRegions {
 public:
  // Takes one event. The tree gets the call paths that it lacks.
  void take(const events::Event& event, model::CallTree& tree);

  // Returns the innermost region of the task that runs; nullptr: there is none.
  [[nodiscard]] const OpenFrame* top() const;
  // Returns the regions of the task that runs, the outermost first.
  [[nodiscard]] std::vector<OpenFrame> stack() const;
  // Returns the number of open enters as matching counts them, whichever task they belong to.
  [[nodiscard]] std::uint64_t depth() const { return depth_; }

  void renumber_paths(const std::vector<model::CallPathId>& numbers) {
    for (OpenFrame& frame : frames_) frame.path = numbers[frame.path].value;
  }

 private:
  void enter(const events::Event& event, model::CallTree& tree);
  void leave(std::uint32_t region);
  void complete(const TaskKey& task);
  [[nodiscard]] bool is_visible(const OpenFrame& frame) const {
    return frame.task == task_ || frame.task == TaskKey{};
  }

  std::vector<OpenFrame> frames_;
  TaskKey task_;
  std::uint64_t depth_ = 0;
};

}  // namespace tarry::event_library
