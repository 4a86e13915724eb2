// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/phase_diagnosis.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "diagnosis/losses/communication_loss.h"
#include "diagnosis/losses/late_causes.h"
#include "diagnosis/losses/load_imbalance.h"

namespace tarry::diagnosis {
namespace {

const std::vector<FrameId> kEverything{samples::CallingContextTree::kRoot};

void append(PhaseFindings& all, PhaseFindings more) {
  std::move(more.findings.begin(), more.findings.end(), std::back_inserter(all.findings));
  std::move(more.unresolved.begin(), more.unresolved.end(), std::back_inserter(all.unresolved));
}

// The imbalance already has the time that some ranks move data longer than others. A large transfer
// therefore counts only the time that all ranks have.
void count_transfers_once(const PhaseView& view, PhaseFindings& of) {
  std::set<FrameId> uneven;
  for (const Finding& finding : of.findings)
    if (finding.has_late_ranks())
      for (const Cause& cause : finding.causes)
        if (view.is_entry(cause.frame)) uneven.insert(cause.frame);
  for (Finding& finding : of.findings) {
    const bool moves = entry_of(finding.issue).parent == Issue::LargeDataTransfer;
    if (!moves || !uneven.contains(finding.symptom)) continue;
    const Spent& spent = view.find(finding.symptom)->total;
    const double share = even_part(spent) / spent.average;
    finding.seconds *= share;
    for (double& seconds : finding.breakdown) seconds *= share;
    finding.is_even_part = true;
  }
  std::erase_if(of.findings, [&](const Finding& finding) {
    return finding.is_even_part && !view.is_significant(finding.seconds);
  });
}

// Finds all losses except the common time in the call that closes the phases.
PhaseFindings find_all(const PhaseView& view, double symptom, const std::vector<FrameId>& from,
                       const std::vector<FrameId>& without) {
  PhaseFindings found = find_communication_losses(view, from, without);
  auto imbalance = find_load_imbalance(view, symptom, imbalance_cut(view, from, without));
  if (imbalance) order_by_late_work(view, *imbalance);
  if (imbalance) found.findings.push_back(*std::move(imbalance));
  count_transfers_once(view, found);
  return found;
}

// Returns the seconds of the imbalances of a kind of phase, all of which show in the call that
// closes it.
double seconds_uneven(const PhaseFindings& found) {
  double seconds = 0;
  for (const Finding& finding : found.findings)
    if (is_imbalance(finding.issue)) seconds += finding.seconds;
  return seconds;
}

// The part of the closing call that an imbalance explains is no second loss.
void append_closing_loss(const PhaseView& view, PhaseFindings& to) {
  const bool is_uneven = seconds_uneven(to) > 0;
  PhaseFindings found =
      find_closing_loss(view, is_uneven ? even_part(view.closing) : view.closing.average);
  for (Finding& finding : found.findings) finding.is_even_part = is_uneven;
  append(to, std::move(found));
}

double share_of(const PhaseView& group, const PhaseView& all) {
  return static_cast<double>(group.threads) / static_cast<double>(all.threads);
}

// Returns the seconds of work of an average rank below the sites.
double work_of(const PhaseView& view, const std::vector<FrameId>& sites) {
  double seconds = 0;
  for (const FrameId site : sites) seconds += view.work_below(site);
  return seconds;
}

void put_first(std::vector<Cause>& causes) {
  std::sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) {
    return std::tuple(-a.seconds, a.frame) < std::tuple(-b.seconds, b.frame);
  });
}

// Converts to seconds of an average rank of all ranks, of which `share` is in the group.
void scale(PhaseFindings& of_group, double share) {
  for (Finding& finding : of_group.findings) {
    finding.seconds *= share;
    for (Cause& cause : finding.causes) cause.seconds *= share;
    for (double& seconds : finding.breakdown) seconds *= share;
  }
  for (Unresolved& call : of_group.unresolved) call.seconds *= share;
}

// Adds the same loss of another group.
void add_group(const Finding& finding, Finding& to) {
  to.seconds += finding.seconds;
  to.evened_out = to.evened_out || finding.evened_out;
  for (std::size_t at = 0; at < kLabels; ++at) to.breakdown[at] += finding.breakdown[at];
  to.seconds_per_call = std::max(to.seconds_per_call, finding.seconds_per_call);
  // The place where it shows in this group is listed as a cause: it is a place for the reader to
  // look at.
  if (finding.symptom != to.symptom)
    to.causes.push_back({finding.symptom, finding.seconds, false, true, finding.part});
  to.causes.insert(to.causes.end(), finding.causes.begin(), finding.causes.end());
}

// Step 1. `of_groups`: the losses of each group, in seconds of an average rank of all.
void join_groups(std::vector<PhaseFindings> of_groups, PhaseFindings& to) {
  std::map<Issue, std::size_t> groups_with;
  for (const PhaseFindings& group : of_groups) {
    std::map<Issue, bool> has;
    for (const Finding& finding : group.findings) has[finding.issue] = true;
    for (const auto& [issue, yes] : has) ++groups_with[issue];
  }
  std::map<Issue, Finding> joined;
  for (std::uint32_t number = 0; number < of_groups.size(); ++number) {
    PhaseFindings& group = of_groups[number];
    std::move(group.unresolved.begin(), group.unresolved.end(), std::back_inserter(to.unresolved));
    for (Finding& finding : group.findings) {
      if (groups_with[finding.issue] < of_groups.size()) {
        finding.in_one_group = true;
        finding.group = number + 1;
        to.findings.push_back(std::move(finding));
        continue;
      }
      const auto [at, is_first] = joined.try_emplace(finding.issue, finding);
      if (is_first) continue;
      add_group(finding, at->second);
    }
  }
  for (auto& [issue, finding] : joined) {
    put_first(finding.causes);
    to.findings.push_back(std::move(finding));
  }
}

// Step 2: compares the work of the groups.
void compare_groups(const PhaseView& all, const std::vector<PhaseView>& groups,
                    const std::vector<FrameId>& sites, PhaseFindings& to) {
  double mean = 0;
  double most = 0;
  const PhaseView* largest = nullptr;
  for (const PhaseView& group : groups) {
    const double work = work_of(group, sites);
    mean += work * share_of(group, all);
    if (largest != nullptr && work <= most) continue;
    most = work;
    largest = &group;
  }
  // A group with more work may make others wait elsewhere: for a message, before they come here.
  const double excess = std::min(most - mean, imb_symptom(all));
  if (largest == nullptr || !all.closing_call.valid() || !all.is_significant(excess - all.period))
    return;
  Finding made;
  made.seconds = excess;
  made.symptom = all.closing_call;
  made.across_groups = true;
  for (const FrameId site : sites)
    if (largest->find(site) != nullptr)
      made.causes.push_back({site, std::min(excess, work_of(*largest, {site}))});
  put_first(made.causes);
  to.findings.push_back(std::move(made));
}

}  // namespace

PhaseFindings diagnose_spmd(const PhaseView& view) {
  PhaseFindings made = find_all(view, imb_symptom(view), kEverything, {});
  append_closing_loss(view, made);
  return made;
}

PhaseFindings diagnose_mpmd(const PhaseView& all, const std::vector<PhaseView>& groups,
                            const std::vector<FrameId>& sites) {
  PhaseFindings made;
  std::vector<PhaseFindings> of_groups;
  for (const PhaseView& group : groups) {
    PhaseFindings found = find_all(group, imb_symptom(group), sites, {});
    scale(found, share_of(group, all));
    of_groups.push_back(std::move(found));
  }
  join_groups(std::move(of_groups), made);
  // A large loss of one group may be small for all ranks.
  std::erase_if(made.findings,
                [&](const Finding& finding) { return !all.is_significant(finding.seconds); });
  compare_groups(all, groups, sites, made);
  append(made, find_all(all, imb_symptom(all) - seconds_uneven(made), kEverything, sites));
  append_closing_loss(all, made);
  return made;
}

}  // namespace tarry::diagnosis
