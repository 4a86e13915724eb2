// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/counted_exits.h"

#include <algorithm>
#include <map>

#include "diagnosis/message_parts.h"
#include "diagnosis/thresholds.h"

namespace tarry::diagnosis {
namespace {

using sampling::Sample;

// By frame: the synchronisation that it is or is called by; not valid: none.
std::vector<FrameId> synchronisation_of_frames(const sampling::CallingContextTree& paths,
                                               const InitialLabels& labels) {
  std::vector<FrameId> found(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at) {
    const FrameId caller = found[paths.parent(FrameId{at}).index()];
    const bool is_one = labels.is_entry[at] && labels.labels[at] == Label::Synchronization;
    found[at] = is_one ? FrameId{at} : caller;
  }
  return found;
}

// The lower of two paths that are valid, else the one that is.
FrameId lower(FrameId a, FrameId b) {
  if (!a.valid() || !b.valid()) return a.valid() ? a : b;
  return std::min(a, b);
}

}  // namespace

std::optional<std::vector<CountedCall>> counted_synchronisations(
    const sampling::CallingContextTree& paths, const InitialLabels& labels,
    const sampling::ThreadSamples& thread) {
  const std::vector<FrameId> call_of = synchronisation_of_frames(paths, labels);
  std::vector<CountedCall> made;
  std::size_t left = 0;  // how many of them were left by now
  FrameId in_before;
  Time before = thread.begin;
  Time last_outside = thread.begin;  // of what was not left yet: the last time in it or before it
  for (const Sample& sample : thread.samples) {
    if (sample.synchronisations == Sample::kUnknown) return std::nullopt;
    const FrameId in = call_of[sample.leaf.index()];
    if (in.valid() && sample.synchronisations == 0 && in != in_before) return std::nullopt;
    made.resize(made.size() + sample.synchronisations);
    const std::size_t left_now = made.size() - (in.valid() ? 1 : 0);
    for (; left < left_now; ++left) {
      made[left].exit = {last_outside, sample.time};
      last_outside = before;
    }
    const bool is_late = static_cast<double>((sample.time - before).count()) >
                         kLateSample * static_cast<double>(thread.period.count());
    last_outside = in.valid() && is_late ? before : sample.time;
    if (in.valid()) made.back().path = in;
    in_before = in;
    before = sample.time;
  }
  if (left < made.size()) made.back().exit = {last_outside, thread.end};
  return made;
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

void CountedPaths::append_to(analysis::Bytes& message) const {
  analysis::append(message, all_counted_);
  analysis::append(message, least_);
  analysis::append(message, most_);
  append_list(message, paths_);
}

CountedPaths CountedPaths::take(analysis::MessageReader& message) {
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

ThreadExits exits_by_number(const std::vector<CountedCall>& thread, const CountedPaths& common) {
  std::map<FrameId, std::vector<Exit>> found;
  for (std::size_t at = 0; at < common.count(); ++at)
    if (common.paths()[at].valid())
      found[common.paths()[at]].push_back({thread[at].exit, thread[at].path.valid()});
  ThreadExits made;
  for (auto& [call, exits] : found) made.push_back({call, std::move(exits)});
  return made;
}

}  // namespace tarry::diagnosis
