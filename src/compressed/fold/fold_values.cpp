// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/fold_values.h"

namespace tarry::compressed {

namespace {

// Longer sequences give their memory back when they are emptied.
constexpr std::size_t kMostKeptTerms = 64;
// Memory of everything else, in terms.
constexpr std::size_t kTermsOfAction = 2;
constexpr std::size_t kTermsOfStream = 2;
constexpr std::size_t kTermsOfHistogram = 2;
constexpr std::size_t kBinsOfTerm = 4;

std::size_t terms_of(const TimeHistogram& histogram) {
  return kTermsOfHistogram + histogram.bins().size() / kBinsOfTerm;
}

}  // namespace

void FoldStream::append(std::int64_t value) {
  if (given_up_)
    histogram_.add(value, 1);
  else
    values_.append(value);
}

void FoldStream::append(const FoldStream& other) {
  if (other.given_up_) give_up();
  if (!given_up_) return values_.append(other.values_);
  histogram_.add(other.histogram_);
  histogram_.add(other.values_);
}

void FoldStream::begin(Parameter parameter) {
  parameter_ = parameter;
  given_up_ = false;
  values_.clear();
  histogram_.counts.clear();
}

void FoldStream::give_up() {
  if (given_up_) return;
  given_up_ = true;
  histogram_.add(values_);
  values_ = {};
}

Values FoldStream::finished() const {
  if (given_up_) return histogram_;
  Sequence values = values_;
  values.seal();
  return values;
}

bool FoldValues::may_be_given_up(const FoldStream& stream) const {
  switch (stream.parameter()) {
    case Parameter::Peer:
    case Parameter::PostedPeer:
      return true;
    case Parameter::Bytes:
    case Parameter::Count:
      return !has_collectives_;
    default:
      return false;
  }
}

std::size_t FoldValues::terms() const {
  if (is_single_) return kTermsOfAction * call_.actions.size() + call_.statistics.size();
  std::size_t sum = 0;
  for (const FoldStream& stream : streams()) sum += kTermsOfStream + stream.terms();
  for (const FoldTimes& times : times()) sum += terms_of(times.before) + terms_of(times.duration);
  for (const FoldStatistic& statistic : statistics_) sum += terms_of(statistic.values);
  return sum;
}

FoldStream& FoldValues::stream(Parameter parameter) {
  std::uint8_t& index = stream_of_[static_cast<std::size_t>(parameter)];
  if (index == kNoStream) {
    index = static_cast<std::uint8_t>(used_streams_++);
    if (index == streams_.size())
      streams_.emplace_back(parameter, form_);
    else
      streams_[index].begin(parameter);
  }
  return streams_[index];
}

void FoldValues::set(const Call& call, SiteId predecessor) {
  calls_ = 1;
  is_single_ = true;
  call_.before_ns = call.before_ns;
  call_.duration_ns = call.duration_ns;
  call_.actions = call.actions;
  call_.statistics = call.statistics;
  predecessor_ = predecessor;
  for (std::size_t i = 0; i < used_streams_; ++i)
    if (streams_[i].terms() > kMostKeptTerms)
      streams_[i] = FoldStream(streams_[i].parameter(), form_);
  used_streams_ = 0;
  has_collectives_ = false;
  stream_of_.fill(kNoStream);
  used_times_ = 0;
  statistics_.clear();
}

void FoldValues::append_actions(const std::vector<Action>& actions) {
  stream(Parameter::Actions).append(static_cast<std::int64_t>(actions.size()));
  for (const Action& action : actions) {
    stream(Parameter::Kind).append(static_cast<std::int64_t>(action.kind));
    has_collectives_ |= action.kind >= ActionKind::Collective;
    for (const Parameter parameter : parameters_of(action.kind))
      stream(parameter).append(value_of(action, parameter));
  }
}

void FoldValues::unpack() {
  if (!is_single_) return;
  is_single_ = false;
  append_actions(call_.actions);
  append_times(call_, predecessor_);
}

void FoldValues::append_times(const Call& call, SiteId predecessor) {
  FoldTimes& times = times_after(predecessor);
  times.before.add(call.before_ns);
  times.duration.add(call.duration_ns);
  for (const StatisticValue& each : call.statistics)
    statistic_after(each.statistic, predecessor).add(each.value);
}

FoldTimes& FoldValues::times_after(SiteId predecessor) {
  for (std::size_t i = 0; i < used_times_; ++i)
    if (times_[i].predecessor == predecessor) return times_[i];
  if (used_times_ == times_.size()) times_.emplace_back();
  FoldTimes& times = times_[used_times_++];
  times.predecessor = predecessor;
  times.before.clear();
  times.duration.clear();
  return times;
}

TimeHistogram& FoldValues::statistic_after(std::uint32_t statistic, SiteId predecessor) {
  for (FoldStatistic& known : statistics_)
    if (known.statistic == statistic && known.predecessor == predecessor) return known.values;
  statistics_.push_back({statistic, predecessor, {}});
  return statistics_.back().values;
}

void FoldValues::append(const FoldValues& other) {
  unpack();
  calls_ += other.calls_;
  if (other.is_single_) {
    append_actions(other.call_.actions);
    append_times(other.call_, other.predecessor_);
    return;
  }
  has_collectives_ |= other.has_collectives_;
  for (const FoldStream& theirs : other.streams()) stream(theirs.parameter()).append(theirs);
  for (const FoldTimes& theirs : other.times()) {
    FoldTimes& times = times_after(theirs.predecessor);
    times.before.add(theirs.before);
    times.duration.add(theirs.duration);
  }
  for (const FoldStatistic& theirs : other.statistics_)
    statistic_after(theirs.statistic, theirs.predecessor).add(theirs.values);
}

}  // namespace tarry::compressed
