// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/action_runs.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

#include "compressed/model/draw.h"

namespace tarry::compressed {
namespace {

constexpr std::array kUsed{Parameter::Kind,     Parameter::Comm, Parameter::Peer, Parameter::Bytes,
                           Parameter::Received, Parameter::Op,   Parameter::Root};
constexpr std::uint64_t kMostRuns = std::uint64_t{1} << 28;
constexpr const char* kTooIrregular = "values too irregular to go through";

constexpr std::size_t index_of(Parameter parameter) { return static_cast<std::size_t>(parameter); }

bool may_vary(Parameter parameter) {
  return parameter == Parameter::Bytes || parameter == Parameter::Received;
}

bool is_used(Parameter parameter) {
  return std::find(kUsed.begin(), kUsed.end(), parameter) != kUsed.end();
}

void set(ActionRun& out, Parameter parameter, const Run& values) {
  if (parameter == Parameter::Comm) out.comm = values.first;
  if (parameter == Parameter::Peer) out.peer = values.first;
  if (parameter == Parameter::Op) out.op = values.first;
  if (parameter == Parameter::Root) out.root = values.first;
  if (parameter == Parameter::Bytes) out.bytes = values;
  if (parameter == Parameter::Received) out.received = values;
}

// The values of one element for one rank as runs, from which parts can be taken.
class ValueRuns {
 public:
  void open(const Values& values, const DrawKey& key) {
    key_ = key;
    if (const auto* sequence = std::get_if<Sequence>(&values)) {
      cursor_.emplace(*sequence);
      size_ = sequence->size();
    } else if (!std::get<ValueHistogram>(values).counts.empty()) {
      table_.emplace(std::get<ValueHistogram>(values));
    }
  }
  [[nodiscard]] bool has_used(std::uint64_t part_of_all) const {
    return table_.has_value() || used_ * part_of_all == size_;
  }
  // Returns the rest of the current run; its count is 0 if no value is left.
  const Run& rest() {
    while (run_.count == 0) {
      if (table_) {
        run_ = {table_->draw(key_), 0, 1};
        ++key_.occurrence;
      } else if (cursor_ && !cursor_->done()) {
        run_ = cursor_->next_run_whole();
      } else {
        break;
      }
    }
    return run_;
  }
  Run take(std::uint64_t count) {
    const Run taken{run_.first, run_.stride, count};
    run_.first = run_.at(count);
    run_.count -= count;
    used_ += count;
    return taken;
  }

 private:
  std::optional<SequenceCursor> cursor_;
  std::optional<DrawTable> table_;
  std::uint64_t size_ = 0;
  std::uint64_t used_ = 0;
  DrawKey key_;
  Run run_;
};

// Returns the number of equal parts into which the values can be cut.
std::uint64_t equal_parts(const Values& values) {
  const auto* sequence = std::get_if<Sequence>(&values);
  if (sequence == nullptr || sequence->terms().size() != 1) return 1;
  const Term& term = sequence->terms()[0];
  if (term.is_group()) return term.times;
  return term.run.stride == 0 ? term.run.count : 1;
}

class Actions {
 public:
  Actions(const Trace& trace, std::uint32_t event, std::uint32_t rank) {
    for (const Parameter parameter : kUsed) {
      const Values* const values = trace.events[event].of(parameter).of(rank);
      if (values == nullptr) continue;
      DrawKey key;
      key.rank = rank;
      key.event = event;
      key.element = static_cast<std::uint32_t>(parameter);
      runs_[index_of(parameter)].open(*values, key);
      times_ = std::gcd(times_, equal_parts(*values));
    }
    const Values* const calls = trace.events[event].of(Parameter::Actions).of(rank);
    const auto* const per_call = calls == nullptr ? nullptr : std::get_if<Sequence>(calls);
    if (per_call == nullptr) return;
    times_ = std::gcd(times_, equal_parts(*calls));
    times_ = std::max<std::uint64_t>(1, times_);
    left_ = static_cast<std::uint64_t>(per_call->sum()) / times_;
  }

  // Returns false at the end or at a fault.
  bool next(ActionRun& out, std::string& fault) {
    if (left_ == 0) return end(fault);
    const Run& kinds = rest(Parameter::Kind);
    if (kinds.count == 0) return fail(Parameter::Kind, fault);
    if (kinds.first < 0 || kinds.first >= static_cast<std::int64_t>(kActionKinds)) {
      fault = "an action of an unknown kind";
      return false;
    }
    out = {};
    out.kind = static_cast<ActionKind>(kinds.first);
    out.times = times_;
    out.actions = kinds.stride == 0 ? std::min(kinds.count, left_) : 1;
    for (const Parameter parameter : parameters_of(out.kind)) {
      if (!is_used(parameter)) continue;
      const Run& run = rest(parameter);
      if (run.count == 0) return fail(parameter, fault);
      const bool whole = run.stride == 0 || may_vary(parameter);
      out.actions = std::min(out.actions, whole ? run.count : 1);
    }
    runs_[index_of(Parameter::Kind)].take(out.actions);
    for (const Parameter parameter : parameters_of(out.kind))
      if (is_used(parameter)) set(out, parameter, runs_[index_of(parameter)].take(out.actions));
    left_ -= out.actions;
    return true;
  }

 private:
  const Run& rest(Parameter parameter) { return runs_[index_of(parameter)].rest(); }
  // The parts are equal only if every element has used exactly one part of its values.
  bool end(std::string& fault) const {
    for (const Parameter parameter : kUsed)
      if (!runs_[index_of(parameter)].has_used(times_))
        fault = "there are values of " + std::string(parameter_name(parameter)) + " without a call";
    return false;
  }
  static bool fail(Parameter parameter, std::string& fault) {
    fault = "the values of " + std::string(parameter_name(parameter)) + " are used up";
    return false;
  }

  std::array<ValueRuns, kParameters> runs_;
  std::uint64_t times_ = 0;
  std::uint64_t left_ = 0;
};

// The most common case: all streams but one are constant, so order does not matter, and repetitions
// on any level are gone through once.
class OneVaries {
 public:
  // Returns false in all other cases, and if the streams differ in length.
  bool open(const Trace& trace, std::uint32_t event, std::uint32_t rank) {
    const auto sequence_of = [&](Parameter parameter) {
      const Values* const values = trace.events[event].of(parameter).of(rank);
      return values == nullptr ? nullptr : std::get_if<Sequence>(values);
    };
    const Sequence* const calls = sequence_of(Parameter::Actions);
    const Sequence* const kinds = sequence_of(Parameter::Kind);
    std::int64_t kind = 0;
    if (calls == nullptr || kinds == nullptr || !is_constant(*kinds, kind)) return false;
    if (kind < 0 || kind >= static_cast<std::int64_t>(kActionKinds)) return false;
    if (static_cast<std::uint64_t>(calls->sum()) != kinds->size()) return false;
    run_.kind = static_cast<ActionKind>(kind);
    for (const Parameter parameter : parameters_of(run_.kind)) {
      if (!is_used(parameter)) continue;
      const Sequence* const values = sequence_of(parameter);
      if (values == nullptr || values->size() != kinds->size()) return false;
      std::int64_t value = 0;
      if (is_constant(*values, value)) {
        set(run_, parameter, {value, 0, kinds->size()});
      } else {
        if (varying_ != nullptr) return false;
        varying_ = values;
        parameter_ = parameter;
      }
    }
    return varying_ != nullptr;
  }

  // Returns false if the values are too irregular to go through.
  bool hand_on(const std::function<void(const ActionRun&)>& take) {
    return hand_on(varying_->terms(), 1, take);
  }

 private:
  static bool is_constant(const Sequence& values, std::int64_t& value) {
    return !values.empty() && values.is_constant(value);
  }
  bool hand_on(const std::vector<Term>& terms, std::uint64_t times,
               const std::function<void(const ActionRun&)>& take) {
    for (const Term& term : terms) {
      if (term.is_group()) {
        if (!hand_on(term.body, times * term.times, take)) return false;
        continue;
      }
      const bool at_once = term.run.stride == 0 || may_vary(parameter_);
      const std::uint64_t parts = at_once ? 1 : term.run.count;
      if (parts > kMostRuns - runs_) return false;
      runs_ += parts;
      for (std::uint64_t i = 0; i < parts; ++i)
        hand_on(at_once ? term.run : Run{term.run.at(i), 0, 1}, times, take);
    }
    return true;
  }
  void hand_on(const Run& values, std::uint64_t times,
               const std::function<void(const ActionRun&)>& take) {
    run_.times = times;
    run_.actions = run_.bytes.count = run_.received.count = values.count;
    set(run_, parameter_, values);
    take(run_);
  }

  ActionRun run_;
  const Sequence* varying_ = nullptr;
  Parameter parameter_{};
  std::uint64_t runs_ = 0;
};

}  // namespace

std::span<const Parameter> parameters_of_action_runs() { return kUsed; }

bool for_each_action_run(const Trace& trace, std::uint32_t event, std::uint32_t rank,
                         const std::function<void(const ActionRun&)>& hand_on, std::string& fault) {
  fault.clear();
  if (OneVaries one; one.open(trace, event, rank)) {
    if (one.hand_on(hand_on)) return true;
    fault = kTooIrregular;
    return false;
  }
  Actions actions(trace, event, rank);
  ActionRun run;
  for (std::uint64_t runs = 0; actions.next(run, fault); ++runs) {
    if (runs == kMostRuns) {
      fault = kTooIrregular;
      return false;
    }
    hand_on(run);
  }
  return fault.empty();
}

}  // namespace tarry::compressed
