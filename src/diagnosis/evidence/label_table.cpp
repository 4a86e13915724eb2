// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/label_table.h"

#include <fnmatch.h>

#include "base/check.h"
#include "base/parse_number.h"
#include "base/text_cursor.h"

namespace tarry::diagnosis {
namespace {

constexpr std::string_view kStandard =
#include "diagnosis/evidence/standard_labels.inc"
    ;

struct MpiLabel {
  const char* function;
  Label label;
};
constexpr MpiLabel kMpiLabels[] = {
#define TARRY_MPI_FUNCTION(name, group, role, class_, call, operation, request, replay, label) \
  {"MPI_" #name, Label::label},
#include "model/mpi_functions.def"
};

bool is_plain_pattern(const std::string& pattern) {
  return pattern.find_first_of("*?[\\") == std::string::npos;
}

}  // namespace

bool LabelTable::Rule::fits(const char* name) const {
  return is_plain ? pattern == name : fnmatch(pattern.c_str(), name, 0) == 0;
}

LabelTable LabelTable::standard() {
  constexpr int kPriority = 20;
  LabelTable table;
  CHECK(table.extend(kStandard, "standard labels").ok(), "the standard labels must be readable");
  for (const MpiLabel& known : kMpiLabels) {
    if (known.label == Label::Communication) continue;  // as all of MPI
    for (const char* large_counts : {"", "_c"})
      table.rules_.push_back(
          {kPriority, std::string(known.function) += large_counts, true, known.label, false});
  }
  return table;
}

base::Status LabelTable::extend(std::string_view text, std::string_view file) {
  for (base::TextCursor cursor(text, file); cursor.next_line();) {
    const std::vector<std::string_view> words = cursor.take_words();
    Rule rule;
    if (!base::parse_number(words[0], rule.priority))
      return cursor.line_error("'" + std::string(words[0]) + "' is no priority",
                               "expected a whole number");
    rule.inside_only = words.size() == 4 && words[3] == "inside";
    if (words.size() != 3 && !rule.inside_only)
      return cursor.line_error("not a rule",
                               "expected priority, pattern and label, and maybe 'inside'");
    rule.pattern = words[1];
    rule.is_plain = is_plain_pattern(rule.pattern);
    const auto known = label_of(words[2]);
    if (!known) {
      std::string all;
      for (std::size_t at = 0; at < kLabels; ++at)
        all += (at == 0 ? "" : ", ") + std::string(name_of(static_cast<Label>(at)));
      return cursor.line_error("'" + std::string(words[2]) + "' is no label", "labels are " + all);
    }
    rule.label = *known;
    rules_.push_back(std::move(rule));
  }
  return base::kOk;
}

std::optional<Label> LabelTable::find(const std::string& procedure, bool is_inside) const {
  const bool is_profiled = procedure.starts_with("PMPI_");
  const char* name = procedure.c_str() + (is_profiled ? 1 : 0);
  const Rule* best = nullptr;
  for (const Rule& rule : rules_)
    if ((is_inside || !rule.inside_only) && (best == nullptr || rule.priority >= best->priority) &&
        rule.fits(name))
      best = &rule;
  return best == nullptr ? std::nullopt : std::optional(best->label);
}

InitialLabels initial_labels(const samples::CallingContextTree& paths, const LabelTable& table) {
  // By site: its labels outside and below a call that communicates.
  std::vector<std::array<std::optional<Label>, 2>> own(paths.site_count());
  for (std::uint32_t at = 0; at < paths.site_count(); ++at) {
    const samples::Site& site = paths.site(samples::SiteId{at});
    if (site.kind == samples::FrameKind::Procedure)
      own[at] = {table.find(site.name, false), table.find(site.name, true)};
  }
  InitialLabels made{std::vector<Label>(paths.size(), Label::Computation),
                     std::vector<bool>(paths.size())};
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const samples::FrameId frame{at};
    const Label caller = made.labels[paths.parent(frame).index()];
    const bool is_inside = is_within(caller, Label::Communication);
    const std::optional<Label> label = own[paths.site_of(frame).index()][is_inside ? 1 : 0];
    made.labels[at] = label && !(is_inside && *label == Label::Computation) ? *label : caller;
    made.is_entry[at] = !is_inside && is_within(made.labels[at], Label::Communication);
  }
  return made;
}

}  // namespace tarry::diagnosis
