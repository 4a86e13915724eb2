// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/counted_exits.h"

#include <algorithm>
#include <map>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/evidence/unseen_calls.h"
#include "model/artificial_regions.h"

namespace tarry::diagnosis {
namespace {

using samples::Sample;

// The place of a sample relative to the synchronization that was counted last.
struct Place {
  FrameId in;               // the path of the synchronization; not valid: outside
  bool is_unknown = false;  // the sampler knows the inner part of the call path only
};

// Returns a place for each frame.
std::vector<Place> places_of(const samples::CallingContextTree& paths,
                             const InitialLabels& labels) {
  std::vector<Place> found(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at) {
    const FrameId frame{at};
    Place& place = found[at];
    place = found[paths.parent(frame).index()];
    if (labels.is_entry[at] && labels.labels[at] == Label::Synchronization) place.in = frame;
    if (paths[frame].name == model::kUnknownCallers) place.is_unknown = true;
  }
  return found;
}

class Counter {
 public:
  Counter(std::vector<Place> places, Time begin)
      : places_(std::move(places)), before_(begin), last_outside_(begin) {}

  void add(const Sample& sample) {
    const std::size_t known = made_.size();
    made_.resize(known + sample.synchronisations);
    for (std::size_t at = known; at < made_.size(); ++at) made_[at].before = before_;
    Place now = places_[sample.leaf.index()];
    if (sample.synchronisations > 0)
      calls_since_ = 0;
    else
      calls_since_ += sample.calls;
    const bool is_new = now.in.valid() && sample.synchronisations == 0 && left_ == known;
    if (is_new && known > 0 && calls_since_ == 0 && !made_.back().path.valid()) {
      // No call was begun since, so the thread was in the last synchronization all the time,
      // although its path does not show it: the first call of each kind is looked up after it is
      // counted. If the path of that call was seen already, the call was left, and this is one that
      // nobody counts.
      --left_;
    } else if (is_new) {
      ++uncounted_;
      now.in = FrameId{};
    }
    const bool may_be_in = now.in.valid() || (now.is_unknown && left_ < made_.size());
    leave(made_.size() - (may_be_in ? 1 : 0), sample.time);
    if (now.in.valid() && !now.is_unknown) made_.back().path = now.in;
    if (now.in.valid() || !now.is_unknown) last_outside_ = sample.time;
    before_ = sample.time;
  }

  std::optional<std::vector<CountedCall>> finish(Time end) {
    leave(made_.size(), end);
    const double most = kUncounted * static_cast<double>(made_.size());
    if (static_cast<double>(uncounted_) > most) return std::nullopt;
    return std::move(made_);
  }

 private:
  void leave(std::size_t count, Time time) {
    for (; left_ < count; ++left_) {
      made_[left_].exit = {last_outside_, time};
      last_outside_ = before_;
    }
  }

  std::vector<Place> places_;
  std::vector<CountedCall> made_;
  std::size_t left_ = 0;           // how many calls were left by now
  std::uint64_t calls_since_ = 0;  // calls of MPI since the sample that counted the last of them
  std::size_t uncounted_ = 0;
  Time before_;        // the last sample
  Time last_outside_;  // the last time in or before the first call that was not left
};

// Returns the lower of two valid paths, else the valid one.
FrameId lower(FrameId a, FrameId b) {
  if (!a.valid() || !b.valid()) return a.valid() ? a : b;
  return std::min(a, b);
}

}  // namespace

std::optional<std::vector<CountedCall>> counted_synchronisations(
    const samples::CallingContextTree& paths, const InitialLabels& labels,
    const samples::ThreadSamples& thread) {
  Counter counter(places_of(paths, labels), thread.begin);
  for (const Sample& sample : thread.samples) {
    if (sample.synchronisations == Sample::kUnknown) return std::nullopt;
    counter.add(sample);
  }
  return counter.finish(thread.end);
}

void CountedPaths::add(const std::optional<std::vector<CountedCall>>& thread) {
  CountedPaths one;
  one.all_counted_ = thread.has_value();
  if (thread) {
    one.least_ = one.most_ = thread->size();
    for (const CountedCall& call : *thread) one.paths_.push_back(call.path);
  }
  merge(one);
}

void CountedPaths::merge(const CountedPaths& other) {
  all_counted_ = all_counted_ && other.all_counted_;
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
  if (paths_.size() < other.paths_.size()) paths_.resize(other.paths_.size());
  for (std::size_t at = 0; at < other.paths_.size(); ++at)
    paths_[at] = lower(paths_[at], other.paths_[at]);
}

void CountedPaths::append_to(workers::Bytes& message) const {
  workers::append(message, all_counted_);
  workers::append(message, least_);
  workers::append(message, most_);
  append_list(message, paths_);
}

CountedPaths CountedPaths::take(workers::MessageReader& message) {
  CountedPaths made;
  made.all_counted_ = message.take<bool>();
  made.least_ = message.take<std::uint64_t>();
  made.most_ = message.take<std::uint64_t>();
  made.paths_ = take_list<FrameId>(message);
  return made;
}

bool CountedPaths::is_common() const {
  return all_counted_ && most_ >= least_ && most_ - least_ <= kUncountedAtEnd;
}

void CountedPaths::name_unseen() { paths_ = with_unseen_calls(std::move(paths_)); }

ThreadExits exits_by_number(const std::vector<CountedCall>& thread, const CountedPaths& common) {
  std::map<FrameId, std::vector<Exit>> found;
  for (std::size_t at = 0; at < common.count(); ++at)
    if (common.paths()[at].valid())
      found[common.paths()[at]].push_back(
          {thread[at].exit, thread[at].path.valid(), thread[at].before});
  ThreadExits made;
  for (auto& [call, exits] : found) made.push_back({call, std::move(exits)});
  return made;
}

}  // namespace tarry::diagnosis
