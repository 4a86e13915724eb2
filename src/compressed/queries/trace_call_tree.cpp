// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/trace_call_tree.h"

#include <map>
#include <string>

#include "model/call_tree.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::compressed {
namespace {

using model::CallPathId;
using model::RegionId;

class Builder {
 public:
  explicit Builder(const Trace& trace) : trace_(trace) {
    for (const Frame& frame : trace.frames) {
      model::Region region = trace::synthetic::region_by_name(frame.name);
      region.file = frame.file;
      region.begin_line = frame.line;
      regions_.push_back(std::move(region));
    }
  }

  TraceCallTree build() {
    TraceCallTree out;
    for (const Site& site : trace_.sites) add(site, out);
    const std::vector<CallPathId> places = tree_.depth_first_order();
    out.callpaths.resize(tree_.size());
    for (std::uint32_t i = 0; i < tree_.size(); ++i)
      out.callpaths[places[i].index()] = callpath(tree_[CallPathId{i}], places);
    for (CallPathId& id : out.call_of_site) id = places[id.index()];
    for (CallPathId& id : out.around_of_site) id = places[id.index()];
    return out;
  }

 private:
  void add(const Site& site, TraceCallTree& out) {
    CallPathId at;
    for (const FrameId frame : site.stack) at = tree_.child(at, RegionId{frame.value});
    if (!at.valid()) at = tree_.child(at, program());
    const RegionId function = function_region(site.function);
    out.around_of_site.push_back(at);
    out.call_of_site.push_back(tree_.child(at, function));
    out.kind_of_site.push_back(model::classify(regions_[function.index()]));
  }

  RegionId program() {
    if (!program_.valid()) {
      program_ = RegionId{static_cast<std::uint32_t>(regions_.size())};
      regions_.emplace_back();
      regions_.back().name = trace_.program.empty() ? "PROGRAM" : trace_.program;
      regions_.back().role = model::RegionRole::Function;
      regions_.back().paradigm = model::Paradigm::User;
    }
    return program_;
  }

  RegionId function_region(const std::string& name) {
    const auto [found, is_new] =
        functions_.try_emplace(name, RegionId{static_cast<std::uint32_t>(regions_.size())});
    if (is_new) regions_.push_back(trace::synthetic::region_by_name(name));
    return found->second;
  }

  [[nodiscard]] model::CubeCallPath callpath(const model::CallPathNode& node,
                                             const std::vector<CallPathId>& places) const {
    const model::Region& region = regions_[node.region.index()];
    model::CubeCallPath out;
    if (node.parent.valid()) out.parent = places[node.parent.index()];
    out.region = region.name;
    out.file = region.file;
    out.line = region.begin_line;
    out.role = model::role_name(region.role);
    out.paradigm = model::paradigm_name(region.paradigm);
    return out;
  }

  const Trace& trace_;
  std::vector<model::Region> regions_;  // regions of frames by FrameId, then all others
  std::map<std::string, RegionId> functions_;
  RegionId program_;
  model::CallTree tree_;
};

}  // namespace

TraceCallTree trace_call_tree(const Trace& trace) { return Builder(trace).build(); }

}  // namespace tarry::compressed
