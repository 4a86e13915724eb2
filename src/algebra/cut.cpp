// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/cut.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <map>
#include <memory>
#include <utility>

#include "report/callpath_key.h"
#include "report/callpath_order.h"
#include "report/query.h"
#include "report/united_rows.h"
#include "report/wait_states.h"

namespace tarry::algebra {

using model::CallPathId;
using model::CubeCallPath;
using model::SeverityCube;

namespace {

bool matches(const std::string& pattern, const std::string& region) {
  return pattern == region || fnmatch(pattern.c_str(), region.c_str(), 0) == 0;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& region) {
  for (const std::string& pattern : patterns)
    if (matches(pattern, region)) return true;
  return false;
}

class Cutter {
 public:
  Cutter(const SeverityCube& report, const Cut& cut) : report_(report), cut_(cut) {}

  SeverityCube run() {
    out_.experiment = report_.experiment;
    out_.experiment.attributes.erase(report::kHeadlineKey);
    out_.experiment.attributes[report::kOperationKey] = description();
    out_.metrics = report_.metrics;
    out_.locations = report_.locations;
    out_.topologies = report_.topologies;
    for (const CubeCallPath& path : report_.callpaths) place(path);
    put_in_order();
    report::Origins origins(out_.callpaths.size());
    for (std::uint32_t i = 0; i < places_.size(); ++i)
      if (places_[i].valid()) origins[places_[i].index()].emplace_back(i);
    out_.take_rows_from(std::make_shared<report::UnitedRows>(report_, std::move(origins)));
    return std::move(out_);
  }

 private:
  enum class Fate { Outside, Kept, Removed };

  // Returns "solve alone, without MPI_Init", behind what the report says of itself.
  [[nodiscard]] std::string description() const {
    const auto before = report_.experiment.attributes.find(report::kOperationKey);
    std::string text = before == report_.experiment.attributes.end() ? "" : before->second + "; ";
    if (!cut_.roots.empty()) text += fmt::format("{} alone", fmt::join(cut_.roots, ", "));
    if (!cut_.roots.empty() && !cut_.pruned.empty()) text += ", ";
    if (!cut_.pruned.empty()) text += fmt::format("without {}", fmt::join(cut_.pruned, ", "));
    return text;
  }

  void place(const CubeCallPath& path) {
    const Fate around = path.parent.valid() ? fates_[path.parent.index()]
                                            : (cut_.roots.empty() ? Fate::Kept : Fate::Outside);
    Fate fate = around;
    if (around == Fate::Outside && matches_any(cut_.roots, path.region)) fate = Fate::Kept;
    if (fate == Fate::Kept && matches_any(cut_.pruned, path.region)) fate = Fate::Removed;
    fates_.push_back(fate);
    CallPathId& now = places_.emplace_back();
    if (fate != Fate::Kept) return;
    const CallPathId parent =
        around == Fate::Kept && path.parent.valid() ? places_[path.parent.index()] : CallPathId{};
    const CallPathId next{static_cast<std::uint32_t>(out_.callpaths.size())};
    now = known_.try_emplace(report::key_in_report(path, parent), next).first->second;
    if (now != next) return;
    out_.callpaths.push_back(path);
    out_.callpaths.back().parent = parent;
    out_.callpaths.back().has_twin = false;
  }

  void put_in_order() {
    const std::vector<CallPathId> position = report::sort_depth_first(out_.callpaths);
    for (CallPathId& id : places_)
      if (id.valid()) id = position[id.index()];
    model::mark_twins(out_.callpaths);
  }

  const SeverityCube& report_;
  const Cut& cut_;
  SeverityCube out_;
  std::vector<Fate> fates_;         // by call path of the report
  std::vector<CallPathId> places_;  // the same; !valid(): not kept
  std::map<report::CallPathKey, CallPathId> known_;
};

}  // namespace

base::Result<SeverityCube> cut(const SeverityCube& report, const Cut& cut) {
  for (const auto* patterns : {&cut.roots, &cut.pruned})
    for (const std::string& pattern : *patterns) {
      bool is_there = false;
      for (const CubeCallPath& path : report.callpaths)
        is_there = is_there || matches(pattern, path.region);
      if (!is_there)
        return base::Error{base::ErrorCode::Usage, "no call path has the region '" + pattern + "'",
                           "", "'tarry report REPORT --by region' lists the regions"};
    }
  return Cutter(report, cut).run();
}

}  // namespace tarry::algebra
