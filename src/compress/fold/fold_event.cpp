// SPDX-License-Identifier: BSD-3-Clause
#include "compress/fold/fold_event.h"

#include <algorithm>

namespace tarry::compress {

std::uint32_t FoldLevel::class_of(std::uint32_t length) {
  const auto found = std::find(lengths_.begin(), lengths_.end(), length);
  if (found == lengths_.end()) {
    lengths_.push_back(length);
    return static_cast<std::uint32_t>(lengths_.size()) - 1;
  }
  return static_cast<std::uint32_t>(found - lengths_.begin());
}

void FoldLevel::enter(std::uint32_t length, std::int64_t trips, std::uint64_t times) {
  if (times == 0) return;
  if (entries() > 0) trips_.append(last_trips_);
  last_class_ = class_of(length);
  classes_.append(Run{last_class_, 0, times});
  if (times > 1) trips_.append(Run{trips, 0, times - 1});
  last_trips_ = trips;
}

void FoldLevel::append(const FoldLevel& other) {
  if (other.entries() == 0) return;
  if (entries() > 0) trips_.append(last_trips_);
  if (other.lengths_.size() == 1) {
    last_class_ = class_of(other.lengths_[0]);
    classes_.append(Run{last_class_, 0, other.entries()});
  } else {
    for (SequenceCursor cursor(other.classes_); !cursor.done();) {
      last_class_ = class_of(other.lengths_[static_cast<std::size_t>(cursor.next())]);
      classes_.append(last_class_);
    }
  }
  trips_.append(other.trips_);
  last_trips_ = other.last_trips_;
}

std::uint32_t FoldLevel::longest() const {
  return lengths_.empty() ? 0 : *std::max_element(lengths_.begin(), lengths_.end());
}

std::uint32_t FoldLevel::only_length() const {
  if (lengths_.empty()) return 0;
  const auto [least, most] = std::minmax_element(lengths_.begin(), lengths_.end());
  return *least == *most ? *least : 0;
}

FoldLevel FoldLevel::of_one_trip() const {
  FoldLevel out;
  out.lengths_ = lengths_;
  out.classes_ = classes_;
  out.last_class_ = last_class_;
  out.trips_.append(Run{1, 0, entries() - 1});
  out.last_trips_ = 1;
  return out;
}

Sequence FoldLevel::length_values() const {
  Sequence out;
  if (const std::uint32_t length = only_length(); length != 0) {
    out.append(Run{length, 0, entries()});
  } else {
    for (SequenceCursor cursor(classes_); !cursor.done();)
      out.append(lengths_[static_cast<std::size_t>(cursor.next())]);
  }
  out.seal();
  return out;
}

Sequence FoldLevel::trip_values() const {
  Sequence out = trips_;
  out.append(last_trips_);
  out.seal();
  return out;
}

Sequence& FoldValues::stream(Parameter parameter) {
  std::uint8_t& index = stream_of_[static_cast<std::size_t>(parameter)];
  if (index == kNoStream) {
    index = static_cast<std::uint8_t>(streams_.size());
    streams_.push_back({parameter, {}});
  }
  return streams_[index].values;
}

void FoldValues::set(const Call& call, SiteId predecessor) {
  calls_ = 1;
  is_single_ = true;
  call_.before_ns = call.before_ns;
  call_.duration_ns = call.duration_ns;
  call_.actions = call.actions;
  predecessor_ = predecessor;
  streams_.clear();
  stream_of_.fill(kNoStream);
  times_.clear();
}

void FoldValues::append_actions(const std::vector<Action>& actions) {
  stream(Parameter::Actions).append(static_cast<std::int64_t>(actions.size()));
  for (const Action& action : actions) {
    stream(Parameter::Kind).append(static_cast<std::int64_t>(action.kind));
    for (const Parameter parameter : parameters_of(action.kind))
      stream(parameter).append(value_of(action, parameter));
  }
}

void FoldValues::unpack() {
  if (!is_single_) return;
  is_single_ = false;
  streams_.reserve(kParameters / 2);
  append_actions(call_.actions);
  FoldTimes& times = times_after(predecessor_);
  times.before.add(call_.before_ns);
  times.duration.add(call_.duration_ns);
}

FoldTimes& FoldValues::times_after(SiteId predecessor) {
  for (FoldTimes& times : times_)
    if (times.predecessor == predecessor) return times;
  times_.push_back({predecessor, {}, {}});
  return times_.back();
}

void FoldValues::append(const FoldValues& other) {
  unpack();
  calls_ += other.calls_;
  if (other.is_single_) {
    append_actions(other.call_.actions);
    FoldTimes& times = times_after(other.predecessor_);
    times.before.add(other.call_.before_ns);
    times.duration.add(other.call_.duration_ns);
    return;
  }
  for (const FoldStream& theirs : other.streams_) stream(theirs.parameter).append(theirs.values);
  for (const FoldTimes& theirs : other.times_) {
    FoldTimes& times = times_after(theirs.predecessor);
    times.before.add(theirs.before);
    times.duration.add(theirs.duration);
  }
}

}  // namespace tarry::compress
