// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/joined.h"
#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/shown_path.h"
#include "model/mpi_function.h"
#include "report/quantity.h"
#include "report/query.h"

namespace tarry::diagnosis {

std::string seconds_text(double seconds) { return report::quantity(seconds, model::Unit::Seconds); }

std::string severity_text(const Diagnosis& diagnosis, double seconds) {
  return fmt::format("{} ({})", seconds_text(seconds), report::percent(seconds, diagnosis.seconds));
}

std::string path_text(const Diagnosis& diagnosis, FrameId frame) {
  return report::join_calls(path_names(diagnosis.paths, frame));
}

std::string run_text(const Diagnosis& diagnosis) {
  return fmt::format("{}, {}, samples every {}", report::counted(diagnosis.ranks, "rank"),
                     seconds_text(diagnosis.seconds),
                     seconds_text(std::chrono::duration<double>(diagnosis.period).count()));
}

std::string place_text(const samples::Site& site) {
  if (site.line == 0) return site.file;
  return fmt::format("{}{}", site.file.empty() ? "line " : site.file + ':', site.line);
}

std::string plain_name(const samples::Site& site) {
  if (site.kind != samples::FrameKind::Loop) return site.name;
  const std::string place = place_text(site);
  // The file has no folder, as people say it: "loop at a.c:3".
  return "loop" + (place.empty() ? "" : " at " + place.substr(place.rfind('/') + 1));
}

namespace {

// Whether the call only asks whether something has come, and returns at once.
bool only_asks(std::string_view call) {
  const std::optional<model::MpiFunction> function = model::find_mpi_function(call);
  if (!function.has_value()) return false;
  const model::MpiCall kind = model::info(*function).kind.call;
  return kind == model::MpiCall::Test || kind == model::MpiCall::WinTest;
}

}  // namespace

std::string_view advice_of(const Diagnosis& diagnosis, const Finding& finding) {
  if (finding.issue == Issue::FrequentCommunication &&
      only_asks(diagnosis.paths[finding.symptom].name))
    return "these calls only ask whether something has come: do more work between two of them, or "
           "wait in a call that blocks";
  if (finding.issue == Issue::WaitForPartner && finding.has_late_ranks())
    return "distribute the work of the causes evenly, or let the others work while they wait";
  return entry_of(finding.issue).advice;
}

namespace {

// Returns "rank 1" or "ranks 0-2"; without ranks, for example "other ranks".
std::string ranks_text(const Diagnosis& diagnosis, const std::vector<std::uint32_t>& ranks,
                       const char* other) {
  const std::string member = diagnosis.ranks > 1 ? "rank" : "thread";
  if (ranks.empty()) return fmt::format("{} {}s", other, member);
  return fmt::format("{}{} {}", member, ranks.size() > 1 ? "s" : "", base::joined(ranks));
}

// Returns the outermost procedure of the work that is not on the way to the call in which others
// wait, and in brackets the innermost one.
std::string culprit_text(const Diagnosis& diagnosis, FrameId frame, FrameId symptom) {
  const samples::CallingContextTree& paths = diagnosis.paths;
  const std::uint32_t common = paths.common_depth(frame, symptom);
  FrameId outer;
  FrameId inner;
  for (const FrameId at : shown_path(paths, frame)) {
    if (paths.is_loop(at)) continue;
    inner = at;
    if (!outer.valid() && paths.depth(at) > common) outer = at;
  }
  if (!outer.valid()) outer = frame;  // it calls the function with that call
  const std::string name = shown_name(paths, outer);
  if (!inner.valid() || outer == inner) return name;
  return paths.is_loop(outer) ? name + " in " + shown_name(paths, inner)
                              : fmt::format("{} ({})", name, shown_name(paths, inner));
}

const Cause& first_work(const Finding& finding) {
  return *std::find_if(finding.causes.begin(), finding.causes.end(),
                       [](const Cause& cause) { return !cause.is_symptom; });
}

}  // namespace

std::string finding_headline(const Diagnosis& diagnosis, const Finding& finding) {
  const std::string_view title = entry_of(finding.issue).title;
  const std::string severity = severity_text(diagnosis, finding.seconds);
  if (!finding.has_late_ranks())
    return fmt::format("{}: at most {} in {}", title, severity,
                       path_text(diagnosis, finding.symptom));
  return fmt::format("{}: {} on {} makes {} wait, at most {}", title,
                     culprit_text(diagnosis, first_work(finding).frame, finding.symptom),
                     ranks_text(diagnosis, finding.ranks, "changing"),
                     ranks_text(diagnosis, finding.waiting_ranks, "other"), severity);
}

namespace {

// Returns lines such as "cause: main > work@a.c:5 (2.000 s)". Nested loops with the same loss
// have one line, which names the innermost.
std::vector<std::string> cause_lines(const Diagnosis& diagnosis, const Finding& finding) {
  std::vector<std::string> lines;
  const std::vector<Cause>& causes = finding.causes;
  for (std::size_t at = 0, next = 0; at < causes.size(); at = next) {
    const auto is_around = [&](const Cause& other) {
      const samples::CallingContextTree& paths = diagnosis.paths;
      return paths.is_loop(other.frame) &&
             paths.depth(other.frame) < paths.depth(causes[at].frame) &&
             paths.ancestor(causes[at].frame, paths.depth(other.frame)) == other.frame &&
             other.seconds == causes[at].seconds;
    };
    for (next = at + 1; next < causes.size() && is_around(causes[next]);) ++next;
    const std::size_t around = next - at - 1;
    lines.push_back(
        fmt::format("cause: {} ({}){}", path_text(diagnosis, causes[at].frame),
                    seconds_text(causes[at].seconds),
                    around > 0 ? fmt::format(" and {} around it", report::counted(around, "loop"))
                    : finding.has_late_ranks() && !causes[at].is_symptom
                        ? fmt::format(" on {}", ranks_text(diagnosis, causes[at].ranks, "changing"))
                        : ""));
  }
  return lines;
}

}  // namespace

std::vector<std::string> finding_details(const Diagnosis& diagnosis, const Finding& finding) {
  std::vector<std::string> lines = cause_lines(diagnosis, finding);
  if (finding.has_late_ranks())
    lines.push_back(fmt::format("The wait is in {}.", path_text(diagnosis, finding.symptom)));
  if (finding.evened_out)
    lines.emplace_back(
        finding.causes.size() == 1
            ? "This imbalance is more than the loss: other differences even it out in part."
            : "These imbalances partly even each other out; together they are more than the loss.");
  if (finding.across_groups)
    lines.emplace_back("The groups of ranks do different work, and different amounts of it.");
  if (finding.in_one_group)
    lines.emplace_back("Only one group of ranks has this loss; the other ranks do different work.");
  if (finding.seconds_per_call > 0)
    lines.push_back(
        fmt::format("A call takes at most {} on average.", seconds_text(finding.seconds_per_call)));
  if (!finding.has_late_ranks() && !finding.ranks.empty())
    lines.push_back(fmt::format("It occurs on {}.", ranks_text(diagnosis, finding.ranks, "")));
  if (finding.samples < kFewSamples)
    lines.push_back(
        fmt::format("Only {} show{} this: run longer, or sample at a shorter period than {}.",
                    report::counted(finding.samples, "sample"), finding.samples == 1 ? "s" : "",
                    seconds_text(std::chrono::duration<double>(diagnosis.period).count())));
  lines.push_back(fmt::format("What to do: {}.", advice_of(diagnosis, finding)));
  return lines;
}

std::string unresolved_text(const Diagnosis& diagnosis, const Unresolved& call) {
  return severity_text(diagnosis, call.seconds) + " in " + path_text(diagnosis, call.call);
}

}  // namespace tarry::diagnosis
