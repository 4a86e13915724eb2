// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/collective_tracker.h"

namespace tarry::analysis {

bool CollectiveTracker::accepts(CommId comm) {
  if (!stack_.empty()) return location_.is_defined(comm);
  location_.anomalies.add("collective operations recorded outside of any region");
  return false;
}

std::uint32_t CollectiveTracker::add(Ticks initiated, Ticks begin, CallPathId callpath) {
  CollectiveRecord begun;
  begun.initiated = initiated;
  begun.begin = begin;
  begun.initiated_at = callpath;
  location_.records.collectives.push_back(begun);
  return static_cast<std::uint32_t>(location_.records.collectives.size() - 1);
}

void CollectiveTracker::fill(CollectiveRecord& to, Ticks time, const model::CollectiveRecord& from,
                             std::uint32_t instance) const {
  to.end = time;
  to.bytes_sent = location_.believable(from.bytes_sent);
  to.bytes_received = location_.believable(from.bytes_received);
  to.instance = instance;
  to.instance_location = location_.sibling;
  to.comm = from.comm;
  to.root = from.root;
  to.op = from.op;
  to.completed = true;
}

Frame& CollectiveTracker::ending_frame() {
  Frame& top = stack_.top();
  const bool paused = stack_.is_off() && top.collective == kNoIndex;
  if (!paused || stack_.size() == 1) return top;
  Frame& below = stack_.from_top(1);
  return below.collective == kNoIndex ? top : below;
}

void CollectiveTracker::begin(Ticks time) {
  if (stack_.empty()) return;
  stack_.top().collective = add(time, time, stack_.callpath());
}

void CollectiveTracker::end(Ticks time, const model::CollectiveRecord& record) {
  if (!accepts(record.comm)) return;
  Frame& frame = ending_frame();
  // Some writers have no begin record: the operation then begins where its region does.
  if (frame.collective == kNoIndex)
    frame.collective = add(frame.enter, frame.enter, frame.callpath);
  fill(location_.records.collectives[frame.collective], time, record, stack_.instance_of(frame));
  frame.collective = kNoIndex;
}

void CollectiveTracker::request(Ticks time, model::RequestId request) {
  if (stack_.empty()) return;
  const std::uint32_t index = add(time, stack_.top().enter, stack_.callpath());
  requests_.start(request, RequestKind::Collective, index);
  CollectiveRecord& begun = location_.records.collectives[index];
  begun.nonblocking = true;
  begun.initiating = stack_.instance_of_top();
}

void CollectiveTracker::complete(Ticks time, const model::CollectiveRecord& record) {
  if (!accepts(record.comm)) return;
  LocationRecords& records = location_.records;
  if (const auto begun = requests_.end(record.request, RequestKind::Collective)) {
    fill(records.collectives[*begun], time, record, stack_.instance_of_top());
  } else if (requests_.may_be_of_sibling()) {
    records.foreign.push_back({record.request.value, time, RequestKind::Collective,
                               static_cast<std::uint32_t>(records.foreign_collectives.size())});
    fill(records.foreign_collectives.emplace_back(), time, record, stack_.instance_of_top());
  }
}

}  // namespace tarry::analysis
