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

std::uint32_t class_of(std::uint64_t length) {
  if (length < 2 * kSteps) return static_cast<std::uint32_t>(length);
  const int shift = static_cast<int>(std::bit_width(length)) - 1 - kStepBits;
  return (static_cast<std::uint32_t>(shift) << kStepBits) +
         static_cast<std::uint32_t>(length >> shift);
}

std::uint64_t shortest_of(std::uint32_t number) {
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
  return std::tuple(-a.amount.count, a.call.enter, a.call.location) <
         std::tuple(-b.amount.count, b.call.enter, b.call.location);
}

}  // namespace

void WaitLengths::add(const SurveyedWait& wait) {
  const auto length = static_cast<std::uint64_t>(wait.amount.count);
  ++count_;
  least_ = std::min(least_, wait.amount.count);
  most_ = std::max(most_, wait.amount.count);
  add_up(total_, Wide{length});
  add_up(squares_, Wide{length} * length);
  const std::uint32_t number = class_of(length);
  add(Class{number, 1, length - shortest_of(number)});
  OnCommunicator& on = by_communicator_[wait.comm];
  ++on.count;
  add_up(on.ticks, length);
  keep(wait);
}

void WaitLengths::add(const Class& some) {
  const auto found = std::lower_bound(
      classes_.begin(), classes_.end(), some.number,
      [](const Class& each, std::uint32_t number) { return each.number < number; });
  if (found == classes_.end() || found->number != some.number) {
    classes_.insert(found, some);
    return;
  }
  found->count += some.count;
  add_up(found->above, some.above);
}

void WaitLengths::keep(const SurveyedWait& wait) {
  if (longest_.size() == kLongest && !is_longer(wait, longest_.back())) return;
  longest_.insert(std::upper_bound(longest_.begin(), longest_.end(), wait, is_longer), wait);
  if (longest_.size() > kLongest) longest_.pop_back();
}

void WaitLengths::add(const WaitLengths& others, std::size_t longest) {
  count_ += others.count_;
  least_ = std::min(least_, others.least_);
  most_ = std::max(most_, others.most_);
  add_up(total_, others.total_);
  add_up(squares_, others.squares_);
  for (const Class& some : others.classes_) add(some);
  for (const auto& [comm, waits] : others.by_communicator_) {
    OnCommunicator& on = by_communicator_[comm];
    on.count += waits.count;
    add_up(on.ticks, waits.ticks);
  }
  for (std::size_t i = 0; i < std::min(longest, others.longest_.size()); ++i)
    keep(others.longest_[i]);
}

WaitLengths all_of(const WaitsByCallPath& waits) {
  WaitLengths all;
  for (const auto& [callpath, lengths] : waits) all.add(lengths, 1);
  return all;
}

// The sums are exact as far as they fit, so every processor gets the same value. A `long double`,
// in which the difference was taken before, has other sizes on others.
double WaitLengths::variance() const {
  const auto count = static_cast<double>(count_);
  Wide squares = 0, square = 0;
  const bool fits = !__builtin_mul_overflow(squares_, Wide{count_}, &squares) &&
                    !__builtin_mul_overflow(total_, total_, &square);
  if (fits) return static_cast<double>(squares - square) / count / count;
  const double mean = static_cast<double>(total_) / count;
  return std::max(static_cast<double>(squares_) / count - mean * mean, 0.0);
}

double WaitLengths::quartile(std::uint64_t quarters) const {
  const std::uint64_t rank = count_ / 4 * quarters + (count_ % 4 * quarters + 3) / 4;
  std::uint64_t passed = 0;
  for (const Class& each : classes_) {
    passed += each.count;
    if (passed < rank) continue;
    return static_cast<double>(shortest_of(each.number)) +
           static_cast<double>(each.above) / static_cast<double>(each.count);
  }
  return 0.0;
}

WaitLengths::Part WaitLengths::up_to(std::int64_t length) const {
  Part part;
  Wide ticks = 0;
  const std::uint32_t last = class_of(static_cast<std::uint64_t>(length));
  for (const Class& each : classes_) {
    if (each.number > last) break;
    part.count += each.count;
    add_up(ticks, Wide{shortest_of(each.number)} * each.count + each.above);
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
