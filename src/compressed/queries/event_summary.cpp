// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/event_summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compressed/queries/action_runs.h"
#include "compressed/queries/rank_classes.h"

namespace tarry::compressed {
namespace {

using model::CollectiveOp;

std::uint64_t sum_of(const Run& run) {
  Sequence values;
  values.append(run);
  return static_cast<std::uint64_t>(values.sum());
}

// The zeros among the first `count` values: all, or one at some index. A progression has at most
// one zero.
struct Zeros {
  bool all = false;
  std::optional<std::uint64_t> at;
};

Zeros zeros_of(const Run& run) {
  if (run.stride == 0) return {run.first == 0, std::nullopt};
  const bool has_one = -run.first % run.stride == 0 && -run.first / run.stride >= 0 &&
                       static_cast<std::uint64_t>(-run.first / run.stride) < run.count;
  if (!has_one) return {};
  return {false, static_cast<std::uint64_t>(-run.first / run.stride)};
}

bool has_negative(const Run& run) {
  return run.count > 0 && (run.first < 0 || run.at(run.count - 1) < 0);
}

// Returns the smallest value of a progression that begins or ends with 0 and has others.
std::uint64_t smallest_above_zero(const Run& run, std::uint64_t count) {
  const std::int64_t first = run.first != 0 ? run.at(count - 2) : run.at(1);
  return static_cast<std::uint64_t>(first);
}

Sizes sizes_of(const ActionRun& run) {
  Sizes out;
  const Zeros zeros = zeros_of(run.bytes);
  const auto first = static_cast<std::uint64_t>(run.bytes.first);
  const auto last = static_cast<std::uint64_t>(run.bytes.at(run.actions - 1));
  out.messages = run.all();
  out.empty = zeros.all ? run.all() : zeros.at ? run.times : 0;
  out.bytes = sum_of(run.bytes) * run.times;
  out.smallest = std::min(first, last);
  out.largest = std::max(first, last);
  return out;
}

// Counts the accesses that move anything in this direction, as messages.
Sizes moved(const ActionRun& run, const Run& bytes) {
  ActionRun one_way = run;
  one_way.bytes = bytes;
  Sizes out = sizes_of(one_way);
  out.messages -= out.empty;
  out.empty = 0;
  if (out.messages == 0) return {};
  if (out.smallest == 0) out.smallest = smallest_above_zero(bytes, run.actions);
  return out;
}

// An unknown operation counts as one in which nobody waits.
CollectiveOp op_of(const ActionRun& run) {
  return model::is_collective_op(run.op) ? static_cast<CollectiveOp>(run.op)
                                         : CollectiveOp::Allocate;
}

CollectiveCounts counts_of(const ActionRun& run) {
  const Zeros s = zeros_of(run.bytes);
  const Zeros r = zeros_of(run.received);
  CollectiveCounts out;
  // All counts are actions of one pass and are multiplied by the passes at the end.
  const std::uint64_t none_sent = s.all ? run.actions : s.at ? 1 : 0;
  const std::uint64_t none_received = r.all ? run.actions : r.at ? 1 : 0;
  if (s.at && r.at)
    out.neither = *s.at == *r.at ? 1 : 0;
  else
    out.neither = s.all ? none_received : r.all ? none_sent : 0;
  out.received = none_sent - out.neither;
  out.sent = none_received - out.neither;
  out.both = run.actions - out.neither - out.received - out.sent;
  const CollectiveOp op = op_of(run);
  out.full = waits_for_all(op, true) ? run.actions : 0;
  if (!waits_for_all(op, false)) out.full -= std::min(out.full, out.neither);
  out.bytes_sent = sum_of(run.bytes);
  out.bytes_received = sum_of(run.received);
  CollectiveCounts all;
  all.add(out, run.times);
  return all;
}

class Summary {
 public:
  void add(const ActionRun& run) {
    if (has_negative(run.bytes) || has_negative(run.received)) {
      fault_ = "a negative number of bytes";
      return;
    }
    switch (run.kind) {
      case ActionKind::Send:
      case ActionKind::StartSend:
        return sent(run);
      case ActionKind::Receive:
      case ActionKind::ReceiveDone:
        is_sole_ = false;
        out_.received.add(sizes_of(run));
        return;
      case ActionKind::Access:
      case ActionKind::StartAccess:
        is_sole_ = false;
        out_.put.add(moved(run, run.bytes));
        out_.got.add(moved(run, run.received));
        return;
      case ActionKind::Collective:
        sole(run);
        out_.collectives.add(counts_of(run));
        return;
      case ActionKind::StartCollective:
        is_sole_ = false;
        // Nothing is known of the operation without the record of its end.
        if (run.op != kUnknown) out_.collectives.add(counts_of(run));
        return;
      default:
        is_sole_ = false;
    }
  }

  ClassSummary finish(bool has_one_action_each) {
    for (const auto& [to, sizes] : peers_)
      out_.to.push_back({to.first, to.second, sizes.first, sizes.second});
    if (is_sole_ && sole_ && has_one_action_each) out_.sole = sole_;
    return std::move(out_);
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void sent(const ActionRun& run) {
    is_sole_ = false;
    const Sizes sizes = sizes_of(run);
    out_.sent.add(sizes);
    auto& [messages, bytes] = peers_[{run.comm, run.peer}];
    messages += sizes.messages;
    bytes += sizes.bytes;
  }
  void sole(const ActionRun& run) {
    const SoleCollective here{run.comm, op_of(run)};
    is_sole_ = is_sole_ && (!sole_ || *sole_ == here) && counts_of(run).full == run.all();
    sole_ = here;
  }

  ClassSummary out_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::uint64_t, std::uint64_t>> peers_;
  bool is_sole_ = true;
  std::optional<SoleCollective> sole_;
  std::string fault_;
};

bool is_drawn(const Event& event) {
  const std::span<const Parameter> used = parameters_of_action_runs();
  return std::any_of(used.begin(), used.end(),
                     [&](Parameter parameter) { return event.of(parameter).has_histograms(); });
}

ClassSummary summarise_class(const Trace& trace, std::uint32_t index, const RankSet& ranks,
                             std::vector<std::string>& faults) {
  const std::uint32_t rank = ranks.lowest();
  const auto& per_call = trace.events[index].of(Parameter::Actions);
  const Values* const values = per_call.of(rank);
  const auto* const calls = values == nullptr ? nullptr : std::get_if<Sequence>(values);
  Summary summary;
  std::string fault;
  if (calls == nullptr)
    fault = "nothing tells how many calls there are";
  else
    for_each_action_run(
        trace, index, rank, [&](const ActionRun& run) { summary.add(run); }, fault);
  if (fault.empty()) fault = summary.fault();
  ClassSummary out;
  std::int64_t actions = 0;
  if (fault.empty())
    out = summary.finish(calls->is_constant(actions) && actions == 1);
  else
    faults.push_back("event " + std::to_string(index + 1) + ", " + std::to_string(ranks.size()) +
                     " ranks from " + std::to_string(rank) + " on: " + fault);
  out.ranks = ranks;
  out.calls = calls == nullptr ? 0 : calls->size();
  return out;
}

// Returns the parameters in which ranks of a class must agree.
std::vector<Parameter> deciding_parameters() {
  const std::span<const Parameter> used = parameters_of_action_runs();
  std::vector<Parameter> out(used.begin(), used.end());
  out.push_back(Parameter::Actions);
  return out;
}

}  // namespace

void Sizes::add(const Sizes& other, std::uint64_t times) {
  if (other.messages == 0 || times == 0) return;
  smallest = messages == 0 ? other.smallest : std::min(smallest, other.smallest);
  largest = std::max(largest, other.largest);
  messages += other.messages * times;
  empty += other.empty * times;
  bytes += other.bytes * times;
}

double Sizes::mean() const {
  return messages == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(messages);
}

void CollectiveCounts::add(const CollectiveCounts& other, std::uint64_t times) {
  neither += other.neither * times;
  both += other.both * times;
  sent += other.sent * times;
  received += other.received * times;
  bytes_sent += other.bytes_sent * times;
  bytes_received += other.bytes_received * times;
  full += other.full * times;
}

bool waits_for_all(CollectiveOp op, bool has_bytes) {
  const model::CollectiveShape shape = info(op).shape;
  return shape == model::CollectiveShape::Barrier ||
         (shape == model::CollectiveShape::NxN && has_bytes);
}

TraceSummary summarise(const Trace& trace) {
  TraceSummary out;
  const std::vector<Parameter> deciding = deciding_parameters();
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    out.has_drawn_values = out.has_drawn_values || is_drawn(event);
    out.events.emplace_back();
    for (const RankSet& ranks : rank_classes(event, deciding))
      out.events.back().classes.push_back(summarise_class(trace, i, ranks, out.faults));
  }
  return out;
}

}  // namespace tarry::compressed
