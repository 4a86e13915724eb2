// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/open_regions.h"

#include <algorithm>

namespace tarry::event_library {

using events::Event;
using events::Kind;

namespace {

TaskKey key_of(const Event& event) {
  const auto generation = static_cast<std::uint32_t>(event.id);
  return generation == 0 ? TaskKey{} : TaskKey{event.comm, event.tag, generation};
}

}  // namespace

void OpenRegions::take(const Event& event, model::CallTree& tree) {
  switch (event.kind) {
    case Kind::Enter:
    case Kind::ProgramBegin:
      return enter(event, tree);
    case Kind::Leave:
    case Kind::ProgramEnd:
      return leave(event.region);
    case Kind::TaskSwitched:
      task_ = key_of(event);
      return;
    case Kind::TaskCompleted:
      return complete(key_of(event));
    default:
      return;
  }
}

void OpenRegions::enter(const Event& event, model::CallTree& tree) {
  const OpenFrame* const around = top();
  const model::CallPathId parent =
      around == nullptr ? model::CallPathId{} : model::CallPathId{around->path};
  const model::CallPathId path = tree.child(parent, model::RegionId{event.region});
  frames_.push_back({event.time, event.number, event.region, path.value, task_});
  ++depth_;
}

// A leave without its enter changes nothing. Regions inside of the one that is left are left with
// it.
void OpenRegions::leave(std::uint32_t region) {
  if (depth_ > 0) --depth_;
  const auto is_own = [this](const OpenFrame& frame) { return frame.task == task_; };
  const auto found = std::find_if(frames_.rbegin(), frames_.rend(), [&](const OpenFrame& frame) {
    return is_own(frame) && frame.region == region;
  });
  if (found == frames_.rend()) return;
  const auto first = found.base() - 1;
  frames_.erase(std::remove_if(first, frames_.end(), is_own), frames_.end());
}

void OpenRegions::complete(const TaskKey& task) {
  if (task == TaskKey{}) return;
  std::erase_if(frames_, [&](const OpenFrame& frame) { return frame.task == task; });
  if (task_ == task) task_ = {};
}

const OpenFrame* OpenRegions::top() const {
  const OpenFrame* implicit = nullptr;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->task == task_) return &*frame;
    if (implicit == nullptr && frame->task == TaskKey{}) implicit = &*frame;
  }
  return implicit;
}

std::vector<OpenFrame> OpenRegions::stack() const {
  std::vector<OpenFrame> visible;
  std::copy_if(frames_.begin(), frames_.end(), std::back_inserter(visible),
               [this](const OpenFrame& frame) { return is_visible(frame); });
  return visible;
}

}  // namespace tarry::event_library
