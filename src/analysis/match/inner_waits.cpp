// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/inner_waits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/patterns/late_progress.h"

namespace tarry::analysis {
namespace {

// A wait, on its way to the worker of its victim.
struct InnerVerdict {
  std::uint32_t process;
  AwaitedMember awaited;
};

}  // namespace

void InnerWaits::find(const CollectiveInstance& instance, CollectiveShape shape,
                      std::span<const InstanceTable::Entry> entries,
                      const model::Communicator& comm) {
  const bool is_rooted = shape == CollectiveShape::OneToN || shape == CollectiveShape::NToOne;
  const bool is_nonblocking = std::any_of(
      entries.begin(), entries.end(), [](const auto& entry) { return entry.notice.nonblocking; });
  if (!is_nonblocking && !is_rooted) return;
  if (shape == CollectiveShape::Neighborhood) return;  // most members concern a member nothing
  if (std::none_of(
          entries.begin(), entries.end(),
          [](const auto& entry) { return entry.notice.sent != 0 || entry.notice.received != 0; }) &&
      shape != CollectiveShape::Barrier)
    return;
  bool has_arrivals = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const CollectiveMember& member = instance.members[i];
    const MemberNotice& notice = entries[i].notice;
    if (member.waiting_from == member.end) continue;  // completed by a test
    const Ticks from = member.waiting_from + member.wait;
    const Ticks rest = base::positive_part(member.end - from);
    const std::uint32_t call_class =
        CallClasses::of(notice.op, std::max(notice.sent, notice.received), is_nonblocking);
    classes_.add_time(call_class, rest);
    if (rest <= classes_.shortest_limit()) continue;
    if (!std::exchange(has_arrivals, true)) arrivals_.of(instance, is_nonblocking);
    Wait wait{entries[i].from, notice.process, {}, call_class, rest, progress_evidence({}, {})};
    if (const std::optional<Arrival> last = arrivals_.last_for(instance, i)) {
      wait.evidence = progress_evidence(last->time - from, member.end - last->time);
      wait.awaited = {
          last->time, notice.record, rank_of(comm, last->member),
          entries[last->member].notice.record,
          last->to_complete ? AwaitedEvent::Of::CompletingCall : AwaitedEvent::Of::Collective};
    }
    found_.push_back(wait);
  }
}

std::vector<workers::Bytes> InnerWaits::believed(workers::Transport& transport) {
  classes_.unite_times(transport);
  const auto is_long = [&](const Wait& wait) {
    return wait.rest > classes_.limit(wait.call_class);
  };
  for (const Wait& wait : found_)
    if (is_long(wait)) classes_.add_evidence(wait.call_class, wait.rest, wait.evidence);
  classes_.unite_evidence(transport);
  std::vector<workers::Bytes> verdicts(transport.size());
  for (const Wait& wait : found_)
    if (is_long(wait) && wait.evidence >= kSureOfCall &&
        classes_.evidence(wait.call_class, wait.rest) >= kSureOfOperations)
      workers::append(verdicts[wait.victim_worker], InnerVerdict{wait.process, wait.awaited});
  return verdicts;
}

void InnerWaits::conclude(std::vector<ProcessRecords>& processes, workers::Transport& transport) {
  for (const workers::Bytes& message : transport.exchange(believed(transport)))
    for (std::size_t i = 0; i < workers::record_count<InnerVerdict>(message); ++i) {
      const auto verdict = workers::record_at<InnerVerdict>(message, i);
      processes[verdict.process].awaited_members.push_back(verdict.awaited);
    }
}

}  // namespace tarry::analysis
