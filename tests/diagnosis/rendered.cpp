// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/rendered.h"

#include <cstdio>

#include "base/joined.h"
#include "diagnosis/evidence/regular_sections.h"
#include "diagnosis/shown_path.h"

namespace tarry::testing {
namespace {

using diagnosis::Diagnosis;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string milliseconds(samples::Time time) {
  return number(std::chrono::duration<double, std::milli>(time).count());
}

std::string path(const Diagnosis& diagnosis, samples::FrameId frame) {
  if (!frame.valid()) return "run";
  std::string text;
  for (const std::string& name : diagnosis::path_names(diagnosis.paths, frame))
    text += (text.empty() ? "" : " > ") + name;
  return text;
}

std::string ranks(const std::vector<std::uint32_t>& numbers) {
  return numbers.empty() ? "changing ranks" : base::joined(numbers);
}

std::string line(const Diagnosis& diagnosis, const diagnosis::Finding& finding) {
  std::string text = "finding " + std::string(entry_of(finding.issue).name) + ' ' +
                     number(finding.seconds) + " s in " + path(diagnosis, finding.symptom);
  for (const diagnosis::Cause& cause : finding.causes)
    text += " because " + path(diagnosis, cause.frame) + ' ' + number(cause.seconds);
  if (finding.evened_out) text += " evened out";
  if (finding.across_groups) text += " across groups";
  if (finding.in_one_group) text += " in one group";
  return text + " on " + ranks(finding.ranks);
}

}  // namespace

std::vector<std::string> rendered(const Diagnosis& diagnosis) {
  std::vector<std::string> lines;
  for (const diagnosis::Finding& finding : diagnosis.findings)
    lines.push_back(line(diagnosis, finding));
  for (const diagnosis::Finding& finding : diagnosis.findings) {
    if (!finding.has_late_ranks()) continue;
    for (const diagnosis::Cause& cause : finding.causes)
      if (!cause.is_symptom)
        lines.push_back("cause " + path(diagnosis, cause.frame) + " on " + ranks(cause.ranks));
    lines.push_back("wait " + path(diagnosis, finding.symptom) + " on " +
                    ranks(finding.waiting_ranks));
  }
  for (const diagnosis::Unresolved& call : diagnosis.unresolved)
    lines.push_back("unresolved " + number(call.seconds) + " s in " + path(diagnosis, call.call));
  for (const diagnosis::Phase& phase : diagnosis.phases)
    lines.push_back("phase " + milliseconds(phase.begin) + ".." + milliseconds(phase.end) +
                    (diagnosis.kinds[phase.kind].is_mpmd ? " mpmd to " : " spmd to ") +
                    path(diagnosis, phase.closing));
  for (const diagnosis::RankClock& clock : diagnosis.clocks)
    lines.push_back("clock " + std::to_string(clock.rank) + ' ' +
                    (clock.offset.is_known ? milliseconds(clock.offset.ahead) + " +-" +
                                                 milliseconds(clock.offset.error)
                                           : "unknown"));
  for (const diagnosis::Cluster& cluster : diagnosis.clusters) {
    std::string text = "cluster";
    for (const diagnosis::RegularSection& section : diagnosis::regular_sections(cluster.members))
      text += ' ' + std::to_string(section.first) +
              (section.length == 1
                   ? ""
                   : "+" + std::to_string(section.stride) + "*" + std::to_string(section.length));
    lines.push_back(text);
  }
  for (const diagnosis::FrameDifference& difference : diagnosis.differing)
    lines.push_back("differs " + path(diagnosis, difference.frame) + ' ' +
                    milliseconds(difference.time));
  for (std::uint32_t at = 1; at < diagnosis.paths.size(); ++at)
    lines.push_back("label " + path(diagnosis, samples::FrameId{at}) + ' ' +
                    std::string(name_of(diagnosis.derived[at])));
  return lines;
}

}  // namespace tarry::testing
