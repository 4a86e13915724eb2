// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/text_diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/shown_path.h"

namespace tarry::diagnosis {
namespace {

class TextWriter {
 public:
  explicit TextWriter(const Diagnosis& diagnosis) : diagnosis_(diagnosis) {}

  std::string run(const std::string& program) {
    text_ = program + ": " + run_text(diagnosis_) + "\n\n";
    if (diagnosis_.findings.empty()) {
      text_ += "No significant loss was found.\n";
    } else {
      text_ += "Inefficient execution segments:\n";
      std::vector<std::uint32_t> kinds;  // the kind with the largest loss first
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
  using FrameTree = std::map<FrameId, std::set<FrameId>>;  // shown frames by their caller

  void add_segment(std::uint32_t number) {
    text_ += '\n' + kind_title(diagnosis_, number) + '\n' + kind_parts(diagnosis_, number) + "\n\n";
    add_frames(number);
    text_ += '\n';
    for (const Finding& finding : diagnosis_.findings)
      if (finding.phase_kind == number) add_finding(finding);
  }

  // Adds the call paths of all findings of a kind as a tree, with symptoms and causes marked.
  void add_frames(std::uint32_t kind) {
    std::map<FrameId, double> marked;
    for (const Finding& finding : diagnosis_.findings) {
      if (finding.phase_kind != kind) continue;
      marked[finding.symptom] = std::max(marked[finding.symptom], finding.seconds);
      for (const Cause& cause : finding.causes)
        marked[cause.frame] = std::max(marked[cause.frame], cause.seconds);
    }
    FrameTree tree;
    for (const auto& [frame, time] : marked) {
      FrameId caller = samples::CallingContextTree::kRoot;
      for (const FrameId at : shown_path(diagnosis_.paths, frame)) {
        tree[caller].insert(at);
        caller = at;
      }
    }
    add_below(tree, marked, samples::CallingContextTree::kRoot, 0);
  }

  void add_below(const FrameTree& tree, const std::map<FrameId, double>& marked, FrameId caller,
                 std::size_t depth) {
    const auto below = tree.find(caller);
    if (below == tree.end()) return;
    for (const FrameId frame : below->second) {
      const auto mark = marked.find(frame);
      text_ += fmt::format(
          "{} {:{}}{} [{}]{}\n", mark == marked.end() ? ' ' : '*', "", 2 * depth,
          shown_name(diagnosis_.paths, frame), name_of(diagnosis_.derived[frame.index()]),
          mark == marked.end() ? "" : ' ' + severity_text(diagnosis_, mark->second));
      add_below(tree, marked, frame, depth + 1);
    }
  }

  void add_finding(const Finding& finding) {
    text_ += finding_headline(diagnosis_, finding) + '\n';
    for (const std::string& line : finding_details(diagnosis_, finding))
      text_ += "  " + line + '\n';
  }

  void add_unresolved() {
    if (diagnosis_.unresolved.empty()) return;
    text_ += "\nLong communication whose purpose samples cannot tell:\n";
    for (const Unresolved& call : diagnosis_.unresolved)
      text_ += "  " + unresolved_text(diagnosis_, call) + '\n';
  }

  const Diagnosis& diagnosis_;
  std::string text_;
};

}  // namespace

std::string text_diagnosis(const Diagnosis& diagnosis, const std::string& program) {
  return TextWriter(diagnosis).run(program);
}

}  // namespace tarry::diagnosis
