// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/text_diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/joined.h"
#include "diagnosis/report/finding_phases.h"
#include "report/quantity.h"

namespace tarry::diagnosis {
namespace {

class Writer {
 public:
  explicit Writer(const Diagnosis& diagnosis) : diagnosis_(diagnosis) {}

  std::string run(const std::string& program) {
    text_ = fmt::format("{}: {}, {}, samples every {}\n\n", program,
                        report::counted(diagnosis_.ranks, "rank"), seconds(diagnosis_.seconds),
                        seconds(std::chrono::duration<double>(diagnosis_.period).count()));
    if (diagnosis_.findings.empty()) {
      text_ += "No significant loss was found.\n";
    } else {
      text_ += "Inefficient execution segments:\n";
      std::vector<std::uint32_t> kinds;  // the one with the largest loss first
      for (const Finding& finding : diagnosis_.findings)
        if (std::find(kinds.begin(), kinds.end(), finding.phase_kind) == kinds.end())
          kinds.push_back(finding.phase_kind);
      for (const std::uint32_t kind : kinds) add_segment(kind);
    }
    add_unresolved();
    text_ += "\nWhat this diagnosis cannot know:\n";
    for (const std::string& limit : diagnosis_.limits) text_ += "  - " + limit + '\n';
    return std::move(text_);
  }

 private:
  static std::string seconds(double value) { return report::quantity(value, model::Unit::Seconds); }

  [[nodiscard]] std::string severity(double value) const {
    return fmt::format("{} ({})", seconds(value), report::percent(value, diagnosis_.seconds));
  }

  [[nodiscard]] std::string path(FrameId frame) const {
    std::string text;
    for (const std::string& name : path_names(diagnosis_.paths, frame))
      text += (text.empty() ? "" : " > ") + name;
    return text;
  }

  void add_segment(std::uint32_t number) {
    const PhaseKind& kind = diagnosis_.kinds[number];
    const std::vector<std::uint32_t> phases = phases_of(diagnosis_, number);
    const Phase& first = diagnosis_.phases[phases.front()];
    const Phase& last = diagnosis_.phases[phases.back()];
    text_ += fmt::format("\n{} {}, {} to {}, {}{}\n", phases.size() == 1 ? "Phase" : "Phases",
                         base::joined(phases), seconds(seconds_into(diagnosis_, first.begin)),
                         seconds(seconds_into(diagnosis_, last.end)),
                         first.closing.valid() ? "up to " + path(first.closing) : "up to the end",
                         kind.is_mpmd ? ", ranks do different things" : "");
    text_ += fmt::format("imbalance {}, communication {}, synchronization {} of the run\n\n",
                         report::percent(kind.imbalance, diagnosis_.seconds),
                         report::percent(kind.communication, diagnosis_.seconds),
                         report::percent(kind.synchronization, diagnosis_.seconds));
    add_frames(number);
    text_ += '\n';
    for (const Finding& finding : diagnosis_.findings)
      if (finding.phase_kind == number) add_finding(finding);
  }

  // The call paths of all findings of a kind as a tree. Symptoms and causes are marked.
  void add_frames(std::uint32_t kind) {
    std::map<FrameId, double> marked;
    for (const Finding& finding : diagnosis_.findings) {
      if (finding.phase_kind != kind) continue;
      marked[finding.symptom] = std::max(marked[finding.symptom], finding.seconds);
      for (const Cause& cause : finding.causes)
        marked[cause.frame] = std::max(marked[cause.frame], cause.seconds);
    }
    std::map<FrameId, std::set<FrameId>> children;
    for (const auto& [frame, time] : marked)
      for (FrameId at = frame; at != sampling::CallingContextTree::kRoot;
           at = diagnosis_.paths.parent(at))
        children[diagnosis_.paths.parent(at)].insert(at);
    std::vector<FrameId> open{sampling::CallingContextTree::kRoot};
    while (!open.empty()) {
      const FrameId frame = open.back();
      open.pop_back();
      const std::set<FrameId>& below = children[frame];
      open.insert(open.end(), below.rbegin(), below.rend());
      if (frame == sampling::CallingContextTree::kRoot) continue;
      const auto mark = marked.find(frame);
      const std::string indent(2 * diagnosis_.paths.depth(frame) - 2, ' ');
      text_ += fmt::format("{} {}{} [{}]{}\n", mark == marked.end() ? ' ' : '*', indent,
                           display_name(diagnosis_.paths[frame]),
                           name_of(diagnosis_.derived[frame.index()]),
                           mark == marked.end() ? "" : ' ' + severity(mark->second));
    }
  }

  void add_finding(const Finding& finding) {
    const IssueEntry& entry = entry_of(finding.issue);
    text_ += fmt::format("{}: at most {} in {}\n", entry.title, severity(finding.seconds),
                         path(finding.symptom));
    for (const Cause& cause : finding.causes)
      text_ += fmt::format("  because of {} ({})\n", path(cause.frame), seconds(cause.seconds));
    if (finding.evened_out)
      text_ +=
          "  These imbalances partly even each other out; together they are more than the loss.\n";
    if (finding.across_groups)
      text_ += "  Ranks that do different things have different amounts of work.\n";
    if (finding.in_one_group)
      text_ += "  Only ranks that do this thing have this loss; others do different things.\n";
    if (finding.seconds_per_call > 0)
      text_ += fmt::format("  {} per call at most\n", seconds(finding.seconds_per_call));
    if (!finding.ranks.empty())
      text_ += fmt::format("  on ranks {}\n", base::joined(finding.ranks));
    text_ += fmt::format("  What to do: {}.\n", entry.advice);
  }

  void add_unresolved() {
    if (diagnosis_.unresolved.empty()) return;
    text_ += "\nLong communication of which samples do not tell what it did:\n";
    for (const Unresolved& call : diagnosis_.unresolved)
      text_ += fmt::format("  {} in {}\n", severity(call.seconds), path(call.call));
  }

  const Diagnosis& diagnosis_;
  std::string text_;
};

}  // namespace

std::string text_diagnosis(const Diagnosis& diagnosis, const std::string& program) {
  return Writer(diagnosis).run(program);
}

}  // namespace tarry::diagnosis
