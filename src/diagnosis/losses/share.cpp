// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/losses/share.h"

namespace tarry::diagnosis {
namespace {

// Returns the innermost loop around a call; not valid: there is none.
FrameId loop_around(const samples::CallingContextTree& paths, FrameId call) {
  FrameId at = paths.parent(call);
  while (at.valid() && !paths.is_loop(at)) at = paths.parent(at);
  return at;
}

// Appends the work of some ranks that others wait for.
void append_causes(const Finding& finding, Share share, std::vector<Share>& to) {
  share.is_cause = true;
  share.measure = Share::Measure::AboveAverage;
  share.has_label = false;
  for (const Cause& cause : finding.causes) {
    if (cause.is_symptom) continue;
    share.at = share.measured = cause.frame;
    share.is_own = cause.is_own;
    share.seconds = cause.seconds;
    to.push_back(share);
  }
}

std::vector<Share> imbalance_shares(const Finding& finding, Share share) {
  share.at = finding.symptom;
  share.seconds = finding.seconds;
  share.measure = Share::Measure::AboveLeast;
  std::vector<Share> made{share};
  append_causes(finding, share, made);
  return made;
}

}  // namespace

std::vector<Share> shares_of(const Finding& finding, FrameId closing,
                             const samples::CallingContextTree& paths) {
  Share share;
  share.issue = finding.issue;
  share.phase_kind = finding.phase_kind;
  share.group = finding.group;
  if (is_imbalance(finding.issue)) return imbalance_shares(finding, share);
  if (finding.is_even_part) share.measure = Share::Measure::Alike;
  std::vector<Cause> symptoms{{finding.symptom, finding.seconds, false, true, finding.part}};
  for (const Cause& cause : finding.causes) {
    if (!cause.is_symptom) continue;
    symptoms.push_back(cause);
    symptoms.front().seconds -= cause.seconds;
  }
  std::vector<Share> made;
  for (const Cause& symptom : symptoms) {
    share.is_cause = false;
    share.at = symptom.frame;
    share.measured = symptom.frame == closing ? FrameId{} : symptom.frame;
    share.seconds = symptom.seconds;
    share.has_label = symptom.part.has_value();
    share.label = symptom.part.value_or(Label::Computation);
    made.push_back(share);
    share.at = loop_around(paths, symptom.frame);
    share.is_cause = true;
    if (finding.issue == Issue::FrequentCommunication && share.at.valid()) made.push_back(share);
  }
  if (finding.has_late_ranks()) append_causes(finding, share, made);
  return made;
}

}  // namespace tarry::diagnosis
