// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/diagnosis_cube.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "diagnosis/phase_views.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/report/time_metrics.h"
#include "model/metric.h"
#include "report/wait_states.h"

namespace tarry::diagnosis {
namespace {

using model::CallPathId;
using model::CubeCallPath;
using model::LocationIndex;
using model::MetricId;
using samples::CallingContextTree;

constexpr std::string_view kCause = "_cause";

class Maker {
 public:
  explicit Maker(const Diagnosis& diagnosis)
      : diagnosis_(diagnosis), path_metrics_(time_metrics(diagnosis.paths)) {}

  model::SeverityCube run(const std::string& program) {
    add_metrics();
    add_callpaths();
    add_locations();
    add_times();
    for (const DealtShare& dealt : diagnosis_.severities.shares) add_share(dealt);
    cube_.experiment.program = program;
    cube_.experiment.ranks = diagnosis_.ranks;
    cube_.experiment.duration_s = diagnosis_.seconds;
    cube_.experiment.warnings = diagnosis_.limits;
    cube_.experiment.attributes[report::kHeadlineKey] =
        diagnosis_.findings.empty() ? "No significant loss was found in the samples"
                                    : finding_headline(diagnosis_, diagnosis_.findings.front());
    std::string& sections = cube_.experiment.attributes[report::kSectionsKey];
    for (const MetricId metric : with_losses_)
      sections += (sections.empty() ? "" : " ") + cube_.metrics[metric.index()].id;
    return std::move(cube_);
  }

 private:
  MetricId add_metric(std::string id, std::string name, MetricId parent, std::string description) {
    cube_.metrics.push_back(
        {std::move(id), std::move(name), parent, model::Unit::Seconds, std::move(description)});
    return MetricId{static_cast<std::uint32_t>(cube_.metrics.size() - 1)};
  }

  void add_metrics() {
    add_time_metrics();
    for (const IssueEntry& entry : taxonomy()) {
      if (!is_found(entry)) continue;
      const auto parent = symptoms_.find(entry.parent);
      symptoms_[entry.issue] = add_metric(std::string(entry.name), std::string(entry.title),
                                          parent == symptoms_.end() ? MetricId{} : parent->second,
                                          "Where the loss shows: " + std::string(entry.meaning));
    }
    for (const Issue issue : {Issue::LoadImbalance, Issue::Serialization,
                              Issue::FrequentCommunication, Issue::WaitForPartner}) {
      const IssueEntry& entry = entry_of(issue);
      const auto parent = causes_.find(entry.parent);
      causes_[issue] = add_metric(std::string(entry.name) + std::string(kCause),
                                  std::string(entry.title) + " (cause)",
                                  parent == causes_.end() ? MetricId{} : parent->second,
                                  "What causes the loss: the time that it costs all ranks");
    }
  }

  // Adds the metrics that the time of some call path counts as, with their parents.
  void add_time_metrics() {
    const std::span<const model::MetricInfo> all = model::all_metrics();
    std::vector<bool> used(all.size());
    for (MetricId metric : path_metrics_)
      for (; metric.valid() && !used[metric.index()]; metric = all[metric.index()].parent)
        used[metric.index()] = true;
    times_.resize(all.size());
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (!used[at]) continue;
      const MetricId parent = all[at].parent;
      times_[at] = add_metric(std::string(all[at].id), std::string(all[at].name),
                              parent.valid() ? times_[parent.index()] : MetricId{},
                              std::string(all[at].meaning));
    }
  }

  // Returns whether the issue or one below it can be found.
  static bool is_found(const IssueEntry& entry) {
    if (!entry.advice.empty()) return true;
    return std::any_of(taxonomy().begin(), taxonomy().end(), [&](const IssueEntry& other) {
      return other.issue != entry.issue && other.parent == entry.issue && is_found(other);
    });
  }

  // Adds call paths that have values, and their callers, depth first.
  void add_callpaths() {
    std::vector<bool> kept(diagnosis_.paths.size());
    const auto keep = [&](FrameId frame) {
      for (; frame.valid() && !kept[frame.index()]; frame = diagnosis_.paths.parent(frame))
        kept[frame.index()] = true;
    };
    bool is_root_shown = false;
    for (const LocationTimes& location : diagnosis_.severities.locations)
      for (const LocationTimes::PathTime& time : location.times) {
        keep(time.frame);
        is_root_shown = is_root_shown || time.frame == CallingContextTree::kRoot;
      }
    for (const DealtShare& dealt : diagnosis_.severities.shares) keep(dealt.share.at);
    if (is_root_shown) add_callpath(CallingContextTree::kRoot, "(no call path)");
    const std::vector<std::vector<FrameId>> children = diagnosis_.paths.children();
    std::vector<FrameId> open{CallingContextTree::kRoot};
    while (!open.empty()) {
      const FrameId frame = open.back();
      open.pop_back();
      if (!kept[frame.index()]) continue;
      if (frame != CallingContextTree::kRoot) add_frame(frame);
      const std::vector<FrameId>& below = children[frame.index()];
      open.insert(open.end(), below.rbegin(), below.rend());
    }
  }

  // The place of a procedure is that of its call, because samples know no other.
  void add_frame(FrameId frame) {
    const samples::Site& site = diagnosis_.paths[frame];
    CubeCallPath& made = add_callpath(frame, plain_name(site));
    made.file = site.file;
    made.line = site.line;
    if (site.kind == samples::FrameKind::Loop) made.role = "loop";
    const FrameId caller = diagnosis_.paths.parent(frame);
    if (caller != CallingContextTree::kRoot) made.parent = callpaths_.at(caller);
  }

  CubeCallPath& add_callpath(FrameId frame, std::string region) {
    callpaths_[frame] = CallPathId{static_cast<std::uint32_t>(cube_.callpaths.size())};
    CubeCallPath& made = cube_.callpaths.emplace_back();
    made.region = std::move(region);
    made.role = "function";
    made.paradigm = "sampling";
    return made;
  }

  void add_locations() {
    std::map<model::Rank, std::uint32_t> threads_of;
    for (const LocationTimes& location : diagnosis_.severities.locations) {
      const LocationIndex index{static_cast<std::uint32_t>(cube_.locations.size())};
      cube_.locations.push_back({location.rank, location.thread, location.host});
      std::uint32_t& threads = threads_of[location.rank];
      cube_.experiment.threads = std::max(cube_.experiment.threads, ++threads);
      // Losses are divided among these locations.
      numbers_.try_emplace(diagnosis_.ranks > 1 ? location.rank.value : location.thread, index);
    }
  }

  void add_times() {
    const std::vector<LocationTimes>& locations = diagnosis_.severities.locations;
    for (std::uint32_t at = 0; at < locations.size(); ++at)
      for (const LocationTimes::PathTime& time : locations[at].times)
        add_with_parents(times_[path_metrics_[time.frame.index()].index()],
                         callpaths_.at(time.frame), LocationIndex{at}, seconds_of(time.self));
  }

  void add_share(const DealtShare& dealt) {
    const MetricId metric =
        dealt.share.is_cause ? causes_.at(dealt.share.issue) : symptoms_.at(dealt.share.issue);
    with_losses_.insert(metric);
    for (const DealtShare::Part& part : dealt.parts)
      add_with_parents(metric, callpaths_.at(dealt.share.at), numbers_.at(part.number),
                       part.seconds);
  }

  void add_with_parents(MetricId metric, CallPathId callpath, LocationIndex location,
                        double seconds) {
    for (; metric.valid(); metric = cube_.metrics[metric.index()].parent)
      cube_.add(metric, callpath, location, seconds);
  }

  const Diagnosis& diagnosis_;
  model::SeverityCube cube_;
  std::vector<MetricId> path_metrics_;  // by call path; ids of model::all_metrics()
  std::vector<MetricId> times_;         // by position in all_metrics(): ids of the cube
  std::map<Issue, MetricId> symptoms_;
  std::map<Issue, MetricId> causes_;
  std::set<MetricId> with_losses_;
  std::map<FrameId, CallPathId> callpaths_;
  std::map<std::uint32_t, LocationIndex> numbers_;  // by rank, or by thread of the only rank
};

}  // namespace

model::SeverityCube diagnosis_cube(const Diagnosis& diagnosis, const std::string& program) {
  return Maker(diagnosis).run(program);
}

}  // namespace tarry::diagnosis
