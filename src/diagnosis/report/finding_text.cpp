// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/finding_text.h"

#include <fmt/format.h>

#include "base/joined.h"
#include "diagnosis/thresholds.h"
#include "report/quantity.h"

namespace tarry::diagnosis {

std::string seconds_text(double seconds) { return report::quantity(seconds, model::Unit::Seconds); }

std::string severity_text(const Diagnosis& diagnosis, double seconds) {
  return fmt::format("{} ({})", seconds_text(seconds), report::percent(seconds, diagnosis.seconds));
}

std::string path_text(const Diagnosis& diagnosis, FrameId frame) {
  std::string text;
  for (const std::string& name : path_names(diagnosis.paths, frame))
    text += (text.empty() ? "" : " > ") + name;
  return text;
}

std::string place_text(const sampling::Site& site) {
  if (site.line == 0) return site.file;
  return fmt::format("{}{}", site.file.empty() ? "line " : site.file + ':', site.line);
}

std::string plain_name(const sampling::Site& site) {
  if (site.kind != sampling::FrameKind::Loop) return site.name;
  const std::string place = place_text(site);
  // Without folders, as people say it: "loop at a.c:3".
  return "loop" + (place.empty() ? "" : " at " + place.substr(place.rfind('/') + 1));
}

std::string finding_headline(const Diagnosis& diagnosis, const Finding& finding) {
  return fmt::format("{}: at most {} in {}", entry_of(finding.issue).title,
                     severity_text(diagnosis, finding.seconds),
                     path_text(diagnosis, finding.symptom));
}

namespace {

// "because of main > work@a.c:5 (2.000 s)". Nested loops with the same loss are one line, of the
// innermost.
std::vector<std::string> cause_lines(const Diagnosis& diagnosis, const Finding& finding) {
  std::vector<std::string> lines;
  const std::vector<Cause>& causes = finding.causes;
  for (std::size_t at = 0, next = 0; at < causes.size(); at = next) {
    const auto is_around = [&](const Cause& other) {
      const sampling::CallingContextTree& paths = diagnosis.paths;
      return paths.is_loop(other.frame) &&
             paths.depth(other.frame) < paths.depth(causes[at].frame) &&
             paths.ancestor(causes[at].frame, paths.depth(other.frame)) == other.frame &&
             other.seconds == causes[at].seconds;
    };
    for (next = at + 1; next < causes.size() && is_around(causes[next]);) ++next;
    const std::size_t around = next - at - 1;
    lines.push_back(fmt::format(
        "because of {} ({}){}", path_text(diagnosis, causes[at].frame),
        seconds_text(causes[at].seconds),
        around == 0 ? "" : fmt::format(" and {} around it", report::counted(around, "loop"))));
  }
  return lines;
}

}  // namespace

std::vector<std::string> finding_details(const Diagnosis& diagnosis, const Finding& finding) {
  std::vector<std::string> lines = cause_lines(diagnosis, finding);
  if (finding.evened_out)
    lines.emplace_back(
        finding.causes.size() == 1
            ? "This imbalance is more than the loss: other differences even it out in part."
            : "These imbalances partly even each other out; together they are more than the loss.");
  if (finding.across_groups)
    lines.emplace_back("Ranks that do different things have different amounts of work.");
  if (finding.in_one_group)
    lines.emplace_back("Only ranks that do this thing have this loss; others do different things.");
  if (finding.seconds_per_call > 0)
    lines.push_back(fmt::format("{} per call at most", seconds_text(finding.seconds_per_call)));
  const char* const member = diagnosis.ranks > 1 ? "rank" : "thread";
  if (!finding.ranks.empty())
    lines.push_back(fmt::format("on {}{} {}", member, finding.ranks.size() > 1 ? "s" : "",
                                base::joined(finding.ranks)));
  else if (is_imbalance(finding.issue))
    lines.push_back(fmt::format("on other {}s from phase to phase", member));
  if (finding.samples < kFewSamples)
    lines.push_back(
        fmt::format("This is of {} only: run longer, or sample at a shorter period than {}.",
                    report::counted(finding.samples, "sample"),
                    seconds_text(std::chrono::duration<double>(diagnosis.period).count())));
  lines.push_back(fmt::format("What to do: {}.", entry_of(finding.issue).advice));
  return lines;
}

}  // namespace tarry::diagnosis
