// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/wait_survey.h"

#include <algorithm>
#include <bit>
#include <span>
#include <tuple>

namespace tarry::analysis {
namespace {

// Lengths below 2 * kSteps have a class each; from there on each power of two has kSteps classes.
constexpr int kStepBits = 8;
constexpr std::uint64_t kSteps = 1 << kStepBits;

std::size_t class_of(std::uint64_t length) {
  if (length < 2 * kSteps) return static_cast<std::size_t>(length);
  const int shift = static_cast<int>(std::bit_width(length)) - 1 - kStepBits;
  return (static_cast<std::size_t>(shift) << kStepBits) + static_cast<std::size_t>(length >> shift);
}

std::uint64_t shortest_of(std::size_t number) {
  if (number < 2 * kSteps) return number;
  const std::uint64_t shift = (number >> kStepBits) - 1;
  return ((number & (kSteps - 1)) + kSteps) << shift;
}

template <class Number>
void add_up(Number& sum, Number amount) {
  sum = sum > Number(~Number{0}) - amount ? Number(~Number{0}) : Number(sum + amount);
}

// Of equal waits at a location, the one that was found first stays in front.
bool is_longer(const SurveyedWait& a, const SurveyedWait& b) {
  return std::tuple(-a.amount.count, a.enter, a.location) <
         std::tuple(-b.amount.count, b.enter, b.location);
}

}  // namespace

void WaitLengths::add(const SurveyedWait& wait) {
  const auto length = static_cast<std::uint64_t>(wait.amount.count);
  ++count_;
  least_ = std::min(least_, wait.amount.count);
  most_ = std::max(most_, wait.amount.count);
  add_up(total_, Wide{length});
  add_up(squares_, Wide{length} * length);
  const std::size_t number = class_of(length);
  if (number >= classes_.size()) classes_.resize(number + 1);
  ++classes_[number].count;
  add_up(classes_[number].above, length - shortest_of(number));
  OnCommunicator& on = by_communicator_[wait.comm];
  ++on.count;
  add_up(on.ticks, length);
  keep(wait);
}

void WaitLengths::keep(const SurveyedWait& wait) {
  if (longest_.size() == kLongest && !is_longer(wait, longest_.back())) return;
  const auto is_there = [&](const SurveyedWait& kept) { return kept.callpath == wait.callpath; };
  const auto same = std::find_if(longest_.begin(), longest_.end(), is_there);
  if (same != longest_.end()) {
    if (!is_longer(wait, *same)) return;
    longest_.erase(same);
  }
  longest_.insert(std::upper_bound(longest_.begin(), longest_.end(), wait, is_longer), wait);
  if (longest_.size() > kLongest) longest_.pop_back();
}

void WaitLengths::add(const WaitLengths& others, const std::vector<model::CallPathId>& callpaths) {
  count_ += others.count_;
  least_ = std::min(least_, others.least_);
  most_ = std::max(most_, others.most_);
  add_up(total_, others.total_);
  add_up(squares_, others.squares_);
  classes_.resize(std::max(classes_.size(), others.classes_.size()));
  for (std::size_t i = 0; i < others.classes_.size(); ++i) {
    classes_[i].count += others.classes_[i].count;
    add_up(classes_[i].above, others.classes_[i].above);
  }
  for (const auto& [comm, waits] : others.by_communicator_) {
    OnCommunicator& on = by_communicator_[comm];
    on.count += waits.count;
    add_up(on.ticks, waits.ticks);
  }
  for (SurveyedWait wait : others.longest_) {
    wait.callpath = callpaths[wait.callpath.index()];
    keep(wait);
  }
}

double WaitLengths::variance() const {
  const auto count = static_cast<long double>(count_);
  const long double mean = static_cast<long double>(total_) / count;
  return static_cast<double>(
      std::max(static_cast<long double>(squares_) / count - mean * mean, 0.0L));
}

double WaitLengths::quartile(std::uint64_t quarters) const {
  const std::uint64_t rank = count_ / 4 * quarters + (count_ % 4 * quarters + 3) / 4;
  std::uint64_t passed = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    passed += classes_[i].count;
    if (passed < rank || classes_[i].count == 0) continue;
    return static_cast<double>(shortest_of(i)) +
           static_cast<double>(classes_[i].above) / static_cast<double>(classes_[i].count);
  }
  return 0.0;
}

WaitLengths::Part WaitLengths::up_to(std::int64_t length) const {
  Part part;
  Wide ticks = 0;
  const std::size_t last = class_of(static_cast<std::uint64_t>(length));
  for (std::size_t i = 0; i < classes_.size() && i <= last; ++i) {
    part.count += classes_[i].count;
    add_up(ticks, Wide{shortest_of(i)} * classes_[i].count + classes_[i].above);
  }
  part.ticks = static_cast<double>(ticks);
  return part;
}

void WaitLengths::pack(workers::Bytes& to) const {
  for (const std::uint64_t number : {count_, static_cast<std::uint64_t>(classes_.size()),
                                     static_cast<std::uint64_t>(longest_.size()),
                                     static_cast<std::uint64_t>(by_communicator_.size())})
    workers::append(to, number);
  workers::append(to, least_);
  workers::append(to, most_);
  workers::append(to, total_);
  workers::append(to, squares_);
  workers::append_all(to, std::span(classes_));
  workers::append_all(to, std::span(longest_));
  for (const auto& [comm, waits] : by_communicator_) {
    workers::append(to, comm);
    workers::append(to, waits);
  }
}

WaitLengths WaitLengths::unpack(workers::MessageReader& from) {
  WaitLengths lengths;
  lengths.count_ = from.take<std::uint64_t>();
  lengths.classes_.resize(from.take<std::uint64_t>());
  lengths.longest_.resize(from.take<std::uint64_t>());
  const auto communicators = from.take<std::uint64_t>();
  lengths.least_ = from.take<std::int64_t>();
  lengths.most_ = from.take<std::int64_t>();
  lengths.total_ = from.take<Wide>();
  lengths.squares_ = from.take<Wide>();
  from.take_all(std::span(lengths.classes_));
  from.take_all(std::span(lengths.longest_));
  for (std::uint64_t i = 0; i < communicators; ++i) {
    const auto comm = from.take<model::CommId>();
    lengths.by_communicator_[comm] = from.take<OnCommunicator>();
  }
  return lengths;
}

}  // namespace tarry::analysis
